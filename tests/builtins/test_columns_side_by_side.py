"""Two columns side by side: what went up most from the earlier one."""

import pytest

from tests.builtins.asking import ask

PRICES = "item,oct,nov\nbread,2.40,2.52\neggs,3.00,3.45\nbutter,2.00,2.20"


@pytest.mark.parametrize(
    "question",
    [
        "Last month and this one side by side, which item went up the most in percent?",
        "October and November next to each other: which item rose most in percent?",
        "which item went up the most in percent?",
        "Oktober und November nebeneinander, welches ist prozentual am meisten gestiegen?",
    ],
)
def test_words_for_the_layout_say_nothing(question: str) -> None:
    """The largest change is told."""
    assert "**eggs (+15" in (ask("csv_statistics", f"{question}\n{PRICES}").answer or "").replace("\u00a0", " ")
