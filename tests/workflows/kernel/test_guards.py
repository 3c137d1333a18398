"""The guards: each pauses the run with a card in the inbox, and each of the four ways on goes on from there."""

import re
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide, approvals_expire
from kingdom.cognition.inputs import Failure
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.sessions.engine.completion import SessionResult
from kingdom.sessions.models import Session
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.services import node_act, workflow_cancel
from kingdom.workflows.tasks import workflows_reap
from tests.factories.workflows import (
    Ending,
    advanced,
    answer,
    event_kinds,
    failure,
    finish_all,
    node_states,
    open_sessions,
    output_of,
    running_workflow,
    session_end,
    success,
    worker_node,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_model")]
AGENT = {"id": "research_market", "prompt": "Look at the market."}


def _too_many_steps(_session: Session) -> SessionResult:
    return SessionResult(state="failed", failure=Failure(code="step_limit", message="It took more than 50 steps."))


def _out_of_time(session: Session) -> SessionResult:
    """Let the workflow's time be over before the session ends."""
    Workflow.objects.filter(nodes__runs__session=session).update(deadline_at=timezone.now() - timedelta(seconds=1))
    failure_of_time = Failure(code="deadline_exceeded", message="It took longer than allowed.")
    return SessionResult(state="failed", failure=failure_of_time)


def _known(_session: Session) -> SessionResult:
    return SessionResult(state="completed", answer="It grows.", tag="SUCCESS", bypass="it is known")


class Guard(NamedTuple):
    """How a guard is provoked, and what its card says."""

    node: dict[str, Any]
    ending: Ending
    code: str
    words: str


GUARDS = [
    Guard(worker_node("analyze_a"), failure("The sandbox ran out of memory."), "execution_failure", "out of memory"),
    Guard(worker_node("analyze_a"), answer("Nothing there.", "NULL"), "semantic_null", "reported a Semantic Null"),
    Guard(AGENT, answer("It grows."), "protocol_violation", "Protocol Violation: .*archon.web.search"),
    Guard(worker_node("analyze_a"), _too_many_steps, "step_limit", "Step Limit: analyze_a: It took more than 50"),
    Guard(worker_node("analyze_a"), _out_of_time, "time_limit", "Time Limit: analyze_a: It took longer"),
]
ALL_GUARDS = pytest.mark.parametrize("guard", GUARDS, ids=[guard.code for guard in GUARDS])


def _halted(alice: User, guard: Guard) -> tuple[Workflow, Approval]:
    below = {"id": "writer_end", "prompt": "Sum up.", "depends_on": [guard.node["id"]]}
    workflow = running_workflow(alice, guard.node, below)
    workflow = finish_all(workflow, {guard.node["id"]: guard.ending})
    return workflow, Approval.objects.get(user=alice, kind="quality", state="pending")


def _decide(approval: Approval, user: User, choice: str, note: str = "") -> None:
    decision = ApprovalDecision(choice=choice, args_hash=approval.args_hash, note=note)
    approval_decide(approval_id=approval.pk, actor_id=user.pk, decision=decision)


@ALL_GUARDS
def test_guard_pauses_the_run_with_a_card(alice: User, guard: Guard) -> None:
    workflow, approval = _halted(alice, guard)
    node_id = guard.node["id"]
    assert workflow.state == "awaiting_approval"
    assert node_states(workflow) == {node_id: "awaiting_approval", "writer_end": "pending"}
    assert re.search(guard.words, approval.subject["reason"])
    assert approval.subject["recovery_hint"] in approval.text
    assert approval.choices == ["retry", "edit", "skip", "abort"]
    failed = WorkflowEvent.objects.get(workflow=workflow, kind="AgentFailed", node_id=node_id)
    assert (failed.payload["code"], failed.payload["error"]) == (guard.code, approval.subject["reason"])
    asked = WorkflowEvent.objects.get(workflow=workflow, kind="ApprovalRequested")
    assert asked.payload["approval_id"] == str(approval.pk)
    workflows_reap()  # as after a restart: nothing goes on by itself, and nothing is asked twice
    assert advanced(workflow).state == "awaiting_approval"
    assert Approval.objects.filter(user=alice).count() == 1


@ALL_GUARDS
def test_retry_runs_the_node_again(alice: User, guard: Guard) -> None:
    workflow, approval = _halted(alice, guard)
    _decide(approval, alice, "retry")
    workflow = advanced(workflow)
    assert (workflow.state, node_states(workflow)[guard.node["id"]]) == ("running", "running")
    (session,) = open_sessions(workflow)
    session_end(session, answer("[BYPASS] no", "NULL"))
    assert advanced(workflow).state == "awaiting_approval"
    assert Approval.objects.filter(user=alice, state="pending").exclude(pk=approval.pk).count() == 1


@ALL_GUARDS
def test_edit_runs_it_with_the_new_prompt(alice: User, guard: Guard) -> None:
    workflow, approval = _halted(alice, guard)
    with pytest.raises(BadInput):
        _decide(approval, alice, "edit")
    _decide(approval, alice, "edit", "Look at the market of Peru.")
    (session,) = open_sessions(advanced(workflow))
    assert session.input_text == "Look at the market of Peru."


@ALL_GUARDS
def test_skip_passes_a_marked_gap(alice: User, guard: Guard) -> None:
    """The node after it waits for the gap alone, so that its own drought guard asks before anything is run."""
    workflow, approval = _halted(alice, guard)
    _decide(approval, alice, "skip")
    workflow = advanced(workflow)
    assert node_states(workflow) == {guard.node["id"]: "skipped", "writer_end": "awaiting_approval"}
    drought = Approval.objects.get(user=alice, state="pending")
    assert drought.subject["reason"].startswith("Pre-Execution Halt: writer_end has nothing to work on")
    assert "It was skipped" in drought.subject["reason"]
    assert open_sessions(workflow) == []


@ALL_GUARDS
def test_abort_fails_the_workflow(alice: User, guard: Guard) -> None:
    workflow, approval = _halted(alice, guard)
    _decide(approval, alice, "abort")
    workflow.refresh_from_db()
    assert (workflow.state, workflow.error_code) == ("failed", guard.code)
    assert node_states(workflow) == {guard.node["id"]: "failed", "writer_end": "cancelled"}
    assert event_kinds(workflow)[-1] == "WorkflowFailed"


@pytest.mark.parametrize("guard", GUARDS[:1], ids=lambda guard: guard.code)
def test_a_retry_after_an_abort_begins_the_aborted_node_again(alice: User, guard: Guard) -> None:
    workflow, approval = _halted(alice, guard)
    _decide(approval, alice, "abort")
    Workflow.objects.filter(pk=workflow.pk).update(deadline_at=timezone.now() - timedelta(hours=1))
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="writer_end", action="retry")
    workflow.refresh_from_db()
    assert (workflow.state, set(node_states(workflow).values())) == ("running", {"pending"})
    assert workflow.deadline_at is not None
    assert workflow.deadline_at > timezone.now(), "the time that a person took is not the workflow's"


