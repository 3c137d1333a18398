"""Which anniversary or birthday a day has in a year that is told, and on which weekday it falls then."""

import calendar
import re
from typing import Any

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Answer, Asked, added, shown
from config.builtins.wording import fill_in

YEAR_AHEAD = r"\b(?:next year|(?:the |l')?year (?:next|que viene|qui vient))\b"
YEAR_NOW = r"\b(?:this year|(?:the |l')?year en cours)\b"
NTH_ASKED = re.compile(  # "which anniversary is it", "der wievielte Hochzeitstag", "Quel anniversaire de mariage"
    r"\b(?:which|what|how many(?:th)?|quel(?:le)?|que|wievielte[rsnm]?|what number) (?:(?:wedding|work|service|business|hochzeits|dienst)[- ]?)?(?P<what>anniversary|birthday|jubilee|jahrestag|hochzeitstag|dienstjubilaum|jubilaum|geburtstag|anniversaire|aniversario|cumpleanos)\b"
    r"(?: (?:of|de|our|unser\w*|notre|nuestr[oa]|boda|mariage|wedding|number|is|will|would|it|that|be|we|do|celebrate|the))*",
    re.IGNORECASE,
)
YEAR_ASKED = re.compile(rf"(?P<next>{YEAR_AHEAD})|(?P<this>{YEAR_NOW})|\bin (?P<year>2[01]\d\d)\b", re.IGNORECASE)
WEEKDAY_TOO = re.compile(
    r"\b(?:(?:and|und|et|y) )?(?:on |an |which |what |am )*(?:weekday|(?:which|what) (?:day|jour)(?: of the week)?)(?: (?:is|will|does|falls?|it|that|be|on|fall))*",
    re.IGNORECASE,
)
TOLD_EVENT = re.compile(
    r"\b(?:(?:we|i|they|wir|ich|nous(?: nous sommes)?|nos|me|our|my|parents) )*(?:got |were |have been |haben |hatten |sind )?(?:married|wed|started|founded|opened|moved in|joined|met|engaged|geheiratet|verheiratet|gegrundet|eingezogen|maries?|casamos|case)\b",
    re.IGNORECASE,
)
NTH_TEXTS = {
    "en": "In {year} it is the **{nth}** one, on **{day}**.",
    "de": "{year} ist es der **{nth}**, am **{day}**.",
    "fr": "En {year}, c'est le **{nth}**, le **{day}**.",
    "es": "En {year} es el **{nth}**, el **{day}**.",
}
NTH_SIGNS = {"de": "{}.", "fr": "{}e", "es": "{}.º"}
LAST_ANNIVERSARY = 300


def anniversary_of_year(asked: Asked) -> Answer | None:
    """Return which anniversary of the one day named comes in a told year, with its day; None for other questions."""
    wanted, told = NTH_ASKED.search(asked.text), YEAR_ASKED.search(asked.rest)
    if wanted is None or told is None or len(asked.dates) != 1 or asked.dates[0].open_year or asked.durations:
        return None
    start = asked.dates[0].day
    year = int(told["year"]) if told["year"] else asked.today.year + (told["next"] is not None)
    years = year - start.year
    if not 0 < years <= LAST_ANNIVERSARY:
        return None
    day = added(start, years, "year")
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
        "years": years,
        "anniversary": True,
    }
    return fill_in(NTH_TEXTS["en"], year=year, nth=english_nth(years), day=shown(day)), output


def english_nth(number: int) -> str:
    """Return a number as its English ordinal: 53rd."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def anniversary_said(output: dict[str, Any], language: str) -> str:
    """Return the sentence on the anniversary of a year in German, French or Spanish; "" for other answers."""
    if "anniversary" not in output:
        return ""
    nth = NTH_SIGNS[language].replace("{}", str(output["years"]))
    return fill_in(
        NTH_TEXTS[language], year=output["date"][:4], nth=nth, day=day_in(output["date"], language, weekday=True)
    )


def anniversary_places(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the words that ask which anniversary comes, in which year and on which weekday."""
    patterns = (NTH_ASKED, YEAR_ASKED, WEEKDAY_TOO, TOLD_EVENT)
    return [match.span() for pattern in patterns for match in pattern.finditer(asked.text)]
