"""What bounds a workflow: budgets in the middle of it, its specialist's service, its user's account, the queue."""

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.contracts.workflows.manifest_errors import InvalidManifest
from kingdom.core.background.circuit_breaker import Circuit
from kingdom.providers.language_models import model_config
from kingdom.providers.models import ProviderCircuit
from kingdom.sessions.fair_queue import TooManyOpenMessages, next_sessions, queue_load
from kingdom.sessions.models import Budget, Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist
from kingdom.workflows.kernel.node_actions import NodeAction
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.services import node_act, workflow_resume
from kingdom.workflows.tasks import workflows_reap
from tests.factories.workflows import (
    Ending,
    advanced,
    brief_of,
    draft_workflow,
    event_kinds,
    finish_all,
    node_states,
    open_sessions,
    output_of,
    running_workflow,
    session_end,
    success,
    worker_node,
)

pytestmark = pytest.mark.django_db


def _map(count: int, parallel: int = 4) -> dict[str, Any]:
    over = [f"item {number}" for number in range(count)]
    return {"id": "analyze_m", "specialist": "shouter", "map": {"over": over, "parallel": parallel}}


def test_a_budget_that_ends_in_the_middle_keeps_what_was_begun(alice: User) -> None:
    Budget.objects.create(scope=Budget.Scope.USER, user=alice, executions=3)
    workflow = running_workflow(alice, _map(5))
    assert len(open_sessions(workflow)) == 3
    seqs = list(WorkflowEvent.objects.filter(workflow=workflow).values_list("seq", flat=True))
    assert seqs == list(range(1, workflow.last_seq + 1))

    workflow = finish_all(workflow)
    assert node_states(workflow) == {"analyze_m": "awaiting_approval"}
    assert "budget" in workflow.nodes.get().error_message
    Budget.objects.update(executions=10)
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_m", action="retry")
    workflow = finish_all(workflow)
    assert workflow.state == "completed"
    assert Session.objects.filter(node_run__node__workflow=workflow).count() == 5, "no item ran twice"


def test_a_map_begins_no_more_items_of_a_suspended_specialist(alice: User) -> None:
    workflow = running_workflow(alice, _map(6, parallel=2))
    Specialist.objects.filter(role="shouter").update(status=Specialist.Status.SUSPENDED)
    first, second = open_sessions(workflow)
    session_end(first)
    assert len(open_sessions(advanced(workflow))) == 1, "what runs goes on, and nothing is begun"
    session_end(second)
    workflow = advanced(workflow)
    assert workflow.state == "awaiting_approval"
    assert "you can no longer use its specialist" in workflow.nodes.get().error_message
    Specialist.objects.filter(role="shouter").update(status=Specialist.Status.VERIFIED)
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_m", action="retry")
    assert finish_all(workflow).state == "completed"


def test_a_workflow_of_a_closed_account_is_paused(alice: User) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    User.objects.filter(pk=alice.pk).update(is_active=False)
    session_end(open_sessions(workflow)[0])
    workflow = advanced(workflow)
    assert (workflow.state, node_states(workflow)["analyze_b"]) == ("paused", "pending")
    assert event_kinds(workflow)[-1] == "WorkflowPaused"
    User.objects.filter(pk=alice.pk).update(is_active=True)
    workflow_resume(user_id=alice.pk, workflow_id=workflow.pk)
    assert finish_all(workflow).state == "completed"


def test_nodes_keep_their_users_messages_from_nothing(alice: User) -> None:
    workflow = running_workflow(alice, _map(8, parallel=8))
    message = session_open(user_id=alice.pk, input_text="hello")
    load = queue_load(user_id=alice.pk)
    assert (load.own, load.ahead) == (2, 1), "a workflow counts once, not by its nodes, and none of them is before one"
    assert next_sessions(task_name=message.task_name)[0].session_id == message.pk
    assert len(open_sessions(workflow)) == 8


def test_a_start_is_refused_while_too_many_messages_wait(alice: User, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"user_open_messages": 1})
    workflow = draft_workflow(alice, worker_node("analyze_a"))
    session_open(user_id=alice.pk, input_text="hello")
    with pytest.raises(TooManyOpenMessages):
        running_workflow(alice, worker_node("analyze_a"))
    workflow.refresh_from_db()
    assert workflow.state == "draft"


def _statements_of_a_step(workflow: Workflow) -> int:
    session_end(open_sessions(workflow)[0])
    with CaptureQueriesContext(connection) as statements:
        advanced(workflow)
    return len(statements)


def test_a_step_of_a_long_map_costs_what_one_of_a_short_map_does(alice: User) -> None:
    after = {"id": "writer_w", "specialist": "shouter", "input": {"from": "analyze_m"}}
    short, long = (running_workflow(alice, _map(count), after) for count in (8, 80))
    assert _statements_of_a_step(long) == _statements_of_a_step(short)


def _statements_of_the_end(workflow: Workflow) -> int:
    while len(open_sessions(workflow)) + NodeRun.objects.filter(node__workflow=workflow, state="pending").count() > 1:
        session_end(open_sessions(workflow)[0])
        advanced(workflow)
    return _statements_of_a_step(workflow)


