"""Relations of days and times: whose clock is told, ends of periods, delays, claims and comparisons. Now is Saturday,
2026-11-21 22:30 UTC.
"""

import pytest

from tests.builtins.asking import ask, output, unused_words

ROLE = "date_calculator"


@pytest.mark.parametrize(
    ("text", "given", "wanted"),
    [
        ("the meeting in London on 20 March 2025 is at 9am, what time is that in Tokyo?", "London", "18:00"),
        ("Das Treffen in Paris am 20. März 2025 ist um 17 Uhr, wie spät ist es da in New York?", "Paris", "12:00"),
        ("My colleague in Tokyo calls at 10:00 his time, when is that in Berlin?", "Tokyo", "02:00"),
        ("what time is it in Sydney when it's 8:00 in Berlin", "Berlin", "18:00"),
        ("what time in Tokyo is 14:00 Paris?", "Paris", "22:00"),
        ("Si son las 8 de la mañana en Madrid, ¿qué hora es en Tokio?", "Madrid", "16:00"),
        ("la reunión en Madrid es a las 16:00, ¿qué hora es en México?", "Madrid", "09:00"),
        ("Un appel est prévu à 15h à Montréal, c'est à quelle heure à Paris ?", "Montreal", "21:00"),
    ],
)
def test_the_place_that_tells_its_time_is_not_the_one_that_is_asked(text: str, given: str, wanted: str) -> None:
    made = output(ROLE, text)
    assert made["from"]["place"] == given
    assert [row["time"][11:16] for row in made["to"]] == [wanted]


def test_a_place_without_a_zone_is_named() -> None:
    made = ask(ROLE, "meeting 3pm Berlin, what time is it in Gotham?")
    assert made.tag == "NULL"
    assert "Gotham" in made.answer


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my 6 week course begins 3 March 2025, what is the final day", "2025-04-13"),
        ("Mietvertrag ab 1.4.2025 für 2 Jahre, was ist der letzte Tag?", "2027-03-31"),
        ("12-month subscription started 15 March 2025, last day?", "2026-03-14"),
        ("The parcel came on 18 December 2026. I have 14 days to send it back, what's the last day?", "2027-01-01"),
        ("3 months' notice to month end, given 12 May 2025. when am I free?", "2025-08-31"),
        ("Kündigungsfrist 3 Monate zum Monatsende, Kündigung am 12. Mai 2025: wann endet der Vertrag?", "2025-08-31"),
        (
            "notice period is 6 weeks to the end of the quarter, handed in on 10 May 2025, when is it over?",
            "2025-06-30",
        ),
        ("what date is halfway between 1 March 2025 and 31 March 2025", "2025-03-16"),
        ("when will someone born 12 May 1990 turn 40?", "2030-05-12"),
        ("wann werde ich 50, geboren am 3. Mai 1980", "2030-05-03"),
    ],
)
def test_the_end_of_a_period(text: str, day: str) -> None:
    assert output(ROLE, text)["date"] == day


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("passport expires 1 September 2026, I enter 15 March 2026, need 6 months validity. ok?", "**No**"),
        ("bought on 3 March 2025, 30 day return window, today is 1 April 2025. still possible?", "**Yes**"),
        ("which week is 1 January 2027 in, is it week 1?", "**No**: Friday, 1 January 2027 is in **week 53** of 2026"),
        ("is 3 March 2025 in week 10?", "**Yes**"),
        ("Tom was born 4 July 1985 and Lea 19 May 1987, who is younger?", "**Lea** (Tuesday, 19 May 1987) is younger"),
        ("which is earlier, 3 May 2024 or 12 April 2024?", "**Friday, 12 April 2024** is earlier"),
        ("Wer ist älter, Ida (geboren 3. Mai 1990) oder Max (geboren 5. Juni 1988)?", "**Max**"),
    ],
)
def test_days_are_compared(text: str, answer: str) -> None:
    made = ask(ROLE, text)
    assert made.tag == "SUCCESS"
    assert answer in made.answer


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("bus arrived at 9:18, 12 minutes late. when should it have come?", "09:06"),
        ("flight scheduled 16:27 is delayed by 38 minutes, when does it take off", "17:05"),
        ("I have to be at work at 9:00, the trip takes 1 h 25 min, when do I have to leave?", "07:35"),
        ("the train leaves at 8:50 and takes 95 minutes, when do I arrive", "10:25"),
        ("wann muss ich los, wenn ich um 8:15 da sein muss und die Fahrt 50 Minuten dauert", "07:25"),
        ("kid gets home 15:40, the walk is 25 minutes - when did school let out?", "15:15"),
        ("half past 3 plus 50 minutes", "04:20"),
        ("Viertel vor 9 minus 25 Minuten", "08:20"),
    ],
)
def test_delays_and_journeys(text: str, clock: str) -> None:
    assert output(ROLE, text)["clock"] == clock


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("sum these times: 0:45 1:20 2:05", 250),
        ("add 2:15 and 3:50 and 1:05 hours", 430),
        ("hours between 3 May 2025 22:00 and 5 May 2025 06:15", 1935),
        ("how many hours from 1 July 2025 08:00 until 4 July 2025 14:30", 4710),
    ],
)
def test_sums_and_spans_of_times(text: str, minutes: int) -> None:
    assert output(ROLE, text)["minutes"] == minutes


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("how many weekdays did February 2025 have?", 20),
        ("wie viele Arbeitstage hatte der März 2025", 21),
        ("how many working days in 2025", 261),
        ("how many working days does Q1 2025 have", 64),
    ],
)
def test_working_days_of_a_whole_period(text: str, count: int) -> None:
    assert output(ROLE, text)["business_days"] == count


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("if I take 3 weeks off starting Monday 7 July 2025, when am I back?", "2025-07-28"),
        ("if today is 3 March 2025, what day is it in 100 days", "2025-06-11"),
        ("payday is the last working day of the month, when's that in August 2025", "2025-08-29"),
        ("what's the date of the Monday before 1 May 2025", "2025-04-28"),
        ("first Monday after 10 June 2025", "2025-06-16"),
        ("quarter end after 12 May 2025", "2025-06-30"),
        ("cheese bought on 28 Feb 2024 is good for 10 days. until when?", "2024-03-09"),
        (
            "the flat can be given up with 2 months notice to the end of a month, on 20 March 2025. when is it over",
            "2025-05-31",
        ),
    ],
)
def test_days_that_are_counted_from_another(text: str, day: str) -> None:
    assert output(ROLE, text)["date"] == day


