"""Every built-in: what ships with it, that its own tests hold, and that no message brings a handler down."""

import json
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.handler_engine import parse_answer
from kingdom.contracts.formats.json_schema import check_schema, validation_error
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import KingdomError
from kingdom.sessions.gateway.staged_files import PART_CHARS
from kingdom.specialists.registry.builtins import BuiltinFolder, builtin_warm_ups
from kingdom.specialists.test_runs.grading import TrialOutput, grade_trial
from tests.builtins.asking import DrawingHost, ask, builtin, handler, payload, shipped_builtins
from tests.factories.messages import MESSAGES, TURNS, WORDS
from tests.rounds import share

ALL = shipped_builtins()
HANDLERS = [one.spec.role for one in ALL if one.spec.engine == "handler"]
ROUTED = [one for one in ALL if one.routable]
PROCESSOR_S = 2.0  # for 20,000 characters; the sandbox ends a call that takes longer than ten
MODELS = {
    "code_writer": "coder", "video_planner": "writer", "research_analyst": "research", "data_analyst": "analyze",
    "report_writer": "writer", "translator": "writer", "document_summarizer": "writer", "study_coach": "writer",
}  # fmt: skip


def role_of(one: BuiltinFolder) -> str:
    return one.spec.role


def test_there_are_eight_that_think_seven_that_compute_and_hidden_ones() -> None:
    assert {one.spec.role: str(one.spec.identity) for one in ROUTED if one.spec.engine == "model"} == MODELS
    assert len(HANDLERS) == 7
    hidden = [one.spec.role for one in ALL if not one.routable]
    assert hidden == ["analyze_agent", "coder_agent", "general", "research_agent", "writer_agent"]


@pytest.mark.parametrize("one", ROUTED, ids=role_of)
def test_each_ships_examples_rules_and_tests_of_every_sort(one: BuiltinFolder) -> None:
    assert len(set(one.spec.examples)) >= 10
    assert len(one.tests) >= 8
    assert one.spec.dna_rules
    assert {"normal", "paraphrase", "edge", "out_of_scope"} <= {test.kind for test in one.tests}
    assert 2 <= sum(test.held_out for test in one.tests) < len(one.tests)
    check_schema(one.spec.output_schema)


@pytest.mark.parametrize("one", ALL, ids=role_of)
def test_each_test_can_be_graded(one: BuiltinFolder) -> None:
    for test in one.tests:
        if test.grader in ("schema", "regex"):
            schema = test.expected_output if test.grader == "schema" else {"pattern": test.expected_output}
            assert "cannot be used" not in (validation_error({}, schema) or "")


def test_no_example_belongs_to_two() -> None:
    owners: dict[str, str] = {}
    for one in ALL:
        for example in one.spec.examples:
            assert owners.setdefault(example.lower().strip(), one.spec.role) == one.spec.role


def test_no_held_out_test_is_an_example() -> None:
    for one in ALL:
        examples = {example.strip().lower() for example in one.spec.examples}
        assert [test.input for test in one.tests if test.held_out and test.input.strip().lower() in examples] == []


@pytest.mark.parametrize(
    ("role", "number"), [(role, number) for role in HANDLERS for number in range(len(builtin(role).tests))]
)
def test_a_handler_passes_its_own_tests(role: str, number: int) -> None:
    test = builtin(role).tests[number]
    made = ask(role, test.input)
    assert grade_trial(test, TrialOutput(answer=made.answer, output=made.output, status=made.tag)).reason == ""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxService]:
    """The real thing, on the backend this machine has without an engine."""
    service = SandboxService(load_sandbox_config(backend="bubblewrap", pool=1))
    try:
        service.ready()
    except KingdomError as error:
        pytest.fail(f"{error.message} (scripts/sandbox_image.sh makes the image)")
    yield service
    service.close()


@pytest.mark.sandbox
@pytest.mark.parametrize("role", HANDLERS)
def test_a_handler_passes_its_own_tests_in_a_warm_sandbox(sandbox: SandboxService, role: str) -> None:
    one = builtin(role)
    code = one.spec.handler_code or ""
    with sandbox.open(Program(code=code, warm_up=builtin_warm_ups()[code]), SandboxLimits()) as session:
        for test in one.tests:
            outcome = session.call(payload(test.input), 10.0)
            assert (outcome.status, outcome.stderr) == ("ok", "")
            made = parse_answer(outcome.value, one.spec.output_schema)
            assert isinstance(made, EmitResponse), made
            assert grade_trial(test, TrialOutput(answer=made.answer, output=made.output, status=made.tag)).reason == ""


@pytest.mark.parametrize("role", HANDLERS)
def test_a_warm_up_is_served(role: str) -> None:
    """An example that failed would leave the sandbox cold without a word."""
    warm_up = json.loads(builtin_warm_ups()[builtin(role).spec.handler_code or ""])
    assert len(warm_up) == 8
    for message in warm_up:
        assert handler(role)(message, None)["answer"]


@pytest.mark.sandbox
def test_a_million_rows_are_counted_within_the_limits_of_the_sandbox(sandbox: SandboxService) -> None:
    """The whole way of a file's parts; the largest file that is stored has 8 MiB."""
    text = "k,v\n" + "".join(f"{row % 10},{row % 100_000}\n" for row in range(1_000_000))
    code = builtin("csv_statistics").spec.handler_code or ""
    with sandbox.open(Program(code=code), SandboxLimits()) as session:
        message = payload("what is the mean of v?") | {"files": ["big.csv"]}
        outcome = session.call(message, None, on_request=lambda _, args: text[args["offset"] :][:PART_CHARS])
    assert (outcome.status, outcome.stderr) == ("ok", "")
    assert outcome.value["answer"].startswith("The mean of v is **49,999.5**.")
    (_, column), rows = outcome.value["output"]["columns"], outcome.value["output"]["rows"]
    assert (rows, column["count"], column["unique"], column["median"]) == (1_000_000, 1_000_000, 100_000, 49_999.5)


@pytest.mark.parametrize("role", HANDLERS)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(text=MESSAGES, history=TURNS)
def test_no_message_brings_a_handler_down(role: str, text: str, history: list[dict[str, str]]) -> None:
    given_answer = handler(role)({"text": text, "history": history, "now": "2026-11-21T22:30:00+00:00"}, DrawingHost())
    made = parse_answer(json.loads(json.dumps(given_answer, allow_nan=False)), builtin(role).spec.output_schema)
    assert isinstance(made, EmitResponse), made
    assert made.answer
    assert "\0" not in json.dumps(given_answer, ensure_ascii=False)


UNITS = [*WORDS, "1,", "a@", "[", "1 ", "(", "\\", '"\\', "a.", "x: y ", "1-", "- - ", "\n\n", "1.000.", "``", ". "]


@pytest.mark.parametrize(
    ("role", "unit"), [(role, unit) for turn, role in enumerate(HANDLERS) for unit in share(UNITS, 4, turn)]
)
def test_a_long_monotonous_message_is_answered(role: str, unit: str) -> None:
    """A pattern with a hidden square in it takes many times the bound; the longest without takes a fifth of it."""
    before = time.process_time()
    given_answer = handler(role)({"text": unit * (20_000 // len(unit)), "history": [], "now": ""}, None)
    assert time.process_time() - before < PROCESSOR_S
    assert isinstance(parse_answer(given_answer, builtin(role).spec.output_schema), EmitResponse)
    assert len(json.dumps(given_answer)) < 65_536
