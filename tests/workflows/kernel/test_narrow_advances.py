"""An advance after the end of a run looks at few nodes only, and does what one that looks at all nodes does."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.scheduler import workflow_advance
from kingdom.workflows.models import Workflow
from kingdom.workflows.services import node_act, workflow_pause, workflow_resume
from tests.factories.workflows import (
    Ending,
    advanced,
    answer,
    failure,
    open_sessions,
    running_workflow,
    session_end,
    success,
    worker_node,
)
from tests.rounds import rounds

pytestmark = pytest.mark.django_db
Node = dict[str, Any]
LISTED = answer("listed", output=[1, 2, 3])


def _joined(node_id: str, *above: str) -> Node:
    return {**worker_node(node_id), "depends_on": list(above)}


SHAPES: dict[str, tuple[Sequence[Node], dict[str, Ending]]] = {
    "line": (
        [worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"), worker_node("analyze_c", "analyze_b")],
        {},
    ),
    "diamond": (
        [
            worker_node("analyze_a"),
            worker_node("analyze_b", "analyze_a"),
            worker_node("analyze_c", "analyze_a"),
            _joined("analyze_d", "analyze_b", "analyze_c"),
        ],
        {},
    ),
    "two lines that meet late": (
        [
            worker_node("analyze_a"),
            worker_node("analyze_b"),
            worker_node("analyze_c", "analyze_b"),
            worker_node("analyze_d", "analyze_c"),
            _joined("analyze_e", "analyze_a", "analyze_d"),
            worker_node("analyze_f", "analyze_e"),
        ],
        {},
    ),
    "the later place first": (
        [_joined("analyze_z", "analyze_a"), worker_node("analyze_a"), _joined("analyze_m", "analyze_z", "analyze_a")],
        {},
    ),
    "map over findings": (
        [
            worker_node("analyze_a"),
            {"id": "analyze_m", "specialist": "shouter", "map": {"over": "analyze_a.findings", "parallel": 2}},
            worker_node("analyze_c", "analyze_m"),
        ],
        {"analyze_a": LISTED},
    ),
    "a failure beside a line": (
        [
            worker_node("analyze_a"),
            worker_node("analyze_b"),
            worker_node("analyze_c", "analyze_b"),
            worker_node("analyze_d", "analyze_c"),
        ],
        {"analyze_a": failure()},
    ),
}


def _end_one(workflow: Workflow, endings: dict[str, Ending], place: int, *, after_run: bool) -> None:
    """End one of the open sessions, the first or the last, and advance."""
    session = open_sessions(workflow)[place]
    session_end(session, endings.get(session.node_run.node.node_id, success))
    workflow_advance(workflow.pk, after_run=after_run)


def _log(
    user: User, shape: str, place: int, *, after_run: bool, meanwhile: Callable[[Workflow], None] | None = None
) -> list[tuple[str, str]]:
    """Run a workflow to its end, with each question answered by a skip; return its events."""
    nodes, endings = SHAPES[shape]
    workflow = running_workflow(user, *nodes)
    while open_sessions(workflow):
        _end_one(workflow, endings, place, after_run=after_run)
        if meanwhile is not None:
            meanwhile(workflow)
        for node in workflow.nodes.filter(state="awaiting_approval"):
            if not open_sessions(workflow):
                node_act(user_id=user.pk, workflow_id=workflow.pk, node_id=node.node_id, action="skip")
                advanced(workflow)
    workflow.refresh_from_db()
    assert workflow.state == "completed"
    return list(workflow.events.order_by("seq").values_list("kind", "node_id"))


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_narrow_advance_does_what_a_full_one_does(alice: User, shape: str, place: int) -> None:
    narrow, full = (_log(alice, shape, place, after_run=after_run) for after_run in (True, False))
    assert narrow == full
    assert {node_id for kind, node_id in narrow if kind in ("AgentCompleted", "AgentSkipped")} == {
        node["id"] for node in SHAPES[shape][0]
    }


def _random_nodes(seed: int) -> list[Node]:
    """Return nodes of which each waits for up to three others, in an order that is not theirs."""
    chance = random.Random(seed)
    names = [f"analyze_{number}" for number in range(9)]
    nodes = [_joined(name, *chance.sample(names[:n], chance.randint(0, min(n, 3)))) for n, name in enumerate(names)]
    chance.shuffle(nodes)
    return nodes


@pytest.mark.parametrize("seed", range(rounds(6, 200)))
def test_the_same_is_true_of_any_graph_in_any_order_of_ends(alice: User, seed: int) -> None:
    logs = []
    for after_run in (True, False):
        chance, workflow = random.Random(seed), running_workflow(alice, *_random_nodes(seed))
        while sessions := open_sessions(workflow):
            for session in chance.sample(
                sessions, chance.randint(1, len(sessions))
            ):  # of several only the last advances
                session_end(session)
            workflow_advance(workflow.pk, after_run=after_run)
        workflow.refresh_from_db()
        assert workflow.state == "completed"
        logs.append(list(workflow.events.order_by("seq").values_list("kind", "node_id")))
    assert logs[0] == logs[1]


@pytest.mark.parametrize("shape", ["line", "diamond", "two lines that meet late"])
def test_what_became_ready_during_a_pause_begins_when_it_goes_on(alice: User, shape: str) -> None:
    """An end during a pause advances nothing; the advance of the resumed workflow looks at all nodes."""

    def paused(workflow: Workflow) -> None:
        sessions = open_sessions(workflow)
        if not sessions:
            return
        workflow_pause(user_id=alice.pk, workflow_id=workflow.pk)
        session_end(sessions[0])
        assert not workflow_advance(workflow.pk, after_run=True)
        workflow_resume(user_id=alice.pk, workflow_id=workflow.pk)
        advanced(workflow)

    assert _log(alice, shape, 0, after_run=True, meanwhile=paused)


def test_ends_that_were_not_advanced_after_are_seen_by_the_next_advance(alice: User) -> None:
    """Another process may hold the workflow at the end of a run: the next advance settles all that has ended."""
    nodes = [
        *(worker_node(f"analyze_{n}") for n in range(3)),
        *(worker_node(f"analyze_{n}_b", f"analyze_{n}") for n in range(3)),
    ]
    workflow = running_workflow(alice, *nodes)
    for session in open_sessions(workflow):
        session_end(session)
    workflow_advance(workflow.pk, after_run=True)
    assert [session.node_run.node.node_id for session in open_sessions(workflow)] == [
        "analyze_0_b",
        "analyze_1_b",
        "analyze_2_b",
    ]


def _used(**usage: int) -> Ending:
    return lambda session: replace(success(session), usage=usage)


def test_what_all_ended_sessions_used_is_kept_also_of_an_attempt_that_was_given_up(alice: User) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b"))
    first, _ = open_sessions(workflow)
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action="skip")
    session_end(first, _used(prompt_tokens=5, cost_micros=7))  # before the kernel has stopped it
    advanced(workflow)
    session_end(open_sessions(workflow)[0], _used(prompt_tokens=10, output_tokens=3, unpriced_tokens=1))
    workflow.refresh_from_db()
    assert workflow.used == {"prompt_tokens": 15, "cost_micros": 7, "output_tokens": 3, "unpriced_tokens": 1}
    kept = workflow.used
    Workflow.objects.update(used={})
    with connection.cursor() as cursor:
        cursor.execute(import_module("kingdom.workflows.migrations.0006_bounded_reads").SUM_UP)
    workflow.refresh_from_db()
    assert workflow.used == {**kept, "thought_tokens": 0}


def test_what_running_sessions_used_counts_against_the_budget(alice: User) -> None:
    nodes = [worker_node("analyze_a"), worker_node("analyze_b"), worker_node("analyze_c", "analyze_a")]
    workflow = running_workflow(alice, *nodes, budget_micros=1000)
    first, second = open_sessions(workflow)
    Session.objects.filter(pk=second.pk).update(usage={"cost_micros": 600})  # of a call that is in no log
    session_end(first, _used(cost_micros=400))
    workflow_advance(workflow.pk, after_run=True)
    workflow.refresh_from_db()
    assert workflow.nodes.get(node_id="analyze_c").error_code == "budget_exceeded"
