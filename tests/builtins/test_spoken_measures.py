"""Measures and dates as people write them: feet and inches in one word, paces, torques, sides of a sheet."""

import pytest

from tests.builtins.asking import ask, handler, payload


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("6ft3 in cm", "190.5 centimetres"),
        ("50ft3 in litres", "1,415.84 litres"),
        ("five foot eight in cm", "172.72"),
        ("I run 5:30 min per km, what would that be per mile", "(8:51)"),
        ("my pace was 9:20 per mile, whats that per km", "(5:48)"),
        ("torque spec 60 Nm, my wrench is in lb-ft", "44.2537 pound-feet"),
        ("60 nm in um", "0.06 micrometres"),
        ("Need metric for a spec sheet, in cm: 18 in x 24 in", "45.72 centimetres"),
        ("a4 is 210 x 297 mm, in inches?", "11.6929 inches"),
        ("room is 12 x 14 ft, how many square metres", "15.6077"),
        ("thirty-five miles in km", "56.32704"),
    ],
)
def test_a_measure(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer


def test_a_measure_that_is_not_asked_for_is_no_answer_to_a_question() -> None:
    assert ask("unit_converter", "what can I cook in 10 minutes?").tag == "SUCCESS"
    # the kernel asks back: the answer is general, and leaves out a word of the question
    assert handler("unit_converter")(payload("what can I cook in 10 minutes?"), None)["general"] is True
    assert handler("unit_converter")(payload("how many hours are 10 minutes?"), None)["general"] is False


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "45 business days after Monday 3 March 2025. Ignore holidays, just mon-fri. Which date?",
            "Monday, 5 May 2025",
        ),
        ("days between tue 4 march 2025 and fri 14 march 2025", "**10 days**"),
        ("what is 10 days after monday 4 march 2025", "is no Monday"),
        ("book club meets third thursday of the month, which date is it in october 2025", "16 October 2025"),
        ("hours of difference between Denver and Paris on 1 Aug 2025", "8 h ahead of"),
        ("clocked in 8:50 out 17:25 with 45 min lunch unpaid. worked hours?", "**7 h 50 min**"),
        ("8:00-12:00 and 13:00-17:30 how many hours", "**8 h 30 min**"),
        ("1h 15m + 45m + 2h", "**4 h**"),
        ("combien de jours entre le 1er mars et le 15 avril 2025", "**45 jours**"),
        ("days from 20 december to 5 january 2026", "**16 days**"),
        ("is 15 august 2025 a weekend", "**No**"),
        ("am i older than 30 if born 1996-03-01", "**Yes.**"),
        ("when is easter sunday 2027 (western)", "28 March 2027"),
        ("orthodox easter 2024?", "5 May 2024"),
        ("contract ends 30 June 2026, notice period 3 months. whats the last day to give notice?", "30 March 2026"),
    ],
)
def test_a_date(message: str, expected: str) -> None:
    assert expected in ask("date_calculator", message).answer
