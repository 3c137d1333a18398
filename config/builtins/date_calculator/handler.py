"""Computes with dates: differences, sums, weekdays, working days, week numbers, leap years, ages and time zones.

The calendar is the Gregorian one, before 1582 too. Weeks are those of ISO 8601. Working days are Monday to Friday: holidays differ.
"""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from config.builtins.asked_opinions import asks_only_opinions
from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.date_calculator.anniversaries import (
    CLAIMED_AGE,
    YEARLY_DAY,
    age_claim,
    claimed_age,
    denied_times,
    start_left_out,
    yearly_day,
)
from config.builtins.date_calculator.arrivals_in_time import IN_TIME_ASKED, arrival_said
from config.builtins.date_calculator.bounded_waits import bounded_wait
from config.builtins.date_calculator.calendar_facts import FACT_PARTS, calendar_fact, quarter_said
from config.builtins.date_calculator.calendar_words import with_calendar_words
from config.builtins.date_calculator.clock_changes import CHANGES_WORDS, clock_change
from config.builtins.date_calculator.clock_styles import clock_in_style, duration_in_unit, with_plain_wishes
from config.builtins.date_calculator.daily_rates import DAILY_RATE, TOTAL_WANTED, rate_total
from config.builtins.date_calculator.days_in_spans import day_in_span
from config.builtins.date_calculator.direct_questions import direct_answer
from config.builtins.date_calculator.first_working_days import from_first_working_day
from config.builtins.date_calculator.further_questions import with_further_questions
from config.builtins.date_calculator.half_birthdays import HALF_BIRTHDAY, half_birthday
from config.builtins.date_calculator.leave_ahead import days_before_leave, leave_places
from config.builtins.date_calculator.leave_days import LEAVE_PARTS, leave_days
from config.builtins.date_calculator.left_out import WORKING_DAYS, counted_without, left_places
from config.builtins.date_calculator.month_ranges import EACH_WEEKDAY, MONTH_RANGE, nth_in_range, weekdays_in_range
from config.builtins.date_calculator.next_birthdays import (
    GETS,
    NEXT_BIRTHDAY,
    REAL_BIRTHDAY,
    birthday_said,
    coming_birthday,
    leap_birthday,
    with_next_birthday,
)
from config.builtins.date_calculator.notes import notes_in
from config.builtins.date_calculator.nth_working_days import asks_nth_working_day
from config.builtins.date_calculator.off_weekends import with_weekend_moved, without_weekend_rule
from config.builtins.date_calculator.own_affairs import NOT_KNOWN, asks_own_affairs
from config.builtins.date_calculator.periods import MONTH_NAME, whole_months, whole_period
from config.builtins.date_calculator.permissions import NO_VERDICT, PermissionAskedError, refuse_permission
from config.builtins.date_calculator.phrases import answer_in, refuse_parts_of_days, rewritten
from config.builtins.date_calculator.picked_days import DATES_OF_MONTH, EVERY_DAY, WHICH_OF_THESE, picked_days
from config.builtins.date_calculator.pregnancies import PREGNANCY_PARTS, pregnancy
from config.builtins.date_calculator.preparations import is_prepared_for, is_recovered_from
from config.builtins.date_calculator.reading import (
    DATE,
    DURATION,
    LONGEST,
    MONTH,
    MONTHS,
    ORDER_TOLD,
    SUPPOSED_TODAY,
    Answer,
    Asked,
    Found,
    added,
    clamped,
    cut_note,
    made,
    parts,
    present,
    read,
    shown,
    working_days,
)
from config.builtins.date_calculator.real_dates import DAY_AHEAD, REAL_ASKED, YEAR_BEHIND, YEAR_FIRST, real_date
from config.builtins.date_calculator.recurrence import (
    ALL_DAYS,
    BARE_MONTH,
    BEFORE_IT,
    DAY_OF,
    EACH_NTH,
    HOW_MANY,
    IS_A_DAY,
    LISTED_MONTH,
    MONTH_ELSEWHERE,
    MONTHLY,
    NEXT_ONE_ASKED,
    NTH,
    NTH_ALONE,
    QUARTER,
    THE_13TH,
    nth_elsewhere,
    quarter_of,
    recurring,
)
from config.builtins.date_calculator.repeated_times import REPEAT_WORDS
from config.builtins.date_calculator.repeats import (
    NEXT_ONES,
    REPEATS_ASKED,
    RHYTHM,
    RHYTHM_TOLD,
    is_rhythm_listed,
    next_ones,
    repeats,
)
from config.builtins.date_calculator.running_periods import last_day_of, last_day_said
from config.builtins.date_calculator.several_lengths import in_steps
from config.builtins.date_calculator.spoken_days import SPOKEN_PARTS, own_question, spoken_day
from config.builtins.date_calculator.terms import COUNTS_FIRST, DEADLINE_PARTS, START_WANTED, deadline
from config.builtins.date_calculator.time_offsets import without_told_offset
from config.builtins.date_calculator.time_spans import (
    BARE_TIMESTAMP,
    CLOCK_UNITS,
    EPOCH,
    MILLISECONDS,
    TIMES_SPAN,
    TIMESTAMP,
    seconds_of,
    timed,
)
from config.builtins.date_calculator.timetable import (
    HOURS_AND_MINUTES,
    RELATION_WORDS,
    WORKING_TIME_WORDS,
    summed_places,
)
from config.builtins.date_calculator.told_ages import (
    AGE_ASKED,
    AGE_IN_PARTS,
    VALID_PARTS,
    age_at_day,
    day_of_birth,
    stays_valid,
)
from config.builtins.date_calculator.told_days import holiday_note, with_days_told
from config.builtins.date_calculator.told_moments import (
    NO_SUCH_DAY,
    moment_places,
    told_moment,
    with_edges_and_cycles,
    with_several_shifts,
    without_occasions,
    without_shift_days,
)
from config.builtins.date_calculator.told_terms import term_places, told_term
from config.builtins.date_calculator.two_days import COMPARED_WORDS, compared_days, names_in, refuse_half_a_choice
from config.builtins.date_calculator.two_questions import ARRIVED_WORDS, is_certain, two_answers
from config.builtins.date_calculator.validity import (
    CAME_INTO_WORLD,
    CHANGE_REMARK,
    CLOCK_CHANGE,
    LEAP_BELIEF,
    LEAP_DIVISOR,
    NEXT_LEAP,
    VALIDITY_PARTS,
    WHOLE_UNITS,
    latest_travel,
    without_divisors,
)
from config.builtins.date_calculator.weekday_years import weekday_year_places, year_of_weekday
from config.builtins.date_calculator.yearly_counts import anniversary_of_year, anniversary_places, anniversary_said
from config.builtins.date_calculator.years_of_birth import birth_places, birth_year, by_birth_year, to_next_birthday
from config.builtins.date_calculator.zones import (
    CLOCK,
    ISO_MOMENT,
    MOMENT_TOLD,
    converted,
    difference,
    moment_in_words,
    places,
    unknown_note,
)
from config.builtins.follow_ups import answer_as_resumed
from config.builtins.wording import (
    CannotError,
    Mapped,
    clean,
    context_spans,
    earlier_texts,
    fold,
    found_spans,
    merged,
    nothing,
    plural,
    spoken_language,
)

NO_DATES = {
    "en": "I see no question about dates. I compute with dates and times, e.g. 'days until christmas', '90 days after 2024-01-31' or '3pm Berlin in Tokyo'.",
    "de": "Ich sehe keine Frage zu einem Datum. Ich rechne mit Daten und Zeiten, z. B. „Tage bis Weihnachten“, „90 Tage nach dem 31.1.2024“ oder „15 Uhr Berlin in Tokio“.",
    "fr": "Je ne vois pas de question de date. Je calcule avec des dates et des heures, p. ex. « jours jusqu'à Noël », « 90 jours après le 31/01/2024 » ou « 15h Berlin à Tokyo ».",
    "es": "No veo ninguna pregunta sobre fechas. Calculo con fechas y horas, p. ej. «días hasta Navidad», «90 días después del 31/01/2024» o «15:00 Berlín en Tokio».",
}


