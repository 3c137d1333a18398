"""Plain questions on dates: many sentences and ways to write a date for one question, each checked by the calendar."""

import calendar
import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

import pytest

from tests.builtins.asking import NOW, DrawingHost, handler, payload
from tests.rounds import rounds

TODAY = date.fromisoformat(NOW[:10])
WEEKDAY = """
what weekday is {d}
what day of the week is {d}?
which day of the week was {d}
what is the weekday of {d}
{d} what day was that
on which weekday does {d} fall
what day is {d}
weekday of {d}
{d} is a what day
is {d} a monday or what
tell me what day {d} is
what weekday will {d} be
what day does {d} land on
which weekday: {d}
{d} - weekday?
day of week for {d}
what dow is {d}
i was born on {d}, what day was it
was {d} a weekday? which one
can you tell me the day of the week for {d}
give me the weekday for {d}
what's the day on {d}
we married on {d}. what weekday was that?
my parcel arrives {d}, which weekday is it
""".strip().splitlines()
BETWEEN = """
how many days between {a} and {b}
days from {a} to {b}
how many days from {a} until {b}?
number of days between {a} and {b}
difference between {a} and {b} in days
how long is it from {a} to {b} in days
{a} to {b} how many days
how many days are there between {a} and {b}
how many days lie between {a} and {b}?
count the days between {a} and {b}
days between {a} - {b}
what is the number of days from {a} to {b}
how many days passed between {a} and {b}
how many days went by from {a} to {b}
between {a} and {b}: how many days?
calculate days between {a} and {b}
i started on {a} and ended on {b}, how many days is that
from {a} till {b} it is how many days
""".strip().splitlines()
AFTER = """
what is the date {n} days after {d}
{n} days after {d}
{d} plus {n} days
what date is {n} days from {d}
add {n} days to {d}
what day is it {n} days after {d}
{n} days from {d} is when
which date comes {n} days after {d}?
when is {n} days after {d}
{d} + {n} days
if i start on {d}, what's the date {n} days later
what will the date be {n} days after {d}
calculate {d} plus {n} days
due {n} days after {d}, when is that?
""".strip().splitlines()
BEFORE = """
{n} days before {d}
what date was {n} days before {d}
{d} minus {n} days
subtract {n} days from {d}
which day is {n} days before {d}?
what is {n} days prior to {d}
""".strip().splitlines()
IN_DAYS = """
what date is it in {n} days
in {n} days what day is it
{n} days from now
what is the date {n} days from today
which date is {n} days from now?
what day will it be in {n} days
date in {n} days
today plus {n} days
{n} days from today is?
if i count {n} days from today where do i end up
when is it {n} days from today
what will be the date in {n} days?
""".strip().splitlines()
DAYS_AGO = """
what date was it {n} days ago
{n} days ago was what date
which day was {n} days ago?
what was the date {n} days ago
date {n} days ago
{n} days back from today
""".strip().splitlines()
UNTIL = """
how many days until {d}
days until {d}
how many days till {d}?
how long until {d}
how many days are left until {d}
how many days to {d}
days left to {d}
countdown to {d} in days
how many more days until {d}
how far away is {d} in days
how many days do i have to wait for {d}
number of days until {d}?
days to go until {d}
how many days from now to {d}
how many days from today until {d}
when is {d}, in how many days
""".strip().splitlines()
SINCE = """
how many days since {d}
how many days ago was {d}
days since {d}
how long ago was {d} in days
how many days have passed since {d}
how many days has it been since {d}?
days passed since {d}
it started on {d}, how many days is that ago
""".strip().splitlines()
AGE = """
how old is someone born on {d}
how old am i if i was born {d}
i was born on {d}, how old am i
born {d} how old
age of a person born {d}
how old is a person who was born on {d}?
my date of birth is {d}. how old am i?
my birthday is {d} - how old am i now?
dob {d} age?
what age is someone born on {d}
calculate the age for {d}
my son was born {d}, what's his age
she was born on {d}. how old is she today?
how old would i be born {d}
""".strip().splitlines()
WEEKS = """
how many weeks between {a} and {b}
weeks from {a} to {b}
how many weeks are there from {a} to {b}?
difference in weeks between {a} and {b}
""".strip().splitlines()
WORKING_DAYS = """
how many working days between {a} and {b}
working days from {a} to {b}
number of business days between {a} and {b}
how many weekdays from {a} to {b}?
business days {a} to {b}
how many workdays are there between {a} and {b}
""".strip().splitlines()
LEAP_YEAR = """
is {y} a leap year
was {y} a leap year?
leap year {y}?
does {y} have a 29 february
is the year {y} leap
""".strip().splitlines()
WEEK_NUMBER = """
what week number is {d}
which calendar week is {d}
week number of {d}
calendar week for {d}?
in which week is {d}
iso week {d}
""".strip().splitlines()


class Question(NamedTuple):
    """A message, and the words of which one must be in its answer."""

    message: str
    right: tuple[str, ...]


def written(day: date, chance: random.Random) -> str:
    month = calendar.month_name[day.month]
    ending = "th" if day.day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    return chance.choice(
        (
            f"{day.day} {month} {day.year}",
            f"{month} {day.day}, {day.year}",
            day.isoformat(),
            f"{day.day} {month[:3].lower()} {day.year}",
            f"the {day.day}{ending} of {month} {day.year}",
            f"{month.lower()} {day.day} {day.year}",
        )
    )


