"""How often a test repeats itself: a few rounds in every run, all of them with ``make test-long``."""

import os

LONG = bool(os.environ.get("TEST_LONG"))


def rounds(few: int, many: int) -> int:
    """Return ``many`` when the environment variable TEST_LONG is set, else ``few``."""
    return many if LONG else few
