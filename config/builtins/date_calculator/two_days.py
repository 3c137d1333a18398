"""Comparisons of two days: who is older, what came first, the day halfway between, and days that somebody claims."""

import calendar
import re
from datetime import date, timedelta
from typing import Any

from config.builtins.date_calculator.reading import DAYS, Answer, Asked, Found, parts, shown
from config.builtins.wording import CannotError, plural

WHO_IS_OLDER = re.compile(
    r"\b(?P<first>long(?:er|est) ago|further (?:back|in the past)|langer (?:her|zuruck)|plus longtemps|mas tiempo|older|elder|oldest|earlier|first|sooner|earliest|alter|alteste[rs]?|fruher|zuerst|eher|plus (?:vieux|vieille|age|agee|ancien\w*|tot)|aine|mayor|primero|antes|mas viej[oa])\b"
    r"|\b(?P<last>more recent(?:ly)?|most recent(?:ly)?|less long ago|plus recent\w*|mas reciente\w*|younger|youngest|later|latest|last|junger|jungste[rs]?|spater|zuletzt|plus jeune|plus tard|menor|mas joven|despues|mas tarde)\b",
    re.IGNORECASE,
)
ASKS_WHICH = re.compile(
    r"\b(?:who|which|what|whose|wer|welche[rsnm]?|was|qui|lequel|laquelle|quel\w*|quien|cual|que)\b|\bor\b|\boder\b|\bou\b",
    re.IGNORECASE,
)
AGE_WORD = re.compile(
    r"\b(?:older|elder|oldest|younger|youngest|alter|junger|alteste[rs]?|jungste[rs]?|vieux|vieille|age|agee|jeune|aine|joven|viej[oa]|born|mayor|menor)\b",
    re.IGNORECASE,
)
LINKS = (
    r"(?:'s (?:birthday|date of birth)|[,:(*]|\b(?:was|is|were|has|had|wurde|est|fue|nacio|hat|a ete|on|at|in|le|la|el|am|the|born|birthday|"
    r"geboren|happened|began|started|came)\b| )*\Z"
)
NAME = re.compile(rf"(?P<name>\b[A-Z][\w'-]*(?: [A-Z][\w'-]*){{0,2}}){LINKS}")
SMALL_NAME = re.compile(  # "anna is born 4 March 1988, ben on 12 December 1987"
    rf"(?:\A|[.,;:?!] ?|\b(?:and|or|while|but) )(?P<name>(?:my |our )?[a-z][\w'-]+){LINKS}"
)
NO_NAMES = frozenset(["Who", "Which", "What", "Was", "Were", "When", "Is", "The", "And", "Born", "I"])
NO_SMALL_NAMES = frozenset(
    ["who", "which", "what", "was", "were", "when", "is", "the", "and", "born", "on", "or", "earlier"]
)
BEFORE_OR_AFTER = re.compile(  # "is X before or after Y"
    r"\b(?P<first>before|earlier|sooner|after|later) or (?P<last>before|earlier|after|later)\b(?: than)?", re.IGNORECASE
)
NAMED_DAY = re.compile(r" (?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
ASKED_ORDER = re.compile(  # "is 5 March before 9 August"
    r"(?:\A|[.,;:?!] ?|\band )(?:so |and )?(?:is|was|are|does|did|will|would|comes?|falls?)\b[^?.!]{0,60}?\b(?P<way>before|after|earlier than|later than)\b(?! or\b)",
    re.IGNORECASE,
)
HALFWAY = re.compile(
    r"\b(?:half ?-?way|midpoint|middle|mid-?point|mitte|in der mitte|milieu|mi-chemin|punto medio|mitad)\b",
    re.IGNORECASE,
)
COMPARED_WORDS = (
    WHO_IS_OLDER,
    BEFORE_OR_AFTER,
    HALFWAY,
    re.compile(r"\b(?:before|after|following|preceding|first)\b", re.IGNORECASE),
)
OLDER_IN = {"de": ("älter", "jünger"), "fr": ("plus âgé", "plus jeune"), "es": ("mayor", "más joven")}


FIRST_AND_LAST = re.compile(  # both ends of a time: no question which comes first
    r"\b(?:first|1st|erste[rnsm]?|premier\w*|primer\w*) (?:(?:day|tag|jour|dia) )?(?:and|und|et|y|&|as well as)(?: the| der| den| le| el)? (?:last|letzte[rnsm]?|dernier\w*|ultimo)\b"
    r"|\b(?:last|letzte[rnsm]?|dernier\w*|ultimo) (?:(?:day|tag|jour|dia) )?(?:and|und|et|y|&)(?: the| der| den| le| el)? (?:first|erste[rnsm]?|premier\w*|primer\w*)\b",
    re.IGNORECASE,
)
COMES_AGAIN = re.compile(
    r"\b(?:every|each) (?:other |second |\d{1,2} )?[a-z]+days?\b|\bhow (?:many|often)\b[^?]*\bevery\b", re.IGNORECASE
)


def compared_days(asked: Asked) -> Answer | None:
    """Return who of two is older, what was first, or the day halfway between two days; None for other questions."""
    if len(asked.dates) != 2 or asked.durations or COMES_AGAIN.search(asked.text):
        return None
    if (beside := weekday_beside(asked)) is not None:
        return beside
    if HALFWAY.search(asked.rest):
        return halfway(asked.dates[0].day, asked.dates[1].day)
    if (between := BEFORE_OR_AFTER.search(asked.text)) and asked.dates[0].end <= between.start() < asked.dates[1].start:
        return set_against(asked.dates[0].day, asked.dates[1].day)
    if (claim := ASKED_ORDER.search(asked.text)) and asked.dates[0].end <= claim.start("way") < asked.dates[1].start:
        return claimed_order(
            asked.dates[0].day, asked.dates[1].day, before=claim["way"].lower() in ("before", "earlier than")
        )
    words = WHO_IS_OLDER.finditer(
        FIRST_AND_LAST.sub(lambda one: " " * len(one.group()), asked.rest)
    )  # "the first Thursday of May" is no question which comes first
    word = next((one for one in words if not NAMED_DAY.match(asked.text, one.end())), None)
    if word is None or not ASKS_WHICH.search(asked.rest):
        return None
    if asked.dates[0].day == asked.dates[1].day:
        return same_day(asked)
    return earlier_day(asked, earliest=word["first"] is not None)


def earlier_day(asked: Asked, *, earliest: bool) -> Answer:
    """Return which of two days is the earlier or the later one, and by how much."""
    best = (min if earliest else max)(asked.dates, key=lambda one: one.day)
    other = next(one for one in asked.dates if one is not best)
    first, last = sorted((best.day, other.day))
    years, months, days = parts(first, last)
    span = ", ".join(
        plural(count, noun) for count, noun in ((years, "year"), (months, "month"), (days, "day")) if count
    )
    is_age = AGE_WORD.search(asked.text) is not None
    name, how = (
        name_of_day(asked.text, best),
        ("older" if earliest else "younger") if is_age else "earlier" if earliest else "later",
    )
    said = f"**{name}** ({shown(best.day)})" if name else f"**{shown(best.day)}**"
    total = (last - first).days
    more = f" ({plural(total, 'day')})" if span != plural(total, "day") else ""
    output = {
        "kind": "comparison",
        "name": name,
        "date": best.day.isoformat(),
        "days": total,
        "years": years,
        "months": months,
    }
    output |= {"remaining_days": days, "way": how}
    return f"{said} is {how}, by **{span}**{more}.", output


JOINS_CHOICE = re.compile(r",? ?(?:or|oder|ou|o) (?:the |der |le |el )?", re.IGNORECASE)


def same_day(asked: Asked) -> Answer | None:
    """Return that two days of a choice are one; None where they are told as one: "Monday (1 March)"."""
    first, last = sorted(asked.dates, key=lambda one: one.start)
    if JOINS_CHOICE.fullmatch(asked.text[first.end : last.start]) is None:
        return None
    output = {"kind": "comparison", "name": "", "date": first.day.isoformat(), "days": 0, "years": 0, "months": 0}
    return f"Neither: both are **{shown(first.day)}**.", output | {"remaining_days": 0, "way": "same"}


ASKS_EARLIER = re.compile(
    r"\b(?:which|what|who|whose|wer|welche[rsnm]?|was|qui|lequel|laquelle|quel\w*|quien|cual|que)\b[^?.!]{0,30}?"
    r"\b(?:is|was|are|were|comes?|came|happened|ist|war|kommt|kam|est|etait|vient|es|fue|era|viene)(?: the)? "
    r"(?:older|earlier|sooner|later|younger|first|last|alter|junger|fruher|eher|spater|zuerst|zuletzt|plus (?:tot|tard|vieux|vieille|age|agee|jeune)|antes|despues|primero|mayor|menor)\b"
    r"(?! (?:day|date|of|in|week|month|working|mon|tue|wed|thu|fri|sat|sun)\w*)[^?.!]*? (?:or|oder|ou|o) ",
    re.IGNORECASE,
)
HALF_A_CHOICE = "You ask which of two days is the earlier or later one, and I could not read both. Write both as dates."


def refuse_half_a_choice(asked: Asked, answer: Answer | None) -> None:
    """Raise CannotError where a message asks which of two comes first and the answer is about something else."""
    told = "" if answer is None else answer[1]["kind"]
    if told in ("date", "weekday", "difference", "moment", "week") and ASKS_EARLIER.search(asked.text):
        raise CannotError(HALF_A_CHOICE)


def sides_of_days(day: date, other: date) -> tuple[str, str, dict[str, Any]]:
    """Return the word for where a day lies beside another, the sentence behind that word, and the output."""
    days = (day - other).days
    word = "The same day" if not days else "After" if days > 0 else "Before"
    said = f"{shown(day)} is {word.lower()} {shown(other)}, by {plural(abs(days), 'day')}."
    if not days:
        said = f"both are {shown(day)}."
    output = {"kind": "comparison", "name": "", "date": day.isoformat(), "days": abs(days), "other": other.isoformat()}
    way = "same" if not days else "after" if days > 0 else "before"
    return word, said, output | {"years": 0, "months": 0, "remaining_days": abs(days), "way": way}


def set_against(day: date, other: date) -> Answer:
    """Return whether a day is before or after another."""
    word, said, output = sides_of_days(day, other)
    return f"**{word}**: {said}", output


def claimed_order(day: date, other: date, *, before: bool) -> Answer:
    """Return whether a day is before another, or after it, as a message asks."""
    _, said, output = sides_of_days(day, other)
    yes = day < other if before else day > other
    return f"**{'Yes' if yes else 'No'}**: {said}", output | {"yes": yes}


BESIDE_DAY = re.compile(
    r" ?(?:comes |falls |is |lies |which is |that is )?(?:right |directly |immediately |just )?(?P<way>before|after|following|preceding|prior to|from|on or after)(?: the)? ",
    re.IGNORECASE,
)


def weekday_beside(asked: Asked) -> Answer | None:
    """Answer which day "the Monday before 1 May" is, or the first one after it."""
    named, day = asked.dates
    word = asked.text[named.start : named.end].lower().split(" ")[-1].rstrip("s")
    gap = BESIDE_DAY.fullmatch(asked.text[named.end : day.start])
    if (
        word not in DAYS
        or gap is None
        or re.search(r"\bhow (?:many|long)\b", asked.text, re.IGNORECASE)
        or gap["way"].lower() == "from"
    ):
        return None
    way = gap["way"].lower()
    if way in ("before", "preceding", "prior to"):
        found = day.day - timedelta(days=(day.day.weekday() - DAYS[word]) % 7 or 7)
    else:
        found = day.day + timedelta(days=(DAYS[word] - day.day.weekday()) % 7 or (0 if way == "on or after" else 7))
    output = {"kind": "date", "date": found.isoformat(), "weekday": calendar.day_name[found.weekday()]}
    return f"That is **{shown(found)}**.", output


def name_of_day(text: str, day: Found) -> str:
    """Return the name in front of a day, "" without one."""
    before = text[max(0, day.start - 80) : day.start]
    found = NAME.search(before)
    words = [word for word in found["name"].split() if word not in NO_NAMES] if found else []
    if words:
        return " ".join(words)
    small = SMALL_NAME.search(before)
    return small["name"].capitalize() if small and small["name"] not in NO_SMALL_NAMES else ""


def halfway(one: date, other: date) -> Answer:
    """Answer which day is in the middle of two."""
    first, last = sorted((one, other))
    days = (last - first).days
    middle = first + timedelta(days=days // 2)
    note = "" if days % 2 == 0 else f" and {shown(middle + timedelta(days=1))}: they are equally near"
    output = {"kind": "date", "date": middle.isoformat(), "weekday": calendar.day_name[middle.weekday()]}
    return f"Halfway between {shown(first)} and {shown(last)} is **{shown(middle)}**{note}.", output


def names_in(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the names that stand in front of the days of a message."""
    places = []
    for day in asked.dates:
        start = max(0, day.start - 80)
        before = asked.text[start : day.start]
        found = NAME.search(before) or SMALL_NAME.search(before)
        if found is not None:
            places.append((start + found.start(), day.start))
    return places
