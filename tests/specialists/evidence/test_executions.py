"""Executions: one row per finished session, counters equal to the rows, and their retention."""

import random
import threading
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from kingdom.accounts.models import User
from kingdom.cognition.inputs import Failure
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import LostRace, NotFound
from kingdom.orchestrator.models import Conversation
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import EgressReceipt, Session, SessionEvent
from kingdom.specialists.evidence.executions import counters_verify, execution_record
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from tests.factories import create_global_specialist, version_of
from tests.factories.specialists import NUMBER_SCHEMA, finish_session, open_session
from tests.rounds import rounds


@pytest.fixture
def counter(db: None) -> Specialist:
    """Store a specialist that answers with a number."""
    return create_global_specialist("counter", output_schema=NUMBER_SCHEMA)


def row_of(session: Session) -> Execution:
    return Execution.objects.get(session=session)


def test_a_finished_session_leaves_one_row(alice: User, counter: Specialist) -> None:
    session = open_session(alice, counter, route={"intent": "specialist:counter", "by": "king"})
    SessionEvent.objects.create(session=session, seq=50, kind="tool_result", payload={"outcomes": [{"result": {}}]})
    usage = {"prompt_tokens": 10, "output_tokens": 5, "thought_tokens": 2, "total_tokens": 17, "estimated": False}
    finish_session(session, confidence=0.75, usage=usage)
    row = row_of(session)
    assert (row.version, row.user, row.routed, row.success, row.confidence) == (
        version_of(counter),
        alice,
        "specialist",
        True,
        0.75,
    )
    assert (row.prompt_tokens, row.output_tokens, row.tool_calls, row.error_code) == (10, 7, 1, "")
    assert row.latency_ms > 0
    counter.refresh_from_db()
    assert (counter.execution_count, counter.success_count, counter.avg_confidence, counter.last_used_at) == (
        1,
        1,
        pytest.approx(2 / 3),
        row.created_at,
    )


@pytest.mark.parametrize(
    ("result", "success"),
    [
        pytest.param({}, True, id="right form"),
        pytest.param({"output": {"n": "two"}}, False, id="output against the schema"),
        pytest.param({"output": None}, False, id="no output"),
        pytest.param({"tag": "NULL", "output": None}, False, id="empty-handed"),
        pytest.param({"tag": "NULL"}, False, id="empty-handed by its own word"),
        pytest.param({"answer": "  "}, False, id="no answer"),
        pytest.param(
            {"state": "failed", "failure": Failure(code="handler_error", message="It broke.")}, False, id="failed"
        ),
        pytest.param(
            {"state": "cancelled", "failure": Failure(code="cancelled", message="Stopped.")}, False, id="stopped"
        ),
        pytest.param({"confidence": 1.0, "output": {}}, False, id="its own confidence is no evidence"),
    ],
)
def test_success_is_judged_from_what_happened(
    alice: User, counter: Specialist, result: dict[str, Any], success: bool
) -> None:
    session = open_session(alice, counter)
    finish_session(session, **result)
    assert row_of(session).success is success
    counter.refresh_from_db()
    assert (counter.execution_count, counter.success_count) == (1, int(success))


@pytest.mark.parametrize(
    ("tools", "hosts", "success"),
    [
        pytest.param(["failed", "done"], [], True, id="the tool did its work at last"),
        pytest.param(["done", "failed"], [], False, id="a failure at the end that the answer does not name"),
        pytest.param(["failed", "failed"], [], False, id="no tool did"),
        pytest.param(["interrupted", "refused"], [], False, id="cut off, and refused"),
        pytest.param(["refused"], [], False, id="a refusal that the answer does not name"),
        pytest.param([], ["failed", "answered"], True, id="a host answered at last"),
        pytest.param([], ["failed", "unknown"], False, id="no host answered"),
        pytest.param(["done"], ["failed"], False, id="the tool worked, and nobody was there"),
    ],
)
def test_receipts_speak_louder_than_answers(
    alice: User, counter: Specialist, tools: list[str], hosts: list[str], success: bool
) -> None:
    session = open_session(alice, counter)
    for number, outcome in enumerate(tools):
        call = ToolRequest(call_id=f"c{number}", name="archon.fs.read", args={})
        ended = ToolCallOutcome(outcome=outcome, result={})
        receipt_append(
            ctx=CallContext(trace_id="t", user_id=str(alice.pk), session_id=str(session.pk)), request=call, ended=ended
        )
    for number, outcome in enumerate(hosts):
        EgressReceipt.objects.create(
            session=session, effect_seq=1, number=number, request_hash="0" * 64, read_only=True, outcome=outcome
        )
    finish_session(session)
    assert row_of(session).success is success


@pytest.mark.parametrize(
    ("route", "routed"),
    [
        (None, "direct"),
        ({"intent": "specialist:counter", "by": "king"}, "specialist"),
        ({"intent": "general", "by": "king"}, "general"),
        ({"intent": "specialist:counter", "by": "user"}, "override"),
    ],
)
def test_the_row_says_how_the_message_came(
    alice: User, counter: Specialist, route: dict[str, Any] | None, routed: str
) -> None:
    session = open_session(alice, counter, route=route)
    finish_session(session)
    assert row_of(session).routed == routed


