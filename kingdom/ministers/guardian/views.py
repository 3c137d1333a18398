"""The views of a text: as it reads, and as it reads when its disguises are taken off. Nothing is cut: long texts are refused whole."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kingdom.ministers.guardian import disguises
from kingdom.ministers.guardian.codes import DECODE, around, codes_of
from kingdom.ministers.guardian.cutting import cutter
from kingdom.ministers.guardian.folding import Folded, folded
from kingdom.ministers.guardian.words import Reading, Vocabulary, tokens

MAX_TEXT = 2_000_000  # characters of one field
DEPTH = 2  # disguises inside disguises
_GROWTH = 4  # all decoded text together, times the original
_GLUED = re.compile(r"[a-z]{14,200}")
_LONG_WORD = 12  # letters; longer runs between wide gaps may be several words
_TELLING = 3  # letters; "5" read as "s" reveals nothing
_REACH = 16  # words on each side of a revealed one: no rule reaches further
_CODED = re.compile(r"[A-Za-z0-9+/=_-]{20,}")  # what may be base64 written backwards or in ROT13


@dataclass(frozen=True)
class View:
    """One view: its reading as words, its text where it has one, and the disguise it was under (empty for the text as it is)."""

    reading: Reading
    text: str = ""
    disguise: str = ""
    original: Folded | None = None


def plain_view(text: str, vocabulary: Vocabulary, disguise: str = "") -> View:
    """Return the view of a text as it reads."""
    made = folded(text)
    return View(Reading.of(tokens(made.text), vocabulary), made.text, disguise, made)


def disguised_views(text: str, plain: View, vocabulary: Vocabulary) -> Iterator[View]:
    """Yield the views of what a text hides, to depth 2 and four times its length."""
    budget = _GROWTH * len(text) + 1_000
    layer = [(text, plain)]
    for depth in range(DEPTH + 1):
        below: list[tuple[str, View]] = []
        for part, view in layer:
            if depth:
                yield view
            yield from _rewritten(view, vocabulary)
            for name, made in _pieces(part, view.disguise) if depth < DEPTH else ():
                budget -= len(made)
                if budget < 0:
                    return
                below.append((made, plain_view(made, vocabulary, _named(name, view))))
        layer = below


def _named(name: str, view: View) -> str:
    return f"{name} in {view.disguise}" if view.disguise else name


def _pieces(text: str, under: str) -> Iterator[tuple[str, str]]:
    """Yield what may hold a further disguise: decoded pieces, and coded runs turned round."""
    yield from disguises.folded_pieces(text)
    if "backwards" in under or "rot13" in under:
        return
    runs = " ".join(_CODED.findall(text))
    if runs:
        yield "backwards", runs[::-1]
        yield "rot13", codecs.encode(runs, "rot13")


def _rewritten(view: View, vocabulary: Vocabulary) -> Iterator[View]:
    """Yield the views that turn a folded text letter by letter or word by word."""
    seen: set[tuple[str, ...]] = {()}
    for name, words in _turned(view, vocabulary):
        if (found := tuple(words)) in seen:  # two readings of a sign that are one
            continue
        seen.add(found)
        yield View(Reading.of(words, vocabulary), "", _named(name, view))


def _turned(view: View, vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    text, words, known = view.text, view.reading.words, cutter(vocabulary.whole())
    for name, turned in (
        ("look-alike letters", disguises.lookalikes(text)),
        ("upside down", disguises.flipped(text)),
        ("marks", disguises.unmarked(text)),
        ("drawn-out letters", disguises.repeated(text)),
        *(("leet", reading) for reading in disguises.leet(text)),
    ):
        if turned:
            yield name, _changed(text, turned, vocabulary)
    for run in disguises.spaced(text):
        yield "spaced letters", [word for piece in run.split() for word in (known.cut(piece) if len(piece) > _LONG_WORD else [piece])]
        yield "spaced letters", known.cut(run.replace(" ", "")[::-1])
    for run in {word for word in words if _GLUED.fullmatch(word)}:
        yield "no spaces", known.cut(run)
        yield "no spaces", known.cut(run[::-1])
    if "reversed" not in view.disguise:
        yield from _coded(words, vocabulary)


def _changed(text: str, turned: str, vocabulary: Vocabulary) -> list[str]:
    """Return the words around those that a rewriting turned into known ones; all words when it moved them.

    What reads the same or means nothing under the rewriting cannot complete an order that the text as it is does not hold.
    """
    before, after = text.split(), turned.split()
    if len(before) != len(after):
        return tokens(turned)
    places = [index for index, (old, new) in enumerate(zip(before, after, strict=True)) if old != new and _is_told(old, new, vocabulary)]
    return tokens(" ".join(around(after, places, _REACH)))


def _is_told(old: str, new: str, vocabulary: Vocabulary) -> bool:
    words = tokens(new)
    if words == tokens(old):
        return False
    known = zip(words, vocabulary.begun(words), strict=True)
    return any(len(word) >= _TELLING and (word in vocabulary.whole() or begun is not None) for word, begun in known)


def _coded(words: list[str], vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    for name, places in codes_of(words, vocabulary.whole()).items():
        turned = [DECODE[name](word) for word in around(words, places)]
        yield name, turned
        if name == "reversed":  # the letters of each word, or of the whole text
            yield name, turned[::-1]
