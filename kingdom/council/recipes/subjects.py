"""Subjects of recipes: words in four languages by which a wish names what it is about. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kingdom.cognition.message_reading.message_language import fold_text

MAX_SUBJECT_CHARS = 400  # leading characters of a wish; a longer text is data, and names many things
_WORD = re.compile("[a-z0-9]+")


def subject_hits(text: str, subjects: Iterable[str]) -> int:
    """Return how many words the longest subject has that the text names, 0 when it names none.

    A subject is one or more words that all occur, in any order; ``*`` stands for any ending.
    """
    words = _WORD.findall(fold_text(text[:MAX_SUBJECT_CHARS]))
    return max((len(subject.split()) for subject in subjects if _is_named(subject, words)), default=0)


def _is_named(subject: str, words: Sequence[str]) -> bool:
    return all(any(map(_pattern(part).fullmatch, words)) for part in subject.split())


@lru_cache(maxsize=2048)
def _pattern(part: str) -> re.Pattern[str]:
    return re.compile(re.escape(part).replace(r"\*", "[a-z0-9]*"))
