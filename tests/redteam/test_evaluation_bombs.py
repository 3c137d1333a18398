"""Small inputs that cost much: each is answered within a bound of processor time, by a result or a refusal."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingdom.cognition.protocol import parse_tool_requests
from kingdom.console.markup.markdown import render_markdown
from kingdom.contracts.formats.json_schema import SchemaError, validation_errors
from kingdom.contracts.spec import TestCase
from kingdom.core.text.bounded_diff import DiffTooCostly, bounded_diff
from kingdom.council.rules.score_diff import diff_lines
from kingdom.ministers.validator.rule_lint import MAX_RULE_LENGTH, MAX_RULES, check_rules
from kingdom.specialists.models.observed_executions import message_fingerprint
from kingdom.specialists.test_runs.grading import TrialOutput, grade_trial
from tests.factories.processor_limit import ends_within
from tests.rounds import rounds

SECONDS = 10  # of processor time; without the bounds the bombs take minutes to years
LONG = 65_536  # characters of an answer
WIDE_TABLE = "|a" * 2_000 + "\n" + "|-" * 2_000 + "\n" + ("|b" * 10 + "\n") * 2_000
REPEATED = [f"line {n % 150}\n" for n in range(10_000)]
SHUFFLED = [f"line {n * 7 % 150}\n" for n in range(10_000)]


def test_the_limit_itself_notices_a_bomb() -> None:
    assert not ends_within(1, lambda: sum(1 for _ in iter(int, 1)))
    assert ends_within(1, lambda: None)


@pytest.mark.parametrize(
    "text",
    [
        WIDE_TABLE,
        *(
            unit * (LONG // len(unit))
            for unit in ("[", "![", "> ", "*a_ ", "- ", "`a``", "[a](", "<a ", "**x **", "~~a ~")
        ),
        "[a]: b\n" * 5_000 + "[a]" * 5_000,
        "\n".join("  " * n + "- a" for n in range(350)),
    ],
    ids=range(13),
)
def test_markdown(text: str) -> None:
    assert ends_within(SECONDS, lambda: render_markdown(text))


def test_a_table_with_too_many_cells_is_shown_as_text_and_a_usual_one_as_a_table() -> None:
    assert "<table" not in render_markdown(WIDE_TABLE)
    assert "|b|b|b" in render_markdown(WIDE_TABLE)
    assert render_markdown("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 500).count("<tr>") == 501


@pytest.mark.parametrize(
    "bomb",
    [
        lambda: list(bounded_diff(REPEATED, SHUFFLED, context=3)),
        lambda: diff_lines("\n" * 100_000, "a\n" + "\n" * 99_000),
        lambda: diff_lines("".join(REPEATED), "".join(SHUFFLED)),
        lambda: check_rules([("never " * 100)[: MAX_RULE_LENGTH - 9] + str(n) for n in range(MAX_RULES)]),
        lambda: parse_tool_requests("{" * 100_000, (), 1),
        lambda: parse_tool_requests('{"intent": "tool_call", ' * 4_000, (), 1),
        lambda: message_fingerprint("\ufdfa" * 100_000, user_id=1),
        lambda: json.loads("1" * 1_000_000),
    ],
    ids=["diff", "diff-empty-lines", "diff-rules", "rules", "requests", "requests-open", "unicode", "digits"],
)
def test_texts(bomb: Callable[[], object]) -> None:
    assert ends_within(SECONDS, bomb)


def test_a_diff_that_costs_too_much_is_refused_or_shown_whole() -> None:
    with pytest.raises(DiffTooCostly):
        bounded_diff(REPEATED, SHUFFLED, context=3)
    assert diff_lines("".join(REPEATED), "".join(SHUFFLED))[:2] == ["-line 0", "-line 1"]
    assert diff_lines("a\nb\nc", "a\nB\nc") == [" a", "-b", "+B", " c"]


patterns = st.recursive(
    st.sampled_from(["a", ".", "\\w", "[ab]", "a|b", "(?:)"]),
    lambda inner: st.one_of(
        st.builds(lambda part, mark: f"(?:{part}){mark}", inner, st.sampled_from(["*", "+", "?", "{1,200}", "{99}"])),
        st.builds(lambda one, two: one + two, inner, inner),
        st.builds(lambda one, two: f"(?:{one}|{two})", inner, inner),
    ),
    max_leaves=8,
)


@settings(max_examples=rounds(15, 2_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(patterns)
def test_patterns_of_tests_and_schemas(pattern: str) -> None:
    test = TestCase(input="", expected_output=f"^(?:{pattern})+$", grader="regex")
    assert ends_within(SECONDS, lambda: grade_trial(test, TrialOutput(answer="a" * LONG + "!", output=None)))


def chained(parts: list[tuple[str, int, int]]) -> dict[str, Any]:
    """Return a schema whose parts refer to the parts after them: chains, doublings and combs."""
    count = len(parts)
    defs: dict[str, Any] = {f"d{count}": {"type": "string", "pattern": "^(a+)+$"}}
    for place, (word, near, far) in enumerate(parts):
        targets = [min(count, place + 1 + near), min(count, place + 1 + far)]
        references = [{"$ref": f"#/$defs/d{target}"} for target in targets]
        defs[f"d{place}"] = {"items": references[0]} if word == "items" else {word: references}
    return {"$defs": defs, "$ref": "#/$defs/d0"}


@settings(max_examples=rounds(15, 2_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(st.sampled_from(["allOf", "anyOf", "oneOf", "items"]), st.integers(0, 1), st.integers(0, 3)),
        min_size=1,
        max_size=60,
    ),
    st.recursive(st.just("a" * 500 + "!"), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=40),
)
def test_schemas(parts: list[tuple[str, int, int]], value: object) -> None:
    assert ends_within(SECONDS, lambda: validation_errors(value, chained(parts)))


def test_a_schema_that_doubles_is_refused_with_a_reason() -> None:
    with pytest.raises(SchemaError, match="too costly"):
        validation_errors("a", chained([("allOf", 0, 0)] * 40))
