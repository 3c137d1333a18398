"""How often a test repeats itself: a handful of rounds in every run, all of them with ``make test-long``."""

import os

LONG = bool(os.environ.get("TEST_LONG"))


def rounds(few: int, many: int) -> int:
    """Return ``many`` when the environment sets TEST_LONG, else ``few``."""
    return many if LONG else few
