"""Context window: the newest whole turns within the budget."""

from hypothesis import given
from hypothesis import strategies as some

from kingdom.orchestrator.message_rules.context_window import ConversationTurn, estimate_tokens, history_trim

TURNS = some.lists(
    some.builds(ConversationTurn, question=some.text(max_size=60), answer=some.text(max_size=60)), max_size=12
)


def cost(turn: ConversationTurn) -> int:
    return estimate_tokens(turn.question) + estimate_tokens(turn.answer)


@given(TURNS, some.integers(0, 400))
def test_it_is_the_longest_run_of_newest_turns_that_fits(turns: list[ConversationTurn], budget: int) -> None:
    trimmed = history_trim(turns, budget=budget)
    assert list(trimmed.turns) == turns[trimmed.cut :]
    assert sum(map(cost, trimmed.turns)) <= budget
    if trimmed.cut:
        assert sum(map(cost, turns[trimmed.cut - 1 :])) > budget


def test_the_estimate_is_on_the_safe_side() -> None:
    assert estimate_tokens("the quick brown fox jumps over the lazy dog") >= 9
    assert estimate_tokens("你好世界") >= 4, "a character a token"