@pytest.mark.parametrize("choice", ["retry", "edit", "skip", "abort"])
@ALL_GUARDS
def test_each_way_on_reaches_an_end_after_a_restart(alice: User, guard: Guard, choice: str) -> None:
    """Messages are lost and the reaper runs before and after the answer: nothing is asked, run or counted twice."""
    workflow, approval = _halted(alice, guard)
    node_id = guard.node["id"]
    Workflow.objects.update(enqueued_at=None)
    workflows_reap()
    _decide(approval, alice, choice, "Look at the market of Peru." if choice == "edit" else "")
    Workflow.objects.update(enqueued_at=None)
    workflows_reap()
    workflow = finish_all(workflow, {node_id: _known, "writer_end": answer("Summed up.")})
    drought = Approval.objects.filter(user=alice, state="pending")
    expected = {"skip": ("awaiting_approval", "skipped", 1), "abort": ("failed", "failed", 0)}
    done = (workflow.state, node_states(workflow)[node_id], drought.count())
    assert done == expected.get(choice, ("completed", "completed", 0))
    runs = NodeRun.objects.filter(node__workflow=workflow, node__node_id=node_id)
    assert runs.count() == (2 if choice in ("retry", "edit") else 1)


@pytest.mark.parametrize("choice", ["retry", "edit", "skip", "abort"])
def test_each_way_on_from_a_drought(alice: User, choice: str) -> None:
    workflow, first = _halted(alice, GUARDS[1])
    _decide(first, alice, "skip")
    advanced(workflow)
    drought = Approval.objects.get(user=alice, state="pending")
    _decide(drought, alice, choice, "Write about Peru." if choice == "edit" else "")
    workflow = advanced(workflow)
    expected = {
        "retry": ("awaiting_approval", "awaiting_approval"),  # nothing has changed, so it asks again
        "edit": ("running", "running"),
        "skip": ("completed", "skipped"),
        "abort": ("failed", "failed"),
    }
    assert (workflow.state, node_states(workflow)["writer_end"]) == expected[choice]
    if choice == "edit":
        workflow = finish_all(workflow, {"writer_end": answer("Peru grows.")})
        assert (workflow.state, workflow.answer) == ("completed", "Peru grows.")
        assert "analyze_a" in output_of(workflow)["gaps"]


