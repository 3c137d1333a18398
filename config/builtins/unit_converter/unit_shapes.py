"""Areas and volumes from lengths, and lengths on a map: 80 x 35 x 40 cm in litres, 4 cm at 1:50000."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_names import FLAGS, FREE, NAME, NUMBER, QUANTITY, meanings, number

PI = Decimal("3.14159265358979323846264338327950288")
TIMES = r" ?(?:x|by|times|\*|×|mal|auf|par|por|sur) ?"
WORD_OF_SIDE = r"(?: ?(?:long|wide|high|tall|deep|thick|in (?:length|width|height|depth)|lang|breit|hoch|tief|de (?:long|large|haut|largo|ancho|alto)|largo|ancho|alto|,))*"
BOX = re.compile(
    rf"(?<![\d.,:])(?P<n1>{NUMBER}) ?(?P<u1>(?:{NAME})(?![A-Za-z0-9]))?{TIMES}(?P<n2>{NUMBER}) ?(?P<u2>(?:{NAME})(?![A-Za-z0-9]))?(?:{TIMES}(?P<n3>{NUMBER}) ?(?P<u3>(?:{NAME})(?![A-Za-z0-9])))?",
    FLAGS,
)
BOX_AND_HEIGHT = re.compile(  # "4.2 by 3.8 and 2.5 m high"
    rf"(?<![\d.,:])(?P<n1>{NUMBER}) ?(?P<u1>(?:{NAME})(?![A-Za-z0-9]))?{TIMES}(?P<n2>{NUMBER}) ?(?P<u2>(?:{NAME})(?![A-Za-z0-9]))?(?: ?,| ?(?:and|und|et|y|with)) ?(?:a height of |de haut |hauteur |alto )?(?P<n3>{NUMBER}) ?(?P<u3>(?:{NAME})(?![A-Za-z0-9]))",
    FLAGS,
)
SIDES_IN_WORDS = re.compile(
    rf"(?P<n1>{NUMBER}) ?(?P<u1>{NAME}){WORD_OF_SIDE}(?: ?(?:and|by|,))? ?(?P<n2>{NUMBER}) ?(?P<u2>{NAME}){WORD_OF_SIDE}(?:(?: ?(?:and|by|,))? ?(?P<n3>{NUMBER}) ?(?P<u3>{NAME})(?![A-Za-z0-9]))?",
    FLAGS,
)
SIDE_WORD = re.compile(
    r"\b(?:long|wide|high|tall|deep|thick|length|width|height|depth|lang|breit|hoch|tief|longueur|largeur|hauteur|large|haut|largo|ancho|alto|profund\w*)\b",
    FLAGS,
)
ROUND = re.compile(
    r"\b(?:round|circular|cylind\w*|diameter|diametre|diametro|durchmesser|radius|rayon|radio|rund\w*|zylind\w*)\b",
    FLAGS,
)
RADIUS = re.compile(r"\b(?:radius|rayon|radio)\b", FLAGS)
ASKS_VOLUME = re.compile(r"\b(?:volume|capacity|hold|holds|fit|volumen|inhalt|contenance|capacidad)\b", FLAGS)
ASKS_AREA = re.compile(r"\b(?:area|square|sq|m2|surface|superficie|flache|quadrat\w*)\b", FLAGS)
SCALE = re.compile(r"\b1 ?: ?(?P<scale>\d{1,3}(?:[ ,.']\d{3})+|\d{2,8})\b")
ON_MAP = re.compile(
    r" ?(?:apart )?(?:on|in|auf|sur|en) (?:the|my|a|der|einer|la|le|el|un) (?:map|plan|drawing|model|karte|zeichnung|carte|mapa|plano)\b",
    FLAGS,
)


def solid(text: str) -> tuple[int, int, str] | None:
    """Return (start, end, the amount) for lengths whose product is asked for, None for other texts."""
    rest_kinds = kinds_asked(text)
    wanted = (BOX_AND_HEIGHT, BOX, SIDES_IN_WORDS) if "volume" in rest_kinds else (BOX, SIDES_IN_WORDS)
    for pattern in wanted:
        for match in pattern.finditer(text):
            sides = sides_of(match)
            if sides is None or (pattern is SIDES_IN_WORDS and not SIDE_WORD.search(text) and not ROUND.search(text)):
                continue
            kind = next(
                (one for one, count in (("volume", 3), ("area", 2)) if one in rest_kinds and len(sides) == count), ""
            )
            is_round = ROUND.search(text) is not None and len(sides) == 2 and "volume" in rest_kinds
            if is_round or kind:
                amount = cylinder(text, sides) if is_round else product_of(sides)
                return *match.span(), in_unit_of(match, amount, "volume" if is_round else kind)
    return None


def cylinder(text: str, sides: list[Decimal]) -> Decimal:
    """Return the volume of a cylinder whose width (or radius) is named before its height."""
    radius = sides[0] if RADIUS.search(text) else sides[0] / 2
    return PI * radius * radius * sides[1]


def product_of(sides: list[Decimal]) -> Decimal:
    """Return the product of lengths."""
    made = Decimal(1)
    for side in sides:
        made *= side
    return made


def in_unit_of(match: "re.Match[str]", size: Decimal, kind: str) -> str:
    """Return a size in (square or cubic) metres as an amount of the unit that its sides have, else of metres."""
    sides = {meanings(match[f"u{place}"])[0].id for place in (1, 2, 3) if match[f"u{place}"]}
    only = "ft" if sides == {"ft", "inch"} else next(iter(sides)) if len(sides) == 1 else "m"
    names = SOLID_UNITS.get(only, SOLID_UNITS["m"])
    name = names[kind == "volume"]
    unit = meanings(name)[0]
    metric = unit.factor / 1000 if kind == "volume" else unit.factor
    return f"{round(size / metric, 9).normalize():f} {name}"


SOLID_UNITS = {
    "m": ("square meters", "cubic meters"),
    "cm": ("square centimeters", "cubic centimeters"),
    "ft": ("square feet", "cubic feet"),
    "inch": ("square inches", "cubic inches"),
    "yd": ("square yards", "cubic yards"),
}


OF_A_FIELD = re.compile(  # "how many pitches of 105 x 68 m": sides beside an area
    rf"\bhow many [a-z]+(?: [a-z]+)? (?:of|at|with|measuring) (?:{NUMBER}) ?(?:{NAME})?{TIMES}(?:{NUMBER})", FLAGS
)


def kinds_asked(text: str) -> set[str]:
    """Return whether an area or a volume is asked for: "area", "volume"."""
    named = {unit.dimension for match in FREE.finditer(text) for unit in meanings(match.group())[:1]}
    if OF_A_FIELD.search(text):
        named |= {unit.dimension for match in QUANTITY.finditer(text) for unit in meanings(match["unit"])[:1]}
    words = {kind for kind, pattern in (("volume", ASKS_VOLUME), ("area", ASKS_AREA)) if pattern.search(text)}
    return (named & {"area", "volume"}) or words


def sides_of(match: "re.Match[str]") -> list[Decimal] | None:
    """Return two or three lengths in metres; one without a unit has that of the next one. None for what are no lengths."""
    sizes = [match[f"n{place}"] for place in (1, 2, 3) if match[f"n{place}"]]
    names = [match[f"u{place}"] for place in range(1, len(sizes) + 1)]
    last = next((name for name in reversed(names) if name), None)
    units = [meanings(name or last)[0] for name in names] if last else []
    if not units or any(unit.dimension != "length" for unit in units):
        return None
    return [number(size) * unit.factor for size, unit in zip(sizes, units, strict=True)]


def scaled(text: str) -> tuple[str, list[tuple[int, int]]] | None:
    """Return a text in which a length on a map is the real one, or the other way round, and the places that say so; None without a scale."""
    scale = SCALE.search(text)
    amount = (
        re.search(
            rf"(?P<number>{NUMBER}) ?(?P<unit>(?:{NAME})(?![A-Za-z0-9]))",
            text[: scale.start()] + " " * (scale.end() - scale.start()) + text[scale.end() :],
            FLAGS,
        )
        if scale
        else None
    )
    if scale is None or amount is None or meanings(amount["unit"])[0].dimension != "length":
        return None
    factor = Decimal(re.sub(r"\D", "", scale["scale"]))
    shown_on = list(ON_MAP.finditer(text))
    is_real = (
        shown_on
        and not any(match.start() == amount.end() for match in shown_on)
        and re.search(r"\b(?:how (?:many|long|far|big)|what)\b", text[: shown_on[-1].start()], FLAGS)
    )
    size = number(amount["number"]) / factor if is_real else number(amount["number"]) * factor
    made = f"{text[: amount.start()]}{size:f} {amount['unit']}{text[amount.end() :]}"
    made = made.replace(scale.group(), " ", 1)
    return made, [scale.span(), amount.span(), *(match.span() for match in shown_on)]
