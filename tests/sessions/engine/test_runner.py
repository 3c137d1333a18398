"""The durable loop from a message to its end."""

import contextvars
from contextlib import suppress

import pytest

from kingdom.accounts.models import User
from kingdom.cognition.inputs import ConversationTurn, Failure
from kingdom.contracts.model import ModelResponse, ToolCall
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.database import in_database
from kingdom.core.errors import BadInput, LostRace, ModelNotConfigured
from kingdom.runtime.context import RuntimeContext
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Effect, Session
from kingdom.sessions.selectors import pending_question
from kingdom.sessions.services import session_bind, session_cancel, session_conclude, session_note, session_open
from kingdom.specialists.models.execution import Execution
from tests.factories.capabilities import CountingTools, FakeWorker, ScriptedModel, always, answer, graph
from tests.factories.cognition import model_spec
from tests.factories.sessions import OpenSession, answer_question, store_version

pytestmark = pytest.mark.django_db
THREE = {"answer": "Three.", "output": {"n": 3}, "confidence": 0.9}


def kinds(session: Session) -> list[str]:
    """Return the kinds of a session's events in order."""
    return list(session.events.order_by("seq").values_list("kind", flat=True))


def test_a_thread_keeps_nothing_of_the_sessions_it_ran(open_handler: OpenSession) -> None:
    """Each kept variable was copied at every step of every later session."""
    sizes = []
    for role in ("first", "second", "third"):
        worker = FakeWorker(SandboxOutcome(status="ok", value=THREE))
        session_run(session_id=open_handler(role=role).pk, graphs=always(graph(worker=worker)))
        sizes.append(len(contextvars.copy_context()))

    assert sizes[0] == sizes[2]


def test_a_handler_answers(open_handler: OpenSession) -> None:
    session, worker = open_handler(), FakeWorker(SandboxOutcome(status="ok", value=THREE))

    assert session_run(session_id=session.pk, graphs=always(graph(worker=worker)))

    session.refresh_from_db()
    assert (session.state, session.answer, session.output, session.confidence) == ("completed", "Three.", {"n": 3}, 0.9)
    assert (session.status_tag, session.lease_owner, session.error_code) == ("SUCCESS", "", "")
    assert session.finished_at is not None
    assert kinds(session) == ["user_message", "step", "worker_result", "step", "tick", "completed"]
    assert list(session.events.values_list("seq", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert worker.payloads == [
        {"text": "How many?", "history": [], "now": session.created_at.isoformat(timespec="seconds")}
    ]
    effects = list(session.effects.values_list("seq", "kind", "status", "attempts"))
    assert effects == [(1, "spawn_worker", "done", 1), (3, "emit_response", "done", 1)]


def test_a_model_uses_a_tool_and_answers(open_model: OpenSession) -> None:
    session, tools = open_model(), CountingTools()
    model = ScriptedModel(
        [answer("", tool_calls=(ToolCall(id="c", name="archon.fs.read", args={}),)), answer("42. [STATUS: SUCCESS]")]
    )

    session_run(session_id=session.pk, graphs=always(graph(model=model, tool=tools)))

    session.refresh_from_db()
    assert (session.state, session.answer, session.status_tag) == ("completed", "42.", "SUCCESS")
    assert session.usage["total_tokens"] == 30
    assert tools.calls == ["archon.fs.read"]
    assert session.effects.get(kind="call_tool").name == "archon.fs.read"


def test_without_a_model_the_error_names_the_setting(open_model: OpenSession) -> None:
    session = open_model()
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([ModelNotConfigured()]))))

    session.refresh_from_db()
    assert (session.state, session.error_code) == ("failed", "model_not_configured")
    assert "GEMINI_API_KEY" in session.error_message


def test_an_internal_fault_ends_the_session_without_details(open_model: OpenSession) -> None:
    session = open_model()
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([ZeroDivisionError("secret detail")]))))

    session.refresh_from_db()
    assert (session.state, session.error_code) == ("failed", "internal_error")
    assert "secret" not in session.error_message
    assert session.effects.get().status == Effect.Status.FAILED


@pytest.mark.parametrize("error", [ZeroDivisionError("secret detail"), ModelNotConfigured()])
def test_a_failed_session_says_what_its_models_have_used(open_model: OpenSession, error: Exception) -> None:
    """The first call of its model was paid for, whatever ended it; the budget of a workflow counts it."""
    session = open_model()
    script: list[ModelResponse | BaseException] = [
        answer("", tool_calls=(ToolCall(id="c", name="archon.fs.read", args={}),)),
        error,
    ]
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel(script), tool=CountingTools())))

    session.refresh_from_db()
    assert (session.state, session.usage["total_tokens"]) == ("failed", 15)