def test_the_end_of_a_long_map_costs_what_that_of_a_short_map_does(alice: User) -> None:
    short, long = (_statements_of_the_end(running_workflow(alice, _map(count))) for count in (3, 30))
    assert long == short


def _used(tokens: int, micros: int = 0) -> Ending:
    usage = {"prompt_tokens": tokens, "cost_micros": micros}
    return lambda session: replace(success(session), usage=usage)


@pytest.mark.parametrize(
    ("budget", "words"), [({"budget_tokens": 1000}, "1,000 tokens"), ({"budget_micros": 10}, "USD")]
)
def test_a_used_up_budget_asks_once_and_a_retry_allows_it_again(
    alice: User, budget: dict[str, int], words: str
) -> None:
    workflow = running_workflow(
        alice,
        worker_node("analyze_a"),
        worker_node("analyze_b", "analyze_a"),
        worker_node("analyze_c", "analyze_a"),
        **budget,
    )
    session_end(open_sessions(workflow)[0], _used(1000, 10))
    workflow = advanced(workflow)
    assert (workflow.state, open_sessions(workflow)) == ("awaiting_approval", [])
    asked = [node for node in workflow.nodes.all() if node.state == "awaiting_approval"]
    assert [node.error_code for node in asked] == ["budget_exceeded"]
    assert words in asked[0].error_message
    assert event_kinds(workflow).count("BudgetWarning") == 1

    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id=asked[0].node_id, action="retry")
    workflow = advanced(workflow)
    assert len(open_sessions(workflow)) == 2
    assert finish_all(workflow).state == "completed"


def test_a_map_over_1000_items_stops_at_its_budget_and_goes_on_with_what_is_left(alice: User) -> None:
    workflow = running_workflow(alice, _map(1000), worker_node("analyze_end", "analyze_m"), budget_tokens=1000)
    ended, most_open = 0, 0
    for _ in range(20):
        most_open = max(most_open, len(open_sessions(workflow)))
        for session in open_sessions(workflow):
            session_end(session, _used(100))
            ended += 1
        workflow = advanced(workflow)
    assert (workflow.state, ended, most_open) == ("awaiting_approval", 12, 4)
    assert Session.objects.filter(workspace=workflow.pk).count() == 12, "nothing was begun after the budget was used up"
    assert Approval.objects.filter(state="pending").count() == 1

    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_m", action="retry")
    workflow = advanced(workflow)
    assert [session.input_text for session in open_sessions(workflow)] == [f"item {n}" for n in range(12, 16)]
    for session in open_sessions(workflow):
        session_end(session, _used(1000))
    workflow = advanced(workflow)
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_m", action="skip")
    brief = brief_of(workflow, "analyze_m")
    assert (brief["status"], len(brief["findings"])) == ("skipped", 16)
    assert "984 of 1,000 items gave nothing" in brief["gap"]


def test_a_skip_after_the_budget_goes_on_to_the_next_question(alice: User) -> None:
    nodes = [worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"), worker_node("analyze_c", "analyze_a")]
    workflow = running_workflow(alice, *nodes, budget_tokens=1000)
    session_end(open_sessions(workflow)[0], _used(1000))
    advanced(workflow)
    for node_id in ("analyze_b", "analyze_c"):
        workflow = advanced(workflow)
        assert [node.node_id for node in workflow.nodes.filter(state="awaiting_approval")] == [node_id]
        node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id=node_id, action="skip")
    workflow = advanced(workflow)
    assert (workflow.state, workflow.budget_extensions) == ("completed", 0)
    assert all("budget" in gap for gap in output_of(workflow)["gaps"].values())


def test_sessions_of_given_up_attempts_count_too(alice: User) -> None:
    workflow = running_workflow(
        alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"), budget_tokens=900
    )
    session_end(open_sessions(workflow)[0], _used(600))
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action="retry")
    workflow = advanced(workflow)
    session_end(open_sessions(workflow)[0], _used(400))
    assert advanced(workflow).state == "awaiting_approval"


@pytest.mark.parametrize("name", ["budget_tokens", "budget_micros"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "10", True, 10**16])
def test_a_bad_budget_is_named(alice: User, name: str, value: object) -> None:
    with pytest.raises(InvalidManifest) as refused:
        draft_workflow(alice, worker_node("analyze_a"), **{name: value})
    assert f"'pointer': '/{name}'" in str(refused.value.extra["errors"])


def test_a_budget_of_cost_asks_when_a_price_is_unknown(alice: User) -> None:
    workflow = running_workflow(
        alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"), budget_micros=10
    )
    unpriced = {"prompt_tokens": 500, "unpriced_tokens": 500}
    session_end(open_sessions(workflow)[0], lambda session: replace(success(session), usage=unpriced))
    workflow = advanced(workflow)
    node = workflow.nodes.get(node_id="analyze_b")
    assert (workflow.state, node.error_code) == ("awaiting_approval", "budget_exceeded")
    assert "the price of 500 tokens" in node.error_message
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_b", action="retry")
    assert finish_all(workflow).state == "completed"


