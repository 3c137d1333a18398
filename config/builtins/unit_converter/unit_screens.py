"""How wide and high a screen is whose diagonal is told, and whether it fits a gap: a 55-inch TV and 120 cm."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import USED_FIGURE, Consumed, said_number
from config.builtins.wording import decimal_of, fill_in

SCREEN = r"(?:tvs?|televisions?|telly|monitors?|screens?|displays?|fernseher\w*|bildschirm\w*|monitore?|flachbildschirm|television|tele|televiseurs?|ecrans?|televisor(?:es)?|pantallas?|projection screen|leinwand)"
SCREEN_NAMED = re.compile(rf"\b{SCREEN}\b", re.IGNORECASE)
INCH_WORD = r"(?:inch(?:es)?|in\b(?! (?:cm|mm|m|centim\w+|inch\w*)\b)|zoll|pouces?|pulgadas?|\"|''|″|”)"
SIDE_WORDS = {
    "width": r"(?:wide|width|across|breite?[rnms]?|large(?:ur)?|anch[oa]|anchura)",
    "height": r"(?:high|tall|height|hohe?[rnms]?|hoch|haut(?:eur)?|alt[oa]|altura)",
}
ANY_SIDE = rf"(?:{SIDE_WORDS['width']}|{SIDE_WORDS['height']})"
DIAGONAL = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE})[ -]?{INCH_WORD}(?! ?-?(?:in |de )?{ANY_SIDE}\b)(?: ?(?:diagonal\w*|class))?",
    re.IGNORECASE,
)
GAP_OF_SCREEN = re.compile(
    rf"(?:\b(?P<ahead>{ANY_SIDE})(?: (?:of|is|only|just|von|ist|nur|de|est|es|solo|seulement)){{0,2}} )?(?<![\w.,])(?P<n>{USED_FIGURE}) ?-?(?P<unit>cm|mm|m|centim\w+|metres?|meters?|inch(?:es)?|in|zoll|pouces?|pulgadas?)\b(?:[ -]?(?:in |de |en |im )?(?P<behind>{ANY_SIDE})\b)?",
    re.IGNORECASE,
)
ASPECT = re.compile(r"(?<![\d:])(?P<w>16|21|32|4|3|5)[:/](?P<h>9|10|3|2|4)(?![\d:])", re.IGNORECASE)
SCREEN_FITS = re.compile(
    r"\b(?:fit(?:s|ting)?|go(?:es)? (?:in|into|on|between|inside)|squeeze|enough (?:room|space)|too (?:wide|big|large)|pass(?:t|en)|reinpass\w*|geht (?:das|er|es)|zu (?:breit|gross)|genug platz|rentre\w*|entre(?:ra)?|tient|tiendra|trop (?:large|grand)|cab(?:e|en|ra|ria)|entra(?:ra)?|demasiado)\b",
    re.IGNORECASE,
)
SIDE_ASKED = re.compile(
    rf"\b(?:how|wie|que tan|de) (?:wide|tall|high|broad|breit|hoch|large|haut|ancho|alto)\b|\b(?:width|height|dimensions?|breite|hohe|abmessung\w*|masse|largeur|hauteur|anchura|altura|dimensiones|medidas)\b|\bhow (?:much|many) [a-z]+ {ANY_SIDE}",
    re.IGNORECASE,
)
THROUGH_OPENING = re.compile(
    r"\b(?:through|door\w*|trunk|boot|car|van|elevator|lift|stair\w*|box|tur|treppe\w*|kofferraum|auto|aufzug|porte|coffre|voiture|ascenseur|puerta|maletero|coche|ascensor|maleteros)\b",
    re.IGNORECASE,
)
SITS_BEFORE = re.compile(r"\b(?:viewing|distance|sit|sofa|couch|abstand|distancia)\b", re.IGNORECASE)
CM_OF_UNIT = {"cm": Decimal(1), "mm": Decimal("0.1"), "m": Decimal(100), "in": Decimal("2.54")}
FRAME = Decimal(2)  # cm that the frame of a screen may take
SMALLEST_SCREEN, LARGEST_SCREEN = 5, 200  # inches
SCREEN_TEXTS = {
    "en": "A {ratio} screen with a diagonal of {n} inches ({diagonal} cm) is about **{width} cm** wide and **{height} cm** high, without its frame.",
    "de": "Ein Bildschirm im Format {ratio} mit {n} Zoll Diagonale ({diagonal} cm) ist etwa **{width} cm** breit und **{height} cm** hoch, ohne Rahmen.",
    "fr": "Un écran {ratio} d'une diagonale de {n} pouces ({diagonal} cm) fait environ **{width} cm** de large et **{height} cm** de haut, sans le cadre.",
    "es": "Una pantalla {ratio} con una diagonal de {n} pulgadas ({diagonal} cm) mide unos **{width} cm** de ancho y **{height} cm** de alto, sin el marco.",
}
GAP_TEXTS = {  # too large, hardly, fits
    "en": ("**No**: the screen is {gap} cm more than {room}.", "**Hardly**: only {gap} cm of {room} are left for its frame.", "**Yes**: {gap} cm of {room} are left."),
    "de": ("**Nein**: der Bildschirm hat {gap} cm mehr als {room}.", "**Kaum**: von {room} bleiben nur {gap} cm für den Rahmen.", "**Ja**: von {room} bleiben {gap} cm."),
    "fr": ("**Non** : c'est {gap} cm de plus que {room}.", "**À peine** : il ne reste que {gap} cm de {room} pour le cadre.", "**Oui** : il reste {gap} cm de {room}."),
    "es": ("**No**: son {gap} cm más que {room}.", "**Apenas**: de {room} solo quedan {gap} cm para el marco.", "**Sí**: de {room} quedan {gap} cm."),
}  # fmt: skip


OPENING_TEXTS = {
    "en": " Which side has to pass decides whether it fits; I cannot tell that from the message.",
    "de": " Es kommt darauf an, welche Seite hindurch muss; das sagt die Nachricht nicht.",
    "fr": " Tout dépend du côté qui doit passer ; le message ne le dit pas.",
    "es": " Depende de qué lado tenga que pasar; el mensaje no lo dice.",
}


DIAGONAL_RESTATED = re.compile(  # "I know the 55 is the diagonal"
    rf"\b(?:the|die|der|das|le|la|les|el|los|las) (?P<n>{USED_FIGURE})[ -]?(?:{INCH_WORD})? ?(?:is|are|means?|ist|sind|est|sont|es|son) (?:only |just |nur )?(?:the |die |la |l'|en )?diagonal\w*",
    re.IGNORECASE,
)


def screen_size(text: str, language: str) -> Consumed | None:
    """Return the width and height of a screen whose diagonal a folded message tells, and whether it fits; None for others."""
    fits = SCREEN_FITS.search(text) is not None
    if not SCREEN_NAMED.search(text) or not (fits or SIDE_ASKED.search(text)) or SITS_BEFORE.search(text):
        return None
    restated = list(DIAGONAL_RESTATED.finditer(text))
    asked_of = text
    text = blank_between(text, restated)
    ratios, diagonals = list(ASPECT.finditer(text)), list(DIAGONAL.finditer(ASPECT.sub(same_length, text)))
    if len(diagonals) != 1 or len(ratios) > 1:
        return None
    gaps = list(GAP_OF_SCREEN.finditer(blank_between(text, [*diagonals, *ratios])))
    inches = decimal_of(diagonals[0]["n"], language)
    if len(gaps) > 2 or not SMALLEST_SCREEN <= inches <= LARGEST_SCREEN:
        return None
    sides = screen_sides(inches, ratios[0] if ratios else None)
    words = {key: said_number(round(value, 1), language) for key, value in sides.items()}
    ratio = ratios[0].group() if ratios else "16:9"
    size = fill_in(SCREEN_TEXTS[language], ratio=ratio, n=said_number(inches, language), **words)
    if any(decimal_of(one["n"], language) != inches for one in restated):
        return None
    is_opening = THROUGH_OPENING.search(asked_of) is not None
    verdicts = [] if is_opening else [gap_verdict(gap, sides, language) for gap in gaps]
    size += OPENING_TEXTS[language] if is_opening and gaps else ""
    sentence = " ".join([*verdicts, size] if fits else [size, *(one.replace("**", "") for one in verdicts)])
    return Consumed(sentence, float(round(sides["width"], 1)), "cm", "length", [*diagonals, *ratios, *gaps, *restated])


def same_length(match: "re.Match[str]") -> str:
    """Return blanks of the length of a match."""
    return " " * len(match.group())


def blank_between(text: str, places: "list[re.Match[str]]") -> str:
    """Return a text with some of its parts blank."""
    for place in places:
        text = text[: place.start()] + same_length(place) + text[place.end() :]
    return text


def screen_sides(inches: Decimal, ratio: "re.Match[str] | None") -> dict[str, Decimal]:
    """Return the diagonal, the width and the height of a screen in centimetres."""
    wide, high = (Decimal(ratio["w"]), Decimal(ratio["h"])) if ratio else (Decimal(16), Decimal(9))
    diagonal = inches * CM_OF_UNIT["in"]
    unit = diagonal / (wide**2 + high**2).sqrt()
    return {"diagonal": diagonal, "width": wide * unit, "height": high * unit}


def gap_verdict(gap: "re.Match[str]", sides: dict[str, Decimal], language: str) -> str:
    """Return whether a side of a screen fits a told width or height; a length without a word for its side is a width."""
    told = (gap["behind"] or gap["ahead"] or "").lower()
    side = "height" if re.fullmatch(SIDE_WORDS["height"], told) else "width"
    name = gap["unit"].lower()
    unit = name if name in CM_OF_UNIT else "cm" if name.startswith("c") else "m" if name.startswith("m") else "in"
    room = decimal_of(gap["n"], language) * CM_OF_UNIT[unit]
    left = round(room - sides[side], 1)
    text = GAP_TEXTS[language][0 if left < 0 else 1 if left < FRAME else 2]
    said = f"{gap['n']} {'″' if unit == 'in' else unit}"
    return fill_in(text, gap=said_number(abs(left), language), room=said)
