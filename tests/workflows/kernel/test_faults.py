"""A fault of Kingdom itself in an advance: it is tried again, and ends the workflow when it does not pass."""

from datetime import timedelta

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.workflows.models import Workflow
from kingdom.workflows.services import node_act
from kingdom.workflows.tasks import workflow_advance
from tests.factories.workflows import (
    advanced,
    finish_all,
    node_states,
    open_sessions,
    running_workflow,
    session_end,
    worker_node,
)

pytestmark = pytest.mark.django_db


def _break_advances(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("a fault")

    monkeypatch.setattr("kingdom.workflows.kernel.scheduler.WorkflowManifest.model_validate", broken)


def _advance_by_task(workflow: Workflow) -> Workflow:
    with pytest.raises(TypeError, match="a fault"):
        workflow_advance(str(workflow.pk))
    workflow.refresh_from_db()
    return workflow


def test_a_workflow_that_no_advance_can_advance_fails_after_minutes(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    (session,) = open_sessions(workflow)
    with monkeypatch.context() as patched:
        _break_advances(patched)
        for _ in range(20):
            assert _advance_by_task(workflow).state == "running", "faults of one minute count as one"
        session_end(session)
        workflow.refresh_from_db()
        assert (workflow.attempts, workflow.retry_at is None, workflow.enqueued_at) == (1, False, None)
        for _ in range(4):
            Workflow.objects.update(retry_at=timezone.now() - timedelta(seconds=1))
            workflow = _advance_by_task(workflow)
    assert (workflow.state, workflow.error_code, workflow.attempts) == ("failed", "internal_error", 0)
    assert str(workflow.pk) in workflow.error_message
    assert node_states(workflow) == {"analyze_a": "cancelled", "analyze_b": "cancelled"}
    node_act(user_id=alice.pk, workflow_id=workflow.pk, node_id="analyze_a", action="retry")
    assert finish_all(workflow).state == "completed"


def test_a_fault_that_passes_is_forgotten(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"))
    with monkeypatch.context() as patched:
        _break_advances(patched)
        assert _advance_by_task(workflow).attempts == 1
    workflow = advanced(workflow)
    assert (workflow.state, workflow.attempts, workflow.retry_at) == ("running", 0, None)
