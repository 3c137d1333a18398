"""Date calculator: breaks of a time sheet that are taken off for each day, each span or once."""

import pytest

from tests.builtins.asking import ask, output


@pytest.mark.parametrize(
    ("message", "minutes"),
    [
        ("Mon 8:15-16:45\nTue 8:30-17:10\nWed 9:00-15:20\ntotal hours, minus half an hour lunch each day?", 1320),
        ("Mon 8:00-16:00\nTue 8:00-17:00\nhow many hours in total without 45 minutes lunch per day?", 930),
        ("Mon 8:00-12:00, Mon 13:00-17:00, Tue 8:00-12:00. hours together minus 15 minutes break a day?", 690),
        ("Mo 8:00-16:00, Di 8:00-17:00, jeden Tag 30 Minuten Pause abziehen. Wie viele Stunden zusammen?", 960),
        ("Mo 8:00-16:00, Di 8:00-17:00, pro Tag 30 Minuten Pause abziehen. Wie viele Stunden zusammen?", 960),
        ("lundi 8:00-16:00, mardi 8:00-17:00, moins 30 minutes de pause par jour, total ?", 960),
        ("lunes 8:00-16:00, martes 8:00-17:00, menos 30 minutos de descanso al día, ¿total?", 960),
        ("8:00-12:00 and 13:00-17:30, minus 15 minutes break each, total hours", 480),
        ("6:00-14:00 and 15:00-22:00, total hours minus 20 minutes break per shift", 860),
        ("8:00-12:00 and 13:00-17:30, minus 15 minutes break, total hours", 495),
        ("Mon 8:00-16:00, Tue 8:00-17:00, total hours minus one break of 30 minutes on Tuesday", 990),
        ("Mon 8:00-16:00, Tue 8:00-17:00, how many hours together?", 1020),
        ("Mon 8:00-16:00, Tue 8:00-17:00, hours together without 2 x 15 minute breaks", 990),
    ],
)  # fmt: skip
def test_how_often_a_break_is_taken_off(message: str, minutes: int) -> None:
    """For each day that is named, for each span, or once where nothing says so."""
    assert output("date_calculator", message)["minutes"] == minutes


@pytest.mark.parametrize(
    "message",
    [
        "8:00-12:00 and 13:00-17:30, minus 15 minutes break each day, total hours",
        "Mon-Fri 8:00-12:00 and 13:00-17:30, total hours minus 15 minutes break per day",
    ],
)
def test_a_break_of_unknown_days_is_asked_about(message: str) -> None:
    """Without the day of each time nobody knows how often it is taken off."""
    made = ask("date_calculator", message)
    assert made.tag != "SUCCESS"
    assert "weekday" in made.answer
