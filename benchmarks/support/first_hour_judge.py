"""Judges answers to the messages of a new user's first hour: right, honest or wrong. Pure."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

MESSAGES_FILE = Path(__file__).resolve().parents[2] / "tests" / "journeys" / "first_hour.jsonl"
Verdict = Literal["right", "honest", "wrong"]
VERDICTS: tuple[Verdict, ...] = ("right", "honest", "wrong")

# An answer that admits its limit speaks of itself ("I cannot", "none is set"). A statement about the message ("the
# domain cannot end with a dot") is a claim, which can be wrong.
_HONEST = (
    r"^\W*(?:I did not use|not used|nicht verwendet|je n'ai pas utilisé|no he usado)\b",
    r"\bI (?:can ?not|can't|(?:could|do|did)(?: not|n't)|am not able|am unable|only (?:read|know))\b",
    r"\bI (?:see|find|found|read) no(?:ne|thing)?\b|\band see none\b",
    r"\b(?:Send|Give|Paste|Tell) me\b|\bPut the text\b",
    r"\bneeds a language model\b|\bNobody here does\b|\bThe Council (?:can|has)\b|\bTwo specialists match\b",
    r"\bich (?:kann|konnte|weiß|verstehe|sehe|finde|habe)\b[^.!?\n]*\b(?:nicht|kein\w*)\b",
    r"\bkann ich\b[^.!?\n]*\bnicht\b|\bje (?:ne|n')[^.!?\n]*\b(?:pas|aucun\w*)\b",
    r"\bno (?:puedo|pude|entiendo|encuentro|veo|sé)\b",
)
_QUESTION_AT_AN_END = re.compile(r"^[^\n.!]*\?|\?[\s*_)\"']*$")


@dataclass(frozen=True)
class FirstHourMessage:
    """One message with what a right answer matches.

    ``before`` are messages that the user sends earlier in the same conversation. ``today`` is the ISO date on which it
    is sent, or empty for any day. ``part`` is ``after`` for a message that was written after the code it judges, or the
    day on which it was written, with a letter for a second list of that day.
    """

    id: str
    kind: str
    language: str
    message: str
    all_of: tuple[str, ...]
    none_of: tuple[str, ...]
    honest: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    today: str = ""
    part: str = "before"


def read_messages(path: Path = MESSAGES_FILE) -> list[FirstHourMessage]:
    """Return the messages of a JSON Lines file. Raises ValueError for a repeated id or a message without a pattern."""
    messages = [_message_from_row(json.loads(line)) for line in path.read_text().splitlines() if line.strip()]
    if len({message.id for message in messages}) != len(messages):
        raise ValueError("ids repeat")
    if bare := [message.id for message in messages if not message.all_of]:
        raise ValueError(f"nothing is expected of {', '.join(bare)}")
    return messages


def _message_from_row(row: Mapping[str, Any]) -> FirstHourMessage:
    expected = row["expect"]
    return FirstHourMessage(
        **{name: row[name] for name in ("id", "kind", "language", "message", "today", "part") if name in row},
        all_of=tuple(expected["all_of"]),
        none_of=tuple(expected.get("none_of", ())),
        honest=tuple(row.get("honest", ())),
        before=tuple(row.get("before", ())),
    )


def judge_answer(message: FirstHourMessage, answer: str) -> Verdict:
    """Return ``right`` when all that is expected is there, ``honest`` when the answer admits a limit or asks back.

    Anything else is ``wrong``: a person who trusts it is misled, or left with nothing.
    """
    text = answer.strip()
    if _matches_all(message.all_of, text) and not _matches_any(message.none_of, text):
        return "right"
    if _matches_any((*_HONEST, *message.honest), text) or _QUESTION_AT_AN_END.search(text):
        return "honest"
    return "wrong"


def _matches_all(patterns: Iterable[str], text: str) -> bool:
    return all(re.search(pattern, text, re.IGNORECASE) for pattern in patterns)


def _matches_any(patterns: Iterable[str], text: str) -> bool:
    return any(re.search(pattern, text, re.IGNORECASE) for pattern in patterns)


def summarize(judged: Sequence[tuple[FirstHourMessage, Verdict]]) -> dict[str, Any]:
    """Return counts and shares (0 to 1) of all, by kind, language and part, and the ids of the wrong answers."""
    return {
        "all": _shares([verdict for _, verdict in judged]),
        **{f"by_{field}": _grouped(judged, field) for field in ("kind", "language", "part")},
        "honest_ids": [message.id for message, verdict in judged if verdict == "honest"],
        "wrong_ids": [message.id for message, verdict in judged if verdict == "wrong"],
    }


def _grouped(judged: Sequence[tuple[FirstHourMessage, Verdict]], field: str) -> dict[str, dict[str, float]]:
    values = dict.fromkeys(getattr(message, field) for message, _ in judged)
    return {
        value: _shares([verdict for message, verdict in judged if getattr(message, field) == value]) for value in values
    }


def _shares(verdicts: Sequence[Verdict]) -> dict[str, float]:
    counts: dict[str, float] = {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    shares = {f"{verdict}_share": round(count / max(1, len(verdicts)), 3) for verdict, count in counts.items()}
    return {"messages": len(verdicts), **counts, **shares}