def test_the_time_that_is_now_comes_first() -> None:
    assert output(ROLE, "store opens 9:30, now 8:50, how long to wait")["minutes"] == 40
    assert output(ROLE, "Wie lange noch bis 18:30, wenn es 16:45 ist?")["minutes"] == 105


def test_a_day_that_only_a_condition_names_is_not_used() -> None:
    assert "monday" in unused_words(ROLE, "due 30 days after 31 Jan 2025 but if it rains then the next monday")


def test_a_journey_in_hours_and_minutes_is_no_time_of_day() -> None:
    text = "à quelle heure arriver si je pars à 7h50 et que le trajet dure 1h35 ?"
    assert output(ROLE, text)["clock"] == "09:25"


def test_weekdays_of_a_month_are_those_of_the_month() -> None:
    assert output(ROLE, "¿Cuántos lunes tiene marzo de 2025?")["count"] == 5


def test_a_quarter_is_no_year() -> None:
    assert output(ROLE, "how many days are in the first quarter of 2025")["days"] == 90


def test_a_time_of_day_that_no_difference_of_days_uses_is_not_used() -> None:
    text = "how many weeks from 3 May 2025 until 5 July 2025 at 7:30"
    assert "7:30" in unused_words(ROLE, text) or output(ROLE, text)["kind"] == "duration"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many days till the end of february 2027", "Sunday, 28 February 2027"),
        ("days until the end of february", "Sunday, 28 February 2027"),
        ("days from today to the end of 2026", "Thursday, 31 December 2026"),
        ("days until the end of next month", "Thursday, 31 December 2026"),
        ("how many days left until the end of next year", "Friday, 31 December 2027"),
        ("how many days until the start of march", "Monday, 1 March 2027"),
        ("how many days until the beginning of next year", "Friday, 1 January 2027"),
        ("wie viele Tage bis Ende Februar 2027", "28. Februar 2027"),
        ("combien de jours d'ici la fin février", "28 février 2027"),
        ("cuántos días hasta finales de febrero de 2027", "28 de febrero de 2027"),
    ],
)
def test_an_end_of_a_month_or_year_is_its_last_day(question: str, expected: str) -> None:
    assert expected in ask("date_calculator", question).answer


def test_an_age_in_days_is_counted_in_days() -> None:
    assert (
        "**13,349 days**"
        in ask(ROLE, "born on 12 may 1990, how old is that in days", now="2026-11-28T12:00:00+00:00").answer
    )
