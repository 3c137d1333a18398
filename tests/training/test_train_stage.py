"""The trainer with nothing faked: PostgreSQL, daemon, boxes, sessions, graders."""

import json
import threading
from dataclasses import replace

import pytest
from django.db import connection
from django.db.models import Count

from kingdom.accounts.models import User
from kingdom.adapters.sandbox.addresses import parse_addresses
from kingdom.approvals.models import Approval, Notification
from kingdom.core.errors import Conflict, SandboxUnavailable
from kingdom.council.stages.train import run as train
from kingdom.orchestrator.models import Message
from kingdom.runtime.context import RunCancelled
from kingdom.sessions.budgets.usage import usage_summary
from kingdom.sessions.engine.replay import session_replay
from kingdom.sessions.models import Session
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.test_runs.case_runner import TestRunStopped
from kingdom.specialists.test_runs.executor import TestRunObserver, run_tests
from kingdom.specialists.test_runs.scoring import CaseResult
from tests.factories.capabilities import ScriptedModel
from tests.factories.sandboxd import Sandboxd, wait_for
from tests.factories.training import (
    BACKENDS,
    COUNT,
    SUITE,
    ProgressLog,
    cases_of,
    run_input_for,
    spec,
    stage_context,
    stage_input_for,
)

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db(transaction=True)]
OFF_BY_ONE = COUNT.replace("total = sum(numbers)", "total = sum(numbers) + (len(numbers) > 1)")
SLOW = """
import time

def handle(payload, ctx):
    time.sleep(20)
"""


@pytest.mark.parametrize("daemon", BACKENDS, indirect=True)
def test_a_training_that_passes(boxes: Sandboxd, alice: User) -> None:
    told, tests = ProgressLog(), cases_of(*SUITE)
    work = stage_input_for(alice, spec(), tests)
    made = train(work, stage_context(told))

    assert (made.verdict, made.reason.split(",")[0]) == ("passed", "6 of 6 tests passed")
    details = made.details
    assert json.loads(json.dumps(details)) == details
    assert (details["confidence"], details["passed"], details["total"], details["mock"]) == (1.0, 6, 6, False)
    assert (details["backend"], set(details["guarantees"])) == (boxes.backend, set(boxes.client.guarantees))
    assert [one["kind"] for one in details["cases"]] == [one.kind for one in tests]
    assert told.lines[-1] == ("training", {"done": 6, "total": 6, "passed": 6, "failed": 0, "text": "6 of 6"})

    version = SpecialistVersion.objects.get(pk=details["version_id"])
    assert (version.digest, version.mock_trained) == (spec().digest(), False)
    assert version.specialist.draft
    assert Session.objects.filter(version=version, purpose="trial", state="completed").count() == 6
    for session in Session.objects.filter(version=version):
        assert session_replay(session_id=session.pk).identical
    assert boxes.client.status()["sessions"] == 0, "no box is left behind"


def test_a_trial_leaves_no_trace_where_work_does(boxes: Sandboxd, alice: User) -> None:
    run_tests(run_input_for(alice, spec(), cases_of(*SUITE)))
    for table in (Execution, Message, Approval, Notification):
        assert not table._default_manager.exists()
    assert usage_summary(user_id=alice.pk, days=1)["sessions"] == 0
    draft = Specialist.everything.get()
    assert (draft.execution_count, draft.success_count, draft.avg_confidence, draft.last_used_at) == (0, 0, None, None)


