"""The views of a text: as it reads, and as it reads when its disguises are taken off. Nothing is cut: long texts are refused whole."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kingdom.ministers.guardian.text import deobfuscation
from kingdom.ministers.guardian.text.cipher_detection import CIPHER_DECODERS, detect_ciphers, words_around
from kingdom.ministers.guardian.text.concept_matcher import ConceptIndex, Vocabulary, tokenize
from kingdom.ministers.guardian.text.normalization import NormalizedText, normalize_with_offsets
from kingdom.ministers.guardian.text.word_segmentation import word_segmenter

MAX_TEXT = 2_000_000  # characters of one field
MAX_DECODING_DEPTH = 2  # disguises inside disguises
_MAX_GROWTH = 4  # all decoded text together, times the original
_UNSPACED_RUN = re.compile(r"[a-z]{14,200}")
_LONG_WORD = 12  # letters; longer runs between wide gaps may be several words
_MIN_REVEALED_LENGTH = 3  # letters; "5" read as "s" reveals nothing
_CONTEXT_WORDS = 16  # words on each side of a revealed one: no rule reaches further
_ENCODED_RUN = re.compile(r"[A-Za-z0-9+/=_-]{20,}")  # what may be base64 written backwards or in ROT13


@dataclass(frozen=True)
class TextView:
    """One view: its reading as words, its text where it has one, and the disguise it was under (empty for the text as it is)."""

    reading: ConceptIndex
    text: str = ""
    disguise: str = ""
    original: NormalizedText | None = None


def plain_view(text: str, vocabulary: Vocabulary, disguise: str = "") -> TextView:
    """Return the view of a text as it reads."""
    made = normalize_with_offsets(text)
    return TextView(ConceptIndex.of(tokenize(made.text), vocabulary), made.text, disguise, made)


def iter_decoded_views(text: str, plain: TextView, vocabulary: Vocabulary) -> Iterator[TextView]:
    """Yield the views of what a text hides, to depth 2 and four times its length."""
    budget = _MAX_GROWTH * len(text) + 1_000
    layer = [(text, plain)]
    for depth in range(MAX_DECODING_DEPTH + 1):
        below: list[tuple[str, TextView]] = []
        for part, view in layer:
            if depth:
                yield view
            yield from _rewritten_views(view, vocabulary)
            for name, made in _encoded_pieces(part, view.disguise) if depth < MAX_DECODING_DEPTH else ():
                budget -= len(made)
                if budget < 0:
                    return
                below.append((made, plain_view(made, vocabulary, _nested_disguise(name, view))))
        layer = below


def _nested_disguise(name: str, view: TextView) -> str:
    return f"{name} in {view.disguise}" if view.disguise else name


def _encoded_pieces(text: str, under: str) -> Iterator[tuple[str, str]]:
    """Yield what may hold a further disguise: decoded pieces, and coded runs turned round."""
    yield from deobfuscation.iter_decoded_pieces(text)
    if "backwards" in under or "rot13" in under:
        return
    runs = " ".join(_ENCODED_RUN.findall(text))
    if runs:
        yield "backwards", runs[::-1]
        yield "rot13", codecs.encode(runs, "rot13")


def _rewritten_views(view: TextView, vocabulary: Vocabulary) -> Iterator[TextView]:
    """Yield the views that turn a folded text letter by letter or word by word."""
    seen: set[tuple[str, ...]] = {()}
    for name, words in _rewritings(view, vocabulary):
        if (found := tuple(words)) in seen:  # two readings of a sign that are one
            continue
        seen.add(found)
        yield TextView(ConceptIndex.of(words, vocabulary), "", _nested_disguise(name, view))


def _rewritings(view: TextView, vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    text, words, known = view.text, view.reading.words, word_segmenter(vocabulary.whole())
    for name, turned in (
        ("look-alike letters", deobfuscation.replace_homoglyphs(text)),
        ("upside down", deobfuscation.decode_upside_down(text)),
        ("marks", deobfuscation.strip_inline_markup(text)),
        ("drawn-out letters", deobfuscation.collapse_repeated_letters(text)),
        *(("leet", reading) for reading in deobfuscation.decode_leet(text)),
    ):
        if turned:
            yield name, _words_near_changes(text, turned, vocabulary)
    for run in deobfuscation.join_spaced_letters(text):
        yield (
            "spaced letters",
            [word for piece in run.split() for word in (known.cut(piece) if len(piece) > _LONG_WORD else [piece])],
        )
        yield "spaced letters", known.cut(run.replace(" ", "")[::-1])
    for run in {word for word in words if _UNSPACED_RUN.fullmatch(word)}:
        yield "no spaces", known.cut(run)
        yield "no spaces", known.cut(run[::-1])
    if "reversed" not in view.disguise:
        yield from _ciphered_readings(words, vocabulary)


def _words_near_changes(text: str, turned: str, vocabulary: Vocabulary) -> list[str]:
    """Return the words around those that a rewriting turned into known ones; all words when it moved them.

    What reads the same or means nothing under the rewriting cannot complete an order that the text as it is does not hold.
    """
    before, after = text.split(), turned.split()
    if len(before) != len(after):
        return tokenize(turned)
    places = [
        index
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new and _reveals_known_word(old, new, vocabulary)
    ]
    return tokenize(" ".join(words_around(after, places, _CONTEXT_WORDS)))


def _reveals_known_word(old: str, new: str, vocabulary: Vocabulary) -> bool:
    words = tokenize(new)
    if words == tokenize(old):
        return False
    known = zip(words, vocabulary.begun(words), strict=True)
    return any(
        len(word) >= _MIN_REVEALED_LENGTH and (word in vocabulary.whole() or begun is not None) for word, begun in known
    )


def _ciphered_readings(words: list[str], vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    for name, places in detect_ciphers(words, vocabulary.whole()).items():
        turned = [CIPHER_DECODERS[name](word) for word in words_around(words, places)]
        yield name, turned
        if name == "reversed":  # the letters of each word, or of the whole text
            yield name, turned[::-1]
