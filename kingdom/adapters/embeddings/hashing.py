"""The fallback embedder: hashed character n-grams and words, 384 dimensions, no model files.

It compares spelling, not meaning: about 16 points of routing accuracy below MiniLM (routing.md section 2). Its vectors
have their own embedding space with its own calibration, and ``doctor`` warns while it is in use.
"""

import re
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 384
SPACE = "hashing-384-v1"
_WORD = re.compile(r"\w+")
_SHORTEST, _LONGEST = 2, 5
_WORD_WEIGHT = 2.0  # a whole word is stronger evidence than one of its n-grams


class HashingEmbedder:
    """Texts to unit vectors by hashing; deterministic on every machine."""

    @property
    def space(self) -> str:
        """The id of the embedding space."""
        return SPACE

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return DIMENSIONS

    def embed(self, texts: Sequence[str], purpose: str = "query") -> NDArray[np.float32]:
        """Return one unit row (float32) a text. ``purpose`` is ignored."""
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            _fill(row, text)
        return rows


def _fill(row: NDArray[np.float32], text: str) -> None:
    counts: dict[str, float] = {}
    for feature, weight in _features(text.lower()):
        counts[feature] = counts.get(feature, 0.0) + weight
    for feature, count in counts.items():
        code = zlib.crc32(feature.encode())
        # The sign bit is not part of the index, so that two features at one index cancel as often as they add.
        row[(code >> 1) % DIMENSIONS] += (1.0 if code & 1 else -1.0) * float(np.sqrt(count))
    norm = float(np.linalg.norm(row))
    if norm:
        row /= norm
    else:
        row[0] = 1.0  # an empty text needs a unit vector, too: the cosine of a zero vector is undefined in the index


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(text):
        yield f"w:{word}", _WORD_WEIGHT
        padded = f"<{word}>"
        for size in range(_SHORTEST, min(_LONGEST, len(padded)) + 1):
            for start in range(len(padded) - size + 1):
                yield f"c:{padded[start : start + size]}", 1.0