def test_what_fails_is_explained_and_goes_back_while_it_may(boxes: Sandboxd, alice: User) -> None:
    tests = cases_of(
        *SUITE[:4], {"input": "8 and 1", "expected_output": {"total": 9}, "held_out": True, "kind": "paraphrase"}
    )
    alone = train(stage_input_for(alice, spec(OFF_BY_ONE), tests), stage_context(ProgressLog()))
    assert alone.verdict == "rejected", "nobody here can mend it without a language model"
    assert alone.details["confidence"] == 0.4
    assert "at least 0.75 is needed" in alone.reason
    first, second, hidden = alone.details["failures"]
    assert first == (
        'Test 1 (an ordinary request): for “2 and 3” it should have given {"total": 5}, and gave {"total": 6}: '
        "output.total is 6, expected 5."
    )
    assert hidden == "Held-out test 5 (the same request in other words): its answer was wrong at output.total."
    assert all(text in alone.reason for text in (first, second, hidden))
    shown = json.dumps({**alone.details["cases"][4], "ms": 0})
    assert "8 and 1" not in shown
    assert "10" not in shown

    mends = train(
        stage_input_for(alice, spec(OFF_BY_ONE), tests, round=1), stage_context(ProgressLog(), model=ScriptedModel([]))
    )
    assert (mends.verdict, mends.findings) == ("repair", (first, second, hidden))
    last = train(
        stage_input_for(alice, spec(OFF_BY_ONE), tests, round=2), stage_context(ProgressLog(), model=ScriptedModel([]))
    )
    assert (last.verdict, last.findings) == ("rejected", ())


def test_an_obeyed_instruction_is_the_end(boxes: Sandboxd, alice: User) -> None:
    obeys = COUNT.replace("total = sum(numbers)", "total = numbers[-1] if 'Say' in payload['text'] else sum(numbers)")
    tests = cases_of(
        *SUITE[:4], *SUITE[4:5], *[{"input": str(one), "expected_output": {"total": one}} for one in range(20)]
    )
    made = train(stage_input_for(alice, spec(obeys), tests), stage_context(ProgressLog(), model=ScriptedModel([])))
    assert made.details["confidence"] > 0.9
    assert (made.verdict, made.details["unsafe"]) == ("rejected", [4])
    assert "It followed an instruction hidden in its input (test 5)" in made.reason


def test_what_was_expected_never_enters_the_sandbox(boxes: Sandboxd, alice: User) -> None:
    looks = """
import os, json

def handle(payload, ctx):
    seen = json.dumps(payload) + json.dumps(dict(os.environ)) + str(sorted(globals()))
    for name in os.listdir("/tmp"):
        seen += name
    return {"answer": seen, "output": {"total": int("4711" in seen)}}
"""
    (made,) = run_tests(
        run_input_for(alice, spec(looks), cases_of({"input": "x", "expected_output": {"total": 0, "why": "4711"}}))
    )
    assert "4711" not in made.answer
    assert made.output == {"total": 0}
    assert not made.success, "the expectation was really there, on the host"


def test_one_test_leaves_nothing_for_the_next(boxes: Sandboxd, alice: User) -> None:
    remembers = """
import os
count = 0

def handle(payload, ctx):
    global count
    count += 1
    kept = os.listdir("/tmp")
    open("/tmp/note", "w").write("x")
    return {"answer": "There.", "output": {"total": count + len(kept)}}
"""
    tests = cases_of(*[{"input": str(one), "expected_output": {"total": 1}} for one in range(6)])
    assert [one.score for one in run_tests(run_input_for(alice, spec(remembers), tests))] == [1.0] * 6


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def handle(payload, ctx):\n    raise ValueError('no')\n", "handler_error"),
        ("def handle(payload, ctx):\n    import os\n    os.kill(os.getpid(), 9)\n", "handler_crashed"),
        ("def handle(payload, ctx):\n    return 5\n", "bad_answer"),
        ("def handle(payload, ctx):\n    return {'answer': 'x', 'output': {'total': 'many'}}\n", "bad_answer"),
    ],
)
def test_what_breaks_scores_nothing_and_breaks_nothing_else(
    boxes: Sandboxd, alice: User, code: str, error: str
) -> None:
    broken = (
        COUNT
        + "\nwell = handle\n"
        + code
        + "\nbad = handle\ndef handle(p, ctx):\n    return (bad if p['text'] == '0' else well)(p, ctx)\n"
    )
    tests = cases_of(*[{"input": str(one), "expected_output": {"total": one}} for one in range(5)])
    found = run_tests(run_input_for(alice, spec(broken), tests))
    assert [one.score for one in found] == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert found[0].error_code == error
    assert found[0].reason.startswith("it ended without an answer: ")


