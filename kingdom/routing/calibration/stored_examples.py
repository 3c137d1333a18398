"""Examples whose vectors are in a temporary file: a fit reads them from there a block at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

import numpy as np

from kingdom.routing.embeddings.similarity import Flags, Ints, Vectors
from kingdom.routing.models import DIMENSIONS

_HEAD_BYTES = 4  # of pgvector's binary form: the dimension and an unused half-word
_SENT_BYTES = _HEAD_BYTES + 2 * DIMENSIONS
_STORED = np.dtype(">f2")
_ROW_BYTES = _STORED.itemsize * DIMENSIONS


def halves_of(sent: bytes) -> bytes:
    """Return the half floats of concatenated vectors in pgvector's binary form, without their heads."""
    return np.frombuffer(sent, dtype=np.uint8).reshape(-1, _SENT_BYTES)[:, _HEAD_BYTES:].tobytes()


def vectors_of(halves: bytes) -> Vectors:
    """Return vectors (n, d) from their big-endian half floats."""
    return np.frombuffer(halves, dtype=_STORED).reshape(-1, DIMENSIONS).astype(np.float32)


def rows_of(halves: bytes, rows: Sequence[int]) -> bytes:
    """Return the half floats of some rows."""
    if len(rows) * _ROW_BYTES == len(halves):
        return halves
    return np.frombuffer(halves, dtype=_STORED).reshape(-1, DIMENSIONS)[list(rows)].tobytes()


@dataclass(frozen=True)
class StoredExamples:
    """Examples in the order of their owners, as ``ExampleSource``; ``file`` has their half floats one after another."""

    file: IO[bytes]
    owners: Ints
    calibrates: Flags
    count: int

    def read(self, start: int, stop: int) -> Vectors:
        """Return the vectors of consecutive rows."""
        self.file.seek(start * _ROW_BYTES)
        return vectors_of(self.file.read((stop - start) * _ROW_BYTES))

    def take(self, rows: Ints) -> Vectors:
        """Return the vectors of some rows."""
        found = [self.read(row, row + 1) for row in rows.tolist()]
        return np.concatenate(found) if found else np.zeros((0, DIMENSIONS), dtype=np.float32)
