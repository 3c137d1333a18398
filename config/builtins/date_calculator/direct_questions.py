"""Questions that are read as a whole: each number, and each word that limits the question, has its place in what is computed."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from config.builtins.date_calculator.calendar_words import with_calendar_words
from config.builtins.date_calculator.clock_styles import with_plain_wishes
from config.builtins.date_calculator.closed_days import closed_days, free_days
from config.builtins.date_calculator.counted_days import (
    leap_day_of_year,
    loan_on_open_day,
    nth_day_since,
    plan_weekday,
    trial_end_and_rest,
)
from config.builtins.date_calculator.delayed_trips import delayed_arrival
from config.builtins.date_calculator.delivery_ranges import delivery_range
from config.builtins.date_calculator.nth_working_days import nth_working_day
from config.builtins.date_calculator.phrases import rewritten
from config.builtins.date_calculator.reading import Answer, Asked, present, read
from config.builtins.date_calculator.roasting_times import oven_time
from config.builtins.date_calculator.second_doses import second_dose
from config.builtins.date_calculator.times_behind import started_before
from config.builtins.date_calculator.turning_ages import turning_age
from config.builtins.date_calculator.working_days_left import days_left_of_month, days_of_month_less
from config.builtins.wording import CannotError, clean, spoken_language

LONGEST_DIRECT = 400
UsedPlace = tuple[int, int]


class Direct(NamedTuple):
    """An answer to a whole message, and the places of what it is made of besides dates."""

    answer: Answer
    places: list[UsedPlace]


READERS: tuple[Callable[[Asked, str], "tuple[Answer, list[UsedPlace]] | None"], ...] = (
    turning_age,
    started_before,
    closed_days,
    free_days,
    delayed_arrival,
    delivery_range,
    oven_time,
    second_dose,
    days_left_of_month,
    days_of_month_less,
    nth_working_day,
    nth_day_since,
    plan_weekday,
    loan_on_open_day,
    trial_end_and_rest,
    leap_day_of_year,
)
SENTENCES = re.compile(r"[^\s?][^?]*\??")  # a question is a span of its own
FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
LIMITS = re.compile(  # words that change a question, and that a reader has to take into account
    r"\b(?:without|except\w*|exclud\w*|not counting|but not|instead|unless|only|weekends?|holidays?|half|twice|ohne|ausser|nicht|nur|statt|feiertag\w*"
    r"|sans|sauf|pas|seulement|ferie\w*|sin|salvo|excepto|solo|festivos?)\b",
    re.IGNORECASE,
)


def direct_answer(payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer to a message that one of the readers reads as a whole; None for every other message."""
    text = clean(payload.get("text", ""), " ")
    if len(text) > LONGEST_DIRECT:
        return None
    language = spoken_language(text, payload)
    try:
        mapped = with_calendar_words(with_plain_wishes(rewritten(text, language)))
        asked = read(mapped.text, present(payload.get("now")))
        for reader in READERS:
            found = reader(asked, language)
            if found is not None and is_read_whole(asked, found[1]):
                (sentence, output), _ = found
                made = {"status": "SUCCESS", "answer": sentence, "output": output, "confidence": 0.95}
                used = [list(one.span()) for one in SENTENCES.finditer(text)]
                return {**made, "general": False, "definite": True, "used": used}
    except (CannotError, OverflowError, ValueError):
        return None
    return None


def is_read_whole(asked: Asked, places: Iterable[UsedPlace]) -> bool:
    """Return whether each figure of a message and each word that limits a question is in a date or in one of the places."""
    known = [*places, *((one.start, one.end) for one in asked.dates)]
    needed = [one.span() for pattern in (FIGURE, LIMITS) for one in pattern.finditer(asked.text)]
    return all(any(start < last and first < end for start, end in known) for first, last in needed)
