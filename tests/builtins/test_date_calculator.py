"""Dates and clocks: known days, edges of the calendar, hours shown twice or never. Now is Saturday, 2026-11-21 22:30
UTC.
"""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builtins.asking import ask, output, unused_words

ROLE = "date_calculator"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # spans
        ("how many days between 2024-01-01 and 2024-03-01", {"kind": "difference", "days": 60}),
        ("how many days between 2023-01-01 and 2023-03-01", {"days": 59}),
        ("days between 1 Jan 2000 and 1 Jan 2100", {"days": 36525}),
        ("from 5 May 2024 to 12 June 2024", {"days": 38}),
        ("how many days from 2024-03-01 to 2024-01-01", {"days": -60}),
        ("how many months between 15 Jan 2020 and 14 March 2021", {"years": 1, "months": None, "remaining_days": 27}),
        ("days until christmas", {"days": 34, "to": "2026-12-25"}),
        ("how long until new year", {"days": 41, "to": "2027-01-01"}),
        ("days until easter", {"to": "2027-03-28"}),
        ("days since 1 January 2000", {"days": -9821}),
        ("days until 29 Feb", {"to": "2028-02-29"}),
        ("how long since christmas", {"to": "2025-12-25"}),
        # sums
        ("90 days after 2024-01-31", {"kind": "date", "date": "2024-04-30", "weekday": "Tuesday"}),
        ("add 1 month to 31 Jan 2024", {"date": "2024-02-29"}),
        ("add 1 month to 31 Jan 2023", {"date": "2023-02-28"}),
        ("add 1 year to 29 Feb 2024", {"date": "2025-02-28"}),
        ("2 years, 3 months and 5 days after 15 March 2020", {"date": "2022-06-20"}),
        ("what date was 90 days ago", {"date": "2026-08-23"}),
        ("3 weeks from today", {"date": "2026-12-12"}),
        ("a fortnight after 2024-02-20", {"date": "2024-03-05"}),
        ("subtract 6 weeks from March 15, 2024", {"date": "2024-02-02"}),
        ("5 days before christmas", {"date": "2026-12-20"}),
        ("in 48 hours", {"kind": "moment", "time": "2026-11-23T22:30+00:00"}),
        # working days
        ("10 business days from 2024-03-01", {"date": "2024-03-15"}),
        ("1 working day after 2024-03-01", {"date": "2024-03-04"}),
        ("3 working days before 2024-03-04", {"date": "2024-02-28"}),
        ("5 business days after 2024-03-02", {"date": "2024-03-08"}),
        ("1 business day before 2024-03-03", {"date": "2024-03-01"}),
        ("how many working days between 2024-03-01 and 2024-03-31", {"kind": "business_days", "business_days": 21}),
        ("working days between 2024-03-02 and 2024-03-03", {"business_days": 0}),
        ("business days between 2024-01-01 and 2024-12-31", {"business_days": 262}),
        # weekdays: moon landing, a Friday the 13th, the last day before the millennium
        ("what day of the week was 20 July 1969", {"kind": "weekday", "weekday": "Sunday"}),
        ("which weekday is 13.09.2024", {"weekday": "Friday"}),
        ("weekday of 1999-12-31", {"weekday": "Friday"}),
        ("what's today", {"date": "2026-11-21", "weekday": "Saturday"}),
        ("what is the date tomorrow", {"date": "2026-11-22"}),
        ("next friday", {"date": "2026-11-27"}),
        ("next saturday", {"date": "2026-11-28"}),
        ("last monday", {"date": "2026-11-16"}),
        ("last saturday", {"date": "2026-11-14"}),
        # weeks
        ("what week number is 2024-12-30", {"kind": "week", "week": 1, "year": 2025}),
        ("which week is 2021-01-03", {"week": 53, "year": 2020}),
        ("week 12 of 2025", {"from": "2025-03-17", "to": "2025-03-23"}),
        ("how many weeks in 2020", {"weeks": 53}),
        ("how many weeks are there in 2023", {"weeks": 52}),
        # years, months, ages
        ("is 2100 a leap year", {"kind": "leap_year", "leap": False}),
        ("is 2000 a leap year", {"leap": True}),
        ("is 1900 a leap year?", {"leap": False}),
        ("next leap year", {"year": 2028}),
        ("how many days in February 2024", {"kind": "days_in_month", "days": 29}),
        ("how many days in 2023", {"kind": "days_in_year", "days": 365}),
        ("day of the year 2024-12-31", {"kind": "day_of_year", "day_of_year": 366, "left": 0}),
        ("how many days are left this year", {"day_of_year": 325, "left": 40}),
        (
            "how old is someone born on 1990-05-17",
            {"kind": "age", "years": 36, "months": 6, "days": 4, "next_birthday": "2027-05-17"},
        ),
        ("born 22 November 2000, how old?", {"years": 25, "months": 11, "days": 30}),
        ("born 21 November 2000, how old?", {"years": 26, "months": 0, "days": 0}),
        ("if i was born 3 March 1985, how old was I on 1 January 2020", {"years": 34, "on": "2020-01-01"}),
        ("when is easter 2025", {"date": "2025-04-20"}),
        ("when is easter 1818", {"date": "1818-03-22"}),
        ("when is easter 2038", {"date": "2038-04-25"}),
        ("when is thanksgiving 2024", {"date": "2024-11-28"}),
        ("good friday 2024", {"date": "2024-03-29"}),
    ],
)
def test_a_sum(text: str, expected: dict[str, object]) -> None:
    made = output(ROLE, text)
    wanted = {key: value for key, value in expected.items() if value is not None}
    assert {key: made.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("text", "source", "there"),
    [
        ("3pm Berlin in Tokyo", "2026-11-21T15:00+01:00", ["2026-11-21T23:00+09:00"]),
        ("3 pm on 2024-07-01 Berlin in Tokyo", "2024-07-01T15:00+02:00", ["2024-07-01T22:00+09:00"]),
        ("9:30 am on 2024-07-01 New York in London", "2024-07-01T09:30-04:00", ["2024-07-01T14:30+01:00"]),
        ("convert 15:30 UTC to PST", "2026-11-21T15:30+00:00", ["2026-11-21T07:30-08:00"]),
        ("when is 5pm EST in IST", "2026-11-21T17:00-05:00", ["2026-11-22T03:30+05:30"]),
        ("noon in Los Angeles is what in Paris", "2026-11-21T12:00-08:00", ["2026-11-21T21:00+01:00"]),
        ("midnight in Sydney, what time is it in UTC", "2026-11-22T00:00+11:00", ["2026-11-21T13:00+00:00"]),
        ("10:00 UTC+5:30 in New York", "2026-11-22T10:00+05:30", ["2026-11-21T23:30-05:00"]),
        ("17h30 Paris to Tokyo", "2026-11-21T17:30+01:00", ["2026-11-22T01:30+09:00"]),
        (
            "what time is it in Berlin when it is 9am in San Francisco?",
            "2026-11-21T09:00-08:00",
            ["2026-11-21T18:00+01:00"],
        ),
        (
            "at 14:00 CET, what time is that in New York and Singapore",
            "2026-11-21T14:00+01:00",
            ["2026-11-21T08:00-05:00", "2026-11-21T21:00+08:00"],
        ),
        ("12:15 am in Kathmandu to UTC", "2026-11-22T00:15+05:45", ["2026-11-21T18:30+00:00"]),
        ("what time is it in New York", "2026-11-21T22:30+00:00", ["2026-11-21T17:30-05:00"]),
        # the clocks go forward and back
        ("2:30 am 2024-03-31 Berlin in UTC", "2024-03-31T02:30+01:00", ["2024-03-31T01:30+00:00"]),
        ("2:30 am 2024-10-27 Berlin in UTC", "2024-10-27T02:30+02:00", ["2024-10-27T00:30+00:00"]),
    ],
)
def test_a_clock_elsewhere(text: str, source: str, there: list[str]) -> None:
    made = output(ROLE, text)
    assert made["from"]["time"] == source
    assert [one["time"] for one in made["to"]] == there


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2:30 am 2024-03-31 Berlin in UTC", "skip this time"),
        ("2:30 am 2024-10-27 Berlin in UTC", "show this time twice"),
        ("03/04/2024 what day", "day first"),
        ("3pm Berlin in Sydney", "the next day"),
        ("1am Tokyo in New York", "the day before"),
        ("10 business days from 2024-03-01", "holidays are not taken off"),
        ("time difference between London and Mumbai", "5 h 30 min ahead of** London"),
        ("time difference between Berlin and Paris", "the same time"),
    ],
)
def test_what_had_to_be_assumed_is_said(text: str, said: str) -> None:
    assert said in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("25/12/2024", "2024-12-25"),
        ("12/25/2024", "2024-12-25"),
        ("5/5/2024", "2024-05-05"),
        ("1.2.2024", "2024-02-01"),
    ],
)
def test_a_date_that_can_be_read_in_one_way_only_needs_no_note(text: str, day: str) -> None:
    made = ask(ROLE, f"weekday of {text}")
    assert made.output["date"] == day
    assert "first" not in made.answer


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        ("and new year?", "days until christmas", {"kind": "difference", "to": "2027-01-01"}),
        ("and 2023-03-01?", "what's the weekday of 2024-02-29", {"kind": "weekday", "weekday": "Wednesday"}),
        (
            "and in Sydney?",
            "3pm Berlin in Tokyo",
            {"kind": "time", "to": [{"place": "Sydney", "time": "2026-11-22T01:00+11:00"}]},
        ),
        ("and 2000?", "is 1900 a leap year", {"kind": "leap_year", "leap": True}),
    ],
)
def test_a_follow_up(text: str, before: str, expected: dict[str, object]) -> None:
    made = output(ROLE, text, before)
    assert {key: made.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2024-02-30 weekday", "There is no 30 February 2024: February 2024 has 29 days."),
        ("2023-02-29 weekday", "February 2023 has 28 days"),
        ("31 November", "There is no 31 November."),
        ("2024-13-01 weekday", "no month 13"),
        ("25:00 in Berlin to Tokyo", "No clock shows 25:00."),
        ("13 pm in Berlin to Tokyo", "No clock shows 13 pm."),
        ("12:00 UTC+25 in Berlin", "no time zone UTC+25"),
        ("week 53 of 2025", "2025 has no week 53"),
        ("0001-01-01 minus 5 years", "years 1 to 9999"),
        ("9999-12-31 plus 1 day", "years 1 to 9999"),
        ("999999 years after today", "years 1 to 9999"),
        ("how old is one born on 2030-01-01", "in the future"),
        ("hello", "I see no question about dates"),
        ("", "I see no question about dates"),
    ],
)
def test_what_there_is_not_is_told(text: str, said: str) -> None:
    made = ask(ROLE, text)
    assert made.tag == "NULL"
    assert said in made.answer