@pytest.mark.parametrize("choice", ["retry", "edit", "skip", "abort"])
@pytest.mark.parametrize("budget", [{"budget_tokens": 1000}, {"budget_micros": 10}], ids=["tokens", "cost"])
def test_each_way_on_after_the_budget(alice: User, choice: NodeAction, budget: dict[str, int]) -> None:
    """Also after a restart: the reaper finds a question, and asks nothing again."""
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"), **budget)
    session_end(open_sessions(workflow)[0], _used(1000, 10))
    for _ in range(2):
        workflow = advanced(workflow)
        workflows_reap()
    card = Approval.objects.get(user=alice, kind="quality")
    node = workflow.nodes.get(node_id="analyze_b")
    assert (workflow.state, node.error_code, node.approval_id) == ("awaiting_approval", "budget_exceeded", card.pk)
    assert card.choices == ["retry", "edit", "skip", "abort"]
    assert card.subject["recovery_hint"] in card.text
    failed = WorkflowEvent.objects.get(workflow=workflow, kind="AgentFailed")
    assert (failed.payload["code"], failed.node_id) == ("budget_exceeded", "analyze_b")

    prompt = "less" if choice == "edit" else ""
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_b", action=choice, prompt=prompt)
    workflows_reap()
    workflow = advanced(workflow)
    begun = [session.input_text for session in open_sessions(workflow)]
    assert begun == {"retry": ["HELLO"], "edit": ["less"], "skip": [], "abort": []}[choice]
    workflow = finish_all(workflow)
    expected = {"skip": ("completed", "skipped"), "abort": ("failed", "failed")}.get(choice, ("completed", "completed"))
    assert (workflow.state, node_states(workflow)["analyze_b"]) == expected
    assert workflow.budget_extensions == (choice in ("retry", "edit"))
    if choice == "skip":
        assert "budget" in output_of(workflow)["gaps"]["analyze_b"]


@pytest.mark.parametrize("choice", ["retry", "edit", "skip", "abort"])
def test_each_way_on_after_the_workflows_time(alice: User, choice: NodeAction) -> None:
    """Also after a restart: the reaper finds a question, and asks nothing again."""
    workflow = running_workflow(
        alice, _map(2, parallel=2), worker_node("analyze_b"), worker_node("analyze_c"), deadline_s=60
    )
    late, *_ = open_sessions(workflow, "analyze_m")
    session_end(late)
    session_end(open_sessions(workflow, "analyze_c")[0])
    Workflow.objects.update(deadline_at=timezone.now() - timedelta(seconds=1))
    workflow = advanced(workflow)
    workflows_reap()
    workflow = advanced(workflow)
    assert (workflow.state, open_sessions(workflow)) == ("awaiting_approval", [])
    asked = {"analyze_m": "awaiting_approval", "analyze_b": "awaiting_approval", "analyze_c": "completed"}
    assert node_states(workflow) == asked
    assert [node.error_code for node in workflow.nodes.exclude(node_id="analyze_c")] == ["time_limit"] * 2
    assert Approval.objects.filter(user=alice, kind="quality", state="pending").count() == 2

    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_b", action="skip")
    prompt = "again" if choice == "edit" else ""
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_m", action=choice, prompt=prompt)
    workflow = finish_all(workflow)
    assert workflow.state == ("failed" if choice == "abort" else "completed")
    ended = NodeRun.objects.filter(node__workflow=workflow, node__node_id="analyze_m", state="completed")
    assert ended.count() == (1 if choice in ("skip", "abort", "edit") else 2) + (choice == "edit")
    if choice == "skip":
        brief = brief_of(workflow, "analyze_m")
        assert (len(brief["findings"]), brief["gap"][:15]) == (1, "It was skipped:")


@pytest.mark.usefixtures("with_model")
def test_an_open_circuit_holds_what_needs_the_model(alice: User) -> None:
    provider = model_config("chat").provider
    now = timezone.now().timestamp()
    circuit = ProviderCircuit.objects.create(name=provider, state=asdict(Circuit(state="open", failures=5, since=now)))
    agents = [{"id": f"analyze_{name}", "prompt": "Look."} for name in "ab"]
    workflow = advanced(running_workflow(alice, *agents, worker_node("analyze_c")))
    assert (workflow.state, len(open_sessions(workflow))) == ("running", 1), "only what needs no model is begun"
    assert event_kinds(workflow).count("WorkflowHeld") <= 2
    held = WorkflowEvent.objects.filter(workflow=workflow, kind="WorkflowHeld").earliest("seq")
    assert (held.payload["code"], held.payload["part"], held.payload["name"]) == ("circuit_open", "model", provider)

    circuit.state = asdict(Circuit(state="open", failures=5, since=now - 3600))
    circuit.save()
    assert len(open_sessions(advanced(advanced(workflow)))) == 2, "one session tries it"
    circuit.state = asdict(Circuit())
    circuit.save()
    assert len(open_sessions(advanced(workflow))) == 3