def test_where_nobody_worked_there_is_no_row(alice: User) -> None:
    finish_session(open_session(alice, None), output=None)
    assert not Execution.objects.exists()


def test_a_second_telling_changes_nothing(alice: User, counter: Specialist) -> None:
    session = finish_session(open_session(alice, counter))
    execution_record(session=session)
    with pytest.raises(LostRace), transaction.atomic():
        session_finish(session_lock(session.pk), SessionResult(state="failed"))
    counter.refresh_from_db()
    assert (Execution.objects.count(), counter.execution_count) == (1, 1)


def test_its_confidence_is_measured_whatever_its_answers_state(alice: User, counter: Specialist) -> None:
    for confidence, output in ((0.99, {"n": 1}), (None, {"n": 1}), (1.0, {"n": "wrong"})):
        finish_session(open_session(alice, counter), confidence=confidence, output=output)
    finish_session(open_session(alice, counter), confidence=1.0, tag="NULL", output=None)
    counter.refresh_from_db()
    assert (counter.execution_count, counter.uncounted_count) == (4, 1)
    assert counter.avg_confidence == pytest.approx(3 / 5)


def test_counters_agree_with_rows_after_many_runs(alice: User, counter: Specialist) -> None:
    draw = random.Random(7)
    for _ in range(rounds(10, 40)):
        finish_session(
            open_session(alice, counter),
            confidence=draw.choice([None, draw.random()]),
            output=draw.choice([{"n": 1}, {}]),
        )
    assert counters_verify() == []


def test_a_wrong_counter_is_found_and_mended(alice: User, counter: Specialist) -> None:
    finish_session(open_session(alice, counter), confidence=0.5)
    Specialist.objects.filter(pk=counter.pk).update(success_count=9)
    (wrong,) = counters_verify()
    assert (wrong.role, wrong.stored, wrong.counted) == ("counter", {"success_count": 9}, {"success_count": 1})
    with pytest.raises(CommandError, match="1 specialists have wrong counters"):
        call_command("counters_verify", stdout=StringIO())
    call_command("counters_verify", "--fix", stdout=StringIO())
    out = StringIO()
    call_command("counters_verify", stdout=out)
    assert out.getvalue() == "every counter agrees with its rows\n"


def test_deleting_a_conversation_takes_no_evidence_away(alice: User, counter: Specialist) -> None:
    conversation = Conversation.objects.create(user=alice)
    finish_session(open_session(alice, counter, conversation=conversation), output={})
    conversation.delete()
    assert (Session.objects.count(), Execution.objects.filter(session=None, success=False).count()) == (0, 1)
    assert counters_verify() == []


def test_deleting_a_user_keeps_the_evidence_without_them(alice: User, counter: Specialist) -> None:
    finish_session(open_session(alice, counter))
    alice.delete()
    assert Execution.objects.get().user is None
    assert counters_verify() == []


def test_bad_feedback_takes_a_success_out_of_the_record_until_it_is_taken_back(
    alice: User, counter: Specialist
) -> None:
    session = finish_session(open_session(alice, counter))
    for feedback, good, count in (("good", True, 1), ("bad", False, 0), ("bad", False, 0), ("good", True, 1)):
        row = feedback_record(user=alice, session=session, feedback=Execution.Feedback(feedback))
        counter.refresh_from_db()
        assert (row.feedback, row.success, row.counts_as_success, counter.success_count) == (
            feedback,
            True,
            good,
            count,
        )
        assert counters_verify() == []


def test_praise_does_not_make_a_failure_a_success(alice: User, counter: Specialist) -> None:
    session = finish_session(open_session(alice, counter), output={"n": "two"})
    row = feedback_record(user=alice, session=session, feedback=Execution.Feedback.GOOD)
    counter.refresh_from_db()
    assert (row.counts_as_success, counter.success_count) == (False, 0)


def test_nobody_rates_anothers_answer(alice: User, bob: User, counter: Specialist) -> None:
    session = finish_session(open_session(alice, counter))
    with pytest.raises(NotFound):
        feedback_record(user=bob, session=session, feedback=Execution.Feedback.BAD)
    assert row_of(session).feedback == ""


@pytest.mark.django_db(transaction=True)
def test_sessions_that_end_at_once_are_all_counted() -> None:
    user = User.objects.create_user("dora")
    counter = create_global_specialist("counter", output_schema=NUMBER_SCHEMA)
    sessions = [open_session(user, counter) for _ in range(6)]
    start = threading.Barrier(len(sessions))

    def run(session: Session) -> None:
        start.wait()
        try:
            finish_session(session, confidence=0.5)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[session]) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counter.refresh_from_db()
    assert (counter.execution_count, counter.success_count, counter.avg_confidence) == (6, 6, 7 / 8)
    assert counters_verify() == []
