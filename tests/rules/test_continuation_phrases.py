"""Words with which a message goes on with the talk before it."""

import pytest

from kingdom.orchestrator.king.continuation_phrases import CONTINUES


@pytest.mark.parametrize(
    "text",
    [
        *("ok and 55?", "now the same for expenses", "thanks, and in stones?"),
        *("now give me only the ids", "only the first two", "what is wrong with number 3?", "nur die Frauen"),
        *("und in Pfund?", "gut, und jetzt", "et pour dix ?", "vale, ¿y en libras?"),
    ],
)
def test_a_follow_up_may_begin_with_an_interjection(text: str) -> None:
    assert CONTINUES.search(text) is not None


@pytest.mark.parametrize(
    "text", ["how many km is 7 miles", "nowhere to go", "thanks", "etwas anderes", "yesterday", "only 3 of 5"]
)
def test_a_message_of_its_own_is_no_follow_up(text: str) -> None:
    assert CONTINUES.search(text) is None
