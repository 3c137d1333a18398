"""Examples of specialists a block at a time: a fit reads them all and keeps one block in memory. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from kingdom.routing.embeddings.similarity import Flags, Floats, Ints, Vectors, unit_rows

BLOCK_ROWS = 8_192  # a block with its products takes about 40 MB


class ExampleSource(Protocol):
    """All examples: their owners in memory (n,), ascending from 0 without gaps, their vectors wherever they are.

    ``calibrates`` (n,) is False for purpose lines, which are no messages.
    """

    @property
    def owners(self) -> Ints:
        """The owner of each row."""
        ...

    @property
    def calibrates(self) -> Flags:
        """Whether each row is a message."""
        ...

    @property
    def count(self) -> int:
        """The number of owners."""
        ...

    def read(self, start: int, stop: int) -> Vectors:
        """Return the vectors of consecutive rows."""
        ...

    def take(self, rows: Ints) -> Vectors:
        """Return the vectors of some rows."""
        ...


@dataclass(frozen=True)
class ExampleBlock:
    """All rows of consecutive owners: ``vectors`` (b, d), ``owners`` (b,) counted from ``first_owner``."""

    first_row: int
    first_owner: int
    vectors: Vectors
    owners: Ints
    calibrates: Flags

    @property
    def rows(self) -> slice:
        """The rows among all examples."""
        return slice(self.first_row, self.first_row + len(self.vectors))

    @property
    def columns(self) -> slice:
        """The owners among all owners."""
        return slice(self.first_owner, self.first_owner + self.count)

    @property
    def count(self) -> int:
        """The number of owners."""
        return int(self.owners[-1]) + 1

    @cached_property
    def sums(self) -> Floats:
        """The sum of each owner's vectors, (count, d)."""
        starts = np.searchsorted(self.owners, np.arange(self.count))
        return np.asarray(np.add.reduceat(self.vectors, starts, axis=0, dtype=np.float64))

    @cached_property
    def centres(self) -> Vectors:
        """The centroid of each owner, (count, d)."""
        return unit_rows(self.sums)

    @cached_property
    def purposes(self) -> Vectors:
        """The purpose line of each owner, (count, d); zeros for one without."""
        lines = np.zeros((self.count, self.vectors.shape[1]), dtype=np.float32)
        rows = ~self.calibrates
        lines[self.owners[rows]] = self.vectors[rows]
        return lines


def example_blocks(examples: ExampleSource, block_rows: int = BLOCK_ROWS) -> Iterator[ExampleBlock]:
    """Yield all examples in blocks of whole owners, of at most ``block_rows`` rows unless one owner has more."""
    starts = np.searchsorted(examples.owners, np.arange(examples.count + 1))
    first = 0
    while first < examples.count:
        last = int(np.searchsorted(starts, starts[first] + block_rows, side="right")) - 1
        last = max(first + 1, last)
        start, stop = int(starts[first]), int(starts[last])
        owners = examples.owners[start:stop] - first
        yield ExampleBlock(start, first, examples.read(start, stop), owners, examples.calibrates[start:stop])
        first = last
