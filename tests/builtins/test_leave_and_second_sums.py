"""Clock times in words, ages told with a day, leave up to the new year; sums of found rows; only valid addresses."""

import pytest

from tests.builtins.asking import ask, unused_words

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
DATES, TABLES, ADDRESSES = "date_calculator", "csv_statistics", "email_validator"
TRIPS = "\ndate,miles,petrol\n1 May,40,5.20\n2 May,60,8.10\n3 May,75,9.90"
FEES = "\nPosten;Betrag\nMiete Saal;150,00\nMusik;220,50\nGetränke;96,85"


def asked(role: str, message: str) -> str:
    """Return an answer as of the told day."""
    return ask(role, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("7.40pm in london today is what in sydney", "**06:40 the next day in Sydney"),
        ("what is 9.05 am london in new york", "**04:05 in New York"),
        ("11.30 p.m. in Berlin, what time is that in London?", "**22:30 in London"),
        ("what is 7.80pm london in sydney", "No clock shows 7.80pm."),
        ("9 am london in new york", "**04:00 in New York"),
    ],
)
def test_a_dot_stands_between_hours_and_minutes(message: str, expected: str) -> None:
    assert expected in asked(DATES, message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "A sourdough wants fourteen and a half hours. To bake at 7 in the morning, when must I set it going?",
            "**16:30 the day before**",
        ),
        ("The stew needs 3 hours. To eat at 7pm, when must I get it going?", "**16:00**"),
        ("Beans soak for 9 hours. To cook them at 8am, when should I set them to soak?", "**23:00 the day before**"),
        ("I set it going at 7am and it takes 3 hours. When is it done?", "**10:00**"),
        ("The alarm is set for 7am. What time is it 3 hours later?", "**10:00**"),
    ],
)
def test_when_to_set_something_going_is_before_it(message: str, expected: str) -> None:
    assert expected in asked(DATES, message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "The puppy was exactly 8 weeks old when he came to us on 14 November 2026. What is his birthday?",
            "**Saturday, 19 September 2026**",
        ),
        ("Our cat was 12 weeks old on 3 October 2026. What's her birthday?", "**Saturday, 11 July 2026**"),
        ("The foal was 10 days old on 20 May 2026. What is the foal's birthday?", "**Sunday, 10 May 2026**"),
        (
            "The puppy was exactly 8 weeks old when he came to us on 14 November 2026. What is his birthday, "
            "and when will he be 6 months old?",
            "another age asked for",
        ),
        ("The puppy was born on 14 November 2026. When is he 8 weeks old?", "**Saturday, 9 January 2027**"),
        ("When is something born on 14 November 2026 8 weeks old?", "**Saturday, 9 January 2027**"),
    ],
)
def test_an_age_told_on_a_day_gives_the_birthday(message: str, expected: str) -> None:
    assert expected in asked(DATES, message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "My sister in Toronto proposes three in the afternoon, her time, next Sunday for our video call. "
            "When is that for me in Leeds?",
            "**20:00 in Leeds",
        ),
        ("My boss in New York suggests nine in the morning, his time. When is that in London?", "**14:00 in London"),
        ("My aunt in Tokyo said eight in the evening, her time. When is that in Berlin?", "**12:00 in Berlin"),
        ("My sister in Toronto proposes 3pm, her time. When is that in Leeds?", "**20:00 in Leeds"),
        ("What time is it now in Toronto and in Leeds?", "08:30 in Leeds"),
    ],
)
def test_a_proposed_hour_in_words_is_a_clock_time(message: str, expected: str) -> None:
    assert expected in asked(DATES, message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "I am off from Monday 21 December until the new year. Counting from tomorrow, how many working days "
            "have I left in 2026?",
            "**14 working days**",
        ),
        (
            "I'm on leave from 21 December to 31 December 2026. How many working days are left, "
            "counting from 1 December?",
            "**14 working days**",
        ),
        (
            "We are away from 14 December until the new year. How many working days are left from today?",
            "to Friday, 11 December 2026, before you are off, there are **10 working days**",
        ),
        ("I'm off from 14 December until 18 December. How many working days have I left this year?", "I cannot tell"),
        ("How many working days are left until 31 December 2026?", "**24 working days**"),
    ],
)
def test_a_leave_to_the_end_of_the_year_is_not_counted(message: str, expected: str) -> None:
    assert expected in asked(DATES, message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("New Year's Day 2027 is a Friday. In which year does that happen next?", "in **2038**"),
        ("My birthday, 3 May 2027, is a Monday. When will that happen again?", "in **2032**"),
        ("29 February 2028 falls on a Tuesday. What year will that happen again?", "in **2056**"),
        ("New Year's Day 2027 is a Monday. In which year does that happen next?", "1 January 2027 is a **Friday**"),
        ("Is 1 January 2027 a Friday?", "**Yes**, 1 January 2027 is a **Friday**"),
    ],
)
def test_the_next_year_of_a_weekday_is_found(message: str, expected: str) -> None:
    assert expected in asked(DATES, message)


