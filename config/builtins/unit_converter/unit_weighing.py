"""From mass to volume and back for common kitchen goods, with an approximate density that the answer tells."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import UNITS, Unit, name_of, named, told_rows
from config.builtins.wording import fill_in, localized

# grams in a millilitre, as loosely filled measures hold them, and the names in four languages; the special ones come first
DENSITIES = (
    ("0.50", r"(?:powdered|icing|confectioner'?s'?) sugar|puderzucker|sucre glace|azucar glas|azucar (?:impalpable|en polvo)"),
    ("0.93", r"brown sugar|brauner zucker|braunen zucker|cassonade|sucre roux|azucar moren[oa]"),
    ("0.54", r"corn ?(?:starch|flour)|speisestarke|maisstarke|maizena|fecule(?: de mais)?|almidon de maiz"),
    ("1.09", r"peanut butter|erdnussbutter|beurre de cacahuetes?|mantequilla de (?:cacahuete|mani)"),
    ("0.40", r"(?:ground almonds?|almond (?:flour|meal)|gemahlene mandeln|poudre d'amandes?|almendra molida)"),
    ("0.42", r"cocoa(?: powder)?|kakao(?:pulver)?|cacao(?: en poudre| en polvo)?"),
    ("1.32", r"maple syrup|ahornsirup|sirop d'erable|(?:jarabe|sirope) de arce"),
    ("0.38", r"(?:rolled )?oats?|oatmeal|haferflocken|flocons d'avoine|avena"),
    ("0.45", r"bread ?crumbs|semmelbrosel|paniermehl|chapelure|pan rallado"),
    ("0.72", r"choc(?:olate)? chips|schokotropfchen|pepites de chocolat|chispas de chocolate"),
    ("0.92", r"(?:olive |vegetable |sunflower |rapeseed )?oil|(?:oliven|sonnenblumen|raps|speise)?ol|huile(?: d'olive)?|aceite(?: de oliva)?"),
    ("0.53", r"(?:(?:all[- ]purpose|plain|white|wheat|bread|whole ?wheat|self[- ]raising) )*flour|(?:weizen|vollkorn|dinkel)?mehl|farine(?: de ble)?|harina(?: de trigo)?"),
    ("0.85", r"(?:(?:granulated|caster|white) )?sugar|zucker|sucre(?: en poudre)?|azucar"),
    ("0.959", r"butter|beurre|mantequilla|margarine?|margarina"),
    ("0.80", r"(?:uncooked |dry |raw |white |basmati |jasmine )*rice|reis|riz|arroz"),
    ("1.42", r"honey|honig|miel"),
    ("1.03", r"(?:whole )?milk|(?:voll)?milch|lait|leche|yogh?urt|joghurt|yaourt|yogur"),
    ("1.00", r"(?:heavy |whipping )?cream|sahne|creme(?: fraiche| liquide)?|nata"),
    ("1.00", r"water|wasser|eau|agua"),
    ("1.20", r"(?:table |fine )?salt|salz|sel|sal"),
    ("0.80", r"lentils?|linsen|lentilles|lentejas"),
)  # fmt: skip
FREE_OF_DOUBT = frozenset(["water", "wasser", "eau", "agua"])
DENSITY_NOTE = {
    "en": "Approximate: I took {density} g per ml for {thing}; it depends on how it is filled.",
    "de": "Ungefähr: gerechnet mit {density} g je ml für {thing}; es kommt darauf an, wie gefüllt wird.",
    "fr": "Approximatif : j'ai pris {density} g par ml pour {thing} ; cela dépend du remplissage.",
    "es": "Aproximado: he tomado {density} g por ml para {thing}; depende de cómo se llena.",
}
LIQUID = re.compile(
    r"milk|milch|lait|leche|cream|sahne|creme|nata|water|wasser|eau|agua|oil|ol|huile|aceite", re.IGNORECASE
)
OUNCES = re.compile(r"(?<!fl )(?<!fl\. )(?<!fluid )(?<!weight )(?<![a-z])(?:oz|ounces?)\b", re.IGNORECASE)
COOKED = re.compile(r"\b(?:cooked(?<!uncooked)|gekocht\w*|cuite?s?|cocid[oa]s?|melted|sifted|gesiebt\w*|whipped)\b")
KINDS = {"mass", "volume"}


def substance_of(flat: str) -> "tuple[Decimal, re.Match[str]] | None":
    """Return the density of the one kitchen good that a folded text names, with its place; None for none, or several."""
    found: list[tuple[Decimal, re.Match[str]]] = []
    for density, pattern in DENSITIES:
        for match in re.finditer(rf"\b(?:{pattern})\b", flat):
            if not any(one.start() < match.end() and match.start() < one.end() for _, one in found):
                found.append((Decimal(density), match))
    names = {match.group() for _, match in found}
    return found[0] if len(names) == 1 else None


def is_dry(flat: str) -> bool:
    """Return whether a folded text names one kitchen good that is weighed: an ounce of flour is no fluid ounce."""
    found = substance_of(flat)
    return found is not None and not any(LIQUID.fullmatch(word) for word in found[1].group().split())


def weighed(value: Decimal, source: Unit, target: Unit, text: str, flat: str, language: str) -> dict[str, Any] | None:
    """Return the answer for an amount of a kitchen good in the other kind of unit, without ``used``; None without one.

    ``text`` is the message and ``flat`` the same folded in small letters.
    """
    found = substance_of(flat)
    if found is None or {source.dimension, target.dimension} != KINDS or COOKED.search(flat) or value <= 0:
        return None
    density, place = found
    base = value * source.factor  # kilograms or litres
    result = (base / density if source.dimension == "mass" else base * density) / target.factor
    digits = max(0, 2 - result.adjusted()) if result else 0
    rounded = round(result, digits)
    thing = text[slice(*place.span())]
    number = localized(f"{rounded:,f}".rstrip("0").rstrip(".") if digits else f"{rounded:,f}", language)
    said = f"{named(value, source, language)} ({thing}) ≈ {number} {name_of(target, language, one=rounded == 1)}"
    shown = localized(f"{density}", language)
    note = fill_in(DENSITY_NOTE[language], density=shown, thing=thing)
    row = {"value": float(value), "from": source.id, "to": target.id, "result": float(rounded), "text": said}
    made = told_rows(f"**{said}**\n\n{note}", [row], target.dimension, [note], 0.85)
    return {**made, "place": list(place.span())}


MOLAR_MASSES = {"nacl": "58.44", "kcl": "74.55", "naoh": "40.00", "koh": "56.11", "glucose": "180.16", "glukose": "180.16", "glucosa": "180.16", "sucrose": "342.30", "saccharose": "342.30", "sacarosa": "342.30", "tris": "121.14"}  # fmt: skip
FIGURES = r"(?<![\w.,])\d+(?:[.,]\d+)?"
CONCENTRATION = re.compile(
    rf"(?P<n>{FIGURES}) ?(?:(?P<milli>mM|mmol/[lL]|millimolare?n?|millimolar)|M(?=\b)(?! ?=)|mol/[lL]|mol per lit\w+|mol pro liter|mol par litre|mol por litro|molare?n?|molaires?)(?![\w/])"
)
MOLAR_MASS = re.compile(
    rf"(?:\b(?:M[Ww]|MW|M|[Mm]ol(?:ar|ecular) (?:mass|weight)|[Mm]olmasse|[Mm]olare Masse|[Mm]olekulargewicht|[Mm]asse molaire|[Mm]asa molar|[Pp]eso molecular)(?: (?:of|von|de|du|del) [A-Za-z0-9]+)? ?(?:=|:|is|ist|est|es|of|von|de)? ?(?P<told>{FIGURES})(?: ?g/mol\b)?|(?P<behind>{FIGURES}) ?g/mol\b)"
)
LAB_VOLUME = re.compile(
    rf"(?P<n>{FIGURES}) ?(?P<unit>[mµμu]?[lL]|litres?|liters?|litros?|millilit(?:er|re)s?|mililitros?)\b"
)
GRAMS_ASKED = re.compile(
    r"\b(?:how (?:many|much)|wie ?viele?|combien|cuant[oa]s?|what (?:mass|weight)|weigh (?:out|in)|einwiegen|einwaage|peser|pesar|quelle masse|que masa)\b",
    re.IGNORECASE,
)
OTHER_ASKED = re.compile(
    r"\b(?:how many|wie viele|combien de|cuant[oa]s) (?:ml|millil\w+|mililitros?|lit\w+|mol\w*)\b", re.IGNORECASE
)
MOLAR_NEEDS = {
    "en": "I read M as mol per litre. For the grams I need the concentration, the volume and the molar mass, e.g. '250 ml of 0.15 M, 58.44 g/mol, how many grams'.",
    "de": "M lese ich als Mol je Liter. Für die Gramm brauche ich Konzentration, Volumen und molare Masse, z. B. „250 ml mit 0,15 M, 58,44 g/mol, wie viel Gramm“.",
    "fr": "Je lis M comme mole par litre. Pour les grammes il me faut la concentration, le volume et la masse molaire, p. ex. « 250 ml à 0,15 M, 58,44 g/mol, combien de grammes ».",
    "es": "Leo M como mol por litro. Para los gramos necesito la concentración, el volumen y la masa molar, p. ej. «250 ml de 0,15 M, 58,44 g/mol, cuántos gramos».",
}
MOLAR_NOTE = {
    "en": "I took {mass} g/mol for {thing}.", "de": "Gerechnet mit {mass} g/mol für {thing}.",
    "fr": "J'ai pris {mass} g/mol pour {thing}.", "es": "He tomado {mass} g/mol para {thing}.",
}  # fmt: skip
SOLUTION = re.compile(
    r"\b(?:solution|losung|solucion|disolucion|molar\w*|molaire|mol/l|mmol/l|buffer|puffer|tampon|stock|dilut\w*|verdunn\w*)\b|g/mol",
    re.IGNORECASE,
)


def is_molar(flat: str) -> bool:
    """Return whether a folded message, in its own letters, speaks of a concentration in mol per litre."""
    if re.search(
        r"\b(?:long|tall|wide|deep|high|lang|hoch|tief|breit|largo|ancho|alto|haut|large)\b", flat, re.IGNORECASE
    ):
        return False
    return CONCENTRATION.search(flat) is not None and SOLUTION.search(flat) is not None


def dissolved(flat: str, language: str) -> dict[str, Any] | None:
    """Return the grams of a solution by its concentration, volume and molar mass, without ``used``; None for other messages."""
    mass = MOLAR_MASS.search(flat)
    rest = flat if mass is None else flat[: mass.start()] + " " * (mass.end() - mass.start()) + flat[mass.end() :]
    concentrations, volumes = list(CONCENTRATION.finditer(rest)), list(LAB_VOLUME.finditer(rest))
    known = [word for word in MOLAR_MASSES if re.search(rf"\b{word}\b", flat, re.IGNORECASE)]
    numbers = len(re.findall(FIGURES, rest))
    if len(concentrations) != 1 or len(volumes) != 1 or numbers != 2 or not GRAMS_ASKED.search(flat):
        return None
    if OTHER_ASKED.search(flat) or not (mass or len(known) == 1):
        return None
    figure = (mass["told"] or mass["behind"]) if mass else MOLAR_MASSES[known[0]]
    molar = Decimal(figure.replace(",", "."))
    amount = Decimal(concentrations[0]["n"].replace(",", ".")) / (1000 if concentrations[0]["milli"] else 1)
    unit = volumes[0]["unit"].lower()
    scale = {"m": Decimal("0.001"), "µ": Decimal("0.000001"), "μ": Decimal("0.000001"), "u": Decimal("0.000001")}
    volume = Decimal(volumes[0]["n"].replace(",", ".")) * scale.get(unit[0], Decimal(1))
    grams = amount * volume * molar
    is_small = grams < Decimal("0.1")
    value, target = (grams * 1000, UNITS["mg"]) if is_small else (grams, UNITS["g"])
    shown = f"{round(value, 4):,f}".rstrip("0").rstrip(".")
    sign = "=" if round(value, 4) == value else "≈"
    steps = " × ".join(localized(f"{one.normalize():f}", language) for one in (amount, volume, molar))
    said = f"{steps} {sign} **{localized(shown, language)} {name_of(target, language, one=False)}** (mol/l × l × g/mol)"
    note = "" if mass else fill_in(MOLAR_NOTE[language], mass=localized(f"{molar}", language), thing=known[0])
    row = {
        "value": float(amount),
        "from": "mol/l",
        "to": target.id,
        "result": float(value),
        "text": said.replace("**", ""),
    }
    made = told_rows(f"{said}. {note}".strip(), [row], "mass", [note] if note else [], 0.95)
    return {**made, "definite": True}
