"""User feedback through the API and the page corrects executions and counters."""

import uuid

import pytest
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.executions import counters_verify
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from tests.factories import api_client, create_global_specialist, create_routed_message
from tests.factories.specialists import NUMBER_SCHEMA, finish_session


@pytest.fixture
def counter(db: None) -> Specialist:
    """Store a specialist that answers with a number."""
    return create_global_specialist("counter", output_schema=NUMBER_SCHEMA)


@pytest.fixture
def answered(alice: User, counter: Specialist) -> Session:
    """Store an answered message of Alice."""
    return finish_session(create_routed_message(alice, counter).session)


@pytest.fixture
def as_alice(alice: User) -> APIClient:
    """Return an API client of Alice."""
    return api_client(alice)


def url(session: Session) -> str:
    return f"/api/v1/sessions/{session.pk}/feedback/"


def test_the_last_word_counts(as_alice: APIClient, answered: Session, counter: Specialist) -> None:
    for said, counts in (("bad", False), ("bad", False), ("good", True), ("bad", False)):
        told = as_alice.put(url(answered), {"feedback": said}, format="json")
        assert (told.status_code, told.json()) == (200, {"feedback": said, "counts_as_success": counts})
        counter.refresh_from_db()
        assert (counter.execution_count, counter.success_count) == (1, int(counts))
        assert counters_verify() == []


def test_only_whose_it_is_and_only_what_was_done(
    as_alice: APIClient, answered: Session, bob: User, counter: Specialist
) -> None:
    running = create_routed_message(bob, counter).session
    tries = [
        api_client(bob).put(url(answered), {"feedback": "bad"}, format="json"),
        api_client(None).put(url(answered), {"feedback": "bad"}, format="json"),
        api_client(bob).put(url(running), {"feedback": "bad"}, format="json"),
        as_alice.put(f"/api/v1/sessions/{uuid.uuid4()}/feedback/", {"feedback": "bad"}, format="json"),
        as_alice.put(url(answered), {"feedback": "superb"}, format="json"),
    ]
    assert [one.status_code for one in tries] == [404, 401, 404, 404, 400]
    assert Execution.objects.get().feedback == ""


def test_the_page_asks_and_keeps_the_word(alice: User, answered: Session, counter: Specialist) -> None:
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    turn = f"/turns/{answered.pk}/"
    assert "Was this right?" in client.get(turn).content.decode()
    said = client.post(f"{turn}rate/", {"feedback": "bad"})
    assert said["Location"] == f"/c/{answered.conversation_id}/#turn-{answered.pk}"
    assert (
        '<button type="submit" name="feedback" value="bad" aria-pressed="true">No</button>'
        in client.get(turn).content.decode()
    )
    assert client.post(f"{turn}rate/", {"feedback": "superb"}).status_code == 400
    running = create_routed_message(alice, counter).session
    assert "Was this right?" not in client.get(f"/turns/{running.pk}/").content.decode()
    assert client.post(f"/turns/{running.pk}/rate/", {"feedback": "bad"}).status_code == 404
    assert Execution.objects.get().counts_as_success is False
