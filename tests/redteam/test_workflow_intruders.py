"""Workflows under attack: by other users at every address, by a closed account, by late, double and foreign acts."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from kingdom.accounts.access import AccessEnded
from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.approvals.models import Approval
from kingdom.core.errors import IllegalTransition, KingdomError, NotFound
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.node_actions import NodeAction
from kingdom.workflows.kernel.scheduler import workflow_advance
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.services import node_act, workflow_cancel
from tests.factories import api_client
from tests.factories.access import close_account, elsewhere
from tests.factories.workflows import (
    advanced,
    create_worker,
    failure,
    finish_all,
    node_states,
    open_sessions,
    running_workflow,
    session_end,
    worker_node,
)

pytestmark = pytest.mark.django_db
NODES = (worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
ACTIONS: tuple[NodeAction, ...] = ("retry", "edit", "skip", "abort")
WAIT_S = 20


@pytest.fixture
def workflow(alice: User) -> Workflow:
    """Alice's workflow, which runs its first node."""
    create_worker()
    return running_workflow(alice, *NODES)


def stored(workflow: Workflow) -> tuple[Any, ...]:
    workflow.refresh_from_db()
    return workflow.state, workflow.last_seq, node_states(workflow), NodeRun.objects.count(), Session.objects.count()


def answers(client: APIClient | Client, workflow: Workflow) -> set[int]:
    """Return the statuses of all that a client may try with a workflow and its nodes."""
    base = f"/api/v1/workflows/{workflow.pk}/"
    got = {client.get(address).status_code for address in (base, f"{base}events/", f"{base}nodes/analyze_a/table/")}
    got |= {client.post(f"{base}{move}/").status_code for move in ("start", "pause", "resume", "cancel")}
    for action in ACTIONS:
        body = {"action": action, "prompt": "again"}
        got.add(client.post(f"{base}nodes/analyze_a/", body, content_type="application/json").status_code)
    return got


def page_answers(client: Client, workflow: Workflow) -> set[int]:
    """Return the same of the pages."""
    got = {client.get(reverse("workflow-page", args=[workflow.pk])).status_code}
    for move in ("start", "pause", "resume", "cancel"):
        got.add(client.post(reverse("workflow-move", args=[workflow.pk]), {"move": move}).status_code)
    for action in ACTIONS:
        address = reverse("workflow-act", args=[workflow.pk, "analyze_a"])
        got.add(client.post(address, {"action": action, "prompt": "again"}).status_code)
    return got


def with_token(user: User) -> Client:
    return Client(headers={"Authorization": f"Bearer {token_create(user=user, name='program')[1]}"})


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_nobody_but_the_owner_reads_or_moves_it(workflow: Workflow, bob: User, carol: User) -> None:
    before = stored(workflow)
    for user in (bob, carol):
        assert answers(with_token(user), workflow) == {404}
        assert page_answers(signed_in(user), workflow) == {404}
    assert answers(Client(), workflow) == {401}
    assert page_answers(Client(), workflow) == {302}, "to the sign-in"
    assert stored(workflow) == before


def test_a_closed_owner_reads_and_moves_nothing(workflow: Workflow, alice: User) -> None:
    token, page = with_token(alice), signed_in(alice)
    close_account(alice)
    before = stored(workflow)
    assert answers(token, workflow) == {401}
    assert page_answers(page, workflow) == {302}
    for action in ACTIONS:
        with pytest.raises(AccessEnded):
            node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action=action, prompt="again")
    assert stored(workflow) == before


def test_a_node_of_another_workflow_is_not_there(workflow: Workflow, alice: User, bob: User) -> None:
    other = running_workflow(bob, worker_node("analyze_z"))
    own = running_workflow(alice, worker_node("analyze_y"))
    before = stored(workflow), stored(other), stored(own)
    for node_id in ("analyze_z", "analyze_y", "", "../analyze_a", "a" * 500):
        with pytest.raises(NotFound):
            node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id=node_id, action="skip")
    with pytest.raises(NotFound):
        node_act(user_id=alice.pk, workflow_id=other.pk, node_id="analyze_z", action="skip")
    client = with_token(alice)
    for node_id in ("analyze_z", "analyze_y", "%2e%2e", "a" * 500, "%00"):
        answer = client.post(
            f"/api/v1/workflows/{workflow.pk}/nodes/{node_id}/", {"action": "skip"}, content_type="application/json"
        )
        assert answer.status_code in (400, 404), (node_id, answer.status_code)
    assert (stored(workflow), stored(other), stored(own)) == before


