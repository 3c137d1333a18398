"""Killed at any point, a workflow ends with the same tables as if nothing had happened."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from kingdom.workflows.kernel import event_log
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.services import workflow_start
from tests.factories.workflows import (
    advanced,
    answer,
    create_worker,
    draft_workflow,
    open_sessions,
    session_end,
    success,
    worker_node,
)
from tests.rounds import rounds

pytestmark = pytest.mark.django_db
NODES: tuple[dict[str, Any], ...] = (
    worker_node("analyze_a"),
    {"id": "analyze_m", "specialist": "shouter", "map": {"over": "analyze_a.findings", "parallel": 3}},
    worker_node("analyze_b"),
    worker_node("analyze_end", "analyze_m", "analyze_b"),
)
LIST = answer("five", output=["v", "w", "x", "y", "z"])


class Killed(BaseException):
    """The worker is gone in the middle of a transaction."""


def _play(alice: User, chance: random.Random | None, monkeypatch: pytest.MonkeyPatch) -> tuple[Workflow, int]:
    """Run a workflow to its end; with ``chance`` workers die in the middle of their transactions."""
    workflow = workflow_start(user_id=alice.pk, workflow_id=draft_workflow(alice, *NODES).pk)
    kills, real = 0, event_log._event_store

    def store(*args: Any, **fields: Any) -> None:  # noqa: ANN401 - those of the real one
        if chance is not None and chance.random() < 0.35:
            raise Killed
        real(*args, **fields)

    monkeypatch.setattr(event_log, "_event_store", store)
    while workflow.state == "running":
        sessions = open_sessions(workflow)
        if chance is not None:
            chance.shuffle(sessions)
        steps: list[Callable[[], object]] = [
            partial(advanced, workflow),
            *(partial(_end, session) for session in sessions[:2]),
        ]
        for step in steps:
            try:
                step()
            except Killed:
                kills += 1
        workflow.refresh_from_db()
    monkeypatch.setattr(event_log, "_event_store", real)
    return workflow, kills


def _end(session: Session) -> None:
    session_end(session, LIST if _node_of(session) == "analyze_a" else success)


def _node_of(session: Session) -> str:
    return NodeRun.objects.get(session=session).node.node_id


def _tables(workflow: Workflow) -> dict[str, Any]:
    """Return the final rows without ids and times."""
    runs = NodeRun.objects.filter(node__workflow=workflow).order_by("node__position", "index")
    events = WorkflowEvent.objects.filter(workflow=workflow)
    seqs = list(events.values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    return {
        "workflow": (workflow.state, workflow.answer, workflow.output, workflow.last_seq),
        "nodes": list(workflow.nodes.values_list("node_id", "state", "attempt", "brief")),
        "runs": [(run.node.node_id, run.index, run.item, run.state, run.attempt) for run in runs],
        "sessions": sorted(
            Session.objects.filter(node_run__node__workflow=workflow).values_list("input_text", "state")
        ),
        "events": Counter(events.values_list("kind", "node_id")),
    }


@pytest.mark.parametrize("seed", range(rounds(4, 50)))
def test_tables_are_the_same_as_without_interruptions(alice: User, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    undisturbed, _ = _play(alice, None, monkeypatch)
    disturbed, kills = _play(alice, random.Random(seed), monkeypatch)
    assert kills > 0
    assert _tables(disturbed) == _tables(undisturbed)
    assert Session.objects.filter(workspace=disturbed.pk).count() == 8  # none was opened twice


def test_nothing_is_left_of_an_advance_that_died(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    create_worker("other")
    workflow = workflow_start(user_id=alice.pk, workflow_id=draft_workflow(alice, *NODES).pk)
    real, calls = event_log._event_store, 0

    def store(*args: Any, **fields: Any) -> None:  # noqa: ANN401 - those of the real one
        nonlocal calls
        calls += 1
        if calls == 3:
            raise Killed
        real(*args, **fields)

    monkeypatch.setattr(event_log, "_event_store", store)
    with pytest.raises(Killed):
        advanced(workflow)
    assert not Session.objects.filter(workspace=workflow.pk).exists()
    assert not NodeRun.objects.filter(node__workflow=workflow).exists()
