"""Pauses, cancellations, answers, retries and ends at once: the tables agree with the log, and the workflow can end."""

import random
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.db import connections

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.core.errors import KingdomError
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.node_actions import NodeAction
from kingdom.workflows.kernel.scheduler import workflow_advance
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.selectors import workflow_graph
from kingdom.workflows.services import node_act, workflow_cancel, workflow_pause, workflow_resume, workflow_start
from kingdom.workflows.tasks import workflows_reap
from tests.factories.workflows import (
    advanced,
    answer,
    draft_workflow,
    failure,
    open_sessions,
    session_end,
    success,
    worker_node,
)
from tests.rounds import rounds

pytestmark = pytest.mark.django_db(transaction=True)
NODES: tuple[dict[str, Any], ...] = (
    worker_node("analyze_a"),
    {"id": "analyze_m", "specialist": "shouter", "map": {"over": "analyze_a.findings", "parallel": 3}},
    worker_node("analyze_b"),
    worker_node("analyze_c", "analyze_b"),
    worker_node("analyze_end", "analyze_m", "analyze_c"),
)
LIST = answer("five", output=["v", "w", "x", "y", "z"])
THREADS, STEPS, MOST_STEPS = 4, 40, 400
WEIGHTS = {"advance": 6, "end": 10, "pause": 1, "resume": 3, "cancel": 0.15, "act": 3, "decide": 5, "reap": 1}


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose every message: the threads here do what workers would."""
    for place in ("kingdom.core.background.task_queue.task_send", "kingdom.workflows.tasks.task_send"):
        monkeypatch.setattr(place, lambda *_: None)


class Crowd:
    """Threads that do all that may be done to one workflow, in an order by chance."""

    def __init__(self, user: User, workflow: Workflow, seed: int) -> None:
        self._ids: Any = {"user_id": user.pk, "workflow_id": workflow.pk}
        self._workflow, self._seed = workflow, seed
        self.errors: list[BaseException] = []

    def run(self) -> None:
        threads = [threading.Thread(target=self._work, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _work(self, number: int) -> None:
        chance = random.Random(self._seed * THREADS + number)
        try:
            for _ in range(STEPS):
                with suppress(KingdomError):  # too late, or no more possible
                    self._steps(chance)[chance.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))[0]]()
        except BaseException as error:
            self.errors.append(error)
        finally:
            connections.close_all()

    def _steps(self, chance: random.Random) -> Mapping[str, Callable[[], object]]:
        return {
            "advance": partial(workflow_advance, self._workflow.pk, wait=chance.random() < 0.5),
            "end": partial(self._end, chance),
            "pause": partial(workflow_pause, **self._ids),
            "resume": partial(workflow_resume, **self._ids),
            "cancel": partial(workflow_cancel, **self._ids),
            "act": partial(self._act, chance),
            "decide": partial(self._decide, chance),
            "reap": workflows_reap,
        }

    def _end(self, chance: random.Random) -> None:
        sessions = open_sessions(self._workflow)
        if sessions:
            session = chance.choice(sessions)
            session_end(session, chance.choice([failure(), answer("Nothing.", "NULL"), *[_ending(session)] * 8]))

    def _act(self, chance: random.Random) -> None:
        action: NodeAction = chance.choice(["retry", "retry", "retry", "edit", "skip", "abort"])
        node_act(**self._ids, node_id=chance.choice(NODES)["id"], action=action, prompt="again")

    def _decide(self, chance: random.Random) -> None:
        question = Approval.objects.filter(state="pending").order_by("?").first()
        if question is not None:
            _decide(question, chance.choice(["retry", "retry", "skip", "edit"]))


def _ending(session: Session) -> Callable[[Session], Any]:
    return LIST if NodeRun.objects.get(session=session).node.node_id == "analyze_a" else success


def _decide(question: Approval, choice: str) -> None:
    decision = ApprovalDecision(choice=choice, args_hash=question.args_hash, note="again")
    approval_decide(approval_id=question.pk, actor_id=question.user_id, decision=decision)


def _finish(workflow: Workflow) -> None:
    """Bring a workflow in any state to its end; each node that asks has its question."""
    for _ in range(MOST_STEPS):
        workflow.refresh_from_db()
        if workflow.state == "completed":
            return
        if workflow.state == "paused":
            workflow_resume(user_id=workflow.user_id, workflow_id=workflow.pk)
        elif workflow.state in ("cancelled", "failed"):
            begun = next(node.node_id for node in workflow.nodes.all() if node.state != "pending")
            node_act(user_id=workflow.user_id, workflow_id=workflow.pk, node_id=begun, action="retry")
        elif workflow.state == "awaiting_approval":
            asking = set(workflow.nodes.filter(state="awaiting_approval").values_list("approval__state", flat=True))
            assert asking == {"pending"}
            for question in Approval.objects.filter(state="pending"):
                _decide(question, "skip" if "Pre-Execution Halt" in question.subject["reason"] else "retry")
        else:
            for session in open_sessions(advanced(workflow)):
                session_end(session, _ending(session))
    pytest.fail(f"it does not end: {workflow.state}")


@pytest.mark.parametrize("seed", range(rounds(3, 60)))
def test_whatever_comes_at_once_the_tables_agree_and_it_can_end(alice: User, seed: int) -> None:
    workflow = workflow_start(user_id=alice.pk, workflow_id=draft_workflow(alice, *NODES).pk)
    crowd = Crowd(alice, workflow, seed)
    crowd.run()
    assert crowd.errors == []
    _finish(workflow)
    workflows_reap()
    seqs = list(WorkflowEvent.objects.filter(workflow=workflow).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, workflow.last_seq + 1))
    graph = workflow_graph(workflow=workflow, seq=workflow.last_seq)
    stored = {node.node_id: (node.state, node.attempt) for node in workflow.nodes.all()}
    assert {node.id: (node.state, node.attempt) for node in graph.nodes} == stored
    assert not NodeRun.objects.filter(state__in=("pending", "running")).exists()
    assert not Session.objects.filter(finished_at=None).exists(), "a session that nobody waits for was stopped"
    assert not Approval.objects.filter(state="pending").exists(), "a question that nobody waits for was withdrawn"
