"""Signs that people count by name: commas, question marks, hashtags and the like."""

import re

# (a sign as English names it, without the plural s; its characters as a pattern)
SIGNS: dict[str, str] = {
    "comma": r"[,،，、]", "full stop": r"\.", "period": r"\.", "dot": r"\.", "question mark": r"[?？¿]", "exclamation mark": r"[!！¡]",
    "exclamation point": r"[!！¡]", "semicolon": r"[;；]", "colon": r"[:：]", "hyphen": r"[-‐‑]", "dashe": r"[-‐‑‒–—]", "dash": r"[-‐‑‒–—]",
    "apostrophe": r"['’]", "quotation mark": r"[\"“”„«»]", "bracket": r"[()\[\]{}]", "parenthese": r"[()]", "slashe": r"/", "slash": r"/",
    "underscore": r"_", "ampersand": r"&", "asterisk": r"\*", "percent sign": r"%", "dollar sign": r"\$", "euro sign": r"€",
    "hashtag": r"(?<!\w)#\w+", "emoji": r"[\u2600-\u27bf\U0001f300-\U0001faff]",
}  # fmt: skip
SIGN_NAME = rf"\b(?P<needle>(?P<unit>{'|'.join(sorted(SIGNS, key=len, reverse=True))})s?)\b"
SIGN_ITSELF = r"(?:how (?:many|often)|how many times does|number of|count(?: the)?) (?:the )?(?:sign |symbol |character )?[\"'“„«](?P<needle>[^\w\s\"'“”„«»])[\"'”“»]"


def signs_in(name: str, needle: str, text: str) -> int:
    """Return how often a sign is in a text: one of ``SIGNS`` by its name, or the sign ``needle`` itself."""
    return len(re.findall(SIGNS.get(name.lower(), re.escape(needle)), text))