def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(items=True), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message; a short one such as "and in Tokyo?" is read together with the question before it."""
    if holds_table(str(payload.get("text", ""))):
        language = spoken_language(str(payload["text"])[:LONGEST], payload)
        return nothing(TABLE_TEXTS[language], str(payload["text"]))
    if asks_only_opinions(asked := clean(payload.get("text", ""), " ")[:LONGEST]):
        return nothing(NO_DATES[spoken_language(asked, payload)], asked)
    if asks_own_affairs(asked):
        return nothing(NOT_KNOWN[spoken_language(asked, payload)], asked)
    if (real := real_date_of(payload)) is not None:
        return real
    within = day_in_span(payload, answer_of) or bounded_wait(payload, answer_of) or direct_answer(payload)
    if within is not None:
        return within
    made = answer_as_resumed(payload, answer_of) or two_answers(payload, answer_of) or answer_of(payload)
    return with_further_questions(payload, made, answer_of)


CELLS_END = (re.compile(r",(?=\S)"), re.compile(r";(?=\S)"), re.compile(r"\t"), re.compile(r"\|"))
LEAST_TABLE = 3  # lines with the same number of cells
TABLE_TEXTS = {
    "en": "I see a table here. I compute with the dates and times that a question names, not with those of a table.",
    "de": "Ich sehe hier eine Tabelle. Ich rechne mit den Tagen und Zeiten, die eine Frage nennt, nicht mit denen einer Tabelle.",
    "fr": "Je vois ici un tableau. Je calcule avec les dates et les heures que nomme une question, pas avec celles d'un tableau.",
    "es": "Veo aquí una tabla. Calculo con las fechas y horas que nombra una pregunta, no con las de una tabla.",
}


def holds_table(text: str) -> bool:
    """Return whether a message holds lines of cells: its dates are data, which another specialist reads."""
    counts = [tuple(len(sign.findall(line)) for sign in CELLS_END) for line in text[:20_000].splitlines()]
    for sign in range(len(CELLS_END)):
        run = 0
        for before, one in pairwise([(0,) * len(CELLS_END), *counts]):
            run = run + 1 if one[sign] and (run == 0 or one[sign] == before[sign]) else int(bool(one[sign]))
            if run >= LEAST_TABLE:
                return True
    return False


def answer_of(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one message and the question before it."""
    now = present(payload.get("now"))
    text = clean(payload.get("text", ""), " ")
    language = spoken_language(text[:LONGEST], payload)
    if (styled := clock_in_style(text) or duration_in_unit(text)) is not None:
        return {**styled, "used": [[0, len(text)]]}
    text, told_asides = without_asides(text)
    said = [rewritten(earlier[:LONGEST], spoken_language(earlier, {})) for earlier in earlier_texts(payload)[-1:]]
    mapped = with_calendar_words(with_plain_wishes(rewritten(text[:LONGEST], language)))
    try:
        refuse_parts_of_days(mapped.text)
        mapped, aside, moved = without_weekend_rule(mapped)
        mapped = without_occasions(
            with_days_told(with_moments(own_question(with_edges_and_cycles(mapped, now.date()))), now.date(), language)
        )
        asked = read(mapped.text, now)
        if said and not asked.dates and len(text) < LONGEST_BACK and POINTS_AT_DAY.search(mapped.text):
            day = day_before(read(said[-1].text, now))
            mapped = mapped.sub(POINTS_AT_DAY, f"\\g<asked>{day}") if day else mapped
            asked = read(mapped.text, now)
        related, recurs = related_or_recurring(asked)
        before = read(said[-1].text, now) if said and len(asked.text) < 80 else None
        recurs = recurs or (gone_on(asked, before) if before else None)
        answer = (
            related
            or recurs
            or told_moment(asked)
            or from_first_working_day(asked)
            or with_several_shifts(timed(without_shift_days(asked)), asked)
            or solved(asked, asked)
            or (solved(asked, before) if before else None)
        )
        # a duration from a day is computed, not described, and so is a fee for each day
        general = (
            answer is None
            and not asked.durations
            and not (DAILY_RATE.search(asked.text) and TOTAL_WANTED.search(asked.text))
        )
        answer = with_weekend_moved(answer or plain(asked), aside)
        refuse_half_a_choice(asked, answer)
    except CannotError as error:
        return nothing(NO_VERDICT[language] if isinstance(error, PermissionAskedError) else str(error), text)
    except (OverflowError, ValueError):
        return nothing("That leads outside the calendar I know: years 1 to 9999.", text)
    if answer is None:
        return nothing(NO_DATES[language], text)
    made_of = completed(answer, asked, mapped, text, language, recurs=recurs is not None)
    relation = [*(relation_spans(asked, mapped) if related else []), *(moved if "date" in answer[1] else [])]
    return {
        **made_of,
        "general": general,
        "definite": not general and not said and is_told_whole(asked, made_of["output"]),
        "used": merged([*made_of["used"], *relation, *told_asides, *errands(text), *context_spans(text)], len(text)),
    }


