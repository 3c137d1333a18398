"""Plain questions on times, zones, lengths and named days of months, each checked by computing the answer here."""

import calendar
import random
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.builtins.asking import NOW, DrawingHost, handler, payload
from tests.rounds import rounds

TODAY = date.fromisoformat(NOW[:10])
ZONES = {
    "London": "Europe/London",
    "Berlin": "Europe/Berlin",
    "New York": "America/New_York",
    "Tokyo": "Asia/Tokyo",
    "Sydney": "Australia/Sydney",
    "Los Angeles": "America/Los_Angeles",
    "Delhi": "Asia/Kolkata",
    "Singapore": "Asia/Singapore",
    "Dubai": "Asia/Dubai",
    "Lisbon": "Europe/Lisbon",
    "Nairobi": "Africa/Nairobi",
    "Auckland": "Pacific/Auckland",
}
IN_ZONES = """
{c} in {a}, what time is it in {b}
what time is it in {b} when it is {c} in {a}
{c} {a} in {b}
convert {c} {a} to {b}
if it's {c} in {a}, what time is it in {b}?
{c} in {a} is what time in {b}
my call is at {c} {a} time, what is that in {b}
meeting at {c} {a}, when is that in {b}?
in {b}, what time is {c} {a}
how late is it in {b} at {c} {a} time
time in {b} when {a} has {c}
"""
LENGTHS = """
how long is it from {a} to {b}
time between {a} and {b}
{a} to {b} how long
how many hours from {a} to {b}
i worked from {a} to {b}, how long is that
duration {a} - {b}
from {a} until {b} is how many hours
shift from {a} to {b}, how many hours
difference between {a} and {b}
"""
ENDS = """
what time is it {d} after {a}
{a} plus {d}
{d} after {a}
if i leave at {a} and drive {d}, when do i arrive
start {a}, takes {d}, when does it end
it starts at {a} and lasts {d}. when is it over?
the film begins at {a} and runs {d}, when does it finish
"""
STARTS = """
{d} before {a}
{a} minus {d}
what time is {d} before {a}
i must be there at {a} and need {d}, when do i have to leave
"""
NAMED_DAYS = """
{o} {w} of {m} {y}
when is the {o} {w} in {m} {y}
what date is the {o} {w} of {m} {y}?
which day is the {o} {w} of {m} {y}
date of the {o} {w} in {m} {y}
"""
PLACES = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "last": -1}
ORDERS = """
is {a} before {b}
is {a} after {b}?
which is earlier, {a} or {b}
which comes first: {a} or {b}?
what is later, {a} or {b}
"""
Asked = tuple[str, list[str]]


def shown(day: date) -> str:
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


def clock(moment: datetime, chance: random.Random) -> str:
    minutes = f":{moment:%M}" if moment.minute else ""
    half = "am" if moment.hour < 12 else "pm"
    hour = (moment.hour - 1) % 12 + 1
    return chance.choice((f"{moment:%H:%M}", f"{hour}{minutes}{half}", f"{hour}{minutes} {half}"))


def some_time(chance: random.Random, earliest: int, latest: int) -> datetime:
    return datetime.combine(TODAY, time(chance.randint(earliest, latest), chance.choice((0, 15, 30, 45))))


def asks_zone(sentence: str, chance: random.Random) -> Asked:
    here, there = chance.sample(list(ZONES), 2)
    moment = some_time(chance, 0, 23).replace(tzinfo=ZoneInfo(ZONES[here]))
    message = sentence.format(c=clock(moment, chance), a=here, b=there)
    return message, [f"{moment.astimezone(ZoneInfo(ZONES[there])):%H:%M}"]


def asks_length(sentence: str, chance: random.Random) -> Asked:
    start = some_time(chance, 5, 12)
    minutes = 60 * chance.randint(1, 9) + chance.choice((0, 15, 30, 45))
    hours, rest = divmod(minutes, 60)
    end = start + timedelta(minutes=minutes)
    message = sentence.format(a=clock(start, chance), b=clock(end, chance))
    return message, [f"{hours} h {rest} min" if rest else f"{hours} h"]


def some_length(chance: random.Random) -> tuple[str, timedelta]:
    hours, minutes = chance.randint(1, 3), chance.choice((10, 20, 35, 50))
    said = chance.choice((f"{hours} hours {minutes} minutes", f"{hours} h {minutes} min", f"{hours}h{minutes}"))
    return said, timedelta(hours=hours, minutes=minutes)


def asks_end(sentence: str, chance: random.Random) -> Asked:
    start, (said, length) = some_time(chance, 1, 20), some_length(chance)
    return sentence.format(a=clock(start, chance), d=said), [f"{start + length:%H:%M}"]


def asks_start(sentence: str, chance: random.Random) -> Asked:
    end, (said, length) = some_time(chance, 6, 22), some_length(chance)
    return sentence.format(a=clock(end, chance), d=said), [f"{end - length:%H:%M}"]


def asks_named_day(sentence: str, chance: random.Random) -> Asked:
    place, year, month, weekday = (
        chance.choice(list(PLACES)),
        chance.randint(2025, 2030),
        chance.randint(1, 12),
        chance.randrange(7),
    )
    days = [date(year, month, day) for day in range(1, calendar.monthrange(year, month)[1] + 1)]
    found = [day for day in days if day.weekday() == weekday][PLACES[place]]
    names = {"o": place, "w": calendar.day_name[weekday], "m": calendar.month_name[month], "y": year}
    return sentence.format(**names), [shown(found)]


def asks_order(sentence: str, chance: random.Random) -> Asked:
    day = TODAY + timedelta(days=chance.randint(-900, 900))
    other = day + timedelta(days=chance.choice((-1, 1)) * chance.randint(1, 400))
    message = sentence.format(a=shown(day), b=shown(other))
    if sentence.startswith("is "):
        return message, ["**Yes**" if (day < other) is ("before" in sentence) else "**No**"]
    best = max(day, other) if "later" in sentence else min(day, other)
    return message, [f"**{calendar.day_name[best.weekday()]}, {shown(best)}**"]


KINDS: dict[Callable[[str, random.Random], Asked], str] = {
    asks_zone: IN_ZONES,
    asks_length: LENGTHS,
    asks_end: ENDS,
    asks_start: STARTS,
    asks_named_day: NAMED_DAYS,
    asks_order: ORDERS,
}
CASES = [(asking, sentence) for asking, sentences in KINDS.items() for sentence in sentences.strip().splitlines()]


@pytest.mark.parametrize(("asking", "sentence"), CASES)
def test_a_plain_question_is_answered_with_what_the_clock_says(
    asking: Callable[[str, random.Random], Asked], sentence: str
) -> None:
    chance = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        message, right = asking(sentence, chance)
        answer = handler("date_calculator")(payload(message), DrawingHost())["answer"]
        assert any(word in answer for word in right), (message, right, answer)


@pytest.mark.parametrize(
    ("message", "right"),
    [
        ("ist der 15. August 2026 vor dem 7. Mai 2026?", "**Nein**"),
        ("is 15 August 2026 before or after 7 May 2026?", "**After**"),
        ("what is 3 days before 7 May 2026?", "4 May 2026"),
        ("5 hours in minutes pls", "**300 minutes**"),
        ("convert 90 minutes to hours please", "**1.5 hours**"),
        ("in 5 hours please", "**03:30 UTC**"),
    ],
)
def test_orders_of_two_days_and_lengths_in_another_unit(message: str, right: str) -> None:
    assert right in handler("date_calculator")(payload(message), DrawingHost())["answer"]
