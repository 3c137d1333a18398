"""What a fit observes of messages: the best specialist of each and its features, gathered a block at a time. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from kingdom.routing.calibration.example_blocks import BLOCK_ROWS, ExampleBlock, ExampleSource, example_blocks
from kingdom.routing.calibration.linear_classifier import log_softmax
from kingdom.routing.embeddings.similarity import BELOW_EVERY_COSINE, Floats, Ints, Vectors, best_per_owner, blend

ROWS_AT_ONCE = 512  # messages per matrix product
CLASSIFIER_SHARE = 0.07  # beta: score per unit of the classifier's log-probability when ranking
OnBlock = Callable[[], None]


class Reading(NamedTuple):
    """How examples are read. ``on_block`` is called before each block and may end the fit by an exception."""

    on_block: OnBlock = lambda: None
    block_rows: int = BLOCK_ROWS


DEFAULT_READING = Reading()


def rank_scores(blends: Floats, logs: Floats | None) -> Floats:
    """Return the sort key of candidates: the blend plus a share of the classifier's log-probability, if any."""
    return blends if logs is None else blends + CLASSIFIER_SHARE * np.maximum(logs, -50.0)


def entropy(logs: Floats) -> Floats:
    """Return the entropy (nats) of the classifier's distribution along the last axis."""
    return np.asarray(-(np.exp(logs) * np.maximum(logs, -50.0)).sum(axis=-1))


@dataclass(frozen=True)
class Observation:
    """One specialist for each of m messages: ``owners``, ``scores`` and ``purposes`` (m,); ``entropies`` or None."""

    owners: Ints
    scores: Floats
    purposes: Floats
    entropies: Floats | None

    def features(self, negative_similarity: Floats, shifts: Floats) -> dict[str, Floats]:
        """Return the features by name; ``negative_similarity`` (m,) is that to the negative examples."""
        features = {
            "adjusted": self.scores - shifts[self.owners],
            "negative_similarity": negative_similarity,
            "purpose": self.purposes,
        }
        return features if self.entropies is None else features | {"entropy": self.entropies}


class _RunningBest:
    """The best ranked specialist of each message so far; of equal ones the first."""

    def __init__(self, count: int, logits: Floats | None) -> None:
        """``logits`` (count, c) are those of the classifier, if there is one."""
        self._logs = None if logits is None else log_softmax(logits)
        self._ranks = np.full(count, -np.inf)
        self._owners = np.zeros(count, dtype=np.int64)
        self._scores, self._purposes = np.zeros(count), np.zeros(count)

    def update(self, chunk: slice, block: ExampleBlock, scores: Floats, purposes: Floats) -> None:
        """Compare the specialists of a block for the messages of a chunk."""
        logs = None if self._logs is None else self._logs[chunk, block.columns]
        ranks = rank_scores(scores, logs)
        row, best = np.arange(len(ranks)), ranks.argmax(axis=1)
        better = np.flatnonzero(ranks[row, best] > self._ranks[chunk])
        rows, columns = better + chunk.start, best[better]
        self._ranks[rows] = ranks[better, columns]
        self._owners[rows] = columns + block.first_owner
        self._scores[rows], self._purposes[rows] = scores[better, columns], purposes[better, columns]

    def observation(self) -> Observation:
        """Return the best of all blocks."""
        entropies = None if self._logs is None else entropy(self._logs)
        return Observation(self._owners, self._scores, self._purposes, entropies)


class Observer(Protocol):
    """Gathers what it needs from each block."""

    def observe(self, block: ExampleBlock) -> None:
        """Look at one block."""
        ...


class MessageObserver:
    """Observes messages that are not stored: the best specialist of each."""

    def __init__(self, messages: Vectors, logits: Floats | None = None) -> None:
        """``messages`` (m, d); ``logits`` (m, c) of the classifier, if there is one."""
        self._messages = messages
        self._best = _RunningBest(len(messages), logits)

    def observe(self, block: ExampleBlock) -> None:
        """Compare the specialists of a block."""
        for chunk in _chunks(len(self._messages)):
            messages = self._messages[chunk]
            self._best.update(chunk, block, _blends(messages, block), _purpose_cosines(messages, block))

    def observation(self) -> Observation:
        """Return the best specialists."""
        return self._best.observation()


