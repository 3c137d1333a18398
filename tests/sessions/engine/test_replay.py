"""A replay equals its log byte for byte, and a fork continues from any position."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from kingdom.cognition.decisions import RequestApproval, stored_digests, to_json
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.model import ToolCall
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import BadInput
from kingdom.sessions.engine.replay import session_fork, session_replay
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Effect, EgressReceipt, Session, SessionEvent
from kingdom.specialists.evidence.call_evidence import recorded_calls
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from tests.factories.capabilities import CountingTools, FakeWorker, ScriptedModel, always, answer, graph
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db
READ = ToolCall(id="c", name="archon.fs.read", args={"size": 1e16, "zero": -0.0, "text": "a\x00b"})


@pytest.fixture
def finished(open_model: OpenSession) -> Session:
    """Return a session that used a tool and answered."""
    session = open_model()
    model = ScriptedModel([answer("", tool_calls=(READ,)), answer("42. [STATUS: SUCCESS]")])
    session_run(session_id=session.pk, graphs=always(graph(model=model, tool=CountingTools())))
    session.refresh_from_db()
    return session


def test_a_replay_equals_the_record(finished: Session) -> None:
    replay = session_replay(session_id=finished.pk)

    assert replay.identical
    assert [step.decision for step in replay.steps] == [
        "request_model",
        "call_tool",
        "request_model",
        "emit_response",
        "exit",
    ]
    assert all(step.recorded for step in replay.steps)
    assert len({step.state_hash for step in replay.steps}) == 5


def test_a_changed_log_differs(finished: Session) -> None:
    event = SessionEvent.objects.get(session=finished, kind="tool_result")
    event.payload["outcomes"][0]["result"]["content"] = "43"
    event.save()

    replay = session_replay(session_id=finished.pk)
    assert [step.same for step in replay.steps] == [True, True, False, False, False]
    assert not replay.identical


def test_a_changed_answer_differs(finished: Session) -> None:
    Session.objects.filter(pk=finished.pk).update(answer="43.")
    assert not session_replay(session_id=finished.pk).identical


def test_a_fork_continues_with_the_copied_outcomes(finished: Session) -> None:
    at = SessionEvent.objects.get(session=finished, kind="tool_result").seq
    fork = session_fork(session_id=finished.pk, at_seq=at)
    model, tools = ScriptedModel([answer("Forty-two.")]), CountingTools()
    session_run(session_id=fork.pk, graphs=always(graph(model=model, tool=tools)))

    fork.refresh_from_db()
    finished.refresh_from_db()
    assert (fork.state, fork.answer, fork.conversation_id) == ("completed", "Forty-two.", None)
    assert (fork.forked_from_id, fork.forked_at_seq) == (finished.pk, at)
    assert tools.calls == []
    assert (finished.answer, finished.state) == ("42.", "completed")
    assert session_replay(session_id=fork.pk).identical
    assert Effect.objects.filter(session=fork).count() == 4


def test_a_fork_has_no_more_grants_than_its_origin(finished: Session) -> None:
    Session.objects.filter(pk=finished.pk).update(grants_ceiling=["archon.fs.read"])
    at = SessionEvent.objects.get(session=finished, kind="tool_result").seq
    assert session_fork(session_id=finished.pk, at_seq=at).grants_ceiling == ["archon.fs.read"]


def test_what_its_origin_did_later_is_no_evidence_of_a_fork(finished: Session) -> None:
    taken = SessionEvent.objects.get(session=finished, kind="tool_result")
    context = CallContext(
        trace_id="t", user_id=str(finished.user_id), session_id=str(finished.pk), agent_id="writer_tester"
    )

    def called(name: str, seq: int) -> None:
        ended = ToolCallOutcome(outcome="done", result={"success": True})
        receipt_append(ctx=context, request=ToolRequest(call_id=name, name=name, args={}), ended=ended)
        EgressReceipt.objects.create(
            session=finished, effect_seq=seq, number=1, request_hash="h", read_only=True, host=name, outcome="answered"
        )

    called("before", taken.seq - 1)
    SessionEvent.objects.filter(pk=taken.pk).update(created_at=timezone.now())
    called("later", taken.seq)
    fork = session_fork(session_id=finished.pk, at_seq=taken.seq)
    again = session_fork(session_id=fork.pk, at_seq=taken.seq)
    for session in (fork, again):
        assert [call.name for call in recorded_calls(session)] == ["before", "before"]
    first = session_fork(session_id=finished.pk, at_seq=1)
    assert not recorded_calls(first)


def test_a_permission_asked_with_a_reason_replays_from_before_it_was_stored() -> None:
    decision = RequestApproval(question="May I?", summary="To save it.")
    earlier = {name: value for name, value in to_json(decision).items() if name != "summary"}
    assert stored_digests(decision) == {json_digest(to_json(decision)), json_digest(earlier)}


def test_a_fork_needs_an_input(finished: Session) -> None:
    with pytest.raises(BadInput):
        session_fork(session_id=finished.pk, at_seq=0)


def test_the_command_reports_a_replay(finished: Session) -> None:
    out = StringIO()
    call_command("session_replay", str(finished.pk), stdout=out)
    assert "5 steps, identical" in out.getvalue()

    out = StringIO()
    call_command("session_replay", str(finished.pk), "--json", stdout=out)
    assert json.loads(out.getvalue())["identical"] is True

    out = StringIO()
    call_command("session_replay", str(finished.pk), "--fork-at", "1", stdout=out)
    assert Session.objects.get(pk=out.getvalue().strip()).forked_from_id == finished.pk

    SessionEvent.objects.filter(session=finished, kind="model_response").delete()
    with pytest.raises(CommandError, match="differs"):
        call_command("session_replay", str(finished.pk), stdout=StringIO())


def test_the_command_fails_for_an_unknown_session() -> None:
    with pytest.raises(CommandError, match="no such session"):
        call_command("session_replay", "00000000-0000-0000-0000-000000000000")


def test_the_handlers_log_replays(open_handler: OpenSession) -> None:
    session = open_handler()
    value = {"answer": "Three.", "output": {"n": 3, "big": 1.5e300, "list": [1e16, -0.0, 0.1]}}
    session_run(
        session_id=session.pk, graphs=always(graph(worker=FakeWorker(SandboxOutcome(status="ok", value=value))))
    )
    assert session_replay(session_id=session.pk).identical


def test_a_fork_does_not_inherit_an_effect_without_an_outcome(open_model: OpenSession) -> None:
    session = open_model()
    write = answer("", tool_calls=(ToolCall(id="w", name="archon.fs.write", args={}),))
    with pytest.raises(SystemExit):
        session_run(
            session_id=session.pk, graphs=always(graph(model=ScriptedModel([write]), tool=CountingTools(dies=True)))
        )
    at = SessionEvent.objects.get(session=session, kind="model_response").seq
    fork, tools = session_fork(session_id=session.pk, at_seq=at), CountingTools()
    session_run(session_id=fork.pk, graphs=always(graph(model=ScriptedModel([answer("Done.")]), tool=tools)))

    fork.refresh_from_db()
    assert (fork.state, tools.calls) == ("completed", ["archon.fs.write"])
