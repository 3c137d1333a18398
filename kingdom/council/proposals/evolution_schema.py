"""Proposals of better rules: the schema of the model's answer, the evolved spec and its tests. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules.structured_answer import UnusableAnswer, closed_object
from kingdom.council.stages.test_suite_schema import normalized_input
from kingdom.ministers.validator.suite_checks import MIN_HELD_OUT_SHARE

MAX_RULES, MAX_RULE_LENGTH, MAX_WHY_LENGTH = 20, 400, 600  # of a proposal; the Validator's own limits are wider
MAX_FAILED_MESSAGES = 5  # failed messages that the model sees and that become tests
MAX_INPUT_LENGTH = 4_000  # characters of one message; a longer one does not test rules
MIN_RIGHT_ANSWER_LENGTH, MAX_RIGHT_ANSWER_LENGTH = 10, 400


class FailedMessage(NamedTuple):
    """One failed execution: the message, the answer, and how the failure showed."""

    text: str
    answer: str
    how: str


class RuleProposal(NamedTuple):
    """A proposal.

    Empty ``rules``: no rule can help. ``right`` maps the number of a failed message to its right answer.
    """

    rules: tuple[str, ...]
    why: str
    right: Mapping[int, str]


def evolution_schema(failed: int) -> dict[str, Any]:
    """Return the JSON schema of an answer about ``failed`` messages."""
    number = {"type": "integer", "minimum": 1, "maximum": max(1, failed)}
    case = closed_object(case=number, right={"type": "string", "maxLength": MAX_RIGHT_ANSWER_LENGTH})
    rule = {"type": "string", "maxLength": MAX_RULE_LENGTH}
    return closed_object(
        rules={"type": "array", "maxItems": MAX_RULES, "items": rule},
        why={"type": "string", "maxLength": MAX_WHY_LENGTH},
        cases={"type": "array", "maxItems": failed, "items": case},
    )


def parse_evolution(value: Mapping[str, Any], present: Sequence[str], failed: int) -> RuleProposal:
    """Return the proposal in an answer.

    Raises UnusableAnswer, with a text for the model, when it changes nothing or is invalid.
    """
    why = _single_spaced(value["why"])
    if not why:
        raise UnusableAnswer("`why` is empty: say what went wrong and which rule mends it.")
    return RuleProposal(_parse_rules(value["rules"], present), why, _parse_right_answers(value["cases"], failed))


def _parse_rules(values: Sequence[Any], present: Sequence[str]) -> tuple[str, ...]:
    rules = tuple(map(_single_spaced, values))
    if not all(rules) or len(set(rules)) < len(rules):
        raise UnusableAnswer("A rule is empty, or there twice.")
    if rules and set(rules) == set(map(_single_spaced, present)):
        raise UnusableAnswer("These are the present rules. Change what failed, or answer with an empty list of rules.")
    return rules


def _parse_right_answers(cases: Sequence[Mapping[str, Any]], failed: int) -> dict[int, str]:
    right: dict[int, str] = {}
    for case in cases:
        number, answer = case["case"], _single_spaced(case["right"])
        if not 1 <= number <= failed or number in right or len(answer) < MIN_RIGHT_ANSWER_LENGTH:
            raise UnusableAnswer(
                f"Entry {number} of `cases`: each failed message at most once, by its number, with one whole sentence."
            )
        right[number] = answer
    return right


def _single_spaced(text: object) -> str:
    return " ".join(str(text).split())


def evolved_spec(spec: AgentSpec, rules: Sequence[str]) -> AgentSpec:
    """Return the spec with other rules and nothing else changed.

    Raises pydantic's ValidationError for an invalid rule.
    """
    return AgentSpec.model_validate({**spec.model_dump(mode="json"), "dna_rules": list(rules)})


def evolved_tests(
    tests: Sequence[TestCase], failed: Sequence[FailedMessage], right: Mapping[int, str]
) -> tuple[TestCase, ...]:
    """Return the tests with the failed messages added whose right answer is known, graded by a judge model.

    None of them is held out, since the model that proposes the rules has seen them. So only as many are added as leave
    the required share held out.
    """
    inputs, held_out = {normalized_input(test.input) for test in tests}, sum(test.held_out for test in tests)
    evolved = list(tests)
    for number, message in enumerate(failed, 1):
        too_few_held_out = bool(tests) and held_out < MIN_HELD_OUT_SHARE * (len(evolved) + 1)
        if number not in right or normalized_input(message.text) in inputs or too_few_held_out:
            continue
        inputs.add(normalized_input(message.text))
        evolved.append(TestCase(input=message.text, expected_output=right[number], grader="judge"))
    return tuple(evolved)
