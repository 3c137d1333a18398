"""Ordinal numbers in words in front of an anniversary or a birthday: "der dreißigste Hochzeitstag", "her eighteenth birthday"."""

import re

from config.builtins.wording import Mapped

ORDINALS_EN = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]
TENS_EN = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ONES_DE = ["erst", "zweit", "dritt", "viert", "funft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwolft"]
TEENS_DE = ["dreizehn", "vierzehn", "funfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
TENS_DE = ["zwanzig", "dreissig", "vierzig", "funfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
STEMS_DE = ["ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun"]
ORDINALS_FR = [
    "premier",
    "deuxieme",
    "troisieme",
    "quatrieme",
    "cinquieme",
    "sixieme",
    "septieme",
    "huitieme",
    "neuvieme",
    "dixieme",
    "onzieme",
    "douzieme",
    "treizieme",
    "quatorzieme",
    "quinzieme",
    "seizieme",
    "dix-septieme",
    "dix-huitieme",
    "dix-neuvieme",
]
TENS_FR = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
UNITS_FR = ["unieme", "deuxieme", "troisieme", "quatrieme", "cinquieme", "sixieme", "septieme", "huitieme", "neuvieme"]
ORDINALS_ES = [
    "primer",
    "segundo",
    "tercer",
    "cuarto",
    "quinto",
    "sexto",
    "septimo",
    "octavo",
    "noveno",
    "decimo",
    "undecimo",
    "duodecimo",
]
TENS_ES = {
    "decimo": 10, "vigesimo": 20, "trigesimo": 30, "cuadragesimo": 40, "quincuagesimo": 50, "sexagesimo": 60,
    "septuagesimo": 70, "octogesimo": 80, "nonagesimo": 90,
}  # fmt: skip


def ordinals() -> dict[str, int]:
    """Return the ordinal numbers from 1 to 100 in words of four languages, folded and without gaps, with their numbers."""
    found = {"hundredth": 100, "onehundredth": 100, "hundertst": 100, "centieme": 100, "centesimo": 100}
    for words in (ORDINALS_EN, ONES_DE, ORDINALS_FR, ORDINALS_ES):
        found |= {word.replace("-", ""): at for at, word in enumerate(words, 1)}
    found |= {f"{word}t": at for at, word in enumerate(TEENS_DE, 13)}
    for tens, (english, german) in enumerate(zip(TENS_EN, TENS_DE, strict=True), 2):
        found |= {f"{english[:-1]}ieth": 10 * tens, f"{german}st": 10 * tens}
        found |= {f"{english}{word}": 10 * tens + at for at, word in enumerate(ORDINALS_EN[:9], 1)}
        found |= {f"{word}und{german}st": 10 * tens + at for at, word in enumerate(STEMS_DE, 1)}
    for word, tens in TENS_FR.items():
        found[f"{word.removesuffix('e')}ieme"] = tens
        found |= {f"{word}{'et' if at == 1 else ''}{unit}": tens + at for at, unit in enumerate(UNITS_FR, 1)}
    found |= {"soixantedixieme": 70, "quatrevingtieme": 80, "quatrevingtdixieme": 90, "septantieme": 70}
    for word, tens in TENS_ES.items():
        found[word] = tens
        found |= {f"{word}{unit}": tens + at for at, unit in enumerate([*ORDINALS_ES[:9]], 1)}
    return found


ORDINAL_NUMBERS = ordinals()
LONGEST_ORDINAL = 3  # words
NTH_IN_WORDS = re.compile(
    r"(?<![\w-])(?P<nth>[a-zß]+(?:[ -][a-zß]+){0,2}?) "
    r"(?=(?:(?:wedding|work|service|runde[rn]?|grosse[rn]?) )?(?:anniversary|birthday|jubilee|wedding|jahrestag|hochzeitstag|hochzeitsjubilaum|dienstjubilaum|geburtstag|anniversaire|aniversario|cumpleanos)s?\b)",
    re.IGNORECASE,
)
ENDING_DE = re.compile(r"e[nrsm]?\Z")


def with_nth_digits(made: Mapped) -> Mapped:
    """Return a text in which the ordinal number in front of an anniversary is in figures."""
    return made.sub(NTH_IN_WORDS, nth_in_figures)


def nth_in_figures(match: "re.Match[str]") -> str:
    """Return an ordinal number in figures; the words as they are where their last ones are none."""
    words = [word for word in re.split(r"[ -]", match["nth"].lower().replace("ß", "ss")) if word]
    for length in range(min(LONGEST_ORDINAL, len(words)), 0, -1):
        joined = "".join(words[-length:])
        number = ORDINAL_NUMBERS.get(joined) or ORDINAL_NUMBERS.get(ENDING_DE.sub("", joined))
        if number is not None:
            kept = match["nth"][: len(match["nth"]) - length_of_last(match["nth"], length)]
            return f"{kept}{number}th "
    return match.group()


def length_of_last(text: str, count: int) -> int:
    """Return how many characters the last words of a text take."""
    found = re.search(rf"(?:[a-zß]+[ -]){{{count - 1}}}[a-zß]+\Z", text, re.IGNORECASE)
    return len(found.group()) if found else len(text)
