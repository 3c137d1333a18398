"""Whether it is more or less than some days or weeks until a day: "is it 21 days or less until 18 December"."""

import re
from collections.abc import Callable
from typing import Any

from config.builtins.wording import clean, fill_in, fold, merged

WAIT_UNIT = r"(?P<unit>days?|weeks?|tagen?|tage|wochen?|jours?|semaines?|dias?|semanas?)"
WAIT_BOUND = re.compile(
    rf"\b(?:is|are|will) (?:it|there) (?:still )?(?:(?P<below>less than|fewer than|under|at most|no more than)|(?P<above>more than|over|at least|no less than)) (?P<n>\d{{1,4}}) {WAIT_UNIT}(?: left)? (?:un)?(?:till?|to|before) "
    rf"|\b(?:is|are) (?:it|there) (?P<n2>\d{{1,4}}) {WAIT_UNIT.replace('unit', 'unit2')} or (?:(?P<less>less|fewer)|(?P<more>more)) (?:un)?(?:till?|to|before) "
    rf"|\b(?:sind|ist) es (?:noch )?(?:(?P<de_below>weniger als|unter|hochstens)|(?P<de_above>mehr als|uber|mindestens)) (?P<n3>\d{{1,4}}) {WAIT_UNIT.replace('unit', 'unit3')} bis (?:zum |zu |am )?",
    re.IGNORECASE,
)
TOLD_WHEN = re.compile(r",? (?:when|where|because|wenn|wann|weil) [^?.!\n]{3,60}(?=\s*[?.!]|\s*\Z)", re.IGNORECASE)
DAYS_TOLD = re.compile(r"\*\*(?P<days>\d[\d.,]*) (?:days?|tage?)\b", re.IGNORECASE)
OR_EQUAL = re.compile(r"at most|at least|no more|no less|hochstens|mindestens", re.IGNORECASE)
WAIT_TEXTS = {
    "en": ("**Yes**", "**No**", "how many days until "),
    "de": ("**Ja**", "**Nein**", "wie viele Tage bis zum "),
}


def bounded_wait(
    payload: dict[str, Any], answer_of: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any] | None:
    """Return whether the days until a day keep to a bound, with their number; None for other questions."""
    text = clean(payload.get("text", ""), " ")
    folded = fold(text)
    match = WAIT_BOUND.search(folded) if len(folded) == len(text) else None
    if match is None or len(WAIT_BOUND.findall(folded)) > 1:
        return None
    groups = match.groupdict()
    said = WAIT_TEXTS["de" if groups["n3"] else "en"]
    told = TOLD_WHEN.search(folded, match.end())
    end = told.start() if told is not None else len(text)
    asked = f"{said[2].rjust(match.end() - match.start())}{text[match.end() : end]}"
    before = " " * match.start() if len(said[2]) <= match.end() - match.start() else ""
    made = answer_of({**payload, "text": f"{before}{asked}"}) if before or not match.start() else None
    found = DAYS_TOLD.search(made["answer"]) if made is not None and made["status"] == "SUCCESS" else None
    if made is None or found is None:
        return None
    number = next(int(groups[key]) for key in ("n", "n2", "n3") if groups[key])
    unit = next(groups[key] for key in ("unit", "unit2", "unit3") if groups[key])
    bound = number * (7 if unit.lower().startswith(("w", "s")) else 1)
    days = int(re.sub(r"\D", "", found["days"]))
    is_below = bool(groups["below"] or groups["less"] or groups["de_below"])
    is_inside = days < bound if is_below else days > bound
    holds_equal = groups["n2"] is not None or OR_EQUAL.search(match.group()) is not None
    verdict = said[not (is_inside or (days == bound and holds_equal))]
    used = merged([*made["used"], list(match.span())], len(text))
    return {**made, "answer": fill_in("{verdict}. {rest}", verdict=verdict, rest=made["answer"]), "used": used}