def test_action_on_the_node_answers_its_card(alice: User, bob: User) -> None:
    workflow, approval = _halted(alice, GUARDS[0])
    with pytest.raises(NotFound):
        node_act(user_id=bob.pk, workflow_id=workflow.pk, node_id="analyze_a", action="retry")
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action="edit", prompt="again")
    approval.refresh_from_db()
    assert (approval.state, approval.choice, approval.note) == ("decided", "edit", "again")
    assert [session.input_text for session in open_sessions(advanced(workflow))] == ["again"]
    assert "ApprovalDecided" in event_kinds(workflow, "analyze_a")


def test_nobody_answers_in_time(alice: User) -> None:
    workflow, _ = _halted(alice, GUARDS[0])
    Approval.objects.update(expires_at=timezone.now())
    assert approvals_expire() == 1
    workflow.refresh_from_db()
    assert workflow.state == "failed"


def test_cancelling_withdraws_the_question(alice: User) -> None:
    workflow, approval = _halted(alice, GUARDS[0])
    workflow_cancel(user_id=alice.pk, workflow_id=workflow.pk)
    workflows_reap()  # what a worker that dies after the commit leaves to it
    approval.refresh_from_db()
    assert approval.state == "cancelled"
    with pytest.raises(Conflict):
        _decide(approval, alice, "retry")


def test_retry_of_a_map_runs_only_what_failed(alice: User) -> None:
    mapped = {"id": "analyze_m", "specialist": "shouter", "map": {"over": ["a", "b", "c"]}}
    workflow = running_workflow(alice, mapped)
    for session in open_sessions(workflow):
        session_end(session, failure() if session.input_text == "b" else success)
    workflow = advanced(workflow)
    approval = Approval.objects.get(user=alice, state="pending")
    assert "1 of 3 items of analyze_m failed (number 2)" in approval.subject["reason"]
    _decide(approval, alice, "retry")
    assert [session.input_text for session in open_sessions(advanced(workflow))] == ["b"]
    assert output_of(finish_all(workflow))["results"] == {"analyze_m": ["A", "B", "C"]}


def test_skipping_a_map_keeps_what_is_there(alice: User) -> None:
    mapped = {"id": "analyze_m", "specialist": "shouter", "map": {"over": ["a", "b", "c"]}}
    workflow = running_workflow(alice, mapped)
    for session in open_sessions(workflow):
        session_end(session, failure() if session.input_text == "b" else success)
    advanced(workflow)
    _decide(Approval.objects.get(user=alice, state="pending"), alice, "skip")
    workflow = advanced(workflow)
    assert workflow.state == "completed"
    assert output_of(workflow)["results"] == {"analyze_m": ["A", "C"]}
    assert "1 of 3 items" in output_of(workflow)["gaps"]["analyze_m"]


def test_null_of_an_observer_is_no_question(alice: User) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_o", role="observer"))
    workflow = finish_all(workflow, {"analyze_o": answer("All quiet.", "NULL")})
    assert node_states(workflow) == {"analyze_a": "completed", "analyze_o": "null"}
    assert (workflow.state, workflow.answer) == ("completed", "HELLO")


@pytest.mark.parametrize(("text", "tag"), [("Done.", ""), ("Done. [STATUS: NULL] or so.", "SUCCESS")])
def test_agent_ends_with_exactly_one_status(alice: User, text: str, tag: str) -> None:
    workflow = running_workflow(alice, {"id": "writer_a", "prompt": "Write."})
    workflow = finish_all(workflow, {"writer_a": answer(text, tag)})
    assert workflow.nodes.get().error_code == "protocol_violation"


def test_two_questions_are_both_waited_for(alice: User) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b"))
    finish_all(workflow, {"analyze_a": failure(), "analyze_b": failure()})
    first, second = Approval.objects.filter(user=alice, state="pending")
    _decide(first, alice, "skip")
    workflow.refresh_from_db()
    assert workflow.state == "awaiting_approval"
    _decide(second, alice, "retry")
    assert finish_all(workflow).state == "completed"
