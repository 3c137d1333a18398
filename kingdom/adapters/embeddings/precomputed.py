"""Vectors of texts that ship with the product, computed once by ``make setup`` and kept in the virtual environment.

Without them a first start and a first message embed about 1,450 texts, which takes several seconds of processor time.
"""

import hashlib
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
_DIGEST_BYTES = 16


class PrecomputedVectors:
    """Vectors (n, d) of known texts in one embedding space, found by a digest of the text."""

    def __init__(self, digests: Sequence[bytes], vectors: Matrix) -> None:
        """``digests`` and ``vectors`` are in the same order."""
        self._rows = {digest: row for row, digest in enumerate(digests)}
        self._vectors = vectors

    def __len__(self) -> int:
        """Return how many texts are known."""
        return len(self._rows)

    def find(self, text: str) -> Matrix | None:
        """Return the vector (d,) of a text, None for one that is not known."""
        row = self._rows.get(_digest(text))
        return None if row is None else self._vectors[row]


NO_VECTORS = PrecomputedVectors((), np.zeros((0, 0), dtype=np.float32))


def vectors_file(folder: Path, space: str) -> Path:
    """Return where the vectors of an embedding space are kept."""
    return folder / f"{space}.npz"


def write_vectors(folder: Path, space: str, texts: Sequence[str], vectors: Matrix) -> Path:
    """Replace the file of a space by distinct texts and their vectors (n, d) in one step; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    digests = np.frombuffer(b"".join(map(_digest, texts)), dtype=np.uint8).reshape(len(texts), _DIGEST_BYTES)
    path = vectors_file(folder, space)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".vectors-", delete=False) as file:
        np.savez(file, digests=digests, vectors=vectors)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
    return path


def read_vectors(folder: Path, space: str, dimensions: int) -> PrecomputedVectors:
    """Return the vectors of a space; none for a file that is missing, damaged or of another form."""
    try:
        # Opened here: NumPy leaves a damaged archive open.
        with vectors_file(folder, space).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            digests, vectors = arrays["digests"], arrays["vectors"]
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
        return NO_VECTORS
    expected = ((len(digests), _DIGEST_BYTES), (len(digests), dimensions))
    if (digests.shape, vectors.shape) != expected or vectors.dtype != np.float32:
        return NO_VECTORS
    return PrecomputedVectors([bytes(digest) for digest in digests], vectors)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()
