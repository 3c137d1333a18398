"""Amounts whose unit is told elsewhere: a pump that shows bar only, a run of 400 m in 1:22, miles per gallon of a British ad."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_names import FLAGS, NAME, QUANTITY, meanings
from config.builtins.wording import Mapped

SCALE_SHOWN = re.compile(  # "my pump only shows bar"
    rf"\b(?:shows?|reads?|displays?|measures?|is (?:marked |scaled )?in|zeigt|misst|affiche|indique|mesure|marca|muestra|mide)(?: (?:only|just|nur|que|solo|everything|alles|tout|todo|in|en)){{0,2}} (?P<unit>{NAME})(?![A-Za-z0-9])(?! ?\d)",
    FLAGS,
)
BARE_READING = re.compile(  # "I pumped to 2.5", "it is at 1.9 now"
    r"\b(?:to|at|up to|on|says?|shows?|reads?|is|was|of|auf|bei|bis|ist|steht|a|sur|est|en|esta) (?P<n>\d{1,5}(?:[.,]\d{1,3})?)(?![\w:/%°]|[.,]\d| ?(?:%|degrees?\b|x\b))",
    FLAGS,
)
KINDS_SHOWN = ("pressure", "mass", "length", "speed", "temperature", "volume", "power", "energy")


def with_shown_scale(made: Mapped) -> Mapped:
    """Return a message in which the one number without a unit has that of the device which shows nothing else."""
    shown = list(SCALE_SHOWN.finditer(made.text))
    if len(shown) != 1 or re.search(r"\d ?\Z", made.text[: shown[0].start("unit")]):
        return made
    unit = meanings(shown[0]["unit"])[0]
    readings = [one for one in BARE_READING.finditer(made.text) if not is_measured(made.text, one.end())]
    if unit.dimension not in KINDS_SHOWN or len(readings) != 1 or readings[0].start() < shown[0].end():
        return made
    kinds = {one.dimension for match in QUANTITY.finditer(made.text) for one in meanings(match["unit"])}
    if unit.dimension not in kinds:  # nothing that it is set against
        return made
    told = shown[0]["unit"]
    return made.sub(re.escape(readings[0].group()) + r"(?![\w.,]\d)", lambda match: f"{match.group()} {told}")


def is_measured(text: str, end: int) -> bool:
    """Return whether a unit stands behind a number."""
    return re.match(rf" ?(?:{NAME})(?![A-Za-z0-9])", text[end:], FLAGS) is not None


RUN_WITH_CLOCK = re.compile(  # a way and the clock of a stopwatch
    r"(?<![\w.,:/-])(?P<way>\d{1,5}(?:[.,]\d{1,3})?) ?(?P<unit>m|km|k|met(?:er|re)s?|kilomet(?:er|re)s?|kilometern?|metern?|mi|miles?|yards?|yd)(?P<between> [a-z]{0,12} ?(?:in|en|took (?:me|him|her|us|them)?|time:?) (?:a time of |about |only |just )?)"
    r"(?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,2})?|\d{1,3}(?:[.,]\d{1,2})? ?(?:seconds?|sekunden?|secondes?|segundos?|secs?|s))(?![\w:])",
    FLAGS,
)
SPEED_OF_RUN = re.compile(
    r"\b(?:km ?/ ?h|kmh|km/h|kph|mph|m/s|speed|how fast|pace|min ?/ ?km|min(?:utes?)? per (?:km|mile)|kilomet(?:er|re)s? (?:per|an) hour|miles (?:per|an) hour|geschwindigkeit|wie schnell|vitesse|velocidad)\b",
    FLAGS,
)
METRES_OF = {"m": Decimal(1), "k": Decimal(1000), "y": Decimal("0.9144"), "mi": Decimal("1609.344")}
FASTEST_RUN = 60  # kilometres an hour
LENGTHS_IN_FULL = {"m": "metres", "k": "kilometres", "y": "yards", "mi": "miles"}


def with_run_times(made: Mapped) -> Mapped:
    """Return a message that asks for a speed with the clock of a way as seconds: "400 m in 1:22"."""
    return made.sub(RUN_WITH_CLOCK, way_and_seconds) if SPEED_OF_RUN.search(made.text) else made


def way_and_seconds(match: "re.Match[str]") -> str:
    """Return a way with its time in seconds; as it is where that is faster than anybody runs: its clock shows hours."""
    key = "mi" if match["unit"].lower().startswith("mi") else match["unit"].lower()[0]
    metres = Decimal(match["way"].replace(",", ".")) * METRES_OF[key]
    parts = [Decimal(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d+)?", match["clock"])]
    seconds = sum((part * 60**place for place, part in enumerate(reversed(parts))), Decimal(0))
    if len(parts) == 2 and seconds and metres / seconds * Decimal("3.6") > FASTEST_RUN:
        return match.group()
    return f"{match['way']} {LENGTHS_IN_FULL[key]}{match['between']}{seconds:f} seconds"


GALLONS_REMARK = re.compile(  # "38 mpg (it is a british ad, so UK gallons)"
    r"(?<=[,;.( ])\(?(?:(?:it(?:'s| is)|that(?:'s| is)|this is|these are|they are) )?(?:(?:an? |the )?(?:british|uk|english|american|us) (?:ad|car|van|figure|site|magazine|test|one)s?)?(?:[,;]? ?(?:so|i mean|meaning|in|with|hence) )?(?:the )?(?P<region>uk|imperial|british|us|american) gallons?\)?",
    FLAGS,
)
BARE_MPG = re.compile(r"(?<!uk )(?<!us )(?<!imperial )(?<!british )\bmpg\b", FLAGS)


def with_mpg_region(made: Mapped) -> Mapped:
    """Return a message in which the gallons that a remark names stand in front of "mpg"."""
    remark = GALLONS_REMARK.search(made.text)
    if remark is None or not BARE_MPG.search(made.text) or re.search(r"\d ?\Z", made.text[: remark.start()]):
        return made
    region = "us" if remark["region"].lower() in ("us", "american") else "uk"
    return made.sub(GALLONS_REMARK, lambda match: " " * len(match.group())).sub(BARE_MPG, f"{region} mpg")


NAMED_DAY = re.compile(  # the name of a day is no unit of time
    r"\b(?:at |on |for |since |the )*(?:sports?|field|race|open|market|boxing|fathers?|father's|mothers?|mother's|valentine'?s|election|pancake|moving|wedding|exam|training|match) days?\b(?! (?:of|in|to)\b)",
    FLAGS,
)


def with_told_units(made: Mapped) -> Mapped:
    """Return a message in which each amount has the unit that is told elsewhere."""
    made = made.sub(NAMED_DAY, lambda match: " " * len(match.group())) if re.search(r"\d", made.text) else made
    return with_mpg_region(with_run_times(with_shown_scale(made)))
