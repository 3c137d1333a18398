"""Whether one is in time, which day was longer ago, working days of a counted time, and errands beside a question."""

import pytest

from tests.builtins.asking import ask, handler, payload

NOW = "2026-11-30T09:00:00+00:00"  # a Monday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bus goes at 7:48 and takes 1h37. Will I make it to my 9:30 exam?", "**Yes**: that ends at **09:25**, 5 min"),
        ("Train leaves at 8:10 and takes 55 min, can I be there on time for 9:00?", "**No**: that ends at **09:05**"),
        ("I set off at 14:20, the drive takes 1 h 15. Will I get there by 15:30?", "**No**: that ends at **15:35**"),
        ("Der Bus fährt um 7:48 und braucht 97 Minuten. Schaffe ich es zur Prüfung um 9:30?", "**Ja**: Das ist um"),
        ("el tren sale a las 8:10 y tarda 45 minutos, ¿llego a tiempo a las 9:00?", "**Sí**: termina a las **08:55**"),
        ("le bus part à 7h48 et met 90 minutes, est-ce que j'arrive à temps pour 9h30 ?", "**Oui** : cela finit"),
        ("Which was longer ago, the landing (20 July 1969) or the fall (9 Nov 1989), and how many days lie between?",
         "**Sunday, 20 July 1969** is earlier, by **20 years, 3 months, 20 days** (7,417 days)"),
        ("which is more recent, 3 May 2001 or 7 June 1999?", "**Thursday, 3 May 2001** is later"),
        ("was ist länger her, der 20. Juli 1969 oder der 9. November 1989?", "**Sonntag, 20. Juli 1969** ist früher"),
        ("school's off from 21 dec 2026 up to and including 6 jan 2027, how many days is that and how many of them"
         " are mon-fri", "**13** of them are Monday to Friday"),
        ("how many days from 1 march 2027 to 31 march 2027, and how many of them are working days?", "**22** of them"),
        ("Wie viele Tage sind es vom 1. März 2027 bis 31. März 2027 und wie viele davon sind Werktage?",
         "**22** davon sind Montag bis Freitag"),
        ("I am off from 3 march 2027 to 9 march 2027, how many days", "it is **6 days**"),
        ("shoes got delivered last thursday, 14 days return right. until when can i send them back",
         "**Thursday, 10 December 2026**"),
    ],
)  # fmt: skip
def test_answers_about_times_and_days(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my shift is 9:00 to 17:30 with a 30 minute break, how long do I work", "**8 h**"),
        ("film starts at 20:15 and takes 2 h 10 min. when is it over?", "**22:25**"),
        ("working days from 1 march 2027 to 31 march 2027, I am off from 8 march to 12 march", "**18 working days**"),
        ("how many days from 1 to 31 march 2027 if I am away on 5 march", "**30 days**"),
        ("which was first, 3 May 2001 or 7 June 1999?", "**Monday, 7 June 1999** is earlier"),
    ],
)
def test_keeps_what_only_looks_alike(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("text", "errand", "is_used"),
    [
        ("when's easter sunday 2027, got to hand in my leave request", "hand in my leave request", True),
        ("what weekday is 4 july 2027, need to book a table", "need to book a table", True),
        ("how long until 4 july 2027, need to know the moon phase", "moon phase", False),
        ("what weekday is 4 july 2027, have to convert the rest", "convert the rest", False),
    ],
)
def test_reads_an_errand_as_the_reason(text: str, errand: str, is_used: bool) -> None:
    used = handler("date_calculator")(payload(text, now=NOW), None)["used"]
    start = text.index(errand)
    assert any(first <= start and start + len(errand) <= last for first, last in used) is is_used
