"""Which files of a conversation a message is about. Pure."""

import re
from collections.abc import Iterable, Sequence

MAX_MENTIONED_FILES = 10  # of one message
_PATH_CHAR = r"[\w./\\-]"  # what a path goes on with: a name in the middle of another path names nothing


def files_mentioned(text: str, chosen: Sequence[str], there: Iterable[str]) -> tuple[str, ...]:
    """Return the paths that a message is about, at most ten: those chosen with it, then those of ``there`` that its text names.

    A file is named by its path, or by its last part when no other file has the same; upper and lower case are one.
    """
    paths = list(there)
    names = [path.rsplit("/", 1)[-1].casefold() for path in paths]
    said = text.casefold()
    meant = [
        path
        for path, name in zip(paths, names, strict=True)
        if _mentions(said, path.casefold()) or (names.count(name) == 1 and _mentions(said, name))
    ]
    return tuple(dict.fromkeys([*chosen, *meant]))[:MAX_MENTIONED_FILES]


def _mentions(text: str, name: str) -> bool:
    """Whether a text has a name by itself; a full stop after it ends the sentence, not the name."""
    return name in text and re.search(rf"(?<!{_PATH_CHAR}){re.escape(name)}(?![\w/\\-]|\.\w)", text) is not None