def test_a_result_that_jsonb_cannot_hold_is_a_bad_answer(open_handler: OpenSession) -> None:
    session, worker = (
        open_handler(),
        FakeWorker(SandboxOutcome(status="ok", value={"answer": "x", "output": {"n": float("nan")}})),
    )
    session_run(session_id=session.pk, graphs=always(graph(worker=worker)))

    session.refresh_from_db()
    assert session.error_code == "bad_answer"


def test_the_finish_signal_is_sent_once_in_its_transaction(open_handler: OpenSession) -> None:
    session, told = open_handler(), list[str]()

    def hear(session: Session, **_: object) -> None:
        told.append(session.state)

    session_finished.connect(hear)
    try:
        worker = FakeWorker(SandboxOutcome(status="ok", value=THREE))
        session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
        session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
        session_cancel(session_id=session.pk)
    finally:
        session_finished.disconnect(hear)
    assert told == ["completed"]


def test_only_one_worker_gets_a_session(open_handler: OpenSession) -> None:
    session = open_handler()
    assert session_take(session_id=session.pk) is not None
    assert session_take(session_id=session.pk) is None
    assert session_run(session_id=session.pk, graphs=always(graph())) is False


class TestPrepare:
    def test_prepare_binds_with_the_earlier_turns(self, alice: User) -> None:
        version = store_version(model_spec())
        session = session_open(user_id=alice.pk, input_text="And now?", task_name="x")
        model = ScriptedModel([answer("Now three.")])

        async def prepare(context: RuntimeContext, found: Session) -> None:
            await in_database(
                session_note, session_id=found.pk, kind="route", payload={"intent": "specialist:report_writer"}
            )
            await in_database(
                session_bind,
                session_id=found.pk,
                version_id=version.pk,
                history=(ConversationTurn(role="user", text="How many?"),),
            )

        session_run(session_id=session.pk, prepare=prepare, graphs=always(graph(model=model)))

        session.refresh_from_db()
        assert (session.state, session.version_id) == ("completed", version.pk)
        assert kinds(session)[:2] == ["route", "user_message"]
        assert [message.text for message in model.asked[0].messages[1:]] == ["How many?", "And now?"]
        with pytest.raises(LostRace):
            session_bind(session_id=session.pk, version_id=version.pk)

    def test_prepare_may_end_the_session(self, alice: User) -> None:
        session = session_open(user_id=alice.pk, input_text="Hm", task_name="x")

        async def prepare(context: RuntimeContext, found: Session) -> None:
            await in_database(session_conclude, session_id=found.pk, answer="Which one?")

        session_run(session_id=session.pk, prepare=prepare, graphs=always(graph()))

        session.refresh_from_db()
        assert (session.state, session.answer, kinds(session)) == ("completed", "Which one?", ["completed"])

    def test_without_a_version_it_fails_clearly(self, alice: User) -> None:
        session = session_open(user_id=alice.pk, input_text="Hm", task_name="x")
        session_run(session_id=session.pk, graphs=always(graph()))

        session.refresh_from_db()
        assert (session.state, session.error_code) == ("failed", "not_routed")


class TestStop:
    def test_a_cancellation_without_a_worker_is_immediate(self, open_model: OpenSession) -> None:
        session = open_model()
        session_cancel(session_id=session.pk)

        session.refresh_from_db()
        assert (session.state, session.error_code, session.error_message) == (
            "cancelled",
            "cancelled",
            "Stopped by you.",
        )
        assert kinds(session) == ["user_message", "shutdown", "cancelled"]
        assert session_run(session_id=session.pk, graphs=always(graph())) is False

    def test_a_second_cancellation_changes_nothing(self, open_model: OpenSession) -> None:
        session = open_model()
        session_cancel(session_id=session.pk)
        assert session_cancel(session_id=session.pk).state == "cancelled"
        assert kinds(session).count("cancelled") == 1


