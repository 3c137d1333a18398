"""Makes slugs for addresses and file names of titles: plain letters, digits and one sign between words."""

import re
import unicodedata
from typing import Any

from config.recipes.common import clean, declares_used, left_out_note, nothing, solved, table

MOST = 100
LONGEST = 200  # characters of a slug
LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
LETTERS |= {"&": " and ", "@": " at ", "+": " plus ", "€": " euro "}
GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "&": " und "}
SPANISH = {"&": " y "}
KINDS = (
    r"slugs?\b|slugify|slugified|url[- ]?(?:friendly|safe)(?: version| form| name)?|permalinks?|file ?names?|dateinamen?"
    r"|kebab[- ]?case|snake[_ -]?case|nombre de archivo"
)
ASKS = re.compile(rf"\b(?:{KINDS})", re.IGNORECASE)
ANIMAL = re.compile(r"\b(?:slugs? (?:that|eat|are|in my|on my|live)|garden|snails?|lettuce|pests?)\b", re.IGNORECASE)
LEAD = re.compile(
    rf"^.*?\b(?:{KINDS})(?:\s+(?:{KINDS})\b)*(?:\s+(?:for|of|from|out of|für|von|aus|para|de|to|called|as)\b)?"
    r"(?:\s+(?:this|these|the|my|diese[nrs]?|den|este|el|la)\b)?"
    r"(?:\s+(?:blog |page |article |post )?(?:titles?|headlines?|heading|post|page|article|name|titel|título"
    r"|überschrift)\b)?\s*[:\-–,]?\s*",
    re.IGNORECASE | re.DOTALL,
)
QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|`([^`\n]+)`|(?<!\w)'([^'\n]+)'(?!\w)")
MOST_WORDS = r"(?:at most|max(?:imum)?(?: of)?|no longer than|up to|höchstens|máximo(?: de)?|limit(?:ed)? to)"
LIMIT = re.compile(
    rf"(?:\bwith\s+)?{MOST_WORDS}\s*(\d{{1,3}})\s*(?:char\w*|zeichen|letters|caracteres)?", re.IGNORECASE
)
WISHES = r"with underscores?|mit unterstrich\w*|con guiones bajos|keep (?:the )?(?:case|capitals)|without (?:short|stop) ?words"
TAIL = re.compile(rf"[,;]?\s*(?:\b(?:please|thanks|bitte|por favor|{WISHES})\b\s*)+[.?!]*$", re.IGNORECASE)
NO_TITLE = re.compile(
    r"(?:maker|generator|please|help|(?:a|my|the)(?: \w+)? title|\?|it|that|this)[.?! ]*", re.IGNORECASE
)
SHORT_WORDS = "a an the and or of to in on at for with is are der die das und oder von zu im am el la los las y o de en"
STOP = frozenset(SHORT_WORDS.split())
HELP = 'I make slugs of titles. Send me e.g.: slug for "10 Tips & Tricks for São Paulo".'


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with one or several titles."""
    text = clean(payload.get("text", ""))
    found = titles(text)
    if not found:
        return nothing(HELP)
    limit = LIMIT.search(text)
    longest = min(LONGEST, max(1, int(limit.group(1)))) if limit else LONGEST
    sign = "_" if re.search(r"underscore|snake[_ -]?case|unterstrich|guiones bajos", text, re.IGNORECASE) else "-"
    keep = re.search(r"keep (?:the )?(?:case|capitals)", text, re.IGNORECASE) is not None
    bare = re.search(r"without (?:short|stop) ?words", text, re.IGNORECASE) is not None
    words = language_of(text)
    made = [
        {"title": title[:LONGEST], "slug": slug(title, words, sign, keep=keep, bare=bare, longest=longest)}
        for title in found[:MOST]
    ]
    if not any(one["slug"] for one in made):
        return nothing("There are no letters or digits in it that a slug could be made of.")
    output = {"slugs": made, "separator": sign, "left_out": len(found) - len(made)}
    if len(made) == 1:
        return solved(f"`{made[0]['slug']}`", output)
    return solved(
        table(["title", "slug"], [[one["title"], one["slug"]] for one in made])
        + left_out_note(len(found) - len(made), MOST),
        output,
    )


def titles(text: str) -> list[str]:
    """Return the titles of a message: what is quoted, else the lines below, else what follows the question."""
    if not ASKS.search(text):
        return []
    head, _, below = text.partition("\n")
    lines = [re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", line).strip() for line in below.splitlines() if line.strip()]
    if lines and ASKS.search(head):
        return lines
    quoted = [next(part for part in match.groups() if part) for match in QUOTED.finditer(text)]
    if quoted:
        return quoted
    rest = TAIL.sub("", LIMIT.sub("", LEAD.sub("", text, count=1))).strip(" ,;")
    return [rest] if len(rest) > 1 and not NO_TITLE.fullmatch(rest) and not ANIMAL.search(text) else []


def language_of(text: str) -> dict[str, str]:
    """Return how letters are written in the language of the message."""
    if re.search(r"\b(?:german|deutsch\w*|für|und|der|die|das|aus|dateiname\w*|titel)\b", text, re.IGNORECASE):
        return {**LETTERS, **GERMAN}
    return (
        {**LETTERS, **SPANISH}
        if re.search(r"\b(?:para|título|el|spanish|español|archivo)\b", text, re.IGNORECASE)
        else LETTERS
    )


def slug(title: str, words: dict[str, str], sign: str, *, keep: bool, bare: bool, longest: int) -> str:
    """Return the slug of a title, cut at a word where it is too long."""
    text = unicodedata.normalize("NFC", title if keep else title.lower())
    text = "".join(words.get(letter, words.get(letter.lower(), letter)) for letter in text)
    text = unicodedata.normalize("NFKD", re.sub(r"['’]", "", text))
    parts = re.findall(r"[A-Za-z0-9]+", "".join(letter for letter in text if not unicodedata.combining(letter)))
    parts = [part for part in parts if part.lower() not in STOP] or parts if bare else parts
    made = ""
    for part in parts:
        longer = f"{made}{sign}{part}" if made else part[:longest]
        if len(longer) > longest:
            break
        made = longer
    return made
