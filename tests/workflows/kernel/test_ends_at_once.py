"""Sessions of one workflow that end at once in several processes: each end is seen, and no message has to travel."""

import threading

import pytest
from django.db import connections

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from kingdom.workflows import tasks
from kingdom.workflows.kernel.event_log import WorkflowLocked
from kingdom.workflows.models import NodeRun
from kingdom.workflows.services import workflow_start
from kingdom.workflows.tasks import workflow_advance, workflow_go_on
from tests.factories.workflows import draft_workflow
from tests.rounds import rounds

pytestmark = pytest.mark.django_db(transaction=True)
ITEMS, PARALLEL = 24, 6


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The messages that a worker sends; none of them arrives."""
    calls = list[object]()
    monkeypatch.setattr(tasks, "task_send", lambda *call: calls.append(call))
    monkeypatch.setattr(tasks, "current_task", True)
    return calls


@pytest.mark.parametrize("_round", range(rounds(2, 20)))
def test_ends_at_once_are_all_seen_without_a_message(alice: User, sent: list[object], _round: int) -> None:
    node = {
        "id": "analyze_m",
        "specialist": "shouter",
        "map": {"over": list("abcdefghijklmnopqrstuvwx"), "parallel": 6},
    }
    workflow = draft_workflow(alice, node)
    workflow_start(user_id=alice.pk, workflow_id=workflow.pk)
    workflow_advance(str(workflow.pk))
    while open_ids := list(Session.objects.filter(user=alice, finished_at=None).values_list("pk", flat=True)):
        assert len(open_ids) <= PARALLEL
        start = threading.Barrier(len(open_ids))
        ends = [threading.Thread(target=_end, args=(start, session_id)) for session_id in open_ids]
        for end in ends:
            end.start()
        for end in ends:
            end.join(60)
    workflow.refresh_from_db()
    assert (workflow.state, sent) == ("completed", [])
    assert NodeRun.objects.filter(node__workflow=workflow, state="completed").count() == ITEMS


def _end(start: threading.Barrier, session_id: object) -> None:
    try:
        start.wait(30)
        session_conclude(session_id=session_id, answer="A", output={"n": 1})  # type: ignore[arg-type] # a UUID
    finally:
        connections.close_all()


def test_only_a_fault_sends_a_message(sent: list[object], alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow = draft_workflow(alice, {"id": "analyze_a", "specialist": "shouter", "input": "a"})

    def raising(error: type[Exception]) -> None:
        def advance(*_: object, **__: object) -> bool:
            raise error

        monkeypatch.setattr(tasks, "advance", advance)
        workflow_go_on(workflow.pk)

    raising(WorkflowLocked)
    assert sent == []
    raising(RuntimeError)
    assert len(sent) == 1
