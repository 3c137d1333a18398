"""Durations written as clocks: 1:30 h, 2:45 of which hours are asked, and results that are wanted as hh:mm."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import told_rows
from config.builtins.wording import Mapped, fold

HOUR_WORD = r"(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?)"
MINUTE_WORD = r"(?:min|mins|minutes?|minuten?|minutos?)"
CLOCK = r"(?<![\d:.,])(?P<first>\d{1,3}):(?P<second>[0-5]\d)(?::(?P<third>[0-5]\d))?(?![\d:]|[.,]\d)"
CLOCK_OF_HOURS = re.compile(rf"{CLOCK} ?{HOUR_WORD}\b(?! ?/)", re.IGNORECASE)
CLOCK_OF_MINUTES = re.compile(
    rf"{CLOCK} ?{MINUTE_WORD}\b(?! ?(?:/|per|pro|par|por|je|a|each|every)(?: |\b))", re.IGNORECASE
)
BARE_CLOCK = re.compile(CLOCK)
TIME_TARGET = re.compile(
    r"\b(?:hours?|minutes?|seconds?|stunden?|minuten?|sekunden?|heures?|secondes?|horas?|minutos?|segundos?)\b",
    re.IGNORECASE,
)
SECOND_TARGET = re.compile(r"\b(?:seconds?|sekunden?|secondes?|segundos?)\b", re.IGNORECASE)
TIME_OF_DAY = re.compile(
    r"\b(?:am|pm|a\.m|p\.m|o'?clock|uhr|from|until|till|between|at|um|von|bis|zwischen|a las|desde|hasta|midi|noon|midnight|utc|gmt|[ce]e?st|later|ago|after|before|nach|vor|spater)\b",
    re.IGNORECASE,
)
PACE_ASKED = re.compile(
    r"\b(?:pace|speed|how fast|tempo|allure|vitesse|velocidad|ritmo|geschwindigkeit|schnell)\b", re.IGNORECASE
)
WAY = re.compile(r"(?<![\w.,])(?P<size>\d+(?:[.,]\d+)?) ?(?P<unit>km|k|miles?|mi|m|kilomet\w+)\b", re.IGNORECASE)
_JOINT = r"(?:, ?(?:and |und |et |y )?| (?:and|und|et|y|&) )"
PARTS_ASKED = re.compile(  # "days, hours and minutes"
    rf"\b(?:(?P<week>weeks?|wochen?|semaines?|semanas?){_JOINT})?(?P<day>days?|tagen?|jours?|dias?){_JOINT}(?P<hour>hours?|hrs?|stunden?|std|heures?|horas?)\b(?:{_JOINT}(?:minut\w*|mins?)\b)?(?:{_JOINT}(?:se[ck]\w*|seg\w*)\b)?",
    re.IGNORECASE,
)
WEEKS_AND_DAYS = re.compile(
    rf"\b(?:weeks?|wochen?|semaines?|semanas?){_JOINT}(?:days?|tagen?|jours?|dias?)\b(?!{_JOINT}(?:hours?|stunden?|heures?|horas?))",
    re.IGNORECASE,
)
FORM_ASKED = re.compile(
    rf"{PARTS_ASKED.pattern}|{WEEKS_AND_DAYS.pattern}"
    r"|\b(?:hh?:mm(?::ss)?|h:m(?:in)?|hours? (?:and|&) (?:minutes?|mins?)|hours:minutes|stunden und minuten|std:min|heures et (?:des )?minutes|horas y minutos|minutes? and seconds?|mm:ss|minuten und sekunden|minutes et secondes|minutos y segundos)\b",
    re.IGNORECASE,
)
SHORT_FORM = re.compile(
    r"mm:ss|(?<!hours, )(?<!hrs, )(?<!stunden, )(?<!heures, )(?<!horas, )minut\w* (?:and|und|et|y) se[cgk]",
    re.IGNORECASE,
)
BARE_SECONDS = re.compile(  # "5 min 30"
    rf"(?<![\w.,])(?P<minutes>\d{{1,3}}) ?{MINUTE_WORD} (?:and |et |und |y )?(?P<seconds>[0-5]\d)(?= ?(?:[,;:!?)]|\.(?!\d)|\Z)| (?:in|en|au|par|per|pro|por|for|pour|fur|a|le|la|el|the|das|is|et|and|und|y|how|wie|what|what's|ca|cela|als|to)\b)",
    re.IGNORECASE,
)
BARE_MINUTES = re.compile(  # "5 hours 40 at 870 km/h"
    r"(?<![\w.,])(?P<hours>\d{1,3}) ?(?:hours?|hrs?|stunden?|std\.?|heures?|horas?) (?:and |und |et |y )?(?P<minutes>[0-5]\d)(?= ?(?:[,;:!?)]|\.(?!\d)|\Z)| (?:in|en|at|mit|bei|a|con|avec|is|how|wie|what)\b)",
    re.IGNORECASE,
)
WAY_IN_TIME = re.compile(  # "je cours le km en 5 min 30": one of it
    r"\b(?:le|chaque|un|the|each|every|den|einen|jeden|el|cada|per|pro|par|por) (?P<way>km|kilomet\w+|miles?|meile|milles?|millas?) (?P<link>in|en) (?=\d)",
    re.IGNORECASE,
)
FASTEST, SLOWEST = 100, 1200  # seconds for a kilometre that a runner may take


TOLD_PACE = re.compile(
    r"\d:[0-5]\d ?(?:min(?:utes?)? ?)?(?:per|/|an?|pro|par|por|je|au|al) ?(?:km|kilomet\w+|miles?|mi)\b", re.IGNORECASE
)


def with_durations(made: Mapped) -> Mapped:
    """Return a text in which a clock that is a duration has its units: 1:30 h, 45:30 of a run, 2:45 whose minutes are asked."""
    made = (
        made.sub(BARE_MINUTES, r"\g<hours> h \g<minutes> min")
        .sub(BARE_SECONDS, r"\g<minutes> min \g<seconds> s")
        .sub(WAY_IN_TIME, r"1 \g<way> \g<link> ")
    )
    made = made.sub(CLOCK_OF_HOURS, lambda match: in_parts(match, "h min s"))
    made = made.sub(CLOCK_OF_MINUTES, lambda match: in_parts(match, "min s"))
    text = fold(made.text)
    found = list(BARE_CLOCK.finditer(text))
    if len(found) != 1 or TIME_OF_DAY.search(text) or TOLD_PACE.search(text):
        return made
    rest = text[: found[0].start()] + " " + text[found[0].end() :]
    ways = list(WAY.finditer(rest))
    if PACE_ASKED.search(text) and len(ways) == 1 and len(re.findall(r"\d+(?:[.,]\d+)?", rest)) == 1:
        units = run_units(found[0], ways[0])
        return made.sub(BARE_CLOCK, lambda match: in_parts(match, units)) if units else made
    if TIME_TARGET.search(rest) and not re.search(r"\d", rest):
        units = "min s" if SECOND_TARGET.search(rest) and not found[0]["third"] else "h min s"
        return made.sub(BARE_CLOCK, lambda match: in_parts(match, units))
    return made


def in_parts(match: "re.Match[str]", units: str) -> str:
    """Return a clock as amounts with units."""
    parts = [match["first"], match["second"], *([match["third"]] if match["third"] else [])]
    return " ".join(f"{int(part)} {unit}" for part, unit in zip(parts, units.split(), strict=False))


def run_units(clock: "re.Match[str]", way: "re.Match[str]") -> str:
    """Return the units of a run's time: of hours and minutes, or of minutes and seconds, what a runner can do; "" for both or none."""
    if clock["third"]:
        return "h min s"
    sizes = {"k": Decimal(1), "mi": Decimal("1.609344"), "m": Decimal("0.001")}
    unit = way["unit"].lower()
    size = sizes["k" if unit.startswith("k") else "mi" if unit.startswith("mi") else "m"]
    kilometres = Decimal(way["size"].replace(",", ".")) * size
    count = int(clock["first"]) * 60 + int(clock["second"])
    fits = [units for units, seconds in (("h min", count * 60), ("min s", count))
            if kilometres and FASTEST <= seconds / kilometres <= SLOWEST]  # fmt: skip
    return fits[0] if len(fits) == 1 else ""