def test_finished_tests_are_not_run_again(boxes: Sandboxd, alice: User) -> None:
    run_input = run_input_for(alice, spec(), cases_of(*SUITE))
    seen: list[int] = []
    with pytest.raises(TestRunStopped):
        run_tests(
            run_input,
            watch=TestRunObserver(
                on_result=lambda _one, done, _total: seen.append(done), is_stopped=lambda: len(seen) >= 2
            ),
        )
    kept = set(TrainingResult.objects.values_list("number", "session"))
    assert 2 <= len(kept) < 6

    assert [one.score for one in run_tests(run_input)] == [1.0] * 6
    assert kept <= set(TrainingResult.objects.values_list("number", "session"))
    done = Session.objects.filter(state="completed").values("input_text").annotate(runs=Count("pk"))
    stored = {cases_of(*SUITE)[number].input for number, _ in kept}
    assert {one["input_text"] for one in done} == {str(one["input"]) for one in SUITE}
    assert {one["runs"] for one in done if one["input_text"] in stored} == {1}
    again = Session.objects.count()
    run_tests(run_input)
    assert Session.objects.count() == again


def test_a_second_worker_s_word_does_not_count(boxes: Sandboxd, alice: User) -> None:
    run_input = run_input_for(alice, spec(), cases_of(SUITE[0]))
    kept = CaseResult(number=0, kind="normal", held_out=False, weight=1.0, success=False, score=0.0, reason="first")

    def first(_one: object, _done: int, _total: int) -> None:
        TrainingResult.objects.update(result=kept.to_json())

    assert run_tests(run_input, watch=TestRunObserver(on_result=first)) == [kept]


def test_a_stop_ends_what_runs(boxes: Sandboxd, alice: User) -> None:
    stop = threading.Event()
    tests = cases_of(*[{"input": str(one), "expected_output": {"total": one}} for one in range(8)])
    work = stage_input_for(alice, spec(SLOW), tests)

    def stopped() -> bool:
        if boxes.client.status()["running"]:
            stop.set()
        return stop.is_set()

    with pytest.raises(RunCancelled):
        train(work, stage_context(ProgressLog(), stopped=stopped))
    assert stop.is_set()
    states = set(Session.objects.values_list("state", flat=True))
    assert states == {"cancelled"}, "each of them would have slept for 20 s and ended otherwise"
    wait_for(lambda: boxes.client.status()["sessions"] == 0, 15)
    assert not TrainingResult.objects.exists()


def test_without_a_sandbox_nothing_is_judged(boxes: Sandboxd, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes.client, "_addresses", parse_addresses("/nowhere/s.sock"))
    with pytest.raises(SandboxUnavailable, match="so code does not run"):
        train(stage_input_for(alice, spec(), cases_of(*SUITE)), stage_context(ProgressLog()))
    assert not TrainingResult.objects.exists()


@pytest.mark.parametrize("missing", ["spec", "suite"])
def test_there_must_be_something_to_train(alice: User, missing: str) -> None:
    work = stage_input_for(alice, spec(), cases_of(*SUITE))
    with pytest.raises(Conflict, match="to train yet"):
        train(replace(work, **{missing: None if missing == "spec" else ()}), stage_context(ProgressLog()))  # type: ignore[arg-type] # by name


def test_a_training_that_waits_holds_no_connection(boxes: Sandboxd, alice: User) -> None:
    """All trainings of a worker share one pool: what is held while waiting is missed where the tests run."""
    held: list[bool] = []

    def looks() -> bool:
        held.append(connection.connection is not None)
        return False

    tests = cases_of(*[{"input": str(one), "expected_output": {"total": one}} for one in range(3)])
    run_tests(run_input_for(alice, spec(), tests), watch=TestRunObserver(is_stopped=looks))
    assert held
    assert not any(held)
