"""Schedules and webhooks of workflows: fresh copies of a plan that was checked when the schedule was made."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.runs import starts
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.specialists.models.specialist import Specialist
from kingdom.tools.files.services import file_delete, file_read, file_upload
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from kingdom.workflows.models import Workflow
from kingdom.workflows.planning.row_items import rows_read_again
from kingdom.workflows.rules.state_machine import AWAITING_APPROVAL
from kingdom.workflows.services import workflow_cancel
from tests.factories.workflows import (
    advanced,
    create_agents,
    create_worker,
    draft_workflow,
    failure,
    finish_all,
    open_sessions,
    output_of,
    worker_node,
)

pytestmark = pytest.mark.django_db
URL = "/api/v1/schedules/"
START = datetime(2026, 11, 22, 8, tzinfo=UTC)
HOUR = timedelta(hours=1)
MANIFEST = {"agents": [worker_node("analyze_a"), worker_node("analyze_b", "analyze_a")]}


@pytest.fixture(autouse=True)
def specialists(db: None) -> None:
    """Store the specialists that the nodes are run by."""
    caches["default"].clear()
    create_worker()
    create_agents()


def create(client: APIClient, **body: object) -> Any:  # noqa: ANN401 - JSON
    answer = client.post(URL, {"cron": "0 * * * *", **body}, format="json")
    assert answer.status_code == 201, answer.json()
    Schedule.objects.exclude(cron="").update(next_at=START)
    return answer.json()


def run_at(moment: datetime) -> ScheduleRun:
    assert schedules_fire(clock=lambda: moment) == 1
    return ScheduleRun.objects.select_related("workflow").latest("due_at")


def started(run: ScheduleRun) -> Workflow:
    assert run.workflow is not None
    return run.workflow


def test_each_time_starts_a_fresh_copy_and_the_history_shows_its_end(as_alice: APIClient, alice: User) -> None:
    made = create(as_alice, workflow=MANIFEST)
    assert [agent["id"] for agent in made["workflow"]["agents"]] == ["analyze_a", "analyze_b"]
    assert made["message"] == "analyze_a, analyze_b"
    first = started(run_at(START))
    assert (first.user, first.state) == (alice, "running")
    finish_all(first)
    second = started(run_at(START + HOUR))
    assert second.pk != first.pk
    finish_all(second, {"analyze_a": failure()})
    waiting = Workflow.objects.get(pk=second.pk)
    assert waiting.state == AWAITING_APPROVAL
    skipped = run_at(START + 2 * HOUR)
    assert (skipped.outcome, skipped.workflow) == ("skipped", None)
    assert "wait for you" in skipped.reason
    workflow_cancel(user_id=alice.pk, workflow_id=second.pk)
    history = as_alice.get(f"{URL}{made['id']}/runs/").json()["results"]
    assert [(row["outcome"], row["workflow_state"]) for row in history] == [
        ("skipped", None), ("failed", "cancelled"), ("answered", "completed"),
    ]  # fmt: skip
    links = set(Notification.objects.filter(user=alice, kind="schedule").values_list("link", flat=True))
    assert links == {f"/workflows/{first.pk}/", f"/workflows/{second.pk}/"}


def test_a_stored_workflow_is_run_again_with_no_more_rights(
    as_alice: APIClient, as_bob: APIClient, alice: User
) -> None:
    stored = draft_workflow(alice, {"id": "helper", "prompt": "Say hello."})
    assert stored.manifest["nodes"][0]["baseline_only"] is True
    create(as_alice, workflow=str(stored.pk))
    assert Schedule.objects.get().manifest["nodes"] == stored.manifest["nodes"]  # type: ignore[index]
    assert started(run_at(START)).manifest["nodes"] == stored.manifest["nodes"]
    for foreign in (stored.pk, uuid.uuid4()):
        answer = as_bob.post(URL, {"cron": "0 * * * *", "workflow": str(foreign)}, format="json")
        assert answer.status_code == 404
    assert Schedule.objects.count() == 1


def test_the_rows_of_a_file_are_read_again_each_time_and_a_deleted_file_fails_that_time(
    as_alice: APIClient, alice: User
) -> None:
    conversation_id = str(conversation_create(user_id=alice.pk).pk)
    file: dict[str, Any] = {"user_id": alice.pk, "workspace_id": conversation_id, "path": "m.csv"}
    file_upload(**file, data=b"mail\nann@x.org\n")
    agent = {"id": "analyze_a", "specialist": "shouter", "map": {"over": {"file": "m.csv"}}}
    body = {"manifest": {"agents": [agent]}, "conversation_id": conversation_id}
    made = as_alice.post("/api/v1/workflows/", body, format="json").json()
    create(as_alice, workflow=made["id"])
    file_upload(**file, data=b"mail\nann@x.org\nbob@x.org\n")
    first = started(run_at(START))
    assert first.manifest["nodes"][0]["map"]["over"]["items"] == ["ann@x.org", "bob@x.org"]
    finish_all(first)
    file_delete(**file)
    run = run_at(START + HOUR)
    assert (run.outcome, run.workflow) == ("failed", None)
    assert "no file 'm.csv'" in run.reason
    assert Notification.objects.filter(user=alice, text__contains="no file 'm.csv'").exists()


def _while_rows_are_read(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> None:
    real = rows_read_again

    def read(manifest: WorkflowManifest, *, user_id: int) -> WorkflowManifest:
        work()
        return real(manifest, user_id=user_id)

    monkeypatch.setattr(starts, "rows_read_again", read)


def test_rows_are_read_before_the_schedule_is_locked(as_alice: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large workbook must not block a pause or change of its schedule."""
    create(as_alice, workflow=MANIFEST)
    depths: list[int] = []
    _while_rows_are_read(monkeypatch, lambda: depths.append(len(connection.savepoint_ids)))
    outside = len(connection.savepoint_ids)
    started(run_at(START))
    assert depths == [outside], "no transaction of the schedule is open"