@pytest.mark.parametrize(
    "message",
    [
        "I am off from 21 December until the new year. Counting from tomorrow, how many working days are left in 2026?",
        "New Year's Day 2027 is a Friday. In which year does that happen next?",
    ],
)
def test_leave_and_weekday_are_read(message: str) -> None:
    unused = unused_words(DATES, message, now=NOW)
    assert not {"off", "tomorrow", "Friday", "happen"} & set(unused.replace(".", " ").replace(",", " ").split())


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Show me only the trips above 50 miles and tell me the petrol for those together.", "miles > 50 is **18**"),
        ("List the trips above 50 miles and the petrol of these altogether.", "miles > 50 is **18**"),
        ("Show me only the trips above 50 miles. What is the total petrol for those?", "miles > 50 is **18**"),
        ("Show me only the trips above 50 miles.", "**2** of 3 rows match"),
        ("What is the total petrol?", "is **23.2**"),
    ],
)
def test_the_sum_of_found_rows_is_told(message: str, expected: str) -> None:
    assert expected in asked(TABLES, message + TRIPS)


@pytest.mark.parametrize(
    "message",
    [
        "Summe der Spalte Betrag bitte, Komma ist Dezimalzeichen:",
        "Komma ist Dezimalzeichen, Summe der Spalte Betrag bitte:",
        "Sum of Betrag please, commas are decimals:",
        "Die Datei ist aus Excel, Komma ist Dezimalzeichen. Summe der Spalte Betrag?",
        "Summe der Spalte Betrag bitte:",
    ],
)
def test_a_remark_on_decimals_hides_no_sum(message: str) -> None:
    answer = asked(TABLES, message + FEES)
    assert "**467,35**" in answer or "**467.35**" in answer


@pytest.mark.parametrize(
    ("message", "label"),
    [
        ("Peux-tu me sortir seulement les adresses valides ? ", "Bien formées (2)"),
        ("Donne-moi uniquement les adresses valides : ", "Bien formées (2)"),
        ("Can you pull out only the valid addresses? ", "Well formed (2)"),
        ("Zieh nur die gültigen Adressen heraus: ", "Wohlgeformt (2)"),
        ("Sácame solo las direcciones válidas: ", "Bien formadas (2)"),
    ],
)
def test_only_the_valid_addresses_are_listed(message: str, label: str) -> None:
    answer = asked(ADDRESSES, message + "claire@laposte.net, luc@@free.fr, marchand.orange.fr, zoe.petit@sfr.fr")
    assert f"**{label}**: claire@laposte.net, zoe.petit@sfr.fr." in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Peux-tu me sortir les adresses invalides ? claire@laposte.net, luc@@free.fr",
            "**Invalides (1)**: luc@@free.fr",
        ),
        ("Les adresses sont-elles valides ? claire@laposte.net, luc@@free.fr", "il y a plus d'un @"),
    ],
)
def test_other_wishes_for_addresses_stay(message: str, expected: str) -> None:
    assert expected in asked(ADDRESSES, message)
