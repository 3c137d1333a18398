"""Shapes: area, perimeter, diagonal, volume and surface of those that a few lengths give, and the third side of a right triangle."""

import re
from collections.abc import Mapping

from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import fill_in, fold

UNIT_OF_LENGTH = r"(?:mm|cm|dm|km|m|in|inch(?:es)?|ft|foot|feet|yd|yards?|miles?|mil(?:l?i)?met(?:er|re)s?|centimet(?:er|re)s?|met(?:er|re|ro)s?|zentimetern?|metern?|centimetros?|\"|')"
LENGTH_UNIT = re.compile(rf"(?<=\d) ?(?P<unit>{UNIT_OF_LENGTH})(?!\w)", re.IGNORECASE)
SHAPE_NAMES = {
    "circle": r"circles?|kreis(?:es)?|cercles?|circulos?",
    "square": r"squares?|quadrat(?:s|es)?|carres?|cuadrados?",
    "rectangle": r"rectang(?:le|les|ular)|rechteck(?:s|es)?|rechteckige\w*|rectangulos?",
    "right": r"right(?:-angled)? triangles?|rechtwinklige\w* dreieck\w*|triangles? rectangles?|triangulos? rectangulos?|hypotenuse|hypotenusen?|hipotenusa",
    "triangle": r"triangles?|dreiecks?|dreieckes|triangulos?",
    "cube": r"cubes?|wurfels?|cubos?",
    "box": r"box(?:es)?|cuboids?|rectangular prisms?|quaders?|pave droit|cajas?|ortoedros?",
    "cylinder": r"cylinders?|cylindres?|zylinders?|cilindros?",
    "sphere": r"spheres?|balls?|kugeln?|esferas?",
    "cone": r"cones?|kegels?|conos?",
}
SHAPE_MEASURES = {
    "surface": r"surface(?: area)?|oberflache(?:ninhalt)?|surface totale|superficie",
    "area": r"area|flache(?:ninhalt)?|aire|size in square",
    "perimeter": r"perimeter|circumference|umfang|perimetre|circonference|perimetro|circunferencia",
    "diagonal": r"diagonal(?:e|en)?",
    "volume": r"volume|volumen|rauminhalt",
    "hypotenuse": r"hypotenusen?|hipotenusa",
}
LENGTH_LABELS = {
    "r": r"radius|radii|rayon|radio",
    "d": r"diameters?|durchmessers?|diametre|diametro",
    "h": r"height|high|tall|hohe|hoch|hauteur|haut|altura|alto",
    "a": r"sides?(?: length)?|edges?(?: length)?|seite(?:nlange)?|kante(?:nlange)?|cote|arete|lado|arista",
    "b": r"base|grundseite|grundlinie",
}
# by shape and measure: the labels of the lengths, in the order in which lengths without a label are taken, and the expression
SHAPE_FORMS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("circle", "area"): ("r", "pi * {r} ^ 2"),
    ("circle", "perimeter"): ("r", "2 * pi * {r}"),
    ("square", "area"): ("a", "{a} ^ 2"),
    ("square", "perimeter"): ("a", "4 * {a}"),
    ("square", "diagonal"): ("a", "sqrt(2 * {a} ^ 2)"),
    ("rectangle", "area"): ("xy", "{x} * {y}"),
    ("rectangle", "perimeter"): ("xy", "2 * ({x} + {y})"),
    ("rectangle", "diagonal"): ("xy", "sqrt({x} ^ 2 + {y} ^ 2)"),
    ("right", "hypotenuse"): ("xy", "sqrt({x} ^ 2 + {y} ^ 2)"),
    ("right", "area"): ("xy", "{x} * {y} / 2"),
    ("triangle", "area"): ("bh", "{b} * {h} / 2"),
    ("cube", "volume"): ("a", "{a} ^ 3"),
    ("cube", "surface"): ("a", "6 * {a} ^ 2"),
    ("box", "volume"): ("xyz", "{x} * {y} * {z}"),
    ("box", "surface"): ("xyz", "2 * ({x} * {y} + {x} * {z} + {y} * {z})"),
    ("cylinder", "volume"): ("rh", "pi * {r} ^ 2 * {h}"),
    ("cylinder", "surface"): ("rh", "2 * pi * {r} * ({r} + {h})"),
    ("sphere", "volume"): ("r", "4 / 3 * pi * {r} ^ 3"),
    ("sphere", "surface"): ("r", "4 * pi * {r} ^ 2"),
    ("cone", "volume"): ("rh", "pi * {r} ^ 2 * {h} / 3"),
}
NO_SHAPE = re.compile(r"\b(?:percent|prozent|pour ?cent|por ciento|per|each|cost\w*|price|paint|tiles?|litres?|liters?|twice|double|half)\b|[%$€£]", re.IGNORECASE)  # fmt: skip
SHAPE_WORDS = (
    LENGTH_UNIT,
    *(
        re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
        for names in (SHAPE_NAMES, SHAPE_MEASURES, LENGTH_LABELS)
        for pattern in names.values()
    ),
)


def shape_problem(message: str) -> str:
    """Return the expression of what is asked about a shape, every length of it read; "" for other messages.

    The lengths have no unit, or all the same: the result is then in it, in its square or in its cube.
    """
    text = fold(message).replace("\n", " ").lower()
    amounts = amounts_of(text)
    shape, measure = first_shape_word(SHAPE_NAMES, text), first_shape_word(SHAPE_MEASURES, text)
    form = SHAPE_FORMS.get((shape, measure)) or SHAPE_FORMS.get((shape, "surface" if measure == "area" else measure))
    if not amounts or form is None or NO_SHAPE.search(text):
        return ""
    units = [match["unit"].lower() for match in LENGTH_UNIT.finditer(text)]
    if len(set(units)) > 1 or (units and len(units) not in (1, len(amounts))):
        return ""
    wanted, expression = form
    lengths = labelled_lengths(text, amounts, wanted)
    return fill_in(expression, **lengths) if set(lengths) == set(wanted) else ""


def labelled_lengths(text: str, amounts: list[Amount], wanted: str) -> dict[str, str]:
    """Return the lengths by their labels, those without one in the order of ``wanted``; nothing where there are too many."""
    lengths: dict[str, str] = {}
    for amount in amounts:
        label = length_label(text, amount.start, amount.end)
        number = amount.text
        if label == "d" and "r" in wanted:
            label, number = "r", f"({number} / 2)"
        if not label or label not in wanted or label in lengths:
            label = next((name for name in wanted if name not in lengths), "")
        if not label:
            return {}
        lengths[label] = number
    return lengths


def first_shape_word(patterns: Mapping[str, str], text: str) -> str:
    """Return the name of the first pattern that a text has, "" for none."""
    return next((name for name, pattern in patterns.items() if re.search(rf"\b(?:{pattern})\b", text)), "")


def length_label(text: str, start: int, end: int) -> str:
    """Return what a length is said to be, by the word before or after its number; "" for none."""
    before = re.search(
        r"(?P<word>[a-z]+)(?: length)?(?: (?:of|is|von|de|est|es|ist|=))?(?: (?:a|un|une))? ?[=:]? ?\Z", text[:start]
    )
    after = re.match(rf" ?(?:{UNIT_OF_LENGTH})? ?(?:in )?(?P<word>[a-z]+)", text[end:])
    for found in (before, after):
        for name, pattern in LENGTH_LABELS.items() if found else ():
            if found and re.fullmatch(pattern, found["word"]):
                return name
    return ""
