"""Every execution leaves exactly one row by any entry point and with any end; other sessions leave none.

tests/chaos checks the same rows after kills of real workers, test_lifecycle after messages, trials and feedback.
"""

import uuid
from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.contracts.model import ToolCall
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.engine.reaper import sessions_reap
from kingdom.sessions.engine.replay import session_fork, session_replay
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Budget, Session, SessionEvent
from kingdom.sessions.services import session_cancel, session_conclude, session_open
from kingdom.sessions.trials.trial_sessions import trial_open
from kingdom.specialists.evidence.executions import counters_verify, execution_record
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_verify
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from tests.factories import api_client, create_user
from tests.factories.capabilities import CountingTools, FakeWorker, ScriptedModel, always, answer, graph
from tests.factories.session_fixtures import no_declared_tools as no_declared_tools  # a fixture
from tests.factories.session_fixtures import open_handler as open_handler  # a fixture
from tests.factories.session_fixtures import open_model as open_model  # a fixture
from tests.factories.sessions import OpenSession, answer_question

pytestmark = pytest.mark.django_db
READ = ToolCall(id="r", name="archon.fs.read", args={"path": "a"})
WRITE = ToolCall(id="w", name="archon.fs.write", args={"path": "a", "content": "b"})
COUNTED = SandboxOutcome(status="ok", value={"answer": "Three.", "output": {"n": 3}, "confidence": 0.8})


@pytest.fixture(autouse=True)
def agreed(no_declared_tools: None, db: None) -> object:
    """Check after each test that executions, hours and counters agree."""
    yield
    assert (counters_verify(), hourly_metrics_verify()) == ([], [])
    for specialist in Specialist.objects.all():
        assert specialist.execution_count == Execution.objects.filter(version__specialist=specialist).count()


def rows(session: Session) -> list[tuple[bool, str]]:
    return list(Execution.objects.filter(session=session).values_list("success", "error_code"))


def interrupted(session: Session) -> Session:
    """Kill the worker during a writing tool call and recover the session: it waits for a person."""
    dying = graph(model=ScriptedModel([answer("", tool_calls=(WRITE,))]), tool=CountingTools(dies=True))
    with pytest.raises(SystemExit):
        session_run(session_id=session.pk, graphs=always(dying))
    Session.objects.filter(pk=session.pk).update(lease_expires_at="2000-01-01T00:00Z")
    session_run(session_id=session.pk, graphs=always(graph()))
    session.refresh_from_db()
    assert session.state == "awaiting_approval"
    return session


def test_a_handler_s_worker_is_part_of_its_session(open_handler: OpenSession) -> None:
    session, worker = open_handler(), FakeWorker(COUNTED)
    session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
    assert (len(worker.payloads), rows(session)) == (1, [(True, "")])


def test_a_model_with_tools_is_one_execution(open_model: OpenSession) -> None:
    session = open_model()
    reads = [ToolCall(id=f"r{n}", name="archon.fs.read", args={"path": f"{n}"}) for n in range(3)]
    model = ScriptedModel([answer("", tool_calls=tuple(reads[:2])), answer("", tool_calls=(reads[2],)), answer("42.")])
    session_run(session_id=session.pk, graphs=always(graph(model=model, tool=CountingTools())))
    row = Execution.objects.get(session=session)
    assert (row.success, row.tool_calls, row.prompt_tokens, row.output_tokens) == (True, 3, 30, 15)


def test_a_pause_leaves_none_and_the_end_one(open_model: OpenSession) -> None:
    session = interrupted(open_model())
    assert rows(session) == []
    answer_question(session.pk, choice="retry")
    assert rows(session) == []
    session_run(
        session_id=session.pk, graphs=always(graph(model=ScriptedModel([answer("Written.")]), tool=CountingTools()))
    )
    assert rows(session) == [(True, "")]


def test_a_stop_while_it_waits_a_stop_before_it_began_and_two_stops(open_model: OpenSession) -> None:
    session = interrupted(open_model())
    for one in (session, session_open(user_id=session.user_id, input_text="Hm", version_id=session.version_id)):
        session_cancel(session_id=one.pk)
        session_cancel(session_id=one.pk)
        assert rows(one) == [(False, "cancelled")]


def test_a_stop_by_the_api_is_one_row(open_model: OpenSession, alice: User) -> None:
    session = open_model()
    Session.objects.filter(pk=session.pk).update(user=alice)
    assert api_client(alice).post(f"/api/v1/sessions/{session.pk}/cancel/").status_code < 300
    assert rows(session) == [(False, "cancelled")]


def test_retries_by_the_reaper_are_one_execution(open_model: OpenSession) -> None:
    session = open_model()
    for _ in range(3):
        with pytest.raises(SystemExit):
            session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([SystemExit()]))))
        long_ago = timezone.now() - timedelta(hours=1)
        Session.objects.filter(pk=session.pk).update(lease_expires_at=long_ago, enqueued_at=long_ago)
        assert sessions_reap() == 1
    assert rows(session) == []
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([answer("42.")]))))
    assert session_run(session_id=session.pk, graphs=always(graph())) is False  # a repeated delivery of the message
    assert rows(session) == [(True, "")]


