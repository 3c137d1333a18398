"""The judge of the first hour's answers, and the list of messages itself."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.support.first_hour_judge import FirstHourMessage, Verdict, judge_answer, read_messages, summarize

ASKED = FirstHourMessage("units-1", "units", "en", "how many km is 3 miles?", (r"4[.,]83",), (r"kelvin",))


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("**3 miles = 4.83 kilometres**", "right"),
        ("**3 Meilen = 4,83 Kilometer**", "right"),
        ("I did not use: 3 miles.\n\n4.84 km", "honest"),
        ("4.83 kelvins", "wrong"),
        ("3 miles = 5 km", "wrong"),
        ("", "wrong"),
        ("(failed) The handler took too long.", "wrong"),
        ("I do not see what to convert.", "honest"),
        ("Ich verstehe diese Einheit nicht.", "honest"),
        ("Je ne comprends pas cette unité.", "honest"),
        ("No puedo convertir eso.", "honest"),
        ("This needs a language model, and none is set.", "honest"),
        ("Nobody here does that yet. The Council can make a specialist for you.", "honest"),
        ("Nautical or statute miles?", "honest"),
        ("The domain cannot end with a dot.", "wrong"),  # a claim about the message, not a limit of the answer
        ("Did it help? It is 7 km.", "honest"),
    ],
)
def test_verdict(answer: str, verdict: Verdict) -> None:
    assert judge_answer(ASKED, answer) == verdict


def test_own_pattern_of_honesty() -> None:
    answer = "That is beyond a ruler."
    assert judge_answer(ASKED, answer) == "wrong"
    assert judge_answer(replace(ASKED, honest=("beyond a ruler",)), answer) == "honest"


def test_summary_counts_by_kind_and_names_the_wrong() -> None:
    other = replace(ASKED, id="dates-1", kind="dates", language="de", part="after")
    summary = summarize([(ASKED, "right"), (replace(ASKED, id="units-2"), "wrong"), (other, "honest")])
    assert summary["all"]["right_share"] == pytest.approx(0.333)
    assert (summary["by_kind"]["units"]["wrong"], summary["by_kind"]["dates"]["wrong"]) == (1, 0)
    assert (summary["by_language"]["de"]["messages"], summary["by_part"]["after"]["honest"]) == (1, 1)
    assert (summary["wrong_ids"], summary["honest_ids"]) == (["units-2"], ["dates-1"])


def test_a_message_without_pattern_or_a_repeated_id_is_refused(tmp_path: Path) -> None:
    row = {"id": "a", "kind": "units", "language": "en", "message": "?", "expect": {"all_of": ["x"], "none_of": []}}
    path = tmp_path / "list.jsonl"
    path.write_text(f"{json.dumps(row)}\n{json.dumps(row)}\n")
    with pytest.raises(ValueError, match="repeat"):
        read_messages(path)
    path.write_text(json.dumps(row | {"expect": {"all_of": []}}))
    with pytest.raises(ValueError, match="nothing is expected of a"):
        read_messages(path)


def test_list_is_large_and_in_several_languages() -> None:
    messages = read_messages()
    assert len(messages) >= 150
    assert len({message.message for message in messages}) >= len(messages) - 1  # a follow-up may be said twice
    assert sum(message.language != "en" for message in messages) >= len(messages) / 5
    for message in messages:
        for pattern in (*message.all_of, *message.none_of, *message.honest):
            re.compile(pattern)


def test_an_echo_is_never_right() -> None:
    """Repeating the message answers nothing: no pattern may be met by the question's own words."""
    assert [message.id for message in read_messages() if judge_answer(message, message.message) == "right"] == []