def shown(day: date) -> str:
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


def numbers(*values: int) -> tuple[str, ...]:
    return tuple(f"{value:,}" for value in values)


def some_day(chance: random.Random, earliest: int = -3000, latest: int = 3000) -> date:
    return TODAY + timedelta(days=chance.randint(earliest, latest))


def asks_weekday(sentence: str, chance: random.Random) -> Question:
    day = some_day(chance)
    return Question(sentence.format(d=written(day, chance)), (calendar.day_name[day.weekday()],))


def asks_between(sentence: str, chance: random.Random) -> Question:
    start, days = some_day(chance), chance.randint(2, 900)
    end = start + timedelta(days=days)
    return Question(sentence.format(a=written(start, chance), b=written(end, chance)), numbers(days))


def asks_moved(sentence: str, chance: random.Random, sign: int = 1) -> Question:
    start, days = some_day(chance), chance.randint(2, 400)
    return Question(sentence.format(d=written(start, chance), n=days), (shown(start + timedelta(days=sign * days)),))


def asks_before(sentence: str, chance: random.Random) -> Question:
    return asks_moved(sentence, chance, -1)


def asks_from_today(sentence: str, chance: random.Random, sign: int = 1) -> Question:
    days = chance.randint(2, 400)
    return Question(sentence.format(n=days), (shown(TODAY + timedelta(days=sign * days)),))


def asks_ago(sentence: str, chance: random.Random) -> Question:
    return asks_from_today(sentence, chance, -1)


def asks_until(sentence: str, chance: random.Random) -> Question:
    day = some_day(chance, 2, 900)
    return Question(sentence.format(d=written(day, chance)), numbers((day - TODAY).days))


def asks_since(sentence: str, chance: random.Random) -> Question:
    day = some_day(chance, -2000, -2)
    return Question(sentence.format(d=written(day, chance)), numbers((TODAY - day).days))


def asks_age(sentence: str, chance: random.Random) -> Question:
    born = some_day(chance, -30_000, -800)
    years = TODAY.year - born.year - ((TODAY.month, TODAY.day) < (born.month, born.day))
    return Question(sentence.format(d=written(born, chance)), numbers(years))


def asks_weeks(sentence: str, chance: random.Random) -> Question:
    start, weeks = some_day(chance), chance.randint(2, 90)
    end = start + timedelta(weeks=weeks)
    return Question(sentence.format(a=written(start, chance), b=written(end, chance)), numbers(weeks))


def asks_working_days(sentence: str, chance: random.Random) -> Question:
    start, length = some_day(chance, 0, 500), chance.randint(5, 90)
    days = [start + timedelta(days=place) for place in range(length + 1)]
    count = sum(day.weekday() < calendar.SATURDAY for day in days)
    return Question(sentence.format(a=written(days[0], chance), b=written(days[-1], chance)), numbers(count))


def asks_leap_year(sentence: str, chance: random.Random) -> Question:
    year = chance.randint(1890, 2110)
    return Question(sentence.format(y=year), ("a leap year",) if calendar.isleap(year) else ("no leap year",))


def asks_week_number(sentence: str, chance: random.Random) -> Question:
    day = some_day(chance)
    return Question(sentence.format(d=written(day, chance)), (f"week {day.isocalendar().week}",))


Asking = Callable[[str, random.Random], Question]
KINDS: dict[Asking, list[str]] = {
    asks_weekday: WEEKDAY,
    asks_between: BETWEEN,
    asks_moved: AFTER,
    asks_before: BEFORE,
    asks_from_today: IN_DAYS,
    asks_ago: DAYS_AGO,
    asks_until: UNTIL,
    asks_since: SINCE,
    asks_age: AGE,
    asks_weeks: WEEKS,
    asks_working_days: WORKING_DAYS,
    asks_leap_year: LEAP_YEAR,
    asks_week_number: WEEK_NUMBER,
}


CASES = [(asking, sentence) for asking, sentences in KINDS.items() for sentence in sentences]


@pytest.mark.parametrize(("asking", "sentence"), CASES)
def test_a_plain_question_is_answered_with_what_the_calendar_says(asking: Asking, sentence: str) -> None:
    chance = random.Random(sentence)
    for _ in range(rounds(2, 20)):
        question = asking(sentence, chance)
        answer = handler("date_calculator")(payload(question.message), DrawingHost())["answer"]
        found = any(re.search(rf"(?<![\w,]){re.escape(word)}(?!\w)", answer) for word in question.right)
        assert found, (question, answer)


@pytest.mark.parametrize(
    ("message", "right"),
    [
        ("does june have 31 days", "**30 days**"),
        ("has april 31 days?", "**30 days**"),
        ("does february 2028 have 29 days", "**29 days**"),
        ("will the year 2100 have a leap day?", "**no leap year**"),
        ("is 24 december a weekday?", "**Yes**"),
        ("is it a weekday on 3 May 2027?", "**Yes**"),
        ("does 1 may 2027 fall on a weekday", "**No**"),
        ("how many days do i have in january", "**31 days**"),
    ],
)
def test_days_of_months_and_kinds_of_days(message: str, right: str) -> None:
    assert right in handler("date_calculator")(payload(message), DrawingHost())["answer"]
