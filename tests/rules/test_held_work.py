"""A message holds what to work on where it names a reference, or asks about its own figures at the end."""

import pytest

from kingdom.orchestrator.message_rules.held_work import document_start, holds_work


@pytest.mark.parametrize(
    "text",
    [
        "I keep having to work out drip rates - 500 ml over 4 hours, 20 drops per ml giving set. drops per minute?",
        "every week I mix paint, 3 l red, 2 l blue and 1.5 l white. how much is that?",
        "my mails to ann@example.org bounce every day",
        "ständig rechne ich das: 12 Stunden, 14,50 Euro, 19 % - was kommt raus?",
    ],
)
def test_figures_with_a_question_and_references_are_held(text: str) -> None:
    assert holds_work(text)


@pytest.mark.parametrize(
    "text",
    [
        "every Friday I add up the hours of my team, can you do that?",
        "I always have to grade 25 tests with 30 questions?",
        "every month I get 3 lists of 200 names and 5 columns.",
        "make me a specialist for drip rates: 500 ml over 4 hours, 20 drops per ml. can you?",
    ],
)
def test_a_task_without_its_figures_is_not(text: str) -> None:
    """Too few figures, no question, or the wish for a new specialist in so many words."""
    assert not holds_work(text)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("this is refused: {'a': 1}", 17),
        ('[ {"a": 1} ] which one?', 0),
        ("count this: one two three four five", 10),
        ("count this: one two three", None),
        ("see you at 8:30 in the big hall of the town", None),
        ("my list [draft] is {almost} done", None),
    ],
)
def test_a_document_is_json_or_a_text_behind_a_colon(text: str, start: int | None) -> None:
    assert document_start(text) == start