@pytest.mark.parametrize(
    ("now", "day"), [("2024-02-29T12:00:00+00:00", "2024-03-01"), ("2023-12-31T23:59:59+00:00", "2024-01-01")]
)
def test_now_is_what_the_kernel_says(now: str, day: str) -> None:
    assert output(ROLE, "tomorrow", now=now)["date"] == day


def test_the_end_of_a_long_message_is_not_left_out_in_silence() -> None:
    assert "I read the first 2,000 of " in ask(ROLE, "what day of the week is 2024-02-29? " + "and so on " * 500).answer
    assert ask(ROLE, "is it a leap year: " + ", ".join(map(str, range(2000, 2030)))).answer.count("leap year**") == 30


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("when is the next Friday the 13th", {"date": "2027-08-13"}),
        ("next friday 13", {"date": "2027-08-13"}),
        ("how many Friday the 13ths are there in 2026", {"kind": "count", "count": 3}),
        ("third Thursday of November 2026", {"date": "2026-11-19"}),
        ("when is the last Friday of this month", {"date": "2026-11-27"}),
        ("first Monday in September 2027", {"date": "2027-09-06"}),
        ("how many Mondays are there in March 2027", {"count": 5}),
        ("how many Sundays between 2024-01-01 and 2024-01-31", {"count": 4}),
        ("is 2026-05-13 a Wednesday?", {"weekday": "Wednesday"}),
        ("when does christmas next fall on a Sunday", {"date": "2033-12-25"}),
        ("last day of February 2028", {"date": "2028-02-29"}),
        ("last working day of May 2026", {"date": "2026-05-29"}),
        ("what time is 3 hours after 22:30", {"kind": "clock", "clock": "01:30"}),
        ("9:15 plus 2 h 45 min", {"clock": "12:00"}),
        ("2 hours 30 minutes before 10:00", {"clock": "07:30"}),
        ("how long is it from 9:15 to 17:40", {"minutes": 505}),
        ("how many hours between 22:00 and 6:00", {"minutes": 480}),
        ("2 h 45 min + 1 h 30 min", {"minutes": 255}),
        ("5 hours minus 1 hour 15 minutes", {"minutes": 225}),
        ("which leap years are between 2000 and 2020", {"count": 6}),
        ("next 3 leap years", {"year": 2028, "count": 3}),
        ("days until 24.12.", {"days": 33}),
        ("how long until thanksgiving", {"days": 5}),
        (
            "my flight leaves New York at 22:15 on 1 May 2026 and takes 7 h 20, when does it land in Paris",
            {"time": "2026-05-02T11:35+02:00"},
        ),
        (
            "A flight leaves New York at 22:15 on 2026-05-01 and lands 7h20 later in Paris",
            {"time": "2026-05-02T11:35+02:00"},
        ),
        ("wie viele Tage bis Weihnachten", {"days": 34}),
        ("Wie viele Tage sind es vom 13. Mai 2026 bis 1.6.2026?", {"days": 19}),
        ("Welcher Wochentag war der 20. Juli 1969?", {"date": "1969-07-20", "weekday": "Sunday"}),
        ("Wie alt ist jemand, der am 17. Mai 1990 geboren ist?", {"years": 36}),
        ("Was ist das Datum in 3 Wochen?", {"date": "2026-12-12"}),
        ("vor 100 Tagen", {"date": "2026-08-13"}),
        ("Ist 2028 ein Schaltjahr?", {"leap": True}),
        ("zweiter Dienstag im März 2027", {"date": "2027-03-09"}),
        ("combien de jours jusqu'à Noël", {"days": 34}),
        ("quel jour de la semaine était le 14 juillet 1789 ?", {"weekday": "Tuesday"}),
        ("dans 10 jours ouvrés", {"date": "2026-12-04"}),
        ("combien de jours entre le 1er mars 2024 et le 13 mai 2024", {"days": 73}),
        ("cuántos días faltan para Navidad", {"days": 34}),
        ("¿qué día de la semana fue el 13 de mayo de 2020?", {"weekday": "Wednesday"}),
        ("¿cuántos días hay entre el 1 de enero de 2024 y el 1 de marzo de 2024?", {"days": 60}),
        ("dentro de 45 días", {"date": "2027-01-05"}),
    ],
)
def test_the_questions_that_people_ask(message: str, expected: dict[str, Any]) -> None:
    made = output(ROLE, message)
    assert {key: made.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("wie viele Tage bis Weihnachten", "**34 Tage**"),
        ("combien de jours jusqu'à Noël", "**34 jours**"),
        ("cuántos días faltan para Navidad", "**34 días**"),
        ("15 Uhr Berlin in Tokio", "**23:00**"),
    ],
)
def test_the_answer_is_in_the_language_of_the_question(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_every_date_and_duration_is_used() -> None:
    for message in (
        "90 days after 2024-01-31",
        "3pm Berlin in Tokyo",
        "next Friday the 13th",
        "2 h 45 min + 1 h 30 min",
    ):
        assert not any(letter.isalnum() for letter in unused_words(ROLE, message)), message


@given(first=st.dates(), second=st.dates())
def test_differences_agree_with_the_library(first: date, second: date) -> None:
    made = output(ROLE, f"how many days between {first.isoformat()} and {second.isoformat()}")
    assert abs(made["days"]) == abs((second - first).days)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("working days in March and April 2027", "**45 working days**"),
        ("working days from March to May 2027", "**66 working days**"),
        ("working days in March 2027", "**23 working days**"),
        ("cuándo es el miércoles de ceniza 2027", "10 de febrero de 2027"),
        ("cuándo es el viernes santo 2027", "26 de marzo de 2027"),
        ("quand est le lundi de Pâques 2027", "29 mars 2027"),
        ("quand est le vendredi saint 2027", "26 mars 2027"),
    ],
)
def test_whole_months_and_feasts_that_begin_with_a_weekday(question: str, answer: str) -> None:
    assert answer in ask(ROLE, question).answer


