"""Abilities that a request needs: measured on own requests in four languages, half of them written after the rules.

At first sight the rules found 75 of the 80 abilities of ``written_after.jsonl`` and no needless one, and marked none of
its 73 requests without a need; then they were mended for four of the five. ``written_later.jsonl`` holds three more
lists, each written before the rules were mended for it. At first sight they found all needs of 27 of 42 requests of the
first and, mended for it, of 34 of 39 of the second; they marked 1 of 18 and 1 of 12 requests without a need. The third
is 47 requests without a need, close to those: 7 were marked.

``written_again.jsonl`` holds three more lists with other verbs. At first sight the rules, then lists of verbs alone,
found 28 of 44 abilities of the first, 7 of 32 of the second and, with structures of commands, 10 of 24 of the third.
``written_unseen.jsonl`` was written after that and nothing is mended for it: at first sight 17 of 20, none needless.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from kingdom.contracts.capabilities.abilities import ABILITIES, RequiredAbilities
from kingdom.contracts.capabilities.closure import CapabilityClosure
from kingdom.orchestrator.message_rules.ability_requests import required_abilities

FOLDER = Path(__file__).parent


class Request(NamedTuple):
    text: str
    language: str
    needs: frozenset[str]


def requests(name: str) -> list[Request]:
    rows = (json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines())
    return [Request(row["text"], row["language"], frozenset(row["needs"])) for row in rows]


BEFORE, AFTER, LATER, AGAIN, UNSEEN = (
    requests(f"written_{name}.jsonl") for name in ("before", "after", "later", "again", "unseen")
)


def counts(measured: list[Request]) -> Mapping[str, int]:
    found = [(frozenset(required_abilities(request.text).names), request.needs) for request in measured]
    return {
        "right": sum(len(names & needs) for names, needs in found),
        "needless": sum(len(names - needs) for names, needs in found),
        "missed": sum(len(needs - names) for names, needs in found),
        "marked_without_need": sum(bool(names) and not needs for names, needs in found),
    }


def test_the_set_is_large_and_has_both_kinds_in_four_languages() -> None:
    assert len(BEFORE) + len(AFTER) >= 200
    assert len(AFTER) >= len(BEFORE)
    everything = [*BEFORE, *AFTER, *LATER, *AGAIN, *UNSEEN]
    assert len({request.text for request in everything}) == len(everything) >= 400
    for language in ("en", "de", "fr", "es"):
        own = [request for request in AFTER if request.language == language]
        assert sum(not request.needs for request in own) >= 10
        assert frozenset().union(*(request.needs for request in own)) == frozenset(ABILITIES)


@pytest.mark.parametrize("measured", [BEFORE, AFTER, LATER, AGAIN], ids=["before", "after", "later", "again"])
def test_precision_and_recall_hold(measured: list[Request]) -> None:
    found = counts(measured)
    assert found["marked_without_need"] == 0
    assert found["right"] / (found["right"] + found["needless"]) >= 0.98
    assert found["right"] / (found["right"] + found["missed"]) >= 0.93


def test_verbs_that_no_list_names_are_found_by_the_structure_of_the_command() -> None:
    found = counts(UNSEEN)
    assert (found["needless"], found["marked_without_need"]) == (0, 0)
    assert found["right"] >= 17, found


@pytest.mark.parametrize(
    "text",
    [
        "Every Monday our team meets in the office",
        "Jeden Montag kommt der Chef zu spät",
        "Cada mes tengo una lista de 12 tareas, ¿cuántas son al año?",
        "Chaque matin Paul prend le bus de 8 h",
        "Write a letter that I can pass on by e-mail",
        "Explain the advantages of marketing by SMS",
        "Donne trois avantages d'un diagramme en barres",
        "Validate https://example.com/a?b=c as an address",
        "Find the total in sales.csv",
        "replace Mr. Ott with Mrs. Lind everywhere\n\nDear Mr. Ott, please call the office.",
        "sort these lines\nsend an email to Bob\nplease call me every Monday",
    ],
)
def test_a_statement_and_work_on_a_text_need_nothing(text: str) -> None:
    assert required_abilities(text).names == ()


@pytest.mark.parametrize(
    "text",
    [
        'how many words are in "send me the report"',
        "how many words are in send me the report",
        "is this e-mail valid: ann@example.com",
        "translate send the report to Bob every Monday into German",
        "count the words: save it as a file, post it on Slack, plot it",
        "Wie viele Wörter hat der Satz: Schick Anna jeden Montag eine SMS",
        "`send_mail(to='bob')` what does this do",
        "send me the answer in two sentences",
        "write the monthly report from the figures in the file january.csv",
        "",
    ],
)
def test_ordinary_messages_about_sending_need_nothing(text: str) -> None:
    assert required_abilities(text).names == ()


def test_a_command_after_the_work_on_a_text_counts() -> None:
    assert required_abilities("translate this letter and send it to my landlord").names == ("send",)


def test_a_wish_says_in_a_clause_what_the_specialist_shall_do() -> None:
    wish = "I need a specialist that can text my customers"
    assert required_abilities(wish).names == ()
    assert required_abilities(wish, is_wish=True).names == ("send",)


@pytest.mark.parametrize(
    "text",
    ["please send and then save it, " * 4_000, "please " * 14_000, "bitte mal doch " * 6_000, "and keep it " * 8_000],
)
def test_a_long_message_is_read_in_bounded_time(text: str) -> None:
    """The second took 270 s by a pattern that was worse than quadratic."""
    assert required_abilities(text).names == ()


@pytest.mark.parametrize(
    "text",
    [
        "remind me when Easter is this year", "remind me, what is 15% of 80", "remind me the capital of France",
        "erinnere mich, wann Ostern 2026 ist", "rappelle-moi combien de mètres dans un mile",
        "warn me if any of these addresses is invalid: a@b", "produce a summary, no charts",
        "add 3 weeks to my calendar date 2024-01-01",
    ],
)  # fmt: skip
def test_an_ordinary_message_needs_nothing(text: str) -> None:
    assert required_abilities(text).names == ()


def test_the_named_host_has_to_be_reachable() -> None:
    required = required_abilities("fetch https://api.example.com/v1/users and count them")
    assert required == RequiredAbilities(("host",), frozenset({"api.example.com"}))
    assert required.missing_from(CapabilityClosure(hosts=frozenset({"other.example.com"}))) == ("host",)
    assert required.missing_from(CapabilityClosure(hosts=frozenset({"api.example.com:443"}))) == ()


@pytest.mark.parametrize(
    ("name", "closure"),
    [
        ("send", CapabilityClosure(hosts=frozenset({"sms.example.com"}))),
        ("read_pages", CapabilityClosure(tools=frozenset({"archon.web.search"}))),
        ("write_files", CapabilityClosure(operations=frozenset({"files.write"}))),
        ("chart", CapabilityClosure(tools=frozenset({"archon.exec.python"}))),
        ("chart", CapabilityClosure(tools=frozenset({"archon.chart.draw"}))),
    ],
)
def test_a_closure_holds_an_ability_by_its_hosts_and_tools(name: str, closure: CapabilityClosure) -> None:
    required = RequiredAbilities.of([name])
    assert required.missing_from(CapabilityClosure()) == (name,)
    assert required.missing_from(closure) == ()


def test_no_version_runs_on_a_schedule() -> None:
    everything = CapabilityClosure(hosts=frozenset({"a.example"}), tools=frozenset({"archon.exec.python"}))
    assert RequiredAbilities.of(["schedule", "unknown"]).missing_from(everything) == ("schedule",)


@pytest.mark.parametrize(
    "text",
    [
        "recuérdame cuánto es 7 por 8",
        "recuérdame qué día es el 3 de mayo de 2027",
        "recuérdame cuándo es la Semana Santa de 2027",
        "jeden Tag mache ich 30 Liegestütze, wie viele sind das im Jahr?",
        "Jede Woche schreibe ich drei Seiten, wie viele sind das in einem Jahr?",
        "tweet this idea in 280 characters",
        "llama a la función con 5",
    ],
)
def test_a_figure_of_speech_needs_nothing(text: str) -> None:
    assert required_abilities(text).names == ()


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("recuérdame mañana llamar a Ana", "schedule"),
        ("jeden Tag um 8 schick mir das Wetter", "schedule"),
        ("on the first of the month send me the invoices", "schedule"),
        ("on the 15th of each month, text my customers", "schedule"),
        ("am Ersten des Monats schick mir die Rechnungen", "schedule"),
        ("le premier du mois envoie-moi les factures", "schedule"),
        ("el primero de mes envíame las facturas", "schedule"),
        ("tweet this for me", "send"),
        ("llama a la oficina", "send"),
    ],
)
def test_the_same_words_as_a_command_need_it(text: str, need: str) -> None:
    assert need in required_abilities(text).names


def test_what_goes_on_below_a_text_is_an_order_again() -> None:
    assert required_abilities("Translate this\nHallo Welt\nand then send it to Bob by email").names == ("send",)
    assert required_abilities("Hi,\n\nplease send this to Bob by email").names == ("send",)
