"""All values of one key, wherever it stands in a document: "all ids", "saca todos los emails"."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import Literal
from config.builtins.wording import fold

MOST_COLLECTED = 1_000
ALL_VALUES = re.compile(
    r"\W*(?:(?:please|pls|can you|could you|bitte|por favor|hey|hi)\W+)*"
    r"(?:(?:all|every|each|only|just|juste|nur|seulement|uniquement|solo|solamente|list|extract|collect|get|give|pull|grab|show|find|return|what are|saca|extrae|dame|lista|muestra|todos|todas|alle|hole?|zeige?|gib|liste|nenne|tous|toutes|donne[zr]?|extrais|affiche)\b ?)"
    r"(?:(?:me|us|all|every|each|of|the|out|only|just|los|las|todos|todas|alle|die|der|les|tous|toutes|mir|moi|values?|werte|valeurs|valores|de)\b ?)*"
    r"[\"'`]?(?P<key>[\w.-]{2,40})[\"'`]?"
    r"(?:[ ,:]+(?:in|from|of|out|de|del|des|du|aus|von|dans|en|this|these|the|that|it|them|json|document|documento|dokument|object|objekt|here|este|ese|diesem|ce|cet|cette|pls|please|bitte|below|array|list|liste|data|daten|values?|fields?|keys?|thx|thanks|as|a))*\W*",
    re.IGNORECASE,
)


class Collected(NamedTuple):
    """The values of a key: its name, the values as JSON, and whether they stand in places of different kinds."""

    key: str
    text: str
    number: int
    is_spread: bool


def all_values(value: Any, words: str) -> Collected | None:  # noqa: ANN401 - any JSON value
    """Return all plain values of the one key that words ask for without any condition; None for other questions."""
    match = ALL_VALUES.fullmatch(fold(words)[:300])
    if match is None or len(words) > 300:
        return None
    said = match["key"].lower()
    wanted = {said, said.removesuffix("s"), said.removesuffix("es"), said.removesuffix("n"), said.removesuffix("en")}
    found = [(path, key, item) for path, key, item in plain_values(value, "") if fold(key).lower() in wanted]
    if len(found) < 2 or len(found) > MOST_COLLECTED:
        return None
    items = (str(item) if isinstance(item, Literal) else json.dumps(item, ensure_ascii=False) for _, _, item in found)
    text = f"[{', '.join(items)}]"
    return Collected(found[0][1], text, len(found), len({path for path, _, _ in found}) > 1)


def plain_values(value: Any, path: str) -> Iterator[tuple[str, str, Any]]:  # noqa: ANN401 - any JSON value
    """Yield (path without places, key, value) of each text, number and truth value that has a key, in their order."""
    waiting: list[tuple[str, str, Any]] = [(path, "", value)]
    while waiting:
        here, key, item = waiting.pop()
        if isinstance(item, dict):
            waiting += [(f"{here}.{key}" if key else here, name, inner) for name, inner in reversed(item.items())]
        elif isinstance(item, list):
            waiting += [(here, key, inner) for inner in reversed(item)]
        elif key and item is not None:
            yield here, key, item
