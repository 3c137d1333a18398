"""Views of a text: the text as it is, and the texts it hides under encodings and disguises. Nothing is truncated."""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from kingdom.ministers.guardian.text import deobfuscation
from kingdom.ministers.guardian.text.cipher_detection import (
    CIPHER_DECODERS,
    decode_moved_letters,
    detect_ciphers,
    fill_masked_letters,
    words_around,
)
from kingdom.ministers.guardian.text.concept_matcher import ConceptIndex, Vocabulary, tokenize
from kingdom.ministers.guardian.text.normalization import NormalizedText, normalize_with_offsets
from kingdom.ministers.guardian.text.word_segmentation import WordSegmenter, word_segmenter

MAX_TEXT = 2_000_000  # characters of one field
MAX_DECODING_DEPTH = 2  # encodings inside encodings
_MAX_GROWTH = 4  # length of all decoded text, as a multiple of the original
_UNSPACED_RUN = re.compile(r"[a-z]{14,200}")
_LONG_WORD = 12  # letters; longer runs between wide gaps may be several words
_MIN_REVEALED_LENGTH = 3  # letters; "5" decoded to "s" reveals nothing
_CONTEXT_WORDS = 16  # words on each side of a revealed one; no rule reaches further
_FAR_APART = ["."] * _CONTEXT_WORDS
_ENCODED_RUN = re.compile(r"[A-Za-z0-9+/=_-]{20,}")  # possible base64 in reverse or in ROT13


@dataclass(frozen=True)
class TextView:
    """One view: its words, its text if it has one, and the disguise that was removed (empty for the text as it is)."""

    index: ConceptIndex
    text: str = ""
    disguise: str = ""
    normalized: NormalizedText | None = None


def plain_view(text: str, vocabulary: Vocabulary, disguise: str = "") -> TextView:
    """Return the view of a text as it is."""
    normalized = normalize_with_offsets(text)
    return TextView(ConceptIndex.build(tokenize(normalized.text), vocabulary), normalized.text, disguise, normalized)


def iter_decoded_views(text: str, plain: TextView, vocabulary: Vocabulary) -> Iterator[TextView]:
    """Yield the views of the texts that a text hides, to depth 2 and to four times its length."""
    budget = _MAX_GROWTH * len(text) + 1_000
    layer = [(text, plain)]
    for depth in range(MAX_DECODING_DEPTH + 1):
        below: list[tuple[str, TextView]] = []
        for part, view in layer:
            if depth:
                yield view
            yield from _rewritten_views(view, vocabulary)
            for name, decoded in _encoded_pieces(part, view.disguise) if depth < MAX_DECODING_DEPTH else ():
                budget -= len(decoded)
                if budget < 0:
                    return
                below.append((decoded, plain_view(decoded, vocabulary, _nested_disguise(name, view))))
        layer = below


def _nested_disguise(name: str, view: TextView) -> str:
    return f"{name} in {view.disguise}" if view.disguise else name


def _encoded_pieces(text: str, under: str) -> Iterator[tuple[str, str]]:
    """Yield (disguise, text) of decoded pieces, and of encoded runs in reverse and in ROT13."""
    yield from deobfuscation.iter_decoded_pieces(text)
    if "backwards" in under or "rot13" in under:
        return
    runs = " ".join(_ENCODED_RUN.findall(text))
    if runs:
        yield "backwards", runs[::-1]
        yield "rot13", codecs.encode(runs, "rot13")


def _rewritten_views(view: TextView, vocabulary: Vocabulary) -> Iterator[TextView]:
    """Yield the views that rewrite a normalized text letter by letter or word by word."""
    seen: set[tuple[str, ...]] = {()}
    for name, words in _rewritings(view, vocabulary):
        if (key := tuple(words)) in seen:  # two readings of a character may be the same
            continue
        seen.add(key)
        yield TextView(ConceptIndex.build(words, vocabulary), "", _nested_disguise(name, view))


def _rewritings(view: TextView, vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    text = view.text
    for name, rewritten in (
        ("look-alike letters", deobfuscation.replace_homoglyphs(text)),
        ("upside down", deobfuscation.decode_upside_down(text)),
        ("marks", deobfuscation.strip_inline_markup(text)),
        ("masked letters", fill_masked_letters(text, vocabulary.latin_words)),
        ("letters between letters", deobfuscation.drop_interleaved_letters(text)),
        ("drawn-out letters", deobfuscation.collapse_repeated_letters(text)),
        *(("leet", reading) for reading in deobfuscation.decode_leet(text)),
    ):
        if rewritten:
            yield name, _words_near_changes(text, rewritten, vocabulary)
    yield from _segmented_readings(view, word_segmenter(vocabulary.latin_words))
    if "reversed" not in view.disguise:
        yield from _ciphered_readings(view.index.words, vocabulary)


def _segmented_readings(view: TextView, segmenter: WordSegmenter) -> Iterator[tuple[str, list[str]]]:
    """Yield the segmented runs of letters, forwards and backwards: all runs of a kind as one text.

    A reading for each run would apply every rule to each of tens of thousands of runs.
    """
    spaced = deobfuscation.join_spaced_letters(view.text)
    yield "spaced letters", _as_one_text(_spaced_words(run, segmenter) for run in spaced)
    yield "spaced letters", _as_one_text(segmenter.segment(run.replace(" ", "")[::-1]) for run in spaced)
    unspaced = [word for word in dict.fromkeys(view.index.words) if _UNSPACED_RUN.fullmatch(word)]
    yield "no spaces", _as_one_text(map(segmenter.segment, unspaced))
    yield "no spaces", _as_one_text(segmenter.segment(run[::-1]) for run in unspaced)


def _spaced_words(run: str, segmenter: WordSegmenter) -> list[str]:
    pieces = (segmenter.segment(piece) if len(piece) > _LONG_WORD else [piece] for piece in run.split())
    return list(chain.from_iterable(pieces))


def _as_one_text(runs: Iterable[list[str]]) -> list[str]:
    """Return the words of runs, so far from those of other runs that no rule or exception reaches over."""
    words: list[str] = []
    for run in runs:
        words += run
        words += _FAR_APART
    return words


def _words_near_changes(text: str, rewritten: str, vocabulary: Vocabulary) -> list[str]:
    """Return the words around those that a rewriting turns into known ones; all words when it moves them.

    A rewriting that reveals no known word cannot complete a pattern that the text does not match as it is.
    """
    before, after = text.split(), rewritten.split()
    if len(before) != len(after):
        return tokenize(rewritten)
    known = dict[str, bool]()  # of the rewritten words: a table of numbers has as many as it has cells
    positions = [
        index
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new and _reveals_known_word(old, new, vocabulary, known)
    ]
    return tokenize(" ".join(words_around(after, positions, _CONTEXT_WORDS)))


def _reveals_known_word(old: str, new: str, vocabulary: Vocabulary, known: dict[str, bool]) -> bool:
    words = tokenize(new)
    for word in words:
        if word not in known:
            is_long = len(word) >= _MIN_REVEALED_LENGTH
            known[word] = is_long and (word in vocabulary.latin_words or vocabulary.starts_phrase(word))
        if known[word]:
            return words != tokenize(old)
    return False


def _ciphered_readings(words: list[str], vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    yield "moved letters", decode_moved_letters(words, vocabulary.latin_words)
    for name, positions in detect_ciphers(words, vocabulary.latin_words).items():
        decoded = [CIPHER_DECODERS[name](word) for word in words_around(words, positions)]
        yield name, decoded
        if name == "reversed":  # the letters of each word, or of the whole text
            yield name, decoded[::-1]
