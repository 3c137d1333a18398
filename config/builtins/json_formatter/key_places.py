"""Says whether a key or value is in a document, and the path that leads to it."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from config.builtins.json_formatter.values import Literal
from config.builtins.wording import fold

MOST_PLACES_LISTED = 20
ASKS_PLACE = re.compile(
    r"\b(?:path|json ?path|how (?:do|can|would) (?:i|you|we) (?:get(?: to)?|access|reach|read|find)|where (?:is|can)|where does (?:\w+ ){0,3}(?:appear|occur|stand|sit)|pfad|wo (?:ist|steht|finde)|wie komme ich|chemin|ou (?:est|se trouve)|comment acceder|"
    r"ruta|donde (?:esta|aparece)|como (?:llego|accedo))\b",
    re.IGNORECASE,
)
ASKS_PRESENCE = re.compile(
    r"\b(?:(?:does|do|is|are)\b[^?\n]*\b(?:have|has|contain|contains|include|there|present|exist|in (?:it|this|there|here))|has\b|contains?\b|(?:gibt es|hat|enthalt|existiert|kommt)\b|"
    r"(?:y a-t-il|il y a|contient|existe|a-t-il)\b|(?:tiene|hay|contiene|existe)\b)",
    re.IGNORECASE,
)
ASKS_NUMBER = re.compile(r"\b(?:how (?:many|much)|count|number of|wie ?viele?|combien|cuant[oa]s?)\b", re.IGNORECASE)
KEY_NOUN = r"(?:key|field|property|attribute|schlussel|feld|attribut|cle|champ|clave|campo)s?"
NAMED_KEY = re.compile(
    rf"\b{KEY_NOUN}\b(?: (?:called|named|with the name|namens|mit dem namen|appelee?|nommee?|llamad[oa]))? ?[\"'`“„«]?(?P<name>[\w.$-]+)[\"'`”“»]?",
    re.IGNORECASE,
)
NAMED_BEFORE = re.compile(rf"[\"'`“„«]?(?P<name>[\w.$-]+)[\"'`”“»]? (?:{KEY_NOUN})\b", re.IGNORECASE)
CONTAINED = re.compile(
    r"\b(?:contains?|have|has|includes?|enthalt|contient|contiene|tiene)\s+(?:an? |the |any |eine?n? |une? |el |la )?(?P<name>[\w.$-]+)\W*(?=\?|\Z|\n)",
    re.IGNORECASE,
)
QUOTED_NAME = re.compile(r"[\"'`“„«](?P<name>[^\"'`”“»\n]{1,200})[\"'`”“»]")
NO_NAMES = frozenset(
    [
        "called",
        "named",
        "with",
        "the",
        "name",
        "a",
        "an",
        "any",
        "key",
        "keys",
        "field",
        "fields",
        "in",
        "is",
        "it",
        "this",
        "that",
        "there",
        "here",
        "of",
        "to",
        "for",
        "and",
        "or",
        "path",
        "value",
        "exist",
        "exists",
        "document",
        "json",
        "all",
        "top",
        "level",
        "which",
        "what",
        "how",
        "many",
        "these",
        "those",
        "my",
        "welche",
        "welcher",
        "welches",
        "was",
        "alle",
        "die",
        "der",
        "das",
        "hat",
        "haben",
        "quelles",
        "quels",
        "quelle",
        "les",
        "des",
        "de",
        "la",
        "que",
        "cuales",
        "cual",
        "los",
        "las",
        "tiene",
        "twice",
        "once",
        "again",
        "zweimal",
        "doppelt",
        "unique",
        "duplicate",
        "every",
        "each",
        "all",
        "any",
        "single",
        "missing",
        "same",
        "no",
        "object",
        "nested",
        "does",
        "do",
        "did",
        "are",
        "this",
        "that",
        "have",
        "has",
        "there",
        "here",
        "extra",
        "gibt",
        "sind",
        "sont",
        "hay",
        "existen",
        "new",
        "other",
    ]
)


def key_place(value: Any, words: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return (the sentence, the first path, where the question is) for where a key or value is, or whether; None for other questions."""
    folded = fold(words)
    place, presence = ASKS_PLACE.search(folded), ASKS_PRESENCE.search(folded)
    if not (place or presence) or ASKS_NUMBER.search(folded) or (presence and OF_EACH_ENTRY.search(folded)):
        return None
    found, name = named_in(words, folded)
    if place and not name:
        name, found = known_name(value, folded, place.end())
    if not name or found is None:
        return None
    paths = list(paths_of(value, name))
    span = (
        min((place or presence or found).start(), found.start()),
        max((place or presence or found).end(), found.end()),
    )
    if not paths:
        return f"**No**, there is no “{name}” in the document.", "", span
    listed = ", ".join(f"`{path}`" for path in paths[:MOST_PLACES_LISTED])
    more = f" … +{len(paths) - MOST_PLACES_LISTED}" if len(paths) > MOST_PLACES_LISTED else ""
    lead = f"The path of “{name}” is" if place else f"**Yes**, “{name}” is at"
    return f"{lead} **{listed}**{more}." if len(paths) == 1 else f"{lead} {listed}{more}.", paths[0], span


OF_EACH_ENTRY = re.compile(
    r"\b(?:every|each|all|every one|jede[rnsm]?|alle[nr]?|chaque|tous|toutes|cada|todos|todas)\b", re.IGNORECASE
)


def named_in(words: str, folded: str) -> "tuple[re.Match[str] | None, str]":
    """Return the first key or value that a question names, with its match: in quotes, beside "key", or behind "contain"."""
    patterns = ((QUOTED_NAME, words), (NAMED_KEY, folded), (NAMED_BEFORE, folded), (CONTAINED, folded))
    for match in (match for pattern, text in patterns for match in pattern.finditer(text)):
        if match["name"].lower() not in NO_NAMES:
            return match, match["name"]
    return None, ""


def known_name(value: Any, words: str, start: int) -> "tuple[str, re.Match[str] | None]":  # noqa: ANN401 - any JSON value
    """Return the first word behind a place that is a key or a text of the document, and its match."""
    for match in re.finditer(r"[\w.$-]+", words[start:]):
        if match.group().lower() not in NO_NAMES and next(paths_of(value, match.group()), ""):
            return match.group(), re.compile(re.escape(match.group())).search(words, start)
    return "", None


def paths_of(value: Any, name: str) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Yield the paths at which a key has this name, or a value is this text or number."""
    wanted = fold(name).lower()
    waiting: deque[tuple[str, Any]] = deque([("", value)])
    while waiting:
        path, here = waiting.popleft()
        if isinstance(here, dict):
            inner = [(f"{path}.{key}".lstrip("."), item) for key, item in here.items()]
            yield from (where for (where, _), key in zip(inner, here, strict=True) if fold(key).lower() == wanted)
        elif isinstance(here, list):
            inner = [(f"{path}[{place}]", item) for place, item in enumerate(here)]
        else:
            if path and isinstance(here, str | Literal) and fold(str(here)).lower() == wanted:
                yield path
            continue
        waiting += inner
