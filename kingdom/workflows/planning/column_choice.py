"""Choose the column of a table that a step in plain words is about, with the reason, or none. Pure."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from kingdom.tools.files.table_rows import TableRows

_SAMPLE_ROWS = 20
_MIN_STEM = 3  # letters of a header that a plural is told by
# What the cells of a column are, by their form, and the words by which a request asks for it. Without accents.
_FORMS: Mapping[str, tuple["re.Pattern[str]", frozenset[str]]] = {
    "e-mail addresses": (
        re.compile(r"[^@\s]+@[^@\s]+"),
        frozenset({"mail", "email", "adress", "address", "correo", "courriel", "direccion"}),
    ),
    "web addresses": (
        re.compile(r"https?://\S+"),
        frozenset({"url", "link", "lien", "enlace", "adress", "address", "direccion", "site", "seite", "web"}),
    ),
}
_WORD = re.compile(r"[a-z0-9]+")


class ColumnChoice(NamedTuple):
    """The name of a column ("" for whole rows, or for the only one without a name), and why it is this one."""

    name: str
    reason: str


def column_choice(rows: TableRows, words: str, *, is_served: Callable[[str], bool]) -> ColumnChoice | None:
    """Return the column that the words of a step are about; None where they leave it open.

    A column that the words name comes first, then the only column, then the only one whose cells have the form that the
    words ask for, then the only one with a cell that ``is_served``.
    """
    if len(rows.rows[0]) == 1:
        return ColumnChoice(rows.columns[0] if rows.columns else "", "the only column of the file")
    named = [name for name in rows.columns if _names(words, name)]
    longest = [name for name in named if not _is_part_of_others(name, named)]
    if len(longest) == 1:
        return ColumnChoice(longest[0], "the request names it")
    if named or not rows.columns:
        return None
    return _by_form(rows, words) or _by_service(rows, is_served)


def _is_part_of_others(name: str, names: Sequence[str]) -> bool:
    return any(name != other and _folded(name) in _folded(other) for other in names)


def _by_form(rows: TableRows, words: str) -> ColumnChoice | None:
    for form, (pattern, asked) in _FORMS.items():
        if not any(word.startswith(stem) for word in _words(words) for stem in asked):
            continue
        found = [name for at, name in enumerate(rows.columns) if _has_form(rows.cells(at), pattern)]
        if len(found) == 1:
            return ColumnChoice(found[0], f"the only column that holds {form}")
    return None


def _has_form(cells: Sequence[str], pattern: "re.Pattern[str]") -> bool:
    """Return whether most of the first cells with a value have a form; wrong ones are what a check is for."""
    filled = [cell for cell in cells if cell][:_SAMPLE_ROWS]
    return bool(filled) and 2 * sum(pattern.fullmatch(cell[:500]) is not None for cell in filled) > len(filled)


def _by_service(rows: TableRows, is_served: Callable[[str], bool]) -> ColumnChoice | None:
    samples = [(name, next(filter(None, rows.cells(at)), "")) for at, name in enumerate(rows.columns[:8])]
    served = [name for name, cell in samples if cell and is_served(cell)]
    if len(served) != 1 or len(rows.columns) > len(samples):
        return None
    return ColumnChoice(served[0], "the only column whose values a specialist here takes")


def _names(text: str, name: str) -> bool:
    """Return whether a text has all words of a column's name, one after the other; a plural counts."""
    wanted, words = _words(name), _words(text)
    starts = range(len(words) - len(wanted) + 1) if wanted else range(0)
    return any(all(_is_same(*pair) for pair in zip(words[at:], wanted, strict=False)) for at in starts)


def _is_same(word: str, stem: str) -> bool:
    return word == stem or (len(stem) >= _MIN_STEM and word.startswith(stem) and len(word) - len(stem) <= 2)


def _words(text: str) -> list[str]:
    return _WORD.findall(_folded(text))


def _folded(text: str) -> str:
    """Return a text in lower case without accents, ``e-mail`` as ``email``."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))
    return plain.replace("e-mail", "email")
