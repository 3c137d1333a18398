"""Wishes of a fresh list: domains with their sign, capitals at the start of words, days whose weekday says the year."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-29T12:00:00+00:00"
ADDRESSES = "lena.p@gmail.com; office@riverside.example; tim88@gmail.com; sara@gmail.com.example"
METERS = "flat\told reading\tnew reading\n1A\t1204\t1251\n1B\t877\t958"
FEES = "| member | fee due | paid |\n|---|---|---|\n| Ashworth | 45 | 45 |\n| Bell | 45 | 20 |\n| Duffy | 45 | 0 |"
PARTS = "Artikel;Menge;Einzelpreis\nSchrauben;200;0,06\nWinkel;24;1,15"
WORK = "name;hours;rate\nJo;32;13.50\nMax;40;11.90\nVi;28;16.20"


@pytest.mark.parametrize(
    ("role", "message", "expected"),
    [
        (
            "email_validator",
            f"{ADDRESSES}\n\nhow many are really @gmail.com?",
            "**2**: lena.p@gmail.com, tim88@gmail.com",
        ),
        ("email_validator", "is @example.com a valid address?", "is not a valid address"),
        ("text_statistics", "Please write this with a capital at the start of every word: the wind", "The Wind"),
        ("text_statistics", "alphabetical please:\nOkafor, Ben\nAdler, Tim", "Adler, Tim\nOkafor, Ben"),
        ("calculator", "38.5 hrs at 14.72 plus 6 hrs at time and a half, whats the gross", "**699.2**"),
        ("calculator", "Rent is 1,150 a month, goes up by 3.5 percent, how much more over the whole year?", "**483**"),
        ("calculator", "3/8 + 5/12 + 1/6 as one fraction", "**23/24"),
        ("calculator", "j'ai eu 12 coef 2, 15,5 coef 3 et 8 coef 1, quelle moyenne ?", "13,08"),
        ("calculator", "and if it was 35% off instead of 20, on that 129.99 jacket?", "84.49"),
        ("csv_statistics", f"{METERS}\n\nwho used the most?", "**1B**: 81"),
        ("csv_statistics", f"{FEES}\n\nwho still owes us and how much do they owe between them", "Together **70**"),
        ("csv_statistics", f"{PARTS}\n\nWas kostet mich der ganze Kram zusammen?", "**39,6**"),
        ("csv_statistics", f"{WORK}\n\nWho earned the most, and what is my whole wage bill", "**Max**: 476"),
    ],
)
def test_is_answered(role: str, message: str, expected: str) -> None:
    assert expected in ask(role, message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how many working days from Friday 18 December to Monday 4 January, the last days", "2026"),
        ("the invoice is from 12 november with 30 days to pay, when is it due", "12 December 2026"),
        ("my last exam was on Friday 20 November, how many days ago", "20 November 2026"),
    ],
)
def test_the_weekday_or_the_letter_says_the_year(message: str, expected: str) -> None:
    answer = ask("date_calculator", message, now=NOW).answer
    assert expected in answer
    assert "is no " not in answer


def test_times_of_going_and_coming_are_not_added() -> None:
    message = "Mon train part à 17h48 et devait arriver à 22h03, 35 min de retard. Combien de temps au total ?"
    assert "39 h" not in ask("date_calculator", message, now=NOW).answer


RUNNERS = "runner,time\nKofi,48:12\nMel,44:57\nTomasz,51:03"
ORDERS = "order,customer,total\n5001,Brightside,84.00\n5002,Avon,215.50\n5004,Avon,98.75"
DEGREES = "day   min  max\nMon    3    9\nTue    1    8\nWed   -2    6\nFri    0   11"
DOUBLES = "take the doubles out of my list n keep the order\n\nmilk\nbread\nmilk\neggs"


@pytest.mark.parametrize(
    ("role", "message", "expected"),
    [
        ("csv_statistics", f"put these in order fastest first plz\n{RUNNERS}", "| Mel | 44:57 |\n| Kofi | 48:12 |"),
        ("csv_statistics", f"sort them slowest first\n{RUNNERS}", "| Tomasz | 51:03 |\n| Kofi | 48:12 |"),
        (
            "csv_statistics",
            f"average order value, but only for Avon\n\n{ORDERS}",
            "mean of total where customer = Avon",
        ),
        ("csv_statistics", f"which day had the biggest difference between min and max?\n{DEGREES}", "**Fri**: 11"),
        ("csv_statistics", f"Who hasn't paid in full yet, and how much is outstanding in total?\n{FEES}", "**70**"),
        ("text_statistics", DOUBLES, "```\nmilk\nbread\neggs\n```"),
        ("date_calculator", "Entro a las 22:40 y el turno dura 7 horas y 45 minutos, a que hora salgo", "**06:25**"),
        (
            "date_calculator",
            "what time do I have to leave if I start at 9:00 and the trip takes 45 minutes",
            "**08:15**",
        ),
        ("calculator", "what is 3/4 of 80", "**60**"),
    ],
)
def test_is_answered_as_it_is_meant(role: str, message: str, expected: str) -> None:
    assert expected in ask(role, message).answer


@pytest.mark.parametrize(
    ("role", "message", "wrong"),
    [
        ("calculator", "38.6 degrees C. what is that in fahrenheit and is it over 101?", "less than"),
        ("calculator", "3 tins for £5, or £1.79 a tin. need 9. Which way is cheaper", "better deal"),
        ("calculator", "got 62 out of 80 n 45 of 50 in the final, my % overall?", "2,250"),
        (
            "date_calculator",
            "Three lessons of 50 minutes each, ten minute breaks, first bell 8:20. When is the end?",
            "**",
        ),
        (
            "date_calculator",
            "Entro a las 22:00 y salgo a las 7:15, cinco noches seguidas. ¿Cuántas horas en total?",
            "9 h",
        ),
        (
            "date_calculator",
            "I start at 22:00 and leave at 7:15, five nights in a row. how many hours in total?",
            "9 h",
        ),
        ("date_calculator", "antibiotic every 8 hrs, took the 1st one 6:30. when is number 5 due?", "14:30"),
    ],
)
def test_what_it_cannot_read_whole_is_not_answered_by_a_part(role: str, message: str, wrong: str) -> None:
    assert wrong not in ask(role, message).answer