class TestUnknownOutcome:
    """A worker died during a writing tool: the outcome is unknown, so a person decides."""

    write = ToolCall(id="w", name="archon.fs.write", args={"path": "a", "content": "b"})

    def interrupted(self, open_model: OpenSession) -> Session:
        """Return a session whose worker died during its tool."""

        session: Session = open_model()
        with pytest.raises(SystemExit):
            session_run(
                session_id=session.pk,
                graphs=always(
                    graph(model=ScriptedModel([answer("", tool_calls=(self.write,))]), tool=CountingTools(dies=True))
                ),
            )
        Session.objects.filter(pk=session.pk).update(lease_expires_at="2000-01-01T00:00Z")
        session_run(session_id=session.pk, graphs=always(graph()))
        session.refresh_from_db()
        return session

    def test_an_unknown_outcome_pauses_with_a_question(self, open_model: OpenSession) -> None:
        session = self.interrupted(open_model)

        question = pending_question(session)
        assert (session.state, session.lease_owner) == ("awaiting_approval", "")
        assert question is not None
        assert (question["kind"], question["choices"]) == ("unknown_outcome", ["retry", "skip", "done"])
        assert "archon.fs.write" in question["question"]
        assert session_take(session_id=session.pk) is None
        with pytest.raises(BadInput, match="retry, skip, done"):
            answer_question(session.pk, choice="once")

    @pytest.mark.parametrize(
        ("choice", "calls", "status"), [("retry", 1, "done"), ("skip", 0, "skipped"), ("done", 0, "done")]
    )
    def test_each_choice(self, open_model: OpenSession, choice: str, calls: int, status: str) -> None:
        session, tools = self.interrupted(open_model), CountingTools()
        answer_question(session.pk, choice=choice)
        model = ScriptedModel([answer("Written.")])
        session_run(session_id=session.pk, graphs=always(graph(model=model, tool=tools)))

        session.refresh_from_db()
        assert (session.state, session.answer, len(tools.calls)) == ("completed", "Written.", calls)
        assert session.effects.get(kind="call_tool").status == status
        assert ("marked this as done" in model.asked[0].messages[-1].text) == (choice == "done")

    def test_a_waiting_session_can_be_cancelled(self, open_model: OpenSession) -> None:
        session = self.interrupted(open_model)
        session_cancel(session_id=session.pk)

        session.refresh_from_db()
        assert session.state == "cancelled"
        assert session.usage["total_tokens"] == 15


def test_a_session_that_crashes_its_workers_is_given_up(open_model: OpenSession) -> None:
    session, times = open_model(), 0
    while Session.objects.get(pk=session.pk).state == "running" and times < 9:
        times += 1
        Session.objects.filter(pk=session.pk).update(lease_owner="")
        try:
            session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([SystemExit()]))))
        except SystemExit:
            continue

    session.refresh_from_db()
    assert (session.state, session.error_code, times) == ("failed", "worker_lost", 6)


def test_a_session_that_loses_its_worker_keeps_what_its_models_have_used(open_model: OpenSession) -> None:
    session, called = open_model(), ToolCall(id="c", name="archon.fs.read", args={})
    script: list[ModelResponse | BaseException] = [answer("", tool_calls=(called,))]
    while Session.objects.get(pk=session.pk).state == "running":
        Session.objects.filter(pk=session.pk).update(lease_owner="")
        model, script = ScriptedModel([*script, SystemExit()]), []
        with suppress(SystemExit):
            session_run(session_id=session.pk, graphs=always(graph(model=model, tool=CountingTools())))

    session.refresh_from_db()
    assert (session.state, session.error_code, session.usage["total_tokens"]) == ("failed", "worker_lost", 15)
    row = Execution.objects.get(session=session)
    assert row.prompt_tokens + row.output_tokens == session.usage["prompt_tokens"] + session.usage["output_tokens"] > 0


def test_a_note_must_not_be_an_input(open_model: OpenSession) -> None:
    session = open_model()
    assert session_note(session_id=session.pk, kind="hint", payload={"n": 1}).seq == 2
    with pytest.raises(BadInput):
        session_note(session_id=session.pk, kind="tick", payload={})


def test_failing_without_a_specialist(open_model: OpenSession) -> None:
    session = session_conclude(session_id=open_model().pk, failure=Failure(code="blocked", message="Not this."))
    assert (session.state, session.error_code) == ("failed", "blocked")
    with pytest.raises(LostRace):
        session_conclude(session_id=session.pk, answer="late")


def test_nothing_ends_before_it_began(open_model: OpenSession) -> None:
    session = open_model()
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([answer("Two.")]))))
    effects = list(Effect.objects.filter(session=session))
    assert [effect.kind for effect in effects] == ["request_model", "emit_response"]
    assert all(effect.finished_at is not None and effect.finished_at >= effect.started_at for effect in effects)
