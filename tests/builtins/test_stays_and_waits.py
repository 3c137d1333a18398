"""When a stay in a document ends, and whether the days until a day keep to a bound."""

import pytest

from tests.builtins.asking import ask

STAY = '{"guest": "Ruiz", "nights": 3, "from": "2026-12-04"}'


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (f"Check this {STAY} and tell me when Mr Ruiz leaves if he stays those 3 nights", "Monday, 2026-12-07"),
        (f"when does the guest check out? {STAY}", "Monday, 2026-12-07"),
        (f"what is the departure date? {STAY}", "2026-12-07"),
        ('Wann reist der Gast ab? {"gast": "Ruiz", "nächte": 2, "anreise": "2026-12-30"}', "Freitag, 2027-01-01"),
        ('quand part le client ? {"client": "Ruiz", "nuits": 2, "debut": "2026-12-30"}', "vendredi 2027-01-01"),
        ('when do they leave? {"nights": 1, "arrival": "2028-02-28"}', "2028-02-29"),
    ],
)
def test_the_end_of_a_stay_is_told(message: str, told: str) -> None:
    assert told in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    "message",
    [
        f"when does he leave if he stays 5 nights? {STAY}",  # other nights than those of the document
        'when does the course end? {"course": "x", "days": 3, "from": "2026-12-04"}',  # the first day may count
        'when does he leave? {"nights": 3, "from": "4 Dec"}',
        f"how many nights does he stay? {STAY}",
        f"is this valid? {STAY}",
    ],
)
def test_no_end_is_told_for_other_stays(message: str) -> None:
    assert "stay ends" not in ask("json_formatter", message).answer


def test_the_document_is_checked_beside_its_stay() -> None:
    assert "valid JSON" in ask("json_formatter", f"Check this {STAY} and tell me when Mr Ruiz leaves").answer


@pytest.mark.parametrize(
    ("message", "verdict"),
    [
        ("is it 21 days or less until 18 December, when applications close?", "**No**"),
        ("is it 27 days or less until 18 December?", "**Yes**"),
        ("is it less than 27 days until 18 December?", "**No**"),
        ("is it more than 2 weeks until 18 December?", "**Yes**"),
        ("is it at least 4 weeks until 18 December?", "**No**"),
        ("is it 21 days or more until 18 December?", "**Yes**"),
        ("Sind es weniger als 4 Wochen bis zum 18. Dezember?", "**Ja**"),
        ("Sind es mehr als 30 Tage bis zum 18. Dezember?", "**Nein**"),
    ],
)
def test_the_days_until_a_day_keep_to_a_bound_or_not(message: str, verdict: str) -> None:
    answer = ask("date_calculator", message).answer
    assert answer.startswith(verdict)
    assert "**27 " in answer


@pytest.mark.parametrize(
    "message",
    [
        "how many days until 18 December?",
        "what is 21 days before 18 December?",
        "is 18 December a Friday?",
        "is it less than 3 weeks until the party?",
        "is it 18 December yet?",
    ],
)
def test_other_questions_get_no_verdict_on_days(message: str) -> None:
    answer = ask("date_calculator", message).answer
    assert not (answer.startswith(("**Yes**. From", "**No**. From")))