class ChosenObserver:
    """Observes one given specialist for each of some messages that are not stored."""

    def __init__(self, messages: Vectors, owners: Ints, logits: Floats | None = None) -> None:
        """``messages`` (m, d) and their specialists ``owners`` (m,); ``logits`` (m, c)."""
        self._messages, self._owners, self._logits = messages, owners, logits
        self._scores, self._purposes = np.zeros(len(owners)), np.zeros(len(owners))

    def observe(self, block: ExampleBlock) -> None:
        """Look at the given specialists that are in the block."""
        places = _inside(self._owners, block.columns)
        for chunk in _chunks(len(places)):
            rows = places[chunk]
            messages, columns = self._messages[rows], self._owners[rows] - block.first_owner
            index = np.arange(len(rows))
            self._scores[rows] = _blends(messages, block)[index, columns]
            self._purposes[rows] = _purpose_cosines(messages, block)[index, columns]

    def observation(self) -> Observation:
        """Return the given specialists with their scores."""
        entropies = None if self._logits is None else entropy(log_softmax(self._logits))
        return Observation(self._owners, self._scores, self._purposes, entropies)


class LeftOutObserver:
    """Observes stored examples as if each were a new message: only its own specialist loses a row.

    Leaving a whole fold out would score every specialist with fewer examples than it has, so that the calibration would
    be fitted to scores lower than live ones. Measured cost: 1 point of J on BANKING77-OOS (DEV, 10 examples).
    """

    def __init__(self, examples: ExampleSource, rows: Ints, logits: Floats | None = None) -> None:
        """``rows`` (m,) of the examples are left out one by one; ``logits`` (m, c) without the row's fold."""
        self.rows, self.owners, self.messages = rows, examples.owners[rows], examples.take(rows)
        self.own_scores = np.zeros(len(rows))
        self._best = _RunningBest(len(rows), logits)
        others = None if logits is None else logits.copy()
        if others is not None:
            others[np.arange(len(rows)), self.owners] = -np.inf
        self._others = _RunningBest(len(rows), others)

    def observe(self, block: ExampleBlock) -> None:
        """Compare the specialists of a block, with and without each message's own one."""
        for chunk in _chunks(len(self.rows)):
            messages = self.messages[chunk]
            places = _inside(self.rows[chunk], block.rows)
            own = self.owners[chunk][places] - block.first_owner
            hidden = self.rows[chunk][places] - block.first_row
            scores, purposes = _blends(messages, block, (places, own, hidden)), _purpose_cosines(messages, block)
            self.own_scores[chunk.start + places] = scores[places, own]
            self._best.update(chunk, block, scores, purposes)
            scores[places, own] = BELOW_EVERY_COSINE
            self._others.update(chunk, block, scores, purposes)

    def best(self) -> Observation:
        """Return the best specialist of each message."""
        return self._best.observation()

    def others(self) -> Observation:
        """Return the best specialist of each message besides its own."""
        return self._others.observation()


def observe_examples(examples: ExampleSource, observers: Sequence[Observer], reading: Reading) -> None:
    """Show all examples to the observers, a block at a time."""
    for block in example_blocks(examples, reading.block_rows):
        reading.on_block()
        for observer in observers:
            observer.observe(block)


def _chunks(count: int) -> Iterator[slice]:
    return (slice(start, min(start + ROWS_AT_ONCE, count)) for start in range(0, count, ROWS_AT_ONCE))


def _inside(values: Ints, part: slice) -> Ints:
    return np.flatnonzero((values >= part.start) & (values < part.stop))


def _blends(messages: Vectors, block: ExampleBlock, left_out: tuple[Ints, Ints, Ints] | None = None) -> Floats:
    """Return the blend of messages with the specialists of a block, (m, count).

    ``left_out`` are messages that are rows of the block: their places, own specialists and rows.
    """
    similar = messages @ block.vectors.T
    centre = np.asarray(messages @ block.centres.T, dtype=np.float64)
    if left_out is not None:
        places, own, hidden = left_out
        similar[places, hidden] = BELOW_EVERY_COSINE
        rest = block.sums[own] - messages[places]
        centre[places, own] = (rest * messages[places]).sum(axis=1) / np.maximum(np.linalg.norm(rest, axis=1), 1e-9)
    return blend(best_per_owner(similar, block.owners, block.count), centre)


def _purpose_cosines(messages: Vectors, block: ExampleBlock) -> Floats:
    return np.asarray(messages @ block.purposes.T, dtype=np.float64)
