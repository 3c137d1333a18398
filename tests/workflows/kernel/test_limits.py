"""What bounds a workflow: budgets in the middle of it, its specialist's service, its user's account, the queue."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.sessions.fair_queue import TooManyOpenMessages, next_session_ids, queue_load
from kingdom.sessions.models import Budget, Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.services import node_act, workflow_resume
from tests.factories.workflows import (
    advanced,
    draft_workflow,
    event_kinds,
    finish_all,
    node_states,
    open_sessions,
    running_workflow,
    session_end,
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
    assert queue_load(user_id=alice.pk).own == 1, "nodes are no messages that the user waits for"
    assert next_session_ids(task_name=message.task_name)[0] == message.pk
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