def as_clock(seconds: Decimal, said: str, text: str) -> dict[str, Any]:
    """Return the answer that a duration is so many hours and minutes, or minutes and seconds."""
    whole = int(seconds.to_integral_value())
    sign = "=" if whole == seconds else "≈"
    if (asked := PARTS_ASKED.search(text)) is not None:
        return told_as(f"{said} {sign} {in_days(whole, with_weeks=asked['week'] is not None)}", seconds)
    if WEEKS_AND_DAYS.search(text):
        return told_as(f"{said} {sign} {in_days(whole, with_weeks=True)}", seconds)
    if SHORT_FORM.search(text) and ":mm:" not in text:
        form, parts = f"{whole // 60}:{whole % 60:02d}", f"{whole // 60} min {whole % 60} s"
    else:
        minutes, rest = divmod(whole, 60)
        form = f"{minutes // 60}:{minutes % 60:02d}" + (f":{rest:02d}" if rest or ":ss" in text else "")
        parts = f"{minutes // 60} h {minutes % 60} min" + (f" {rest} s" if rest else "")
    return told_as(f"{said} {sign} {form} ({parts})", seconds)


def in_days(seconds: int, *, with_weeks: bool) -> str:
    """Return seconds as days, hours, minutes and seconds, with whole weeks in front of them where these are asked for."""
    sizes = {"wk": 604_800, "d": 86_400, "h": 3_600, "min": 60, "s": 1}
    parts = []
    for name, size in sizes.items():
        if name == "wk" and not with_weeks:
            continue
        count, seconds = divmod(seconds, size)
        parts += [f"{count:,} {name}"] if count else []
    return " ".join(parts) or "0 s"


def told_as(answer: str, seconds: Decimal) -> dict[str, Any]:
    """Return the answer about a duration with its row."""
    hours = float(f"{seconds / 3600:.12g}")
    rows = [{"value": float(seconds), "from": "s", "to": "h", "result": hours, "text": answer}]
    return told_rows(f"**{answer}**", rows, "time", [], 0.95)
