"""When a stay of some nights in a document ends: {"nights": 3, "from": "2026-12-04"} and "when does he leave"."""

import re
from datetime import date, timedelta
from typing import Any

from config.builtins.json_formatter.replies import RowsAnswer
from config.builtins.wording import fill_in, fold

NIGHT_KEYS = re.compile(r"nights?|naechte|nachte|nuits?|nuitees|noches?|num_nights|number_of_nights", re.IGNORECASE)
ARRIVAL_KEYS = re.compile(r"from|start(?:_?date)?|arriv\w*|check_?-?in|checkin_date|begin|von|ab|anreise|debut|du|llegada|desde|date|datum|fecha", re.IGNORECASE)  # fmt: skip
LEAVES_ASKED = re.compile(
    r"\b(?:when (?:do(?:es)?|will|is|are|must|can)?\b[^?.!]{0,40}\b(?:leav\w*|check(?:s|ing)? out|depart\w*|go(?:es)? home|out|end|ends|over)"
    r"|(?:check-?out|departure|leaving) (?:day|date)|wann (?:\w+ ){0,4}(?:abreis\w*|reist|fahrt|geht|endet|auscheck\w*|checkt)|quand (?:\S+ ){0,4}(?:par[tst]\w*|quitte\w*|finit)|cuando (?:\S+ ){0,4}(?:se va|sale|termina|se marcha))\b",
    re.IGNORECASE,
)
WEEKDAYS_IN = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
STAY_TEXTS = {
    "en": "`{key}` {start} and {nights} nights: the stay ends on **{weekday}, {end}**.",
    "de": "`{key}` {start} und {nights} Nächte: der Aufenthalt endet am **{weekday}, {end}**.",
    "fr": "`{key}` {start} et {nights} nuits : le séjour finit le **{weekday} {end}**.",
    "es": "`{key}` {start} y {nights} noches: la estancia termina el **{weekday} {end}**.",
}
MOST_NIGHTS = 1_000


def stay_end(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the day on which the stay in an object ends, where the words ask when somebody leaves; None for others."""
    folded = fold(words)
    asked = LEAVES_ASKED.search(folded)
    if asked is None or not isinstance(value, dict):
        return None
    nights = [
        int(one) for key, one in value.items() if NIGHT_KEYS.fullmatch(fold(key)) and re.fullmatch(r"\d{1,4}", str(one))
    ]
    starts = [(key, one) for key, one in value.items() if ARRIVAL_KEYS.fullmatch(fold(key)) and isinstance(one, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", one)]  # fmt: skip
    others = [word for word in re.findall(r"\d+", folded) if nights and int(word) != nights[0]]
    if len(nights) != 1 or len(starts) != 1 or others or not 0 < nights[0] <= MOST_NIGHTS:
        return None
    key, start = starts[0]
    try:
        end = date.fromisoformat(start) + timedelta(days=nights[0])
    except ValueError:
        return None
    said = {"key": key, "start": start, "nights": nights[0], "weekday": WEEKDAYS_IN[language].split()[end.weekday()]}
    spans = [asked.span(), *(one.span() for one in re.finditer(r"\b(?:if |wenn |si )?(?:he|she|they|er|sie|il|elle|el|ella) (?:stays?|bleib\w*|reste\w*|se queda)[^?.!]*|\d+ \w+", folded))]  # fmt: skip
    return RowsAnswer(fill_in(STAY_TEXTS[language], **said, end=end.isoformat()), "", spans)