@pytest.mark.parametrize("question", ["working days in March after the 10th", "working days in March and June 2027"])
def test_a_part_of_a_month_is_not_answered_as_the_whole(question: str) -> None:
    assert ask(ROLE, question).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("25 minutes 40 seconds plus 1 hour 50 minutes", "2 h 15 min 40 s"),
        ("25 Minuten 40 Sekunden plus 1 Stunde 50 Minuten", "2 h 15 min 40 s"),
        ("1 hour 20 minutes 30 s + 40 minutes", "2 h 30 s"),
        ("40 seconds plus 20 seconds", "1 min"),
        ("what time is it in 90 seconds", "22:31:30 UTC"),
        ("Wie viele Sekunden hat ein Tag?", "**86.400 Sekunden**"),
        ("cuántos segundos hay en 2 horas", "**7.200 segundos**"),
        ("how many hours are 2 days and 90 minutes", "**49.5 hours**"),
        ("50 hours 20 minutes plus 30 seconds", "50 h 20 min 30 s = 2 days 2 h 20 min 30 s"),
        ("20 seconds minus 1 minute", "**-40 s** (-40 seconds)"),
        ("30 Minuten minus 2 Stunden", "**-1 h 30 min**"),
        ("20 Sekunden minus 1 Minute", "**-0 h 0 min 40 s**"),
    ],
)
def test_seconds_count(text: str, said: str) -> None:
    assert said in ask(ROLE, text).answer


@pytest.mark.parametrize(
    "text",
    [
        "what happened on 9 november 1989",
        "who was born on 9 november 1989",
        "what is on tv on 3 december",
        "was ist am 9. November 1989 passiert?",
        "was geschah am 9. November 1989",
        "wer wurde am 3. Mai 1990 geboren",
        "que s'est-il passé le 9 novembre 1989",
        "qué pasó el 9 de noviembre de 1989",
        "qué ocurrió el 3 de mayo de 1808",
    ],
)
def test_what_took_place_on_a_day_is_not_a_question_to_a_calendar(text: str) -> None:
    assert ask(ROLE, text).tag != "SUCCESS"


@pytest.mark.parametrize(
    "text", ["my aunt, who was born on 3 May 1990, how old is she?", "how old is my sister who was born on 3 May 1990"]
)
def test_a_clause_on_a_birthday_is_no_question_who(text: str) -> None:
    assert output(ROLE, text)["years"] == 36
