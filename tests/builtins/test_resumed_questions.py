"""A short message such as "and for 9 people?" is the question before with one value in another's place."""

import pytest

from config.builtins.follow_ups import resumed
from tests.builtins.asking import ask, payload

CASES = [
    ("what is 118 minus 10%", "and with 25% instead of 10?", "what is 118 minus 25%"),
    ("split 612 dollars by 8 people", "and for 9 people?", "split 612 dollars by 9 people"),
    ("split 612 dollars by 8 people", "what if we are six", "split 612 dollars by 6 people"),
    ("what's 15% of 240", "of 90?", "what's 15% of 90"),
    ("compound interest on 5000 at 4% for 10 years", "at 5%?", "compound interest on 5000 at 5% for 10 years"),
    ("compound interest on 5000 at 4% for 10 years", "and on 800?", "compound interest on 800 at 4% for 10 years"),
    ("150 divided by 4", "and by 6?", "150 divided by 6"),
    ("what percent is 45 of 180", "and 60?", "what percent is 60 of 180"),
    (
        "a recipe for 4 needs 300g flour, how much for 6",
        "and for 10?",
        "a recipe for 4 needs 300g flour, how much for 10",
    ),
    ("un pantalon à 79,90 € soldé à -30 %", "et à -50 % ?", "un pantalon à 79,90 € soldé à -50 %"),
    ("¿cuánto es el 21% de IVA de 1.350 euros?", "¿y el total con IVA?", "1.350 + 21%"),
    ("price 80 with 25% off", "and the final price?", "80 - 25%"),
    ("150 divided by 7?", "rounded to 2 decimals", "150 divided by 7 rounded to 2 decimals"),
    ("what date is 30 days after 15 Nov 2026", "and 6 weeks?", "what date is 6 weeks after 15 Nov 2026"),
    ("what weekday is 4 july 2027", "and in 2028?", "what weekday is 4 july 2028"),
    ("3pm London in Tokyo", "and 5pm?", "5pm London in Tokyo"),
    (
        "working days between 1 Dec 2026 and 18 Dec 2026",
        "and till 23 Dec?",
        "working days between 1 Dec 2026 and 23 Dec 2026",
    ),
    (
        "welches Datum ist 14 Tage nach dem 3. Dezember 2026",
        "und 21 Tage?",
        "welches Datum ist 21 Tage nach dem 3. Dezember 2026",
    ),
]
OF_THEIR_OWN = [
    ("20% of 80", "and 30?"),  # the percentage or the amount
    ("12 * 38", "and 40?"),  # either factor
    ("20% of 80", "and 60 days from today?"),
    ("20% of 80", "and 3 times 4"),
    ("20% of 80", "30% of 50"),
    ("what date is 30 days after 15 Nov 2026", "60 days"),
    ("split 612 dollars by 8 people", "and 5 kg?"),
    ("", "and 30%?"),
    (f"20% of 80 {'and so on ' * 60}", "and 30%?"),
]


@pytest.mark.parametrize(("question", "message", "read"), CASES)
def test_a_value_takes_the_place_of_the_one_of_its_kind(question: str, message: str, read: str) -> None:
    assert resumed(message, payload(message, question)) == read


@pytest.mark.parametrize(("question", "message"), OF_THEIR_OWN)
def test_a_message_with_two_readings_or_its_own_is_read_by_itself(question: str, message: str) -> None:
    assert resumed(message, payload(message, *filter(None, [question]))) == ""


def test_one_short_message_goes_on_from_another() -> None:
    assert resumed("and 45%?", payload("and 45%?", "20% of 80", "and 30%?")) == "45% of 80"
    assert resumed("and 45%?", payload("and 45%?", "20% of 80", "15% of 60", "and 30%?")) == "45% of 60"


@pytest.mark.parametrize(
    ("role", "question", "message", "answer"),
    [
        ("calculator", "split 612 dollars by 8 people", "and for nine people?", "68"),
        ("calculator", "¿cuánto es el 21% de IVA de 1.350 euros?", "¿y el total con IVA?", "1.633,5"),
        ("date_calculator", "what date is 30 days after 15 Nov 2026", "and 60 days?", "14 January 2027"),
        ("date_calculator", "6 weeks before 1 june 2027", "and 8 weeks?", "6 April 2027"),
    ],
)
def test_handlers_answer_the_question_that_is_meant(role: str, question: str, message: str, answer: str) -> None:
    assert answer in ask(role, message, question).answer


@pytest.mark.parametrize(
    ("question", "message", "answer"),
    [
        ("Sort alphabetically: Iqbal, Bell, Watt, Costa", "sort them z to a instead", "Watt, Iqbal, Costa, Bell"),
        ("sort alphabetically: thyme, basil, mint", "reverse order now", "thyme, mint, basil"),
        ("need this as snake_case: Total Net Revenue", "and camelCase", "totalNetRevenue"),
        ("make this uppercase: hello big world", "how many letters is that?", "**13**"),
        ("sort these: 10, 2, 33, 4", "biggest first please", "33, 10, 4, 2"),
        ("remove duplicates: red, blue, red, green, blue", "and sort them", "blue, green, red\n"),
        ("remove duplicates: red, blue, red, green, blue", "how many are left?", "**3** items"),
        ("sort alphabetically\npens\nglue\ntape", "how many of those are there?", "**3** items"),
        ("Sortiere: Birne, Apfel, Kirsche", "und jetzt umgekehrt", "Kirsche, Birne, Apfel"),
    ],
)
def test_a_text_goes_on_as_the_last_change_left_it(question: str, message: str, answer: str) -> None:
    told = ask("text_statistics", message, question).answer
    assert answer in told
    assert "not use" not in told


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("how many items are in this list: red, blue, green", "**3** items"),
        ("wie viele Einträge hat das:\nBirne\nApfel", "**2** Einträge"),
        ("reverse the order of this list please\nintro\nkeynote\nlunch", "lunch\nkeynote\nintro"),
        ("sort descending: 10, 2, 33, 4", "33, 10, 4, 2"),
        ("sort from smallest to biggest: 10, 2, 33, 4", "2, 4, 10, 33"),
    ],
)
def test_lists_are_counted_turned_around_and_sorted_by_size(message: str, answer: str) -> None:
    assert answer in ask("text_statistics", message).answer


def test_sentences_are_no_list() -> None:
    assert "items" not in ask("text_statistics", "how many names are there: Hello, I am Ann. Bye, Bob.").answer
