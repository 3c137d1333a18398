"""File triggers that feed each other, patterns made to be slow, and triggers on what is another user's."""

import time
import uuid

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.runs.file_triggers import triggers_fire, waiting_files
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.workflows.kernel.scheduler import workflow_advance
from tests.factories import api_client
from tests.factories.workflows import create_agents, create_worker, open_sessions, session_end

pytestmark = pytest.mark.django_db
URL = "/api/v1/schedules/"
ROUNDS = 6
AGENT = "coder_writer"
WORKFLOW = {"agents": [{"id": "analyze_a", "specialist": "shouter", "input": "{file}"}]}


def trigger_of(client: APIClient, **more: object) -> Schedule:
    answer = client.post(URL, {"on_file": True, "own_files": True, "message": "look", **more}, format="json")
    assert answer.status_code == 201, answer.json()
    return Schedule.objects.get(pk=answer.json()["id"])


def arrive(user: User, conversation_id: str, path: str, session_id: uuid.UUID | None = None) -> None:
    author = FileAuthor(
        user_id=user.pk, workspace_id=conversation_id, agent_id=AGENT if session_id else "", session_id=session_id
    )
    file_write(author=author, path=path, data=f"n\n{path}\n".encode())


def answer_with_files(user: User, conversation_id: str, number: int) -> None:
    """End each open run of a trigger, after its agent has written a file into the conversation."""
    for run in ScheduleRun.objects.filter(outcome="sent").select_related("workflow"):
        if run.workflow is not None:
            (session,) = open_sessions(run.workflow)
            arrive(user, conversation_id, f"{number}-{run.pk.hex[:6]}.csv", session.pk)
            session_end(session)
            ScheduleRun.objects.filter(pk=run.pk).update(outcome="answered")
            continue
        assert run.session_id is not None
        arrive(user, conversation_id, f"{number}-{run.pk.hex[:6]}.csv", run.session_id)
        Session.objects.filter(pk=run.session_id).update(state=Session.State.RUNNING)
        session_conclude(session_id=run.session_id, answer="Written.")


@pytest.mark.parametrize("size", [1, 2, 3])
def test_triggers_that_feed_each_other_come_to_an_end(as_alice: APIClient, alice: User, size: int) -> None:
    triggers = [trigger_of(as_alice) for _ in range(size)]
    conversation_id = str(conversation_create(user_id=alice.pk).pk)
    arrive(alice, conversation_id, "first.csv")
    for number in range(ROUNDS * size):
        triggers_fire()
        answer_with_files(alice, conversation_id, number)
    assert triggers_fire() == 0
    for trigger in triggers:
        trigger.refresh_from_db()
        assert not waiting_files(trigger)
    # each chain of triggers without repetition, once
    assert ScheduleRun.objects.count() == {1: 1, 2: 4, 3: 15}[size]


def test_a_workflow_and_a_message_that_feed_each_other_come_to_an_end(as_alice: APIClient, alice: User) -> None:
    create_worker()
    create_agents()
    triggers = [trigger_of(as_alice), trigger_of(as_alice, message="", workflow=WORKFLOW)]
    conversation_id = str(conversation_create(user_id=alice.pk).pk)
    arrive(alice, conversation_id, "first.csv")
    for number in range(ROUNDS):
        triggers_fire()
        for run in ScheduleRun.objects.filter(outcome="sent").exclude(workflow=None):
            assert run.workflow is not None
            workflow_advance(run.workflow.pk)
        answer_with_files(alice, conversation_id, number)
    assert triggers_fire() == 0
    assert [trigger.runs.count() for trigger in triggers] == [2, 2]


def test_a_file_of_an_agent_that_no_trigger_started_starts_all(as_alice: APIClient, alice: User) -> None:
    triggers = [trigger_of(as_alice) for _ in range(2)]
    conversation = conversation_create(user_id=alice.pk)
    session = Session.objects.create(user=alice, conversation=conversation, input_text="write a table")
    arrive(alice, str(conversation.pk), "made.csv", session.pk)
    assert triggers_fire() == 2
    assert [trigger.runs.count() for trigger in triggers] == [1, 1]


def test_the_conversation_and_files_of_others_start_nothing(as_alice: APIClient, bob: User, carol: User) -> None:
    foreign = str(conversation_create(user_id=bob.pk).pk)
    body = {"on_file": True, "message": "look", "conversation_id": foreign}
    for client in (as_alice, api_client(carol)):
        assert client.post(URL, body, format="json").status_code == 404
    trigger = trigger_of(as_alice)
    arrive(bob, foreign, "secret.csv")
    assert triggers_fire() == 0
    assert not waiting_files(trigger)


@pytest.mark.parametrize("pattern", ["*a" * 100, "[" * 200, "[z-a]*", "[!]*[]-[a--]\\*?", "*?" * 100, "[a-\\]" * 40])
def test_a_pattern_made_to_be_slow_or_wrong_costs_nothing(as_alice: APIClient, alice: User, pattern: str) -> None:
    trigger = trigger_of(as_alice, file_pattern=pattern)
    conversation_id = str(conversation_create(user_id=alice.pk).pk)
    for number in range(5):
        arrive(alice, conversation_id, "a" * 180 + f"b{number}")
    begun = time.thread_time()
    waiting_files(trigger)
    assert time.thread_time() - begun < 1
