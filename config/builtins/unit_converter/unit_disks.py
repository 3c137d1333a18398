"""Why a disk of 1 TB shows as 931 GB: makers count in thousands, some systems in steps of 1,024."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import USED_FIGURE, Consumed, said_number
from config.builtins.wording import decimal_of, fill_in, localized

DISK_SIZE = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE})[ -]?(?P<unit>tb|gb|mb|to|go|mo|tib|gib|mib|terabytes?|gigabytes?|megabytes?|teraoctets?|gigaoctets?)\b",
    re.IGNORECASE,
)
POWERS_OF_SIZE = {"m": 2, "g": 3, "t": 4}
DISK_NAMED = re.compile(
    r"\b(?:disks?|discs?|drives?|hard ?drives?|hdds?|ssds?|nvme|usb\w*|sticks?|cards?|sd|microsd|windows|explorer|win ?1[01]|storage|phone|laptop|pc|computer|festplatten?|platten?|laufwerk\w*|speicher\w*|karten?|rechner|handy|disques?(?: dur)?|cles?|cartes?|ordinateur|discos?(?: duro)?|memoria|tarjetas?|unidad|ordenador|pendrive)\b",
    re.IGNORECASE,
)
WHY_LESS = re.compile(
    r"\b(?:why|how come|missing|where (?:is|are|did|has)|what happened|lost|gone|cheated|scam\w*|broken|normal|explain|warum|wieso|weshalb|fehl\w*|wo (?:ist|sind)|kaputt|betrogen|pourquoi|manqu\w*|ou (?:est|sont)|por que|falta\w*|donde (?:esta|estan))\b",
    re.IGNORECASE,
)
NEAR_SIZE = Decimal("0.015")  # a part of the size: what a file system takes
DISK_TEXTS = {
    "en": "**{label} = {real} {unit} as Windows counts**: the maker means {bytes} bytes, in thousands; Windows divides by 1,024 again and again (that is {unit_binary}) and still writes {unit}.",
    "de": "**{label} = {real} {unit} nach der Zählung von Windows**: Der Hersteller meint {bytes} Byte, in Tausendern; Windows teilt immer wieder durch 1.024 (das sind {unit_binary}) und schreibt trotzdem {unit}.",
    "fr": "**{label} = {real} {unit} selon le calcul de Windows** : le fabricant parle de {bytes} octets, par milliers ; Windows divise chaque fois par 1 024 (ce sont des {unit_binary}) et écrit quand même {unit}.",
    "es": "**{label} = {real} {unit} según cuenta Windows**: el fabricante habla de {bytes} bytes, de mil en mil; Windows divide cada vez entre 1.024 (son {unit_binary}) y aun así escribe {unit}.",
}
REST_TEXTS = {  # nothing is missing; that does not explain it all
    "en": (" Nothing is missing.", " That does not explain {shown}: another {rest} {unit} are not in it (perhaps another partition, or space that is kept for recovery)."),
    "de": (" Es fehlt nichts.", " {shown} erklärt das nicht: Weitere {rest} {unit} sind nicht dabei (vielleicht eine andere Partition oder Platz für die Wiederherstellung)."),
    "fr": (" Il ne manque rien.", " Cela n'explique pas {shown} : il manque encore {rest} {unit} (peut-être une autre partition, ou la place de la récupération)."),
    "es": (" No falta nada.", " Eso no explica {shown}: faltan otros {rest} {unit} (quizá otra partición o espacio de recuperación)."),
}  # fmt: skip


def disk_difference(text: str, language: str) -> Consumed | None:
    """Return why a folded message's disk shows less than its label says; None for other messages."""
    sizes = list(DISK_SIZE.finditer(text))
    if len(sizes) != 2 or any("i" in size["unit"].lower()[1:2] for size in sizes):
        return None
    sizes.sort(key=lambda size: bytes_of(size, language, 1000), reverse=True)
    label, shown_size = sizes
    given, power = bytes_of(label, language, 1000), POWERS_OF_SIZE[shown_size["unit"][0].lower()]
    real = given / Decimal(1024) ** power
    shown_count = decimal_of(shown_size["n"], language)
    if not real or not shown_count or shown_count > real * (1 + NEAR_SIZE):
        return None
    is_same = abs(shown_count / real - 1) <= NEAR_SIZE
    if not WHY_LESS.search(text) and not (
        is_same and re.search(r"\b(?:only|nur|seulement|solo)\b", text, re.IGNORECASE)
    ):
        return None
    if not DISK_NAMED.search(text) or (not is_same and shown_count < real / 2):
        return None
    unit = shown_size["unit"].upper() if len(shown_size["unit"]) == 2 else f"{shown_size['unit'][0].upper()}B"
    words = {
        "unit": unit[0] + unit[1].lower() if language == "fr" else unit,
        "unit_binary": f"{unit[0]}i{'o' if language == 'fr' else 'B'}",
    }
    whole = localized(f"{int(given):,}", language)
    real_said = said_number(round(real, 2 if real < 10 else 1), language)
    sentence = fill_in(DISK_TEXTS[language], label=disk_label(label), real=real_said, bytes=whole, **words)
    same, further = REST_TEXTS[language]
    rest = said_number(round(real - shown_count, 2 if real < 10 else 1), language)
    sentence += same if is_same else fill_in(further, shown=disk_label(shown_size), rest=rest, **words)
    return Consumed(sentence, float(round(real, 4)), unit, "data", sizes)


def bytes_of(size: "re.Match[str]", language: str, base: int) -> Decimal:
    """Return the bytes of a told size, in thousands or in steps of 1,024."""
    return decimal_of(size["n"], language) * Decimal(base) ** POWERS_OF_SIZE[size["unit"][0].lower()]


def disk_label(size: "re.Match[str]") -> str:
    """Return a size as it was told, with the sign of its unit."""
    unit = size["unit"]
    octets = unit.lower().endswith(("o", "octet", "octets"))
    return f"{size['n']} {unit[0].upper()}{'o' if octets else 'B'}"
