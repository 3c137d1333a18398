"""Policies about what has happened: they notify and suspend, once, also after a process died."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.errors import LostRace
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.events.models import DomainEvent
from kingdom.policies.evaluation import matching
from kingdom.policies.evaluation.event_policies import events_evaluate, events_evaluate_late
from kingdom.policies.models import Pattern, PatternFired
from kingdom.workflows.models import Workflow
from tests.factories.policies import active_pattern
from tests.factories.workflows import create_worker, failure, finish_all, running_workflow, worker_node

pytestmark = pytest.mark.django_db
FAILED = NewEvent("ToolCompleted", {"tool": "archon.exec.python", "outcome": "failed"})


@pytest.fixture
def workflow(alice: User) -> Workflow:
    """A running workflow of Alice."""
    create_worker()
    return running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))


def store(run: EventRun, event: NewEvent = FAILED) -> DomainEvent:
    events_store(run, event)
    return DomainEvent.objects.latest("pk")


def evaluated(event: DomainEvent) -> list[str]:
    """Hold the patterns against an event and return the outcomes."""
    events_evaluate([event.pk])
    return list(PatternFired.objects.filter(event=event).order_by("-decisive", "pk").values_list("outcome", flat=True))


def test_the_third_failure_within_the_time_pauses_the_workflow(workflow: Workflow, bob: User) -> None:
    active_pattern("Suspend", "ToolCompleted", 'outcome == "failed" and 3 in 10 min')
    run = EventRun(user_id=workflow.user_id, workflow_id=workflow.pk)
    assert [evaluated(store(run)), evaluated(store(run))] == [[], []]
    assert evaluated(store(EventRun(user_id=bob.pk))) == []  # another run
    assert evaluated(store(run)) == ["workflow_paused"]
    workflow.refresh_from_db()
    assert workflow.state == "paused"
    assert finish_all(workflow).nodes.get(node_id="analyze_b").state == "pending"
    assert workflow.user.notifications.filter(kind="policy").count() == 1


def test_the_most_severe_decides_everybody_is_notified_and_all_are_recorded(workflow: Workflow) -> None:
    active_pattern("Notify", "ToolCompleted", covers=workflow.user)
    active_pattern("Suspend", "ToolCompleted")
    active_pattern("Suspend", "ToolCompleted")
    run = EventRun(user_id=workflow.user_id, workflow_id=workflow.pk)
    assert evaluated(store(run)) == ["workflow_paused", "left_to_the_more_severe", "notified"]


def test_an_event_waits_only_for_patterns_about_it(alice: User, bob: User) -> None:
    run = EventRun(user_id=alice.pk)
    assert store(run).pending is False
    active_pattern("Notify", "ToolCompleted", covers=bob)
    assert store(run).pending is False
    active_pattern("Notify", "ToolCompleted", covers=alice)
    assert store(run).pending is True


def test_what_a_dead_process_left_is_evaluated_once(alice: User) -> None:
    active_pattern("Notify", "ToolCompleted", covers=alice)
    event = store(EventRun(user_id=alice.pk))
    assert events_evaluate_late() == 0  # its own process is at it
    DomainEvent.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert events_evaluate_late() == 1
    assert events_evaluate_late() == 0
    events_evaluate([event.pk])
    assert alice.notifications.count() == 1


def test_a_failed_node_fires_the_shipped_guard(workflow: Workflow, django_capture_on_commit_callbacks: object) -> None:
    guard = Pattern.objects.get(key="guard_execution_failure")
    assert (guard.state, guard.trigger_event, guard.condition, guard.action) == (
        "active",
        "AgentFailed",
        "*",
        "RequestApproval",
    )
    finish_all(workflow, {"analyze_a": failure()})
    event = DomainEvent.objects.get(name="AgentFailed", workflow=workflow)
    assert evaluated(event) == ["asked"]


def test_deactivating_the_guard_pattern_does_not_take_the_question_away(workflow: Workflow) -> None:
    Pattern.objects.update(state=Pattern.State.INACTIVE)
    ended = finish_all(workflow, {"analyze_a": failure()})
    assert ended.state == "awaiting_approval"


def test_a_pattern_that_cannot_be_evaluated_fires(workflow: Workflow) -> None:
    broken = active_pattern("Suspend", "ToolCompleted", "outcome >")
    assert evaluated(store(EventRun(user_id=workflow.user_id, workflow_id=workflow.pk))) == ["workflow_paused"]
    broken.refresh_from_db()
    assert broken.error_count == 1


@pytest.mark.parametrize("fault", [OperationalError("deadlock detected"), LostRace()])
def test_a_passing_fault_leaves_the_event_to_be_repeated(
    workflow: Workflow, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    active_pattern("Suspend", "ToolCompleted")
    event = store(EventRun(user_id=workflow.user_id, workflow_id=workflow.pk))

    def fails(*_: object) -> str:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr("kingdom.policies.evaluation.actions.run_suspend", fails)
        assert evaluated(event) == []
    event.refresh_from_db()
    assert event.pending
    assert evaluated(event) == ["workflow_paused"]


def test_a_window_with_more_events_than_are_looked_at_acts_and_says_so(
    workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "MAX_COUNTED", 2)
    pattern = active_pattern("Suspend", "ToolCompleted", 'outcome != "done" and 3 in 10 min')
    run = EventRun(user_id=workflow.user_id, workflow_id=workflow.pk)
    fine = NewEvent("ToolCompleted", {"tool": "archon.exec.python", "outcome": "done"})
    for _ in range(3):
        store(run, fine)
    assert evaluated(store(run)) == ["workflow_paused"]
    pattern.refresh_from_db()
    assert "More than 2 events" in pattern.last_error


def test_a_window_that_was_looked_at_wholly_counts(workflow: Workflow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MAX_COUNTED", 2)
    active_pattern("Suspend", "ToolCompleted", 'outcome != "done" and 3 in 10 min')
    run = EventRun(user_id=workflow.user_id, workflow_id=workflow.pk)
    assert [evaluated(store(run)) for _ in range(3)] == [[], [], ["workflow_paused"]]
