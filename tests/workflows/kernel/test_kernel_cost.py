"""What the kernel adds to its sessions: few statements for each node, and no message between one and the next."""

import pytest
from celery._state import _task_stack
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.core.background.task_queue import worker_stopping
from kingdom.workflows import tasks
from kingdom.workflows.models import Workflow
from tests.factories.workflows import open_sessions, running_workflow, session_end, worker_node

pytestmark = pytest.mark.django_db


def _map(count: int) -> dict[str, object]:
    return {
        "id": "analyze_m",
        "specialist": "shouter",
        "map": {"over": [f"item {number}" for number in range(count)], "parallel": 1},
    }


def _statements_of_an_advance(workflow: Workflow) -> list[str]:
    session_end(open_sessions(workflow)[0])
    with CaptureQueriesContext(connection) as captured:
        tasks.workflow_advance(str(workflow.pk))
    return [query["sql"] for query in captured if "SAVEPOINT" not in query["sql"]]


def test_an_item_of_a_map_costs_few_statements_however_many_there_are(alice: User) -> None:
    of_50, of_200 = (_statements_of_an_advance(running_workflow(alice, _map(count))) for count in (50, 200))
    assert len(of_50) == len(of_200) <= 11, of_50


def test_a_node_of_a_chain_costs_few_statements(alice: User) -> None:
    chain = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    found = _statements_of_an_advance(chain)
    assert len(found) <= 21, found


def test_the_end_of_a_session_costs_the_kernel_two_statements(alice: User) -> None:
    workflow = running_workflow(alice, _map(3))
    (session,) = open_sessions(workflow)
    with CaptureQueriesContext(connection) as captured:
        session_end(session)
    own = [query["sql"] for query in captured if "workflow" in query["sql"].partition("VALUES")[0].lower()]
    assert len([sql for sql in own if "domain_events" not in sql]) <= 2, own


def _texts_after_an_end(workflow: Workflow, committed: DjangoCaptureOnCommitCallbacks) -> list[str]:
    """End the first session as a process does that commits; return what runs then."""
    with committed(execute=True):
        session_end(open_sessions(workflow)[0])
    return [session.input_text for session in open_sessions(workflow)]


def test_a_worker_that_ends_a_session_opens_the_next_one_itself(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    workflow = running_workflow(alice, _map(3))
    _task_stack.push(tasks.workflow_advance)  # as in a worker
    try:
        assert _texts_after_an_end(workflow, django_capture_on_commit_callbacks) == ["item 1"]
    finally:
        _task_stack.pop()


def test_another_process_and_a_worker_that_stops_leave_it_to_the_queue(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(tasks, "task_send", lambda task, workflow_id: sent.append(f"{task} {workflow_id}"))
    workflow = running_workflow(alice, _map(4))
    assert _texts_after_an_end(workflow, django_capture_on_commit_callbacks) == []
    tasks.workflow_advance(str(workflow.pk))
    _task_stack.push(tasks.workflow_advance)
    worker_stopping.set()
    try:
        assert _texts_after_an_end(workflow, django_capture_on_commit_callbacks) == []
    finally:
        worker_stopping.clear()
        _task_stack.pop()
    assert sent == [f"kingdom.workflows.tasks.workflow_advance {workflow.pk}"] * 2


def test_an_advance_that_fails_after_a_session_is_sent_and_is_due(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    sent: list[object] = []
    workflow = running_workflow(alice, _map(3))

    def broken(_workflow_id: object, **_: object) -> bool:
        raise RuntimeError("no room")

    monkeypatch.setattr(tasks, "advance", broken)
    monkeypatch.setattr(tasks, "task_send", lambda _task, workflow_id: sent.append(workflow_id))
    _task_stack.push(tasks.workflow_advance)
    try:
        assert _texts_after_an_end(workflow, django_capture_on_commit_callbacks) == []
    finally:
        _task_stack.pop()
    workflow.refresh_from_db()
    assert sent == [workflow.pk]
    assert workflow.enqueued_at is None, "the periodic task sends it as well, should the message be lost"
