"""Other rules for a specialist: the form of a model's answer, what it may change, and the tests that come with it. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules.structured_answer import UnusableAnswer
from kingdom.ministers.validator.suite_checks import MIN_HELD_OUT_SHARE

MAX_RULES, MAX_RULE_LENGTH, MAX_WHY_LENGTH = 20, 400, 600  # of a proposal; the Validator's own bounds are wider
MAX_FAILED_MESSAGES = 5  # failed messages that are shown, and become tests
MAX_INPUT_LENGTH = 4_000  # characters of one; a longer one is no test of rules
MIN_RIGHT_ANSWER_LENGTH, MAX_RIGHT_ANSWER_LENGTH = 10, 400


class FailedMessage(NamedTuple):
    """One execution that went wrong: what was asked, what came, and how that showed."""

    text: str
    answer: str
    how: str


class RuleProposal(NamedTuple):
    """A proposal. No ``rules``: nothing that rules could mend. ``right`` says by the place of a failed message what is right for it."""

    rules: tuple[str, ...]
    why: str
    right: Mapping[int, str]


def evolution_schema(failed: int) -> dict[str, Any]:
    """Return the JSON schema of an answer about so many failed messages."""
    number = {"type": "integer", "minimum": 1, "maximum": max(1, failed)}
    case = {
        "type": "object",
        "additionalProperties": False,
        "required": ["case", "right"],
        "properties": {"case": number, "right": {"type": "string", "maxLength": MAX_RIGHT_ANSWER_LENGTH}},
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["rules", "why", "cases"],
        "properties": {
            "rules": {
                "type": "array",
                "maxItems": MAX_RULES,
                "items": {"type": "string", "maxLength": MAX_RULE_LENGTH},
            },
            "why": {"type": "string", "maxLength": MAX_WHY_LENGTH},
            "cases": {"type": "array", "maxItems": failed, "items": case},
        },
    }


def parse_evolution(value: Mapping[str, Any], present: Sequence[str], failed: int) -> RuleProposal:
    """Return what an answer proposes. Raises Unfit, in words for the model, for one that changes nothing or cannot be used."""
    rules = tuple(" ".join(str(one).split()) for one in value["rules"])
    why = " ".join(str(value["why"]).split())
    if not why:
        raise UnusableAnswer("`why` is empty: say what went wrong and which rule mends it.")
    if any(not one for one in rules) or len(set(rules)) < len(rules):
        raise UnusableAnswer("A rule is empty, or there twice.")
    if rules and set(rules) == {" ".join(one.split()) for one in present}:
        raise UnusableAnswer("These are the present rules. Change what failed, or answer with an empty list of rules.")
    right: dict[int, str] = {}
    for one in value["cases"]:
        said = " ".join(str(one["right"]).split())
        if not 1 <= one["case"] <= failed or one["case"] in right or len(said) < MIN_RIGHT_ANSWER_LENGTH:
            raise UnusableAnswer(
                f"Entry {one['case']} of `cases`: each failed message at most once, by its number, with one whole sentence."
            )
        right[one["case"]] = said
    return RuleProposal(rules, why, right)


def evolved_spec(spec: AgentSpec, rules: Sequence[str]) -> AgentSpec:
    """Return the spec with other rules. Nothing else of it can change here: what it may do is what it was.

    Raises pydantic's ValidationError for a rule that is none.
    """
    return AgentSpec.model_validate({**spec.model_dump(mode="json"), "dna_rules": list(rules)})


def evolved_tests(
    tests: Sequence[TestCase], failed: Sequence[FailedMessage], right: Mapping[int, str]
) -> tuple[TestCase, ...]:
    """Return the tests with the failed messages added whose right answer is known, judged by a model.

    None is held out, since who proposes the rules has seen them; so only as many are added as leave enough of the whole held out.
    """
    there, hidden = {_normalized(test.input) for test in tests}, sum(test.held_out for test in tests)
    made = list(tests)
    for number, one in enumerate(failed, 1):
        if (
            number not in right
            or _normalized(one.text) in there
            or (tests and hidden < MIN_HELD_OUT_SHARE * (len(made) + 1))
        ):
            continue
        there.add(_normalized(one.text))
        made.append(TestCase(input=one.text, expected_output=right[number], grader="judge"))
    return tuple(made)


def _normalized(text: str) -> str:
    return " ".join(text.casefold().split())