def test_a_plan_that_was_changed_while_its_rows_were_read_waits_for_the_next_look(
    as_alice: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(as_alice, workflow=MANIFEST)
    schedule = Schedule.objects.get()
    assert schedule.manifest is not None
    other = {**schedule.manifest, "deadline_s": 77}
    _while_rows_are_read(monkeypatch, lambda: Schedule.objects.update(manifest=other))
    assert schedules_fire(clock=lambda: START) == 0
    assert not ScheduleRun.objects.exists()
    assert started(run_at(START)).manifest["deadline_s"] == 77


def test_a_specialist_deleted_since_fails_that_time(as_alice: APIClient, alice: User) -> None:
    create(as_alice, workflow=MANIFEST)
    Specialist.objects.filter(role="shouter").update(status="deprecated")
    run = run_at(START)
    assert (run.outcome, run.workflow) == ("failed", None)
    assert "/agents/0/specialist" in run.reason
    assert not Workflow.objects.exists()
    assert Notification.objects.get(user=alice, kind="schedule").link.startswith("/schedules/")
    assert Schedule.objects.get().next_at == START + HOUR


def test_a_webhook_starts_a_workflow_with_the_body_as_its_file(as_alice: APIClient, as_stranger: APIClient) -> None:
    made = create(as_alice, cron="", hook=True, workflow=MANIFEST)
    keys = {"Idempotency-Key": "order-7"}
    answers = [as_stranger.post(made["hook_path"], {"order": 7}, format="json", headers=keys) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    run = ScheduleRun.objects.get()
    assert Workflow.objects.get() == started(run)
    path = f"calls/{run.due_at:%Y-%m-%d_%H%M%S}_{run.pk.hex[:6]}.json"
    assert file_read(workspace_id=str(run.workflow_id), path=path) == b'{"order":7}'


@pytest.mark.parametrize(
    ("tool", "body", "is_from_outside"),
    [
        ("archon.fs.read", {"order": 7}, True),
        ("archon.exec.python", {"order": 7}, True),
        ("archon.fs.find", {"order": 7}, False),
        ("archon.fs.read", None, False),
    ],
)
def test_what_a_caller_of_a_webhook_sent_is_from_outside(
    as_alice: APIClient, as_stranger: APIClient, alice: User, tool: str, body: object, is_from_outside: bool
) -> None:
    """A node that reads the files of its workflow may have read it; the mark goes on to the end."""
    made = create(as_alice, cron="", hook=True, workflow=MANIFEST)
    as_stranger.post(made["hook_path"], body, format="json")
    workflow = advanced(started(ScheduleRun.objects.get()))
    (session,) = open_sessions(workflow)
    ctx = CallContext(trace_id="t", user_id=str(alice.pk), session_id=str(session.pk))
    request = ToolRequest(call_id="c", name=tool, args={"path": "calls/a.json"})
    receipt_append(ctx=ctx, request=request, ended=ToolCallOutcome(outcome="done", result={"success": True}))
    assert output_of(finish_all(workflow))["tainted"] is is_from_outside
