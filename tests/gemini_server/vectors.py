"""Deterministic embeddings: a hashed bag of words, so that texts with common words are near each other."""

import hashlib
import math
import re

NORMALISED_ONLY_AT = 3072


def embed(text: str, dimensions: int) -> list[float]:
    """Return a vector of that length; like the real service it has length 1 only at 3072 dimensions."""
    vector = [0.0] * dimensions
    for word in re.findall(r"\w+", text.lower()) or [""]:
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        place = int.from_bytes(digest[:4], "big") % dimensions
        vector[place] += 1.0 if digest[4] & 1 else -1.0
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    scale = 1.0 if dimensions == NORMALISED_ONLY_AT else 2.0
    return [scale * value / length for value in vector]
