"""The stored stream of domain events: what a run leaves there, in order, and who may read it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.events.models import DomainEvent
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_note
from tests.factories import api_client
from tests.factories.capabilities import FakeWorker, always, graph
from tests.factories.sessions import OpenSession
from tests.factories.workflows import create_worker, failure, finish_all, running_workflow, worker_node

pytestmark = pytest.mark.django_db
URL = "/api/v1/events/"
ROUTE = {"intent": "specialist:mail_checker", "confidence": 0.9, "receipt": {"text": "a user's words"}}


def names(**run: object) -> list[str]:
    return list(DomainEvent.objects.filter(**run).order_by("pk").values_list("name", flat=True))


def ended(session: Session, outcome: SandboxOutcome) -> DomainEvent:
    """Run a session to its end and return its last event."""
    session_run(session_id=session.pk, graphs=always(graph(worker=FakeWorker(outcome))))
    return DomainEvent.objects.filter(session=session).latest("pk")


def test_a_session_leaves_its_events_in_order_without_words(open_handler: OpenSession) -> None:
    session = open_handler()
    session_note(session_id=session.pk, kind="route", payload=ROUTE)
    last = ended(session, SandboxOutcome(status="ok", value={"answer": "Three secret words.", "output": {"n": 3}}))
    assert names(session=session) == ["AgentStarted", "RouteDecided", "AgentRunFinished", "AgentCompleted"]
    assert last.user_id == session.user_id
    assert {"specialist", "identity", "seconds", "tokens", "cost"} <= last.fields.keys()
    stored = str(list(DomainEvent.objects.values_list("fields", flat=True)))
    assert "words" not in stored
    route = DomainEvent.objects.get(name="RouteDecided")
    assert route.fields == {"intent": "specialist", "specialist": "mail_checker", "confidence": 0.9}


def test_a_failed_session_says_its_error(open_handler: OpenSession) -> None:
    last = ended(open_handler(), SandboxOutcome(status="error", reason="Broken: a user's words."))
    assert last.name == "AgentFailed"
    assert last.fields["code"]
    assert "words" not in str(last.fields)


def test_events_need_no_statement_of_their_own(open_handler: OpenSession) -> None:
    """A message's events are stored by the statements that store what they report."""
    session = open_handler()
    worker = FakeWorker(SandboxOutcome(status="ok", value={"answer": "Three.", "output": {"n": 3}}))
    with CaptureQueriesContext(connection) as captured:
        session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
    alone = [query["sql"] for query in captured if query["sql"].lstrip().startswith("INSERT INTO domain_events")]
    assert alone == []
    assert names(session=session) == ["AgentStarted", "AgentRunFinished", "AgentCompleted"]


def test_a_workflow_has_one_stream_with_its_sessions(alice: User) -> None:
    create_worker()
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    finish_all(workflow, {"analyze_b": failure()})
    assert names(workflow=workflow) == [
        *("WorkflowPlanned", "WorkflowStarted", "AgentStarted", "AgentRunFinished", "AgentCompleted"),
        *("AgentStarted", "AgentRunFinished", "AgentFailed", "ApprovalRequested", "WorkflowAwaitsApproval"),
    ]
    failed = DomainEvent.objects.get(workflow=workflow, name="AgentFailed")
    assert failed.fields == {"node": "analyze_b", "code": "execution_failure", "attempt": 1}


def test_only_their_user_reads_them(
    carol: User, as_alice: APIClient, as_bob: APIClient, open_handler: OpenSession
) -> None:
    session = open_handler()
    answer = as_alice.get(URL, {"run": str(session.pk), "name": "AgentStarted"}).json()
    assert [event["name"] for event in answer["events"]] == ["AgentStarted"]
    assert answer["next_after"] is None
    after = answer["events"][0]["id"]
    assert as_alice.get(URL, {"after": after}).json()["events"] == []
    for other in (as_bob, api_client(carol)):
        assert other.get(URL, {"run": str(session.pk)}).json()["events"] == []
    assert APIClient().get(URL).status_code == 401
    assert as_alice.get(URL, {"name": "AgentGuessed"}).status_code == 400


def test_events_go_with_their_session(open_handler: OpenSession) -> None:
    session = open_handler()
    assert names(session=session) == ["AgentStarted"]
    session.delete()
    assert not DomainEvent.objects.exists()