def test_one_that_takes_its_workers_with_it_is_one_failure(open_model: OpenSession) -> None:
    session = open_model()
    while Session.objects.get(pk=session.pk).state == "running":
        Session.objects.filter(pk=session.pk).update(lease_owner="")
        try:
            session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([SystemExit()]))))
        except SystemExit:
            continue
    assert rows(session) == [(False, "worker_lost")]


def test_a_fault_of_ours_is_one_failure(open_model: OpenSession) -> None:
    session = open_model()
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([ZeroDivisionError()]))))
    ((success, code),) = rows(session)
    assert (success, bool(code)) == (False, True)


def test_a_replay_leaves_none_and_a_fork_is_an_execution_of_its_own(open_model: OpenSession) -> None:
    session = open_model()
    model = ScriptedModel([answer("", tool_calls=(READ,)), answer("42.")])
    session_run(session_id=session.pk, graphs=always(graph(model=model, tool=CountingTools())))
    assert session_replay(session_id=session.pk).identical
    call_command("session_replay", str(session.pk))
    assert Execution.objects.count() == 1
    at = SessionEvent.objects.get(session=session, kind="tool_result").seq
    fork = session_fork(session_id=session.pk, at_seq=at)
    session_run(session_id=fork.pk, graphs=always(graph(model=ScriptedModel([answer("Forty-two.")]))))
    assert (rows(session), rows(fork), Execution.objects.get(session=fork).routed) == (
        [(True, "")],
        [(True, "")],
        "fork",
    )


def test_a_trial_leaves_none_whatever_becomes_of_it(open_handler: OpenSession) -> None:
    version = open_handler().version
    assert version is not None
    user = create_user("tester")
    (done, lease), (lost, _) = (trial_open(user_id=user.pk, version_id=version.pk, text="How many?") for _ in range(2))
    session_run(session_id=done.pk, graphs=always(graph(worker=FakeWorker(COUNTED))), lease=lease)
    long_ago = timezone.now() - timedelta(hours=1)
    Session.objects.filter(pk=lost.pk).update(lease_expires_at=long_ago, enqueued_at=long_ago)
    assert sessions_reap() == 1
    assert set(Session.objects.filter(purpose="trial").values_list("state", flat=True)) == {"completed", "cancelled"}
    assert not Execution.objects.exists()


def test_who_has_no_budget_left_begins_nothing(open_handler: OpenSession, alice: User) -> None:
    version = open_handler().version
    assert version is not None
    Budget.objects.create(scope="user", user=alice, executions=2)  # the open one is begun already
    first = session_open(user_id=alice.pk, input_text="How many?", version_id=version.pk)
    session_run(session_id=first.pk, graphs=always(graph(worker=FakeWorker(COUNTED))))
    talk = Conversation.objects.create(user=alice)
    with pytest.raises(BudgetExceeded):
        session_open(user_id=alice.pk, input_text="How many?", version_id=version.pk)
    with pytest.raises(BudgetExceeded):
        message_post(user_id=alice.pk, conversation_id=talk.pk, content="How many?")
    assert (Execution.objects.count(), Message.objects.count()) == (1, 0)


def test_what_ends_before_anybody_worked_leaves_none(alice: User) -> None:
    asked = session_open(user_id=alice.pk, input_text="Hm")
    session_conclude(session_id=asked.pk, answer="Which one?")
    unrouted = session_open(user_id=alice.pk, input_text="Hm")
    session_run(session_id=unrouted.pk, graphs=always(graph()))
    stopped = session_open(user_id=alice.pk, input_text="Hm")
    session_cancel(session_id=stopped.pk)
    assert Counter(Session.objects.values_list("state", flat=True)) == {"completed": 1, "failed": 1, "cancelled": 1}
    assert not Execution.objects.exists()


def test_planted_disagreements_are_found(open_handler: OpenSession) -> None:
    session = open_handler()
    session_run(session_id=session.pk, graphs=always(graph(worker=FakeWorker(COUNTED))))
    row = Execution.objects.get()
    kept = Execution(
        session=None, version=row.version, user=row.user, routed="direct", success=True, latency_ms=1, id=uuid.uuid4()
    )
    kept.save()  # a row without the service: hours and counters differ
    assert [(one.stored, one.counted) for one in hourly_metrics_verify()] == [((1, 1), (2, 2))]
    kept.delete()
    Specialist.objects.update(execution_count=7)
    ((role, stored, counted),) = counters_verify()
    assert (role, stored, counted) == ("counter", {"execution_count": 7}, {"execution_count": 1})
    counters_verify(fix=True)
    assert execution_record(session=session) == row
