"""How often a test repeats itself: a few rounds in every run, all of them with ``make test-long``."""

import os
from collections.abc import Sequence
from typing import TypeVar

Example = TypeVar("Example")

LONG = bool(os.environ.get("TEST_LONG"))


def rounds(few: int, many: int) -> int:
    """Return ``many`` when the environment variable TEST_LONG is set, else ``few``."""
    return many if LONG else few


def share(examples: Sequence[Example], of: int, turn: int = 0) -> list[Example]:
    """Return all examples when TEST_LONG is set, else one of each ``of``; another turn returns others."""
    return list(examples) if LONG else list(examples[turn % of :: of])
