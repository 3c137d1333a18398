"""Paths in words with arrows: "zones > bath > night" for ``zones.bath.night``."""

import json
import re
from contextlib import suppress
from typing import Any

from config.builtins.json_formatter.looking import at_path

ARROW = r" ?(?:->|=>|>|→|»|›|::) ?"
ARROW_PATH = re.compile(
    rf"(?<![\w.>])[^\W\d][\w-]{{0,60}}(?:\[\d{{1,6}}\])?(?:{ARROW}[\w-]{{1,60}}(?:\[\d{{1,6}}\])?){{1,12}}(?![\w.])"
)


def with_dotted_paths(words: str, document: str) -> tuple[str, list[str]]:
    """Return the words around a document with a dot for each arrow of a path that the document has, and these paths."""
    value: Any = None
    if ARROW_PATH.search(words) is not None:
        with suppress(ValueError, RecursionError):
            value = json.loads(document)
    written: list[str] = []

    def dotted(match: "re.Match[str]") -> str:
        path = re.sub(ARROW, ".", match.group())
        if at_path(value, path) is None:
            return match.group()
        written.append(match.group())
        return path.ljust(len(match.group()))

    return (ARROW_PATH.sub(dotted, words), written) if isinstance(value, dict | list) else (words, [])
