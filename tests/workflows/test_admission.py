"""Every running workflow counts as one open message of its user, whatever starts it; others are not held up by it."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.runs.file_triggers import triggers_fire
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.tools.files.services import file_upload
from kingdom.workflows.models import Workflow
from kingdom.workflows.services import workflow_cancel, workflow_pause
from tests.factories.workflows import finish_all, worker_node

pytestmark = pytest.mark.django_db
URL = "/api/v1/workflows/"
MANIFEST = {"agents": [worker_node("analyze_a")]}


@pytest.fixture(autouse=True)
def two_places(settings: Settings) -> None:
    """Let a user have two open messages."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"user_open_messages": 2})


def start(client: APIClient) -> int:
    answer = client.post(URL, {"manifest": MANIFEST, "start": True}, format="json")
    if answer.status_code == 429:
        assert answer.json()["code"] == "too_many_open_messages"
        assert int(answer["Retry-After"]) >= 1
    return int(answer.status_code)


def test_workflows_of_the_api_count_and_a_refused_one_leaves_nothing(
    as_alice: APIClient, as_bob: APIClient, alice: User
) -> None:
    assert [start(as_alice) for _ in range(3)] == [201, 201, 429]
    assert Workflow.objects.filter(user=alice).count() == 2, "no draft of the refused one"
    draft = as_alice.post(URL, {"manifest": MANIFEST}, format="json").json()["id"]
    assert as_alice.post(f"{URL}{draft}/start/").status_code == 429
    assert Workflow.objects.get(pk=draft).state == "draft"
    talk = conversation_create(user_id=alice.pk)
    message = {"content": "hello"}
    assert as_alice.post(f"/api/v1/conversations/{talk.pk}/messages/", message, format="json").status_code == 429
    assert start(as_bob) == 201
    finish_all(Workflow.objects.filter(user=alice).earliest("created_at"))
    assert as_alice.post(f"{URL}{draft}/start/").status_code == 200


def test_a_paused_one_gives_its_place_away_and_goes_on_when_one_is_free(as_alice: APIClient, alice: User) -> None:
    assert [start(as_alice) for _ in range(2)] == [201, 201]
    first, second = Workflow.objects.filter(user=alice).order_by("created_at")
    workflow_pause(user_id=alice.pk, workflow_id=first.pk)
    assert start(as_alice) == 201
    assert as_alice.post(f"{URL}{first.pk}/resume/").status_code == 429
    assert Workflow.objects.get(pk=first.pk).state == "paused"
    workflow_cancel(user_id=alice.pk, workflow_id=second.pk)
    assert as_alice.post(f"{URL}{first.pk}/resume/").status_code == 200


def test_what_runs_again_takes_a_place(as_alice: APIClient, alice: User) -> None:
    start(as_alice)
    over = finish_all(Workflow.objects.get())
    assert [start(as_alice) for _ in range(2)] == [201, 201]
    retry = {"action": "retry"}
    assert as_alice.post(f"{URL}{over.pk}/nodes/analyze_a/", retry, format="json").status_code == 429
    assert Workflow.objects.get(pk=over.pk).state == "completed"


def test_schedules_and_files_wait_for_a_place(as_alice: APIClient, alice: User) -> None:
    cron = {"cron": "0 * * * *", "workflow": MANIFEST}
    assert as_alice.post("/api/v1/schedules/", cron, format="json").status_code == 201
    on_file = {"on_file": True, "message": "count the rows of {file}"}
    assert as_alice.post("/api/v1/schedules/", on_file, format="json").status_code == 201
    talk = conversation_create(user_id=alice.pk)
    file_upload(user_id=alice.pk, workspace_id=str(talk.pk), path="a.csv", data=b"n\n1\n")
    assert [start(as_alice) for _ in range(2)] == [201, 201]
    due = datetime.now(UTC) + timedelta(hours=1)
    now = lambda: due  # noqa: E731 - a clock
    assert (schedules_fire(clock=now), triggers_fire(clock=now)) == (0, 0)
    assert not ScheduleRun.objects.exists()
    assert Schedule.objects.filter(state="active").count() == 2
    for workflow in Workflow.objects.filter(user=alice):
        finish_all(workflow)
    assert (schedules_fire(clock=now), triggers_fire(clock=now)) == (1, 1)
