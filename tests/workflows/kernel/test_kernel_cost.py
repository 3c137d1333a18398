"""What the kernel adds to its sessions: few statements for each node, and no message between one and the next."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from celery._state import _task_stack
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.core.background.task_queue import worker_stopping
from kingdom.workflows import tasks
from kingdom.workflows.kernel.scheduler import workflow_advance
from kingdom.workflows.models import Workflow
from tests.factories.workflows import advanced, node_states, open_sessions, running_workflow, session_end, worker_node

pytestmark = pytest.mark.django_db


def _map(count: int) -> dict[str, object]:
    return {
        "id": "analyze_m",
        "specialist": "shouter",
        "map": {"over": [f"item {number}" for number in range(count)], "parallel": 1},
    }


class _Cost(NamedTuple):
    """The statements of an advance, and how many rows they read and wrote."""

    statements: list[str]
    rows: int


def _cost_of_an_advance(workflow: Workflow, *, after_run: bool = True) -> _Cost:
    """End the first open session of a workflow, and return what the advance after it costs."""
    session_end(open_sessions(workflow)[0])
    cost: list[tuple[str, int]] = []

    def counted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:  # noqa: ANN401 - Django's
        result = execute(sql, params, many, context)
        cost.append((sql, max(0, context["cursor"].rowcount)))
        return result

    with connection.execute_wrapper(counted):
        workflow_advance(workflow.pk, after_run=after_run)
    found = [(sql, rows) for sql, rows in cost if "SAVEPOINT" not in sql]
    return _Cost([sql for sql, _ in found], sum(rows for _, rows in found))


def _line(user: User, count: int, **more: Any) -> Workflow:  # noqa: ANN401 - fields of a manifest
    """Start so many nodes, a line of three after them, and so many after it; end all up to the second of the line."""
    before = [worker_node(f"analyze_before_{n}") for n in range(count)]
    first = {**worker_node("analyze_a"), "depends_on": [node["id"] for node in before]}
    line = [first, worker_node("analyze_b", "analyze_a"), worker_node("analyze_c", "analyze_b")]
    after = [worker_node(f"analyze_after_{n}", "analyze_c") for n in range(count)]
    workflow = running_workflow(user, *before, *line, *after, **more)
    while node_states(workflow)["analyze_b"] != "running":
        for session in open_sessions(workflow):
            session_end(session)
        workflow = advanced(workflow)
    return workflow


def test_an_item_of_a_map_costs_few_statements_however_many_there_are(alice: User) -> None:
    of_20, of_200 = (_cost_of_an_advance(running_workflow(alice, _map(count))) for count in (20, 200))
    assert len(of_20.statements) == len(of_200.statements) <= 6, of_20.statements
    assert of_20.rows == of_200.rows


def test_an_item_of_a_map_with_a_budget_costs_the_same_however_many_have_ended(alice: User) -> None:
    costs = []
    for ended in (2, 40):
        workflow = running_workflow(alice, _map(100), budget_tokens=1_000_000)
        for _ in range(ended):
            session_end(open_sessions(workflow)[0])
            workflow = advanced(workflow)
        costs.append(_cost_of_an_advance(workflow))
    assert len(costs[0].statements) == len(costs[1].statements) <= 7, costs[0].statements
    assert costs[0].rows == costs[1].rows


def test_a_node_costs_few_statements_however_large_its_workflow_is(alice: User) -> None:
    of_5, of_49 = (_cost_of_an_advance(_line(alice, count)) for count in (1, 23))
    assert len(of_5.statements) == len(of_49.statements) <= 13, of_5.statements
    assert of_5.rows == of_49.rows


def test_the_code_of_a_specialist_is_read_once_and_not_for_each_run(alice: User) -> None:
    workflow = running_workflow(
        alice, {**_map(4), "map": {"over": list("abcd"), "parallel": 4}}, worker_node("analyze_x")
    )
    while len(open_sessions(workflow)) > 1:
        session_end(open_sessions(workflow)[0])
        workflow = advanced(workflow)
    read = _cost_of_an_advance(workflow).statements
    assert set(node_states(workflow).values()) == {"completed"}
    assert [sql for sql in read if '"spec"' in sql or '"spec_snapshot"' in sql] == []


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
