"""Find the files of a conversation that a message mentions. Pure."""

import re
from collections.abc import Iterable, Sequence

MAX_MENTIONED_FILES = 10
_PATH_CHAR = r"[\w./\\-]"  # a name inside a longer path is no mention


def files_mentioned(text: str, attached: Sequence[str], existing: Iterable[str]) -> tuple[str, ...]:
    """Return the paths of a message's files, at most ten: the attached ones, then those that its text mentions.

    Mentions are searched among ``existing``. A mention is the path, or the file name if it is unique; case is ignored.
    """
    paths = list(existing)
    names = [path.rsplit("/", 1)[-1].casefold() for path in paths]
    folded = text.casefold()
    mentioned = [
        path
        for path, name in zip(paths, names, strict=True)
        if _mentions(folded, path.casefold()) or (names.count(name) == 1 and _mentions(folded, name))
    ]
    return tuple(dict.fromkeys([*attached, *mentioned]))[:MAX_MENTIONED_FILES]


def _mentions(text: str, name: str) -> bool:
    """Return whether a text contains a name on its own; a full stop after it ends the sentence."""
    return name in text and re.search(rf"(?<!{_PATH_CHAR}){re.escape(name)}(?![\w/\\-]|\.\w)", text) is not None
