"""The stream of domain events: in order, resumable, only one's own; nothing that is stored late is missed."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connections
from django.http import StreamingHttpResponse
from django.test import AsyncClient
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.events.selectors import events_of, events_settled

URL = "/api/v1/events/stream/"


def store(user: User, *names: str) -> None:
    events_store(EventRun(user_id=user.pk), *(NewEvent(name, {}) for name in names))


def streamed(user: User, count: int, query: str = "", **headers: str) -> list[dict[str, Any]]:
    """Read so many events of a user's stream, each with the id of its frame."""
    secret = token_create(user=user, name="stream")[1]

    async def read() -> list[dict[str, Any]]:
        answer = await AsyncClient().get(URL + query, headers={"Authorization": f"Bearer {secret}", **headers})
        assert answer.status_code == 200, answer.content
        assert answer["Content-Type"].startswith("text/event-stream")
        found: list[dict[str, Any]] = []
        assert isinstance(answer, StreamingHttpResponse)
        frames: AsyncIterator[bytes] = aiter(answer)
        async with asyncio.timeout(30):
            while len(found) < count:
                frame = (await anext(frames)).decode()
                if not frame.startswith(":"):
                    lines = dict(line.split(": ", 1) for line in frame.strip().splitlines())
                    found.append({**json.loads(lines["data"]), "frame": int(lines["id"])})
        return found

    return async_to_sync(read)()


@pytest.mark.django_db(transaction=True)
def test_events_are_streamed_in_order_and_resumed_after_the_last_one(alice: User, bob: User) -> None:
    store(alice, "WorkflowStarted")
    store(bob, "WorkflowFailed")
    store(alice, "WorkflowPaused", "WorkflowResumed")
    first = streamed(alice, 2)
    assert [event["name"] for event in first] == ["WorkflowStarted", "WorkflowPaused"]
    assert all(event["frame"] == event["id"] for event in first)
    (third,) = streamed(alice, 1, **{"Last-Event-ID": str(first[-1]["frame"])})
    assert third["name"] == "WorkflowResumed"
    assert [event["name"] for event in streamed(alice, 1, "?name=WorkflowPaused")] == ["WorkflowPaused"]


@pytest.mark.django_db
def test_what_cannot_be_streamed_is_refused(as_alice: APIClient) -> None:
    assert APIClient().get(URL).status_code == 401
    for query in ("?name=AgentGuessed", "?run=5", "?last_event_id=x"):
        answer = as_alice.get(URL + query)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json"), query
    assert as_alice.post(URL).status_code == 405


@pytest.mark.django_db(transaction=True)
def test_an_event_that_is_committed_late_is_not_passed_by_a_later_one(alice: User) -> None:
    """Its number is smaller, and its transaction ends after that of the other one."""
    late = connections.create_connection("default")
    try:
        late.set_autocommit(False)
        with late.cursor() as cursor:
            cursor.execute(
                "INSERT INTO domain_events (created_at, name, user_id, fields, pending)"
                " VALUES (now(), 'WorkflowPaused', %s, '{}', false)",
                [alice.pk],
            )
        store(alice, "WorkflowStarted")
        assert not events_settled(events_of(user_id=alice.pk)).exists(), "one with a smaller number can still come"
        late.commit()
        names = events_settled(events_of(user_id=alice.pk)).order_by("pk").values_list("name", flat=True)
        assert list(names) == ["WorkflowPaused", "WorkflowStarted"]
    finally:
        late.close()
