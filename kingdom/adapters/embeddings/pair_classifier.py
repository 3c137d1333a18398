"""Scores pairs of texts, a context and a sentence, by a linear classifier on MiniLM's token states."""

import threading
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from kingdom.adapters.embeddings.minilm import Matrix, MiniLmEmbedder
from kingdom.core.errors import BadConfiguration

CONTEXT_TOKENS: Final = 24  # of the context, with the marks around it
PAIR_TOKENS: Final = 64  # of a pair; the rest of the sentence is cut
_SPREAD_WEIGHT = 0.5  # of the extremes and of the context against the mean


class PairClassifier:
    """A linear classifier. The first pair loads its weights and the encoder. Thread-safe."""

    def __init__(self, encoder: MiniLmEmbedder, weights_file: Path) -> None:
        """``weights_file`` is a NumPy archive with ``weights`` and ``intercept``."""
        self._encoder = encoder
        self._weights_file = weights_file
        self._lock = threading.Lock()
        self._loaded: tuple[Matrix, float] | None = None

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return one score a pair of context and sentence: the log-odds of the class it was trained on.

        Raises BadConfiguration for missing or unexpected files and Unavailable when the encoder cannot be built.
        """
        if not pairs:
            return []
        weights, intercept = self._ready()
        return [float(row @ weights) + intercept for row in self.features(pairs)]

    def features(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return the features (n, 1536) of pairs: mean and extremes of the sentence, mean of the context."""
        encoded = [self._pair_ids(context, sentence) for context, sentence in pairs]
        states = self._encoder.token_states([ids for ids, _ in encoded])
        return np.stack([_pooled(rows, start) for rows, (_, start) in zip(states, encoded, strict=True)])

    def _pair_ids(self, context: str, sentence: str) -> tuple[list[int], int]:
        """Return the token ids of a pair, and where those of the sentence begin."""
        ids = self._encoder.token_ids(context)
        end = ids[-1]
        ids = [*ids[: CONTEXT_TOKENS - 1], end] if len(ids) > CONTEXT_TOKENS else ids
        start = len(ids)
        ids += self._encoder.token_ids(sentence)[1 : PAIR_TOKENS - start + 1]
        ids[-1] = end
        return ids, start

    def _ready(self) -> tuple[Matrix, float]:
        with self._lock:
            if self._loaded is None:
                self._loaded = _read_weights(self._weights_file)
            return self._loaded


def _pooled(states: Matrix, start: int) -> Matrix:
    context, sentence = states[:start], states[start:-1] if len(states) > start + 1 else states[start:]
    extremes = (sentence.max(0), sentence.min(0), context.mean(0))
    return np.concatenate([sentence.mean(0), *(_SPREAD_WEIGHT * part for part in extremes)]).astype(np.float32)


def _read_weights(path: Path) -> tuple[Matrix, float]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return arrays["weights"].astype(np.float32), float(arrays["intercept"])
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BadConfiguration(f"The weights {path.name} of a classifier cannot be read.") from error
