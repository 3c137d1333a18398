"""Runs of webhooks count against the open messages of their owner: those of messages, and those of workflows."""

import threading
from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.schedules.models import ScheduleRun
from kingdom.tools.models import FileVersion
from kingdom.workflows.models import Workflow
from kingdom.workflows.services import workflow_cancel, workflow_pause
from tests.factories.workflows import create_worker, finish_all, worker_node

MANIFEST = {"agents": [worker_node("analyze_a")]}
TASKS: dict[str, dict[str, object]] = {
    "message": {"message": "Summarize this order"},
    "workflow": {"workflow": MANIFEST},
}


@pytest.fixture(autouse=True)
def worker(db: None, settings: Settings) -> None:
    """Store the specialist of the nodes, and let a user have two open messages."""
    caches["default"].clear()
    create_worker()
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"user_open_messages": 2})


def hook_of(client: APIClient, task: str) -> str:
    """Return the address of a new webhook."""
    answer = client.post("/api/v1/schedules/", {"hook": True, **TASKS[task]}, format="json")
    assert answer.status_code == 201, answer.json()
    return str(answer.json()["hook_path"])


def called(path: str, key: str, body: str = "order") -> tuple[int, str]:
    """Return the status of a call, and its run or the code of its refusal."""
    answer = Client().post(path, body, content_type="text/plain", HTTP_IDEMPOTENCY_KEY=key)
    if answer.status_code == 429:
        assert answer["Content-Type"] == "application/problem+json"
        assert int(answer["Retry-After"]) >= 1
    return answer.status_code, answer.json().get("run_id") or answer.json()["code"]


def say(client: APIClient, user: User) -> int:
    talk = conversation_create(user_id=user.pk)
    answer = client.post(f"/api/v1/conversations/{talk.pk}/messages/", {"content": "hello"}, format="json")
    return int(answer.status_code)


@pytest.mark.django_db
@pytest.mark.parametrize("task", TASKS)
def test_an_owner_s_bound_holds_for_calls(
    task: str, as_alice: APIClient, as_bob: APIClient, alice: User, bob: User
) -> None:
    hook, other = hook_of(as_alice, task), hook_of(as_alice, "workflow")
    first, second = called(hook, "k1"), called(hook, "k2")
    assert (first[0], second[0]) == (202, 202)
    files = FileVersion.objects.count()
    for path in (hook, other):
        assert called(path, "k3") == (429, "too_many_open_messages")
    assert say(as_alice, alice) == 429
    assert (ScheduleRun.objects.count(), FileVersion.objects.count()) == (2, files), "nothing of it is stored"
    assert called(hook, "k1") == first, "a repeated call is answered though the bound is reached"
    assert called(hook, "k1", "another order") == (422, "idempotency_key_reused")
    assert called(hook_of(as_bob, task), "k1")[0] == 202
    assert say(as_bob, bob) == 202


@pytest.mark.django_db
def test_a_workflow_counts_while_it_runs(as_alice: APIClient, alice: User) -> None:
    hook = hook_of(as_alice, "workflow")
    ends: dict[str, Callable[[Workflow], object]] = {
        "k1": finish_all,
        "k2": lambda workflow: workflow_pause(user_id=alice.pk, workflow_id=workflow.pk),
        "k3": lambda workflow: workflow_cancel(user_id=alice.pk, workflow_id=workflow.pk),
    }
    assert called(hook, "k0")[0] == 202
    for key, end in ends.items():
        assert called(hook, key)[0] == 202, key
        assert called(hook, "one-too-many")[0] == 429
        end(Workflow.objects.latest("created_at"))
    assert called(hook, "one-too-many")[0] == 202, "a refused key is free"


@pytest.mark.django_db(transaction=True)
def test_calls_at_once_do_not_pass_the_bound(as_alice: APIClient) -> None:
    hooks, statuses = [hook_of(as_alice, "workflow") for _ in range(4)], list[int]()

    def call(path: str) -> None:
        try:
            statuses.append(called(path, "k")[0])
        finally:
            connection.close()

    threads = [threading.Thread(target=call, args=(path,)) for path in hooks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(statuses) == [202, 202, 429, 429]
    assert Workflow.objects.filter(state="running").count() == 2