def test_a_question_s_answer_by_another_user_is_refused(workflow: Workflow, bob: User, carol: User) -> None:
    (session,) = open_sessions(workflow)
    session_end(session, failure())
    advanced(workflow)
    question = Approval.objects.get(state="pending")
    before = stored(workflow)
    body = {"choice": "skip", "args_hash": question.args_hash}
    for user in (bob, carol):
        answer = api_client(user).post(f"/api/v1/approvals/{question.pk}/decide/", body, format="json")
        assert answer.status_code in (403, 404)
    question.refresh_from_db()
    assert question.state == "pending"
    assert stored(workflow) == before


@pytest.mark.parametrize("action", ["skip", "abort"])
def test_what_has_ended_is_not_skipped_or_aborted_afterwards(
    workflow: Workflow, alice: User, action: NodeAction
) -> None:
    (session,) = open_sessions(workflow)
    session_end(session)
    advanced(workflow)
    assert node_states(workflow) == {"analyze_a": "completed", "analyze_b": "running"}
    before, brief = stored(workflow), workflow.nodes.get(node_id="analyze_a").brief
    with pytest.raises(IllegalTransition):
        node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action=action)
    assert stored(workflow) == before
    assert workflow.nodes.get(node_id="analyze_a").brief == brief, "what the next node was given stays what it says"


@pytest.mark.parametrize("action", ["skip", "abort"])
@pytest.mark.parametrize(
    "end", [finish_all, lambda found: workflow_cancel(user_id=found.user_id, workflow_id=found.pk)]
)
def test_a_workflow_that_is_over_is_not_skipped_or_aborted(
    workflow: Workflow, alice: User, action: NodeAction, end: Callable[[Workflow], Workflow]
) -> None:
    end(workflow)
    before = stored(workflow)
    for node_id in ("analyze_a", "analyze_b"):
        with pytest.raises(IllegalTransition):
            node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id=node_id, action=action)
    assert stored(workflow) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "second"), [("retry", "retry"), ("skip", "abort"), ("edit", "skip"), ("abort", "retry")]
)
def test_two_acts_and_the_scheduler_at_once_leave_one_story(
    alice: User, monkeypatch: pytest.MonkeyPatch, first: NodeAction, second: NodeAction
) -> None:
    for place in ("kingdom.core.background.task_queue.task_send", "kingdom.workflows.tasks.task_send"):
        monkeypatch.setattr(place, lambda *_: None)
    create_worker()
    workflow = running_workflow(alice, *NODES)
    (session,) = open_sessions(workflow)

    def act(action: NodeAction) -> Callable[[], object]:
        def work() -> None:
            with suppress(KingdomError):  # too late
                node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action=action, prompt="again")

        return work

    threads = [elsewhere(work) for work in (act(first), lambda: session_end(session), act(second))]
    threads.append(elsewhere(lambda: workflow_advance(workflow.pk)))
    for thread in threads:
        thread.join(WAIT_S)
    workflow.refresh_from_db()
    events = list(WorkflowEvent.objects.filter(workflow=workflow).order_by("seq").values_list("seq", flat=True))
    assert events == list(range(1, workflow.last_seq + 1))
    node = workflow.nodes.get(node_id="analyze_a")
    assert node.runs.filter(attempt=node.attempt).count() <= 1
    if workflow.state == "running":
        assert finish_all(workflow).state in ("completed", "awaiting_approval")
    else:  # a guard may ask about the result before an act comes
        assert workflow.state in ("failed", "awaiting_approval")
        assert not open_sessions(workflow)


def test_an_id_that_is_none_is_not_found(alice: User) -> None:
    with pytest.raises(NotFound):
        node_act(user_id=alice.pk, workflow_id=uuid.uuid4(), node_id="analyze_a", action="skip")