def real_date_of(payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return whether the day that a message asks for is in the calendar; None for other messages."""
    text = clean(payload.get("text", ""), " ")
    language = spoken_language(text[:LONGEST], payload)
    mapped = rewritten(text[:LONGEST], language).sub(YEAR_BEHIND, r"\g<month> ").sub(DAY_AHEAD, r"\g<day> \g<month> ")
    mapped = mapped.sub(YEAR_FIRST, r"\g<asked> \g<day> \g<year>")
    found = real_date(mapped.text, present(payload.get("now")).date(), language)
    if found is None:
        return None
    (sentence, output), place = found
    spans = [mapped.span(*place), *(mapped.span(*one.span()) for one in REAL_ASKED.finditer(mapped.text))]
    made = {"answer": sentence, "output": output, "confidence": 0.95, "status": "SUCCESS"}
    return {**made, "general": False, "definite": True, "used": merged([*spans, *context_spans(text)], len(text))}


def without_asides(text: str) -> tuple[str, list[list[int]]]:
    """Return a message without a date that says what a feast's name says, and without a day that there is not, with the latter's places."""
    told = found_spans(NO_SUCH_DAY.pattern, fold(text))
    for aside in (FEAST_WITH_DATE, NO_SUCH_DAY):
        text = aside.sub(lambda match: " " * len(match.group()), text)
    return text, told


ERRAND = (  # why a day is asked for: "…, got to hand in my leave request"
    r"(?<=[,;.!?] )(?:i |we )?(?:(?:'?ve |have )?got to|gotta|have to|need to|must|want to|should) "
    r"(?:hand in|file|book|submit|register|renew|plan|pay|order|request|apply for|prepare|buy|pick up|organi[sz]e|sign|send|return|tell|warn|fill in)"
    r" (?:my|our|the|a|an|his|her|their|some|for)\b[^.?!;,\n\d]*"
    r"|(?<=[,;.!?] )(?:ich )?(?:muss|will|sollte) (?:noch )?(?:meinen?|den|die|das|unseren?|einen?) [^.?!;,\n\d]*?"
    r"(?:abgeben|einreichen|buchen|planen|bezahlen|bestellen|anmelden|beantragen|verlangern|kaufen|schicken)\b"
)


def errands(text: str) -> list[list[int]]:
    """Return the places of clauses that only tell for which errand a day is asked for."""
    return found_spans(ERRAND, fold(text))


def is_told_whole(asked: Asked, output: dict[str, Any]) -> bool:
    """Return whether a question is certain whatever is told beside it: by its kind, or since a fee, a list, a term or a told time was computed."""
    is_listed = output["kind"] == "dates" and "left_out" in output
    if told_term(asked) is not None or (not asked.dates and told_moment(asked) is not None):
        return True
    is_listed = is_listed or (output["kind"] == "dates" and is_rhythm_listed(asked))
    return bool({"total", "deadline", "told_age"} & set(output)) or is_listed or is_certain(asked, output["kind"])


def with_moments(mapped: Mapped) -> Mapped:
    """Return a message that names a place with the moments of a log in it as a clock and a zone."""
    named = ISO_MOMENT.search(mapped.text) is not None and places(ISO_MOMENT.sub(" ", mapped.text))
    return mapped.sub(ISO_MOMENT, moment_in_words) if named else mapped


def related_or_recurring(asked: Asked) -> tuple[Answer | None, Answer | None]:
    """Return the answer by days that are set against each other or against a period, or by days that come again."""
    if (
        elsewhere := picked_days(asked) or nth_in_range(asked) or weekdays_in_range(asked) or nth_elsewhere(asked)
    ) is not None:
        return None, elsewhere
    related = (
        leave_days(asked)
        or calendar_fact(asked)
        or days_before_leave(asked)
        or year_of_weekday(asked)
        or told_term(asked)
        or half_birthday(asked)
    )
    related = related or anniversary_of_year(asked)
    related = related or (
        latest_travel(asked) or counted_without(asked) or yearly_day(asked) or birth_year(asked) or by_birth_year(asked)
    )
    related = (
        related
        or pregnancy(asked)
        or day_of_birth(asked)
        or age_at_day(asked)
        or stays_valid(asked)
        or to_next_birthday(asked)
    )
    related = related or compared_days(asked) or deadline(asked) or spoken_day(asked)
    return related, None if related else next_ones(asked) or repeats(asked) or recurring(asked)


FEAST_WITH_DATE = re.compile(  # "christmas day (25 dec) 2027": the date says what the feast's name says
    r"(?<=(?:mas|day|een|eve)) ?\((?:\d{1,2}(?:st|nd|rd|th)? ?[a-z]{3,9}\.?|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?)\)(?= ?\d{4}\b)",
    re.IGNORECASE,
)
LONGEST_BACK = 60  # characters of a message that asks about the day of the answer before
POINTS_AT_DAY = re.compile(  # "what weekday is that?"
    r"(?P<asked>\b(?:week ?day|day of the week|week number|day|week|leap year|days|weeks|wochentag|jour|dia)\b[^?.!\d]*?\b(?:is|was|will|be|until|till|to|from|since|after|in|ist|war|est|es|bis|hasta) )(?:that|(?<!day is )it|this|then|the date|das|dann|ca|cela|eso)\b(?! (?:week|month|year|day))",
    re.IGNORECASE,
)


def day_before(before: Asked) -> str:
    """Return the day that the message before was answered with, as year-month-day, "" for none."""
    found = (
        compared_days(before)
        or deadline(before)
        or spoken_day(before)
        or recurring(before)
        or timed(before)
        or solved(before, before)
    )
    day = (found or plain(before) or ("", {}))[1].get("date", "")
    return day if isinstance(day, str) else ""


def relation_spans(asked: Asked, mapped: Mapped) -> list[list[int]]:
    """Return the places of the words and names by which days were compared, or set against a period."""
    spans = [
        mapped.span(*match.span())
        for pattern in (
            *(PREGNANCY_PARTS if pregnancy(asked) else ()),
            *COMPARED_WORDS,
            *DEADLINE_PARTS,
            *SPOKEN_PARTS,
            *VALIDITY_PARTS,
            *VALID_PARTS,
            *(LEAVE_PARTS if leave_days(asked) else ()),
            *(FACT_PARTS if calendar_fact(asked) else ()),
            *((HALF_BIRTHDAY,) if half_birthday(asked) else ()),
        )
        for match in pattern.finditer(mapped.text)
    ]
    if told_term(asked) is not None:
        spans += [mapped.span(*place) for place in term_places(asked)]
    elif days_before_leave(asked) is not None:
        spans += [mapped.span(*place) for place in leave_places(asked)]
    elif year_of_weekday(asked) is not None:
        spans += [mapped.span(*place) for place in weekday_year_places(asked)]
    elif anniversary_of_year(asked) is not None:
        spans += [mapped.span(*place) for place in anniversary_places(asked)]
    return spans + [mapped.span(*place) for place in names_in(asked)]


TIMED_KINDS = frozenset(["time", "clock", "duration", "moment", "time_difference", "span", "timestamp"])
LONG_KINDS = frozenset(["date", "moment", "clock", "duration", "span", "dates", "comparison", "count", "repeats"])
USED_DATES = {"week": 10, "day_of_year": 1, "difference": 2, "age": 2, "business_days": 2}


WHEN_TO_BE = re.compile(  # a time is what this asks for
    r"\b(?:when|what time|wann|um wie viel uhr|a quelle heure|quand|a que hora|cuando) (?:do|does|should|must|will|can|is|muss|soll|kann|dois|faut|tengo|debo)\b[^?.!]*\?",
    re.IGNORECASE,
)


ONLY_TODAY = re.compile(  # "I only bring them back today": up to today time is counted
    r"\b(?:(?:i|we|he|she|they|it|you) )?(?:only|just|finally|erst|seulement|solo) (?:[a-z']+ ){0,4}(?=today\b|now\b)",
    re.IGNORECASE,
)
WHEN_IS_THAT = re.compile(
    r"\b(?:when|what (?:date|day)) (?:would|will|was|is|should) (?:that|it|this)(?: (?:have been|be|been|then))*\b",
    re.IGNORECASE,
)
WHO_IS_HOW_OLD = re.compile(
    r"\bhow old (?:is|am|are|was) (?:she|he|it|they|we|i|(?:my|our|the) [a-z]+|[a-z]+)\b", re.IGNORECASE
)
BY_HOW_OLDER = re.compile(
    r"\b(?:by )?how (?:much|many (?:days|weeks|months|years)) (?:is|was|are) [a-z]+ (?:older|younger)(?: than [a-z]+)?\b|\bhow (?:much|many (?:days|weeks|months|years)) (?:older|younger)\b(?: (?:is|was|am|are) [a-z]+)?|\bthan (?=[a-z]+ \(?)|\bby how (?:much|many [a-z]+)\b|\b(?:older|younger) by how (?:much|many [a-z]+)\b",
    re.IGNORECASE,
)
WORDS_OF = {  # by the kind of an answer: what of a message it is made from, beside days and times
    "repeats": (RHYTHM, REPEATS_ASKED, NEXT_ONES),
    "dates": (WHICH_OF_THESE, EVERY_DAY, DATES_OF_MONTH, RHYTHM, REPEATS_ASKED, NEXT_ONES, MONTH_RANGE, EACH_WEEKDAY),
    "age": (CLAIMED_AGE, REAL_BIRTHDAY, GETS, WHO_IS_HOW_OLD, AGE_ASKED, AGE_IN_PARTS),
    "timestamp": (EPOCH, MILLISECONDS),
    "moment": (BARE_TIMESTAMP,),
    "span": (TIMES_SPAN,),
    "count": (MONTH_RANGE,),
    "duration": (TIMES_SPAN,),
    "time": (CHANGE_REMARK,),
    "difference": (BY_HOW_OLDER, NEXT_BIRTHDAY, COUNTS_FIRST, WHOLE_UNITS, CAME_INTO_WORLD, ONLY_TODAY),
    "date": (WHEN_IS_THAT, CHANGES_WORDS),
    "comparison": (CHANGES_WORDS, RHYTHM_TOLD),
    "leap_year": (LEAP_DIVISOR, LEAP_BELIEF, NEXT_LEAP),
}


def amount_spans(asked: Asked, mapped: Mapped, output: dict[str, Any]) -> list[list[int]]:
    """Return the places of the dates, durations and times of day that an answer of a kind is made from."""
    kind = output["kind"]
    most = 1 if kind == "date" and "from" in output else USED_DATES.get(kind, len(asked.dates))
    if kind == "leap_year" and re.search(r"\b\d{4}\b", asked.rest):
        most = 0  # the years stand alone
    spans = [mapped.span(one.start, one.end) for one in asked.dates[:most]]
    if (supposed := SUPPOSED_TODAY.search(mapped.text)) and (day := DATE.match(mapped.text, supposed.end())):
        spans.append(mapped.span(supposed.start(), day.end()))
    spans += [mapped.span(*place) for place in birth_places(asked)] if kind == "age" else []
    spans += [mapped.span(*place) for place in left_places(asked)] if "left_out" in output else []
    spans += [mapped.span(*place) for place in denied_times(asked)]
    spans += [mapped.span(*place) for place in start_left_out(asked)] if kind == "date" and "from" in output else []
    if kind == "count" and "weekday" in output:
        spans += [mapped.span(*match.span()) for match in only_day(output["weekday"]).finditer(mapped.text)]
    spans += [mapped.span(*match.span()) for one in WORDS_OF.get(kind, ()) for match in one.finditer(mapped.text)]
    if kind in LONG_KINDS:
        spans += [mapped.span(*match.span()) for match in DURATION.finditer(asked.rest)]
    if kind in TIMED_KINDS:
        spans += [mapped.span(*place) for place in (*moment_places(asked, output), *summed_places(asked.rest))]
        words: tuple[re.Pattern[str], ...] = (
            REPEAT_WORDS if kind == "clock" and REPEAT_WORDS[0].search(asked.text) else ()
        )
        words = (IN_TIME_ASKED,) if "deadline" in output else words
        words = (WORKING_TIME_WORDS,) if kind == "duration" and len(CLOCK.findall(asked.rest)) > 1 else words
        patterns = (CLOCK, HOURS_AND_MINUTES, WHEN_TO_BE, ARRIVED_WORDS, *RELATION_WORDS, *words)
        spans += [mapped.span(*match.span()) for pattern in patterns for match in pattern.finditer(mapped.text)]
    return spans


def only_day(weekday: str) -> re.Pattern[str]:
    """Return the pattern of words that say again which weekday alone is counted: "I teach only Mondays"."""
    return re.compile(
        rf"\b(?:only|just|nur|seulement|que|solo)(?: on| the| am| le| les| los)* {weekday}s?\b", re.IGNORECASE
    )


def completed(
    answer: Answer, asked: Asked, mapped: Mapped, text: str, language: str, *, recurs: bool
) -> dict[str, Any]:
    """Return the whole answer, with the places of what was used and notes on its dates, unless it is about days that recur."""
    sentence, output = answer
    if language != "en":
        sentence = (
            arrival_said(output, language)
            or quarter_said(output, language)
            or anniversary_said(output, language)
            or answer_in(output, language)
            or sentence
        )
    total = rate_total(mapped.text, output)
    sentence = start_weekday(asked, output, language) + sentence + in_wanted_format(asked, output, language)
    sentence += total + last_day_said(output, language) + birthday_said(output, language)
    whole = output["kind"] == "business_days" and whole_months(asked) is not None
    noted = (
        not recurs
        and not whole
        and output["kind"] not in ("days_in_month", "days_in_year", "leap_year", "count", "repeats")
    )
    read_so = asked.dates if noted else []
    notes = " ".join(filter(None, (notes_in(read_so, mapped.text, language), holiday_note(fold(text), language))))
    cut = " ".join(one for one in (notes, unknown_note(output, language), cut_note(text)) if one)
    spans = amount_spans(asked, mapped, output)
    claimed = WEEK_CLAIM if output["kind"] == "week" and {"yes", "from"} & set(output) else None
    reached = TURNS if output["kind"] == "date" and AGE_WORDS.search(asked.text) else None
    spans += [mapped.span(*match.span()) for one in (claimed, reached) if one for match in one.finditer(mapped.text)]
    spans += [
        mapped.span(*match.span())
        for pattern in (
            MONTHLY,
            NTH,
            EACH_NTH,
            ALL_DAYS,
            QUARTER,
            DAY_OF,
            THE_13TH,
            HOW_MANY,
            INCLUSIVE,
            TIMESTAMP,
            MONTH_ELSEWHERE,
            LISTED_MONTH,
            NTH_ALONE,
            BARE_MONTH,
            IS_A_DAY,
            BEFORE_IT,
            DAY_TYPE_WORD,
            OLDER,
            DATE_FORMAT,
            ORDER_TOLD,
            START_WEEKDAY,
            NEXT_ONE_ASKED,
            WEEKDAYS_EACH,
            HOLIDAYS_ASIDE,
            USED,
        )
        for match in pattern.finditer(mapped.text)
    ]
    if total:
        spans += [
            mapped.span(*match.span()) for one in (DAILY_RATE, TOTAL_WANTED) for match in one.finditer(mapped.text)
        ]
    if output["kind"] == "time":
        told = (ISO_MOMENT, MOMENT_TOLD) if ISO_MOMENT.search(text) else ()
        spans += [list(match.span()) for one in told for match in one.finditer(text)]
    if output["kind"] in ("date", "weekday"):
        spans += [mapped.span(*match.span()) for match in YEARLY_DAY.finditer(asked.rest)]
    spans += [mapped.span(*match.span()) for match in MONTH_NAME.finditer(mapped.text)] if whole else []
    spans += [mapped.span(one.start, min(len(mapped.text), one.start + len(one.name))) for one in places(asked.rest)]
    return {
        "answer": f"{sentence} {cut}".strip(),
        "output": output,
        "confidence": 0.85 if notes else 0.95,
        "status": "SUCCESS",
        "used": merged(spans, len(text)),
    }


GOES_ON = re.compile(r"\W*(?:and|und|et|y|what about|how about|and what about)\b", re.IGNORECASE)


STEP = re.compile(
    r"\b(?:the|a|one) (?P<unit>day|week|month|year) (?:(?P<after>after|later)|before|earlier)\b", re.IGNORECASE
)
OTHER_UNIT = re.compile(r"\bin (?P<unit>days|weeks|months|years|hours)\b", re.IGNORECASE)


def gone_on(asked: Asked, before: Asked) -> Answer | None:
    """Answer "and the year after that?" and "and in weeks?" with the dates of the question before; None for others."""
    if asked.dates or not before.dates or not GOES_ON.match(asked.text):
        return None
    if (step := STEP.search(asked.text)) is not None:
        sign = 1 if step["after"] else -1
        moved = [one._replace(day=added(one.day, sign, step["unit"].lower())) for one in before.dates]
        return solved(before._replace(dates=moved), before)
    if asked.durations and re.search(r"\b(?:later|after|before|earlier)\b", asked.text, re.IGNORECASE):
        return shifted(asked._replace(dates=before.dates), asked)
    if (unit := OTHER_UNIT.search(asked.text)) is not None:
        wanted = re.sub(r"\bhow many \w+", f"how many {unit['unit'].lower()}", before.text, flags=re.IGNORECASE)
        return solved(before, before._replace(text=wanted))
    return None


HOLIDAYS_ASIDE = re.compile(  # "sans s'occuper des jours fériés": they are not taken off in any case
    r"\b(?:sans|without|ohne|sin|ne)(?: (?:s'|se |me |te |den |die |das |auf |an ))?[^.?!,;\d]{0,30}\b(?:holidays|feiertagen?|(?:days|jours) feries|feries|festivos|feriados)(?: zu [a-z]+)?\b",
    re.IGNORECASE,
)
USED = re.compile(
    r"\b(?:how (?:many|old|long|much)|days?|nights?|weeks?|months?|years?|hours?|minutes?|seconds?|leap|week ?number|week|weekday|working|business|work|until|till|since|"
    r"between|and|after|before|ago|from now|later|sera|serons|seront|estaremos|(?:haben|hatten) dann|wievielten|earlier|plus|minus|add|subtract|next|last|which|what|when|time|difference|born|age|old|left|day of the year|number|work ?days?|starts?|begins?|lasts?|ends?|over|finish(?:es|ed)?|done|ready|opens?|closes?|beginnt|endet|fertig|commence|finit|empieza|termina|clock|call|meeting|appointment|webinar|say|arriv\w*|depart\w*|leave|ankommen|abfahren|"
    r"count back|countdown|to go|(?:starting|beginning)(?= (?:on |from |with |the )*(?:tomorrow|today|next|this|\d|[a-z]+day))|takes?|lands?|leaves?|flight|right now|western|(?:ignor(?:e|ing)|without|excluding|not counting|ohne|sans|sin|hors)(?: the| die| les| los)?(?: public| bank| gesetzliche)? (?:holidays|feiertage|jours feries|feries|festivos|feriados)|(?:feiertage|holidays|jours feries|festivos) (?:ignor\w+|egal|nicht (?:beachten|abziehen|mitzahlen)|not counted|(?:don't|do not) (?:count|matter))|spateste[rnsm]? (?:tag|day|termin)|kundigung\w*|(?:at the )?latest|holidays|breaks?|lunch|unpaid|pause|due|deadline|notice|ahead|behind|apart|is|was|from|to|in|on|at|the|of|does|do|date|now|currently|fall(?:s|en|t|ing)?|fell|up to|liegt|gerade|aktuell|momentan|derzeit|haben wir|diese[smrn]?|birthdays?|celebrat\w+|tomber?a?|tombe|actuellement|sommes-nous|cae(?:ra)?|estamos|(?:1[4-9]|2\d)\d\d(?! ?[*/×÷%]| (?:divided|times|multiplied|percent)\b))\b|[+]",
    re.IGNORECASE,
)


def solved(asked: Asked, question: Asked) -> Answer | None:
    """Return the answer of the first kind of question that fits, with the words of one message and the dates of another (or the same)."""
    for pattern, answer in KINDS:
        if re.search(pattern, question.text, re.IGNORECASE):
            found = answer(asked, question)
            if found is not None:
                return found
    return None


def zones(asked: Asked, question: Asked) -> Answer | None:
    """Answer what time it is, or will be, somewhere."""
    return converted(asked, question)


def zone_difference(asked: Asked, question: Asked) -> Answer | None:
    """Answer how far apart two places are in time."""
    if CLOCK.search(asked.rest) and CLOCK_WANTED.search(asked.text) and len(places(asked.rest)) > 1:
        return converted(without_told_offset(asked), question)  # the clock is wanted, the difference is told
    return difference(asked)


CLOCK_WANTED = re.compile(  # "what time must I ring from London"
    r"\b(?:what|which) time (?:is|will|would|does|do|in|for|it|must|should|shall|can|have to|need to|i|we)\b"
    r"|\bwhen (?:is|will|would|does|do|must|should|shall|can|muss|soll|dois|debo|tengo)\b",
    re.IGNORECASE,
)


def leap(asked: Asked, question: Asked) -> Answer | None:
    """Answer whether years are leap years, or which is the next."""
    if asked.dates and re.search(r"\bleap day\b", asked.text, re.IGNORECASE):
        return which_weekday(asked, question)
    small = re.search(r"\bhow many (hours|minutes|seconds)\b", asked.text, re.IGNORECASE)
    if small and not re.search(r"\d{3,4}", asked.text):
        count = 366 * {"hours": 24, "minutes": 1_440, "seconds": 86_400}[small[1].lower()]
        return f"A leap year of 366 days has **{count:,} {small[1].lower()}**.", {
            "kind": "duration",
            "minutes": 366 * 1_440,
        }
    if re.search(r"\bhow many days\b", asked.text, re.IGNORECASE):
        return "A leap year has **366 days**, other years have 365.", {"kind": "days_in_year", "days": 366}
    rest = without_divisors(asked.rest)
    named = re.findall(r"\b\d{3,4}\b", rest) or (re.findall(r"\b\d{1,4}\b", rest) if not asked.dates else [])
    years = [int(year) for year in dict.fromkeys(named) if 1 <= int(year) <= 9999] or [
        one.day.year for one in asked.dates
    ]
    if not years:
        year = next(year for year in range(asked.today.year + 1, asked.today.year + 10) if calendar.isleap(year))
        this = " This year is one, too." if calendar.isleap(asked.today.year) else ""
        return f"The next leap year is **{year}**.{this}", {"kind": "leap_year", "year": year, "leap": True}
    said = []
    for year in years:
        why = "divisible by 4" if calendar.isleap(year) else "not divisible by 4"
        if year % 100 == 0:
            why = "divisible by 400" if calendar.isleap(year) else "divisible by 100, but not by 400"
        said.append(f"{year} is **{'a' if calendar.isleap(year) else 'no'} leap year** ({why}).")
    if NEXT_LEAP.search(asked.text):
        following = next(
            year for year in range(years[-1] + 1, years[-1] + 10) if year <= 9999 and calendar.isleap(year)
        )
        said.append(f"The next one is **{following}**.")
    asks = len(said) < 3 and len(years) == 1 and re.search(r"\b(?:is|was|will|isn't)\b", asked.text, re.IGNORECASE)
    verdict = ("Yes: " if calendar.isleap(years[0]) else "No: ") if asks else ""
    return verdict + " ".join(said), {"kind": "leap_year", "year": years[0], "leap": calendar.isleap(years[0])}


WEEK_CLAIM = re.compile(r"\b(?:week|kw|cw)(?: number)? \d{1,2}\b(?:,? (?:of |in )?\d{4})?", re.IGNORECASE)
AGE_WORDS = re.compile(r"\bborn\b|\bbirth(?:day|date)?\b|\bold\b", re.IGNORECASE)


PLAN_WEEK = re.compile(  # "when does week 1 start": of a plan, not of the year
    r" (?:starts?|begins?|of (?:the|my|our) (?:plan|course|training|programme?|term|semester)|beginnt|startet|commence|empieza)\b",
    re.IGNORECASE,
)


def week(asked: Asked, question: Asked) -> Answer | None:
    """Answer which ISO week a day is in, or which days a week has."""
    number = re.search(
        r"\b(?:week|kw|cw)(?: number)? (\d{1,2})\b(?:,? (?:of |in )?(\d{4}))?", asked.text, re.IGNORECASE
    )
    if number and asked.dates and PLAN_WEEK.match(asked.text, number.end()):
        return None
    if number and not asked.dates:
        year = int(number.group(2) or asked.today.year)
        try:
            monday = date.fromisocalendar(year, int(number.group(1)), 1)
        except ValueError:
            raise CannotError(f"{year} has no week {number.group(1)}: it has {weeks_of(year)} weeks.") from None
        sunday = monday + timedelta(days=6)
        output = {
            "kind": "week",
            "year": year,
            "week": int(number.group(1)),
            "from": monday.isoformat(),
            "to": sunday.isoformat(),
        }
        return f"Week {number.group(1)} of {year} runs from **{shown(monday)}** to **{shown(sunday)}**.", output
    years = re.search(r"\bweeks\b(?: are| does)?(?: there)?(?: in)? (\d{4})\b", asked.text, re.IGNORECASE)
    if years and not asked.dates:
        count = weeks_of(int(years.group(1)))
        return f"{years.group(1)} has **{count} weeks** by ISO 8601.", {
            "kind": "week",
            "year": int(years.group(1)),
            "weeks": count,
        }
    if len(asked.dates) > 1 and not number:
        return weeks_of_days(asked.dates)
    day = asked.dates[0].day if asked.dates else asked.today
    year, number_, _ = day.isocalendar()
    other = f" It belongs to the weeks of {year}." if year != day.year else ""
    output = {"kind": "week", "date": day.isoformat(), "year": year, "week": number_}
    if number:
        output["yes"] = int(number.group(1)) == number_ and int(number.group(2) or year) == year
    claim = f"**{'Yes' if output['yes'] else 'No'}**: " if number else even_or_odd(asked.text, number_)
    return f"{claim}{shown(day)} is in **week {number_}** of {year} (ISO 8601).{other}", output


EVEN_OR_ODD = re.compile(
    r"\b(?:(?P<even>even)|(?P<odd>odd|uneven))(?: (?:or (?:even|odd|uneven)|numbered))* (?:calendar |iso )?week\b|\bweek (?:even|odd)\b",
    re.IGNORECASE,
)


def even_or_odd(text: str, number: int) -> str:
    """Return whether a week is an even or an odd one as a message asks, "" for other questions."""
    match = EVEN_OR_ODD.search(text)
    if match is None:
        return ""
    kind = "even" if number % 2 == 0 else "odd"
    if " or " in match.group() or not (match["even"] or match["odd"]):
        return f"It is an **{kind}** week: "
    return f"**{'Yes' if bool(match['even']) is (kind == 'even') else 'No'}**, it is an {kind} week: "


def weeks_of_days(dates: list[Found]) -> Answer:
    """Answer which ISO week each of several days is in."""
    told = []
    for one in dates[:MOST_WEEKS]:
        year, number, _ = one.day.isocalendar()
        told.append(f"- {shown(one.day)} is in **week {number}** of {year} (ISO 8601)")
    first = dates[0].day
    output = {"kind": "week", "date": first.isoformat(), "year": first.isocalendar()[0], "week": first.isocalendar()[1]}
    return "\n".join(told), output | {"weeks_of": [one.day.isoformat() for one in dates[:MOST_WEEKS]]}


MOST_WEEKS = 10


def weeks_of(year: int) -> int:
    """Return the number of ISO weeks of a year: 28 December is always in the last one."""
    return made(year, 12, 28).isocalendar()[1]


DAYS_BETWEEN = re.compile(
    r"\b(?:days?|weeks?|months?|how (?:long|far|much time)) (?:(?:are|is|lie) (?:there )?)?(?:in )?between\b",
    re.IGNORECASE,
)
BIRTH_WEEKDAY = re.compile(  # "born on 29 February 2020, which day of the week was that?"
    r"^(?!.*\b(?:how old|age|turns?|next|this year)\b)(?=.*\b(?:19|20)\d\d\b).*(?:\bday of the week\b|\bweekday\b|\b(?:what|which) day (?:was|were)\b)",
    re.IGNORECASE | re.DOTALL,
)


def age(asked: Asked, question: Asked) -> Answer | None:
    """Answer how old somebody is, today or on the later of two days."""
    if not asked.dates or WHOSE_DAY.search(asked.text) or DAYS_BETWEEN.search(asked.text):
        return None
    if re.search(
        r"\b(?:how many|old in|in)(?: (?:full|whole|completed?|volle[nr]?|ganze[nr]?|vollendete[nr]?))? (?:weeks|months|days|hours)\b|\b(?:how long|days|weeks|months) (?:until|till|to|is it|before|left)\b|\bcountdown\b",
        asked.text,
        re.IGNORECASE,
    ):
        return with_next_birthday(apart(asked, question), asked)
    if BIRTH_WEEKDAY.search(asked.text):
        return which_weekday(asked, question)
    if re.search(r"\b(?:what|which) (?:day|weekday)\b|\bweekday\b", asked.text, re.IGNORECASE) and not re.search(
        r"\bborn\b|\d{4}", asked.text
    ):
        return which_weekday(
            asked._replace(dates=[one._replace(day=clamped_year(one.day, asked)) for one in asked.dates]), question
        )
    days = sorted(one.day for one in with_coming_day(asked))
    if len(days) == 1 and (turned := age_reached(days[0], asked)) is not None:
        return turned
    if len(days) == 1 and (year := year_of_age(days[0], asked)):
        return age_in_year(days[0], year)
    born, on = (days[0], days[1]) if len(days) > 1 else (days[0], asked.today)
    if born > on:
        raise CannotError(f"{shown(born)} is in the future.")
    years, months, rest = parts(born, on)
    span = f"{plural(years, 'year')}, {plural(months, 'month')} and {plural(rest, 'day')}"
    next_birthday = added(born, (years + 1) * 12, "month")
    coming = coming_birthday(asked.text, born, on, next_birthday)
    when = "today" if on == asked.today else f"on {shown(on)}"
    output = {
        "kind": "age",
        "born": born.isoformat(),
        "on": on.isoformat(),
        "years": years,
        "months": months,
        "days": rest,
    }
    output |= {"total_days": (on - born).days, "next_birthday": next_birthday.isoformat()} | claimed_age(asked)
    output |= leap_birthday(born, on)
    return (
        f"{older_text(asked.text, years) or age_claim(output)}Born on {shown(born)}, one is **{span}** old {when}. {coming}",
        output,
    )


OLDER = re.compile(
    r"\b(?P<way>older than|over|above|at least|younger than|under|below) (?P<years>\d{1,3})\b(?![.,]\d)(?! ?(?:days|weeks|months|hours))",
    re.IGNORECASE,
)


def older_text(text: str, years: int) -> str:
    """Return "Yes" or "No" for a question whether somebody is older or younger than some years, "" for others."""
    match = OLDER.search(text)
    if match is None:
        return ""
    limit, way = int(match["years"]), match["way"].lower()
    yes = (years < limit) is way.startswith(("younger", "under", "below"))
    return f"**{'Yes' if yes else 'No'}.** "


TURNS = re.compile(
    r"\b(?:turns?|reach(?:es)?|become?s?|hits?|wird|werde|werden|is|will be|be|tendra|cumpl\w*|aura|aurai|feter\w*|am)\b(?: I| he| she| [A-Z]?[a-z]+)? (?P<years>\d{1,3})\b(?![.,]\d)(?! ?(?:days|weeks|months|hours))"
    r"|\b(?:(?P<turned>turns?|reach(?:es)?|hits?)(?: (?:exactly|my|the|age))* )?(?P<days>\d{1,3}(?:[ .,]\d{3})|\d{1,6}) (?P<unit>days|weeks|months)(?(turned)(?: (?:old|alt|of age))?| (?:old|alt|of age))\b",
    re.IGNORECASE,
)


TURNS_AT_END = re.compile(  # "in which year is a child, born in August 2013, 18": the German order
    r"\b(?:is|wird|turns?)\b[^?.!\d]{1,60}[ ,](?P<years>\d{1,3})(?P<days>)(?P<unit>)(?: old)?\W*\Z", re.IGNORECASE
)


def with_coming_day(asked: Asked) -> list[Found]:
    """Return the first two dates; one without a year beside one with it is the coming one, not that after the birth."""
    dates, today = asked.dates[:2], asked.today
    coming = [one._replace(day=coming_day(one.day, today)) if one.shared_year else one for one in dates]
    return dates if min(coming, key=lambda one: one.day).shared_year else coming


def coming_day(day: date, today: date) -> date:
    """Return the day of the year as it comes next, today included."""
    this_year = added(day, (today.year - day.year) * 12, "month")
    return this_year if this_year >= today else added(this_year, 12, "month")


def age_reached(born: date, asked: Asked) -> Answer | None:
    """Answer when somebody reaches an age in years, or in days, weeks or months."""
    if not re.search(r"\b(?:when|(?:what|which) (?:date|day|year)|on what)\b", asked.text, re.IGNORECASE):
        return None
    match = TURNS.search(asked.rest) or TURNS_AT_END.search(asked.rest)
    if match is None:
        return None
    count = int(re.sub(r"\D", "", match["years"] or match["days"]))
    unit = (match["unit"] or "years").lower().rstrip("s")
    day = added(born, count, unit)
    output = {
        "kind": "date",
        "from": born.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    return f"Born on {shown(born)}, one is {plural(count, unit)} old on **{shown(day)}**.", output


BIRTHDAY_THEN = re.compile(  # "how old will he be on his birthday next year", "… on her next birthday"
    r"\bhow old (?:will|are|is|do|does)\b[^?.]*?\b(?:birthday )?(?:(?P<next>next)|(?P<this>this)) (?:year|(?P<birthday>birthday|bday))\b|\bhow old (?:will|are|is|do|does)\b[^?.]*?\b(?P<when>next|this) birthday\b",
    re.IGNORECASE,
)


def birthday_year(born: date, asked: Asked, told: "re.Match[str]") -> int:
    """Return the year of the birthday that a message means: the coming one, or that of this or the next year."""
    if told["birthday"] or told["when"]:
        return coming_day(born, asked.today).year
    return asked.today.year + (told["next"] is not None)


IN_YEAR = re.compile(r"\b(?:in|by|during) (?:the year )?(\d{4})\b", re.IGNORECASE)


def year_of_age(born: date, asked: Asked) -> int:
    """Return the year for which an age is asked: that of a birthday, or one that is named; 0 without one."""
    if (told := BIRTHDAY_THEN.search(asked.text)) is not None:
        return birthday_year(born, asked, told)
    year = IN_YEAR.search(asked.rest)
    return int(year[1]) if year and int(year[1]) > born.year else 0


def age_in_year(born: date, year: int) -> Answer:
    """Answer how old somebody gets in a year."""
    years = year - born.year
    said = f"Born on {shown(born)}, one turns **{years}** in {year}."
    return said, {"kind": "age", "born": born.isoformat(), "years": years, "year": year}


def clamped_year(day: date, asked: Asked) -> date:
    """Return a day of this year where a message says "this year", else as it is."""
    return made(asked.today.year, day.month, day.day) if re.search(r"\bthis year\b", asked.text, re.IGNORECASE) else day


DISTANCE_TOO = re.compile(
    r"\bhow many (?:days|weeks|months)\b|\bhow long (?:until|till|to go|is (?:it|that))\b", re.IGNORECASE
)


def which_weekday(asked: Asked, question: Asked) -> Answer | None:
    """Answer which day of the week a day is."""
    if asked.durations or (not asked.dates and GOES_ON.match(asked.text)):
        return None
    days = list(dict.fromkeys(one.day for one in asked.dates)) or [asked.today]
    said = " ".join(f"{phrase(day, asked)} is a **{calendar.day_name[day.weekday()]}**." for day in days)
    if not asked.dates or days == [asked.today]:
        said = f"Today is **{shown(asked.today)}** (UTC)."
    output = {"kind": "weekday", "date": days[0].isoformat(), "weekday": calendar.day_name[days[0].weekday()]}
    is_alone = len(days) == 1 and days != [asked.today] and bool(asked.dates)
    if is_alone and DISTANCE_TOO.search(asked.text) and (far := apart(asked, question)) is not None:
        return f"{said} {far[0]}", output | {"apart": far[1]}
    return said, output


MOVED_BY = re.compile(r"\b(?:after|before|from|later|earlier|ago|plus|minus|within|past)\b", re.IGNORECASE)


def day_type(asked: Asked, question: Asked) -> Answer | None:
    """Answer whether a day is a working day, or on a weekend."""
    if asked.durations == [(1, "work day")] and not MOVED_BY.search(asked.text):  # "is it a working day"
        asked = asked._replace(durations=[])
    if not asked.dates or asked.durations or len(asked.dates) > 1 or (match := DAY_TYPE.search(asked.text)) is None:
        return None
    day = asked.dates[0].day
    yes = (day.weekday() >= 5) is match["kind"].lower().startswith("weekend")
    note = "" if day.weekday() >= 5 else " Public holidays are not known to me."
    output = {"kind": "weekday", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()]}
    return (
        f"**{'Yes' if yes else 'No'}**: {phrase(day, asked)} is a **{calendar.day_name[day.weekday()]}**.{note}",
        output,
    )


DAY_TYPE_WORD = re.compile(r"\b(?:weekend|week ?day|work(?:ing)? ?day|business day|wochenende)\b", re.IGNORECASE)
DAY_TYPE = re.compile(
    r"\b(?:is|was|will|does|falls?|ist|est|es)\b[^?]*(?<!which )(?<!what )\b(?:an? |the |on a |ein |un )?(?P<kind>weekend|(?:(?<!the )week ?day|week ?day(?! (?:of|for|on)\b))|work(?:ing)? ?day|business day|wochenende|working days?)\b",
    re.IGNORECASE,
)


def phrase(day: date, asked: Asked) -> str:
    """Return a day without its weekday."""
    return "Today" if day == asked.today else f"{day.day} {calendar.month_name[day.month]} {day.year}"


WEEKDAYS_EACH = re.compile(  # "which weekdays are 5 April and 4 May?"
    r"\b(?:which|what) (?:week ?days|days of the week)\b(?!(?: are| do| lie)?(?: there)? (?:between|from|in|until)\b)(?:[^?.!]{0,40}\beach\b)?",
    re.IGNORECASE,
)


def with_both_readings(asked: Asked) -> Asked:
    """Return a message in which the two readings of a date such as 04/05/27, told as days without a year, have its year."""
    doubtful = next((one.day for one in asked.dates if one.note and not one.shared_year), None)
    if doubtful is None:
        return asked
    meant = {(doubtful.day, doubtful.month), (doubtful.month, doubtful.day)}
    same = [
        one._replace(day=made(doubtful.year, one.day.month, one.day.day))
        if one.shared_year and (one.day.day, one.day.month) in meant
        else one
        for one in asked.dates
    ]
    return asked._replace(dates=same)


def work(asked: Asked, question: Asked) -> Answer | None:
    """Answer how many working days lie in a span."""
    if len(asked.dates) > 1 and WEEKDAYS_EACH.search(asked.text):
        return which_weekday(with_both_readings(asked), question)
    if asks_nth_working_day(asked.text):
        return None
    ends = re.search(r"\b(?:left|remain\w*)\b.*\b(?P<what>month|year)\b", asked.text, re.IGNORECASE)
    if ends and not asked.dates:
        month = 12 if ends["what"].lower() == "year" else asked.today.month
        asked = asked._replace(
            dates=[Found(0, 0, made(asked.today.year, month, calendar.monthrange(asked.today.year, month)[1]))]
        )
    if asked.durations:
        return None
    if (months := whole_months(asked) or whole_period(asked)) is not None:
        asked = asked._replace(dates=[Found(0, 0, day) for day in months])
    if not asked.dates:
        return None
    days = sorted([one.day for one in asked.dates[:2]] if len(asked.dates) > 1 else [asked.dates[0].day, asked.today])
    count = working_days(days[0], days[1])
    output = {"kind": "business_days", "from": days[0].isoformat(), "to": days[1].isoformat(), "business_days": count}
    both = "both days counted; public holidays are not taken off"
    return f"From {shown(days[0])} to {shown(days[1])} there are **{plural(count, 'working day')}** ({both}).", output


WAITED_FOR = re.compile(r"\b(?:do|must|should) (?:i|we|you|they) (?:still )?(?:have|need|got|wait)\b", re.IGNORECASE)


def month_length(asked: Asked, question: Asked) -> Answer | None:
    """Answer how many days a month, a quarter or a year has."""
    if (quarter := quarter_of(asked)) is not None:
        return apart(
            asked._replace(text=f"{asked.text} inclusive", dates=[Found(0, 0, day) for day in quarter]),
            question._replace(text="inclusive"),
        )
    if asked.dates and WAITED_FOR.search(asked.text):
        return apart(asked, question)
    if len([one for one in asked.dates if any(map(str.isdigit, asked.text[one.start : one.start + 2]))]) > 1:
        return apart(asked, question)  # "from 5 January to 14 February, how many days is that in all?"
    month = re.search(rf"\b({MONTH})\b", asked.text, re.IGNORECASE)
    year = re.search(r"\b(\d{4})\b", asked.text)
    number = int(year.group(1)) if year else asked.today.year
    made(number, 1, 1)
    if month is None:
        if year is None:
            return None
        count = 366 if calendar.isleap(number) else 365
        return f"{number} has **{count} days**.", {"kind": "days_in_year", "year": number, "days": count}
    places_named = list(
        dict.fromkeys(MONTHS[one.lower()] for one in re.findall(rf"\b({MONTH})\b", asked.text, re.IGNORECASE))
    )
    if len(places_named) > 1:
        return lengths_of_months(number, places_named)
    place = MONTHS[month.group(1).lower()]
    count = calendar.monthrange(number, place)[1]
    output = {"kind": "days_in_month", "year": number, "month": place, "days": count}
    return f"{calendar.month_name[place]} {number} has **{count} days**.", output


def lengths_of_months(year: int, months: list[int]) -> Answer:
    """Answer how many days each of several months has, and all together."""
    counts = [calendar.monthrange(year, month)[1] for month in months]
    said = ", ".join(
        f"{calendar.month_name[month]} {year} has {count}" for month, count in zip(months, counts, strict=True)
    )
    return f"{said}: **{sum(counts)} days** together.", {"kind": "days_in_year", "year": year, "days": sum(counts)}


def day_of_year(asked: Asked, question: Asked) -> Answer | None:
    """Answer which day of the year a day is."""
    if WORKING_DAYS.search(asked.text) or REPEATS_ASKED.search(asked.text):
        return None
    day = asked.dates[0].day if asked.dates else asked.today
    count, left = day.timetuple().tm_yday, (date(day.year, 12, 31) - day).days
    output = {"kind": "day_of_year", "date": day.isoformat(), "day_of_year": count, "left": left}
    return f"{shown(day)} is **day {count}** of {day.year}; {plural(left, 'day')} are left.", output


# a notice has to be given some time before a contract ends
LATEST_NOTICE = re.compile(
    r"\bnotice\b.*\b(?:finish\w*|leav\w*|last day|quit\w*|stop\w*|go|move out|start\w* (?:the|my|a) new)\b(?: \w+){0,3} (?:on|by|is|at|the)? ?(?:the )?(?=\d|[a-z]+ \d|[a-z]+day).*\b(?:when|what (?:date|day)|latest|by when)\b(?! (?:can|could|will|am) i (?:leave|finish|go|be))|"
    r"\b(?:ends?|expires?|runs? out|until|renews?|endet|lauft|ablauf\w*)\b.*\b(?:notice|cancel\w*|kundig\w*|preavis|preaviso)\b.*\b(?:last|latest|by when|when|deadline|spatestens|spateste[rnsm]?|bis wann)\b"
    r"|\b(?:last (?:day|date)|latest|by when|no later than|spateste[rnsm]?|spatestens|bis wann)\b.*\b(?:notice|cancel\w*|terminat\w*|kundig\w*)\b.*\b(?:ends?|expires?|endet|lauft|renews?)\b",
    re.IGNORECASE,
)


UNREAD_START = re.compile(  # the present is not what a time is counted from here
    r"\b(?:starts?|begins?|began|started|leaves?|departs?|opens?|beginnt|startet|fangt|fahrt|commence|demarre|empieza|comienza|sale|part) (?:\w+ ){0,3}(?:at|um|gegen|a|vers|on)\b(?! (?:once|now))|\b(?:half|quarter|viertel|halb) (?:past|to|nach|vor|after|before|ago|[a-z]+)\b|\bo'clock\b",
    re.IGNORECASE,
)


END_TOLD = re.compile(
    r"\b(?:due(?: date)?(?: is| was)?|entbindungstermin|errechneter termin|date prevue|terme|fecha (?:prevista|de parto)|ends?|ending|finish(?:es|ing)?|must be (?:done|ready|finished)|endet|finit|se termine|termina|acaba)\b(?:(?: \w+){0,2} (?:on|by|at|am|the) ?(?:the )?| (?:is |ist |est |es )?|: ?)\Z",
    re.IGNORECASE,
)


def is_end_told(asked: Asked) -> bool:
    """Return whether the one day of a message is an end, and its start is asked for: "it ends on 30 June, when does it start?"."""
    if len(asked.dates) != 1 or not START_WANTED.search(asked.text):
        return False
    return END_TOLD.search(asked.text[: asked.dates[0].start]) is not None


WHEN_ASKED = re.compile(r"\b(?:when|what (?:date|day)|which (?:date|day))\b", re.IGNORECASE)
HOW_LONG_AGO = re.compile(  # no day before another one is asked for
    r"\b(?:how (?:long|many (?:days|weeks|months|years))) (?:ago\b|(?:is|was) (?:that|it|this) ago\b)", re.IGNORECASE
)
VERDICT_BEFORE = re.compile(
    r"\b(?:is|was|will|would|does|do|did) (?:it|that|this|they|he|she|we|i)(?: (?:be|arrive|come|get|still|there|here|done|make|make it|end))* (?:on or )?before\b",
    re.IGNORECASE,
)


BEGUN_BEFORE = re.compile(  # "frost free from 15 May, seeds need 8 weeks inside, when to sow?"
    r"\bwhen (?:to|do (?:i|we)|does|should (?:i|we)|must (?:i|we)|can (?:i|we)|have (?:i|we) to)\b[^?.!]*?\b(?:sow|seed|order|apply|book|defrost|thaw|soak|post|submit|prepare|start|begin)\b|\bwann (?:muss|soll|kann) (?:ich|man|wir)\b[^?.!]*\b(?:saen|aussaen|bestellen|buchen|beantragen|anfangen|beginnen)\b|\bwhen (?:muss|soll|kann) (?:ich|man|wir)\b[^?.!]*\b(?:saen|aussaen|bestellen|buchen|beantragen|anfangen|beginnen)\b",
    re.IGNORECASE,
)
NEEDED_LENGTH = re.compile(
    r"\b(?:needs?|takes?|requires?|lead time|delivery time|processing time|in advance|ahead|braucht|brauchen|dauert|lieferzeit|vorlauf|faut|prend|tarda\w*|necesita\w*)\b[^.?!\d]{0,30}(?:\d{1,3}|[a-z]+) (?:working |business )?(?:days?|weeks?|months?)\b",
    re.IGNORECASE,
)


FIRST_DAY_BACK = re.compile(r"\b(?:first|1st|next|which|what) day back\b", re.IGNORECASE)  # goes no way back in time
A_WORKING_DAY = re.compile(r"\b(?:an?|one) (?:working|business|work) day\b", re.IGNORECASE)


def without_day_type(asked: Asked) -> Asked:
    """Return a message whose "is that a working day?" is no length of time beside another one."""
    if len(asked.durations) < 2 or (1, "work day") not in asked.durations or not DAY_TYPE.search(asked.text):
        return asked
    durations = [one for one in asked.durations if one != (1, "work day")]
    rest = A_WORKING_DAY.sub(lambda match: " " * len(match.group()), asked.rest)
    return asked._replace(durations=durations, rest=rest)


def is_needed_before(asked: Asked) -> bool:
    """Return whether a length of time is needed before the one day of a message, and its begin is asked for."""
    is_told = len(asked.dates) == 1 and len(asked.durations) == 1 and asked.dates[0].day > asked.today
    is_told = is_told and not is_recovered_from(asked)
    return is_told and BEGUN_BEFORE.search(asked.text) is not None and NEEDED_LENGTH.search(asked.text) is not None


def shifted(asked: Asked, question: Asked) -> Answer | None:
    """Answer which day comes some time before or after another."""
    asked = without_day_type(asked)
    if not asked.durations or (HOW_LONG_AGO.search(asked.text) and not WHEN_ASKED.search(asked.text)):
        return None
    verdict = VERDICT_BEFORE.search(asked.text)  # "when does it arrive and is it before the 8th?"
    refuse_permission(asked)
    said_rest = f"{asked.rest} {question.rest}"
    said_rest = re.sub(r"\bbefore\b", " ", said_rest) if verdict and asked.text.count("before") == 1 else said_rest
    back = re.search(
        r"\b(ago|before|earlier|minus|subtract|less|prior)\b|(?:days?|weeks?|months?|years?|hours?|minutes?|go|count(?:ing)?) back\b|(?<=\d) - (?=\d)",
        FIRST_DAY_BACK.sub(" ", HOW_LONG_AGO.sub(" ", said_rest)),
        re.IGNORECASE,
    )
    is_earlier = is_end_told(asked) or is_needed_before(asked) or is_prepared_for(asked)
    sign = -1 if back or LATEST_NOTICE.search(asked.text) or is_earlier else 1
    clocked = [(count, unit) for count, unit in asked.durations if unit in CLOCK_UNITS]
    if clocked and CLOCK.search(asked.rest):  # times that were not understood
        return None
    if clocked and any(one.day != asked.today for one in asked.dates):
        return None  # hours from another day than this one need its clock
    if clocked and not asked.dates and UNREAD_START.search(asked.rest):
        raise CannotError("I could not read the time of day from which to count: write it in figures, e.g. 19:30.")
    if clocked:
        moment = asked.now + sign * timedelta(seconds=seconds_of(clocked))
        exact = any(unit == "second" for _, unit in clocked)
        told_time = f"{moment:%H:%M:%S}" if exact else f"{moment:%H:%M}"
        output = {"kind": "moment", "time": moment.isoformat(timespec="seconds" if exact else "minutes")}
        return f"That is **{told_time} UTC** on {shown(moment.date())}.", output
    start = start_of_span(asked, sign) if asked.dates else asked.today
    if (stepped := in_steps(asked, start, sign)) is not None:
        return stepped
    day = start
    for count, unit in asked.durations:
        day = added(day, sign * count, unit)
    said = together([plural(count, unit.replace("work ", "working ")) for count, unit in asked.durations])
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    output |= last_day_of(asked, day) if sign > 0 else {}
    way = "before" if sign < 0 else "after"
    note = " Public holidays are not taken off." if any(unit.startswith("work") for _, unit in asked.durations) else ""
    return f"{said} {way} {told(start, asked)} is **{shown(day)}**.{note}", output


RECENT = 60  # days
JUST_OVER = 14  # days


def start_of_span(asked: Asked, sign: int) -> date:
    """Return the day from which time is counted; one without a year that has just passed where the end is still to come."""
    first = asked.dates[0]
    if (
        sign < 0
        or not first.open_year
        or len(asked.dates) > 1
        or first.day < asked.today
        or STARTS_AHEAD.search(asked.text)
    ):
        return first.day
    past = added(first.day, -12, "month")
    end = past
    for count, unit in asked.durations:
        end = added(end, count, unit)
    is_recent = (asked.today - past).days <= RECENT and end >= asked.today - timedelta(days=JUST_OVER)
    return past if is_recent else first.day


STARTS_AHEAD = re.compile(
    r"\b(?:next|will|going to|starts|starting|beginning|begins|booked|plan\w*|from now|ab|wird|beginnt|prochain\w*|proxim\w*|empieza)\b",
    re.IGNORECASE,
)
REST_ASKED = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )\bleft\b(?! (?:on|at|for|from|home|the|my) )|\b(?:remain\w*|to go)\b|\bhow (?:many [a-z]+|long|much time)(?: [a-z]+){0,3} (?:until|till)\b",
    re.IGNORECASE,
)
SPAN_AHEAD = re.compile(r"\b(?:from|between|since|vom|von|ab|entre|desde|depuis) (?:the )?\Z", re.IGNORECASE)


YEARS_IN_YEAR = re.compile(  # "how many years married next year?"
    r"\bhow many years\b[^?.]*\bnext year\b|\bnext year\b[^?.]*\bhow many years\b|\bhow long\b[^?.]*\bnext year\b",
    re.IGNORECASE,
)


def pair_of(asked: Asked, question: Asked) -> list[date]:
    """Return the two days between which time is counted: those named, or today and the one to come where the rest is asked for."""
    if len(asked.dates) < 2:
        day = asked.dates[0].day
        is_anniversary = day < asked.today and YEARS_IN_YEAR.search(question.text) is not None
        return [day, clamped(asked.today.year + 1, day.month, day.day)] if is_anniversary else [asked.today, day]
    first, last = sorted(asked.dates[:2], key=lambda one: one.day)
    is_running = first.day < asked.today < last.day and REST_ASKED.search(question.text)
    if is_running and not SPAN_AHEAD.search(asked.text[: first.start]):
        return [asked.today, last.day]
    return [one.day for one in asked.dates[:2]]


def is_of_month(asked: Asked) -> bool:
    """Return whether the one day of a message is a month in which something is counted, not an end of a time."""
    month = asked.text[asked.dates[0].start : asked.dates[0].end]
    if not MONTH_NAME.fullmatch(month) or not re.search(r"\bhow many\b", asked.text, re.IGNORECASE):
        return False
    return (
        re.search(r"\b(?:until|till|to|before|from|since|between|left|ago|after|by)\b", asked.text, re.IGNORECASE)
        is None
    )


AGE_IN_UNIT = re.compile(
    r"\b(?:how (?:old|long)|age|alter|edad)\b[^?]*\bin (?:(?:full|whole|completed?|volle[nr]?|ganze[nr]?|vollendete[nr]?) )?(weeks|months|hours)\b(?! and\b|, ?(?:days|weeks|months|years|hours|and)\b)",
    re.IGNORECASE,
)


PRESENT_WORDS = ("today", "right now")


def apart(asked: Asked, question: Asked) -> Answer | None:
    """Answer how much time lies between two days, or between today and one; None where a duration would be passed over."""
    if not asked.dates or (asked.durations and (len(asked.dates) < 2 or EACH_DAY.search(asked.text))):
        return None
    if len(asked.dates) == 1 and asked.text[asked.dates[0].start : asked.dates[0].end].lower() in PRESENT_WORDS:
        return None  # the other end was not read: "end of the term, how many weeks from today"
    if (len(asked.dates) == 1 and is_of_month(asked)) or (
        RHYTHM.search(asked.text) and REPEATS_ASKED.search(asked.text)
    ):
        return None
    pair = pair_of(asked, question)
    first, last = sorted(pair)
    is_first_counted = len(asked.dates) > 1 and COUNTS_FIRST.search(question.text) is not None
    both = is_first_counted or INCLUSIVE.search(question.text) is not None
    end = min(last, date.max - timedelta(days=1)) + timedelta(days=1) if both else last
    days = (end - first).days
    years, months, rest = parts(first, end)
    span = together(
        [plural(count, noun) for count, noun in ((years, "year"), (months, "month"), (rest, "day")) if count]
    )
    weeks = together([plural(days // 7, "week"), plural(days % 7, "day")] if days % 7 else [plural(days // 7, "week")])
    unit = AGE_IN_UNIT.search(question.text) or re.search(
        r"\bhow many (?:full |whole |complete |more |volle[nrs]? |ganze[nrs]? |pleins? |completos? )?(weeks|months|years|hours|nights)\b",
        question.text,
        re.IGNORECASE,
    )
    wanted = {
        "weeks": weeks,
        "months": together([plural(years * 12 + months, "month"), *([plural(rest, "day")] if rest else [])]),
        "years": span,
        "hours": plural(days * 24, "hour"),
        "nights": plural(days, "night"),
    }.get(unit.group(1).lower() if unit else "", plural(days, "day"))
    more = (
        "; ".join(one for one in dict.fromkeys([plural(days, "day"), weeks, span]) if one != wanted)
        if days >= 7
        else ""
    )
    output = {
        "kind": "difference",
        "from": pair[0].isoformat(),
        "to": pair[1].isoformat(),
        "days": days if pair[0] == first else -days,
    }
    output |= {"weeks": days // 7, "years": years, "months": months, "remaining_days": rest}
    if unit and unit.group(1).lower() in ("weeks", "months"):
        output["wanted"] = unit.group(1).lower()
    if both:
        output["both_days"], more = True, "; ".join(filter(None, ["both days counted", more]))
    return f"From {told(first, asked)} to {told(last, asked)} it is **{wanted}**" + (
        f" ({more})." if more else "."
    ), output


EACH_DAY = re.compile(  # "30 minutes every day since 1 November": the time between is not what is asked for
    r"\b(?:(?:every|each|per|a|jeden|pro|am|chaque|par|cada|al|por) (?:day|week|month|tag|woche|monat|jour|semaine|mois|dia|semana|mes)|daily|weekly|taglich|wochentlich|quotidien\w*|diari\w*)\b",
    re.IGNORECASE,
)
END_DAYS = r"(?:first|last|start(?:ing)?|end(?:ing)?|final|arrival|departure|travel|anreise|abreise|an-|ab|hin|ruck|llegada|salida|arrivee|depart)"
BOTH_ENDS = (  # "the first and the last day", "an- und abreisetag", "both days"
    rf"(?:the |les |los |el |beide[nr]? |both )*(?:(?:{END_DAYS}(?:tag)?s?[- ]?(?:days?|dates?)? (?:and|und|et|y|&) (?:the |of |den |der |als auch )*(?:(?:day|jour|dia) (?:de |d'|of )?)?{END_DAYS}(?:tag)?(?:[- ]?(?:days?|dates?|tage?))?|day (?:of |de |d')?{END_DAYS} (?:and|et|y) (?:the |of )*{END_DAYS})"
    r"|(?:beide[nr]?|both|ambos|(?:les )?(?:deux|2)|los (?:dos|2)) (?:the )?(?:days?|dates?|end ?dates?|ends|end days|tage))"
)
INCLUSIVE = re.compile(
    r"\b(?:both (?:(?:days|dates|ends|of them) )?(?:(?:are|being|should be) )?(?:included|inclusive|counted|count)|(?:including|counting|count|incl\.?|inc\.?) both|inclusive(?:ly)?|(?:including|counting) the (?:first|last|start|end)|(?:including|counting|incl\.?|inc\.?) today"
    r"|up to and including|einschlie(?:ss|ß)lich|inklusive|inkl|(?:tous )?(?:les )?deux (?:jours )?(?:inclus|compris)|inclus(?:es|e)?|compris(?:es|e)?|ambos (?:dias )?(?:incluidos|inclusive)|inclusive)\b"
    rf"|\b(?:{BOTH_ENDS})(?: (?:is|are|being|both|beide|each|to be|should be|sollen|soll|werden|wird|sind|ist|sont|est|son|cuentan como))*(?: (?:included|inclusive|counted|count|incl|(?:mit)?(?:gezahlt|gerechnet)\w*|(?:mit)?zahlen(?: mit)?|eingerechnet|eingeschlossen|inbegriffen|inkl\w*|dazu|comptes?|comptent|incluid[oa]s?|contad[oa]s?|cuentan))\b"
    rf"|\b(?:count(?:ing)?|includ(?:e|ing)|incl\.?|mit|inkl\.?|y compris|comptant|comprenant|compter|contando|incluyendo|incluidos|counted) (?:as well )?(?:{BOTH_ENDS})\b",
    re.IGNORECASE,
)


def together(texts: list[str]) -> str:
    """Return texts as one: commas, and "and" before the last."""
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def told(day: date, asked: Asked) -> str:
    """Return a day in words, today as that."""
    return f"today ({shown(day)})" if day == asked.today else shown(day)


IN_UNITS = re.compile(
    r"\b(?:in|to|into|as) (?:seconds|minutes|hours|days|weeks)(?:(?:,| and|, and) (?:seconds|minutes|hours|days))*\W*\Z",
    re.IGNORECASE,
)
DATE_FORMAT = re.compile(
    r"\b(?:to|into|in|as|from \S+ to) (?:the )?(?:format )?(?P<format>(?:dd|mm|yyyy|yy)(?P<sign>[-/. ])(?:dd|mm)(?P=sign)(?:yyyy|yy|dd)|iso(?: ?8601)?(?: format)?|(?:american|us|british|uk|european|german) (?:date )?format)",
    re.IGNORECASE,
)
NAMED_FORMATS = {"iso": "yyyy-mm-dd", "ame": "mm/dd/yyyy", "us ": "mm/dd/yyyy", "bri": "dd/mm/yyyy", "uk ": "dd/mm/yyyy",
                 "eur": "dd/mm/yyyy", "ger": "dd.mm.yyyy"}  # fmt: skip


START_WEEKDAY = re.compile(  # of the day from which time is counted
    r"\b(?:which|what) (?:week ?day|day of the week|day) was (?:it|that)\b(?: then)?|\bon which(?: (?:week ?day|day))? (?:does|do|will|did|is|was)\b",
    re.IGNORECASE,
)


def start_weekday(asked: Asked, output: dict[str, Any], language: str) -> str:
    """Return the sentence about the weekday of the day from which time is counted, "" where it is not asked for."""
    if (
        language != "en"
        or output["kind"] != "date"
        or "from" not in output
        or not re.search(r"\bwas (?:it|that)\b", asked.text)
    ):
        return ""
    if not START_WEEKDAY.search(asked.text):
        return ""
    day = date.fromisoformat(output["from"])
    return f"{day.day} {calendar.month_name[day.month]} {day.year} was a **{calendar.day_name[day.weekday()]}**. "


def in_wanted_format(asked: Asked, output: dict[str, Any], language: str) -> str:
    """Return the day of an answer in the format that a message asks for beside it, "" where it asks for none."""
    match = DATE_FORMAT.search(asked.text)
    if match is None or language != "en" or output["kind"] != "date" or "from" not in output:
        return ""
    named, day = match["format"].lower(), date.fromisoformat(output["date"])
    return f" In that format: **{in_format(day, NAMED_FORMATS.get(named[:3], named))}**."


def in_format(day: date, text: str) -> str:
    """Return a day in a format such as "dd/mm/yyyy"."""
    for part, figures in (
        ("yyyy", f"{day.year:04}"),
        ("yy", f"{day.year % 100:02}"),
        ("mm", f"{day.month:02}"),
        ("dd", f"{day.day:02}"),
    ):
        text = text.replace(part, figures)
    return text


def written_so(asked: Asked) -> Answer | None:
    """Return a day in the format that a message names; None for other messages."""
    match = DATE_FORMAT.search(asked.text)
    if match is None or len(asked.dates) != 1:
        return None
    named, day = match["format"].lower(), asked.dates[0].day
    text = in_format(day, NAMED_FORMATS.get(named[:3], named))
    output = {"kind": "date", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()]}
    return f"**{text}** ({shown(day)})", output


WHICH_DATE_IN_MONTH = re.compile(  # a day of that month is asked for, not the time to its first
    rf"\b(?:which|what) dates?\b[^?.!]{{0,30}}\bin (?:{MONTH})\b", re.IGNORECASE
)


def plain(asked: Asked) -> Answer | None:
    """Answer a message that names days or a span and asks nothing: the span, the sum, or what is known of the day."""
    how_many = re.search(r"\bhow many (?:seconds|minutes|hours)\b", asked.text, re.IGNORECASE)
    if (written := written_so(asked)) is not None:
        return written
    if asked.durations and not asked.dates and IN_UNITS.search(asked.text):
        return None  # "2 weeks in hours": no day is asked for
    if (
        asked.durations
        and how_many is None
        and (asked.dates or re.search(r"\b(ago|from now|later|in|date|day)\b", asked.text, re.IGNORECASE))
    ):
        return shifted(asked, asked)
    if len(asked.dates) > 1:
        return None if WHICH_DATE_IN_MONTH.search(asked.text) else apart(asked, asked)
    if not asked.dates or EVENTS.search(asked.text) or WHOSE_DAY.search(asked.text):
        return None
    day = asked.dates[0].day
    gap = (day - asked.today).days
    far = "today" if gap == 0 else f"{plural(abs(gap), 'day')} {'from now' if gap > 0 else 'ago'}"
    output = {
        "kind": "weekday",
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
        "days_from_now": gap,
    }
    return (
        f"**{shown(day)}** is {far}, in week {day.isocalendar()[1]}, day {day.timetuple().tm_yday} of the year.",
        output,
    )


# Ask for what took place on a day, or for who was born then: a calendar does not know. A clause ("my aunt, who was born
# in 1990") asks for nobody.
EVENTS = re.compile(
    r"\b(?:what|who|whose|where|why|whats|what's)\b.*\b(?:happen\w*|took place|takes place|going on|born|died|won|on (?:tv|sale)|open|closed|weather)\b"
    r"|\b(?:what|was|who|wer|wo|que|qui|quien)\b.*\b(?:passiert\w*|geschah|geschehen|geschieht|passe|paso|pasa|ocurrio|sucedio)\b",
    re.IGNORECASE,
)
WHOSE_DAY = re.compile(
    r"(?:\A|[.!:;?]|\b(?:tell|show|list|know)(?: me| us)?)\W*(?:who (?:is|was|were)|wer (?:ist|wurde|war)|qui (?:est|sont)|quien)\b(?! i\b)",
    re.IGNORECASE,
)
SPAN_WORDS = r"\b(between|until|till|since|how (long|many|far)|how much (?:older|younger)|from .* to|difference|countdown|left|to go|elapsed)\b"
SHIFT_WORDS = r"\b(ago|before|after|from now|later|earlier|add|plus|minus|subtract|hence|from today|deadline)\b|[+]"
SHIFT_WORDS += r"|\bin \w+ (days?|weeks?|months?|years?|hours?)\b"
WEEK_WORDS = r"\bweek ?(number|no)\b|\b(which|what) (calendar |iso )?week\b|\b(calendar|iso) week\b|\b(kw|cw|week) \d"
WEEK_WORDS += r"|\b(?:even|odd)(?: or (?:even|odd))? (?:calendar |iso )?week\b"
WEEK_WORDS += r"|\bweeks (are )?(there )?in \d{4}"
LENGTH_WORDS = rf"\bhow many days\b(?=.*\b(?:(?:in|has|have|tiene|tienen|had|hat)\b|at (?:{MONTH})\b))(?!.*\b(until|till|since|between|from|left|after|before|ago)\b)"
KINDS: tuple[tuple[str, Callable[[Asked, Asked], Answer | None]], ...] = (
    (CLOCK_CHANGE, clock_change),
    (
        r"\btime (zone )?difference\b|\bhow (?:far|much) (?:ahead|behind)\b|\b(?:hours?|time)\b.*\b(?:ahead|behind|apart|difference|differ|between|from)\b|\bdifference\b.*\b(?:hours?|time)\b|\b(?:ahead|behind) of\b",
        zone_difference,
    ),
    (rf"{CLOCK.pattern}|\btime\b.*\b(in|at)\b|\bwhat time\b|\btime ?zones?\b", zones),
    (DAY_TYPE.pattern, day_type),
    (r"\bleap\b", leap),
    (WEEK_WORDS, week),
    (r"\bhow old\b|\bage\b|\bborn\b|\bbirth(day|date)?\b", age),
    (r"\bday of the year\b|\bday number\b|\b(left|remain\w*) (in )?(this|the) year\b", day_of_year),
    (LENGTH_WORDS, month_length),
    (r"\b(business|working|work|school)[ -]?days?\b|\bweek ?days\b", work),
    (
        r"\b(which|what) (day|weekday)\b|\bday of the week\b|\bweekday\b|\bwhat('s| is) (the date|today|tomorrow)\b|\btoday's date\b",
        which_weekday,
    ),
    (SHIFT_WORDS, shifted),
    (SPAN_WORDS, apart),
    (SHIFT_WORDS, apart),
)
