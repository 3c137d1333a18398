"""A session requests an approval, waits without a worker, and resumes after the decision, on every channel."""

import statistics
import subprocess
import time
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.adapters.egress_proxy.port import EgressRecord
from kingdom.approvals.models import Approval, SessionGrant
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide, approvals_expire
from kingdom.cognition.model_engine import ModelEngine
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ToolCall, ToolDeclaration
from kingdom.runtime.ports import CapabilityGraph
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.sessions.engine.effects import effect_begin
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.replay import session_replay
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.engine.step_transactions import session_rebuild
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.gateway.egress_log import EgressRequest, effect_lease_get, egress_begin
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.services import session_cancel, session_open
from tests.factories.approvals import answer_to
from tests.factories.capabilities import CountingTools, ScriptedModel, always, answer, graph
from tests.factories.cognition import handler_spec, model_spec
from tests.factories.sessions import store_version
from tests.plugins.product import wait_for

WRITE = ToolCall(id="w", name="archon.fs.write", args={"path": "notes/a.txt", "content": "b"})
TOOL = ToolDeclaration(name="archon.fs.write", description="Write a file.", parameters={"type": "object"})


@pytest.fixture
def session(alice: User, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session of a specialist whose model is told of a tool that writes."""
    monkeypatch.setattr(state_rebuild, "engine_for", lambda spec, **_: ModelEngine(spec, tools=(TOOL,)))
    return session_open(user_id=alice.pk, input_text="Write it.", version_id=store_version(model_spec()).pk)


def run(session: Session, *said: object, tools: CountingTools | None = None) -> CapabilityGraph:
    made = graph(model=ScriptedModel(list(said)), tool=tools, approval=RuleBasedApproval())  # type: ignore[arg-type]
    assert session_run(session_id=session.pk, graphs=always(made))
    session.refresh_from_db()
    return made


def transcript(made: CapabilityGraph) -> str:
    assert isinstance(made.model, ScriptedModel)
    return str(made.model.asked[0].messages[-1])


@pytest.mark.django_db
class TestTools:
    def test_it_waits_in_the_inbox_and_without_a_worker(self, session: Session) -> None:
        run(session, answer("", tool_calls=(WRITE,)))

        approval = Approval.objects.get()
        assert (session.state, session.lease_owner, session.lease_expires_at) == ("awaiting_approval", "", None)
        assert (approval.kind, approval.session, approval.state) == ("tool", session, "pending")
        assert approval.subject["tools"] == [
            {"call_id": "w", "name": "archon.fs.write", "args": {"path": "notes/a.txt", "content": "b"}}
        ]
        asked = SessionEvent.objects.get(session=session, kind="approval_asked").payload
        assert (asked["approval_id"], asked["args_hash"], asked["question"]) == (
            str(approval.pk),
            approval.args_hash,
            approval.text,
        )
        assert not session_run(session_id=session.pk, graphs=always(graph()))

    @pytest.mark.parametrize("choice", ["once", "session", "always"])
    def test_allowed(self, session: Session, alice: User, choice: str) -> None:
        run(session, answer("", tool_calls=(WRITE,)))
        approval_decide(
            approval_id=(asked := Approval.objects.get()).pk, actor_id=alice.pk, decision=answer_to(asked, choice)
        )
        session.refresh_from_db()
        assert session.state == "running"

        tools = CountingTools()
        again = ToolCall(id="w2", name="archon.fs.write", args={"path": "notes/b.txt", "content": "c"})
        run(session, answer("", tool_calls=(again,)), answer("Written."), tools=tools)
        if choice == "once":
            assert (session.state, tools.calls) == ("awaiting_approval", ["archon.fs.write"])
            assert Approval.objects.filter(state="pending").count() == 1
        else:
            assert (session.state, len(tools.calls), Approval.objects.count()) == ("completed", 2, 1)
        assert not SessionGrant.objects.filter(once=True, consumed_at=None).exists()
        assert session_replay(session_id=session.pk).identical

    def test_denied_with_a_note_the_agent_goes_on(self, session: Session, alice: User) -> None:
        run(session, answer("", tool_calls=(WRITE,)))
        asked = Approval.objects.get()
        approval_decide(
            approval_id=asked.pk, actor_id=alice.pk, decision=answer_to(asked, "deny", note="Use another file.")
        )
        tools = CountingTools()
        made = run(session, answer("Then not."), tools=tools)
        assert (session.state, session.answer, tools.calls) == ("completed", "Then not.", [])
        assert "Access denied by creator." in transcript(made)
        assert "Use another file." in transcript(made)

    def test_expired_is_a_no_with_its_reason(self, session: Session) -> None:
        run(session, answer("", tool_calls=(WRITE,)))
        Approval.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert approvals_expire() == 1
        made = run(session, answer("Nobody was there."))
        assert session.state == "completed"
        assert "Nobody answered in time." in transcript(made)

    @pytest.mark.parametrize(
        ("effect", "calls", "text"), [("allow", 1, "42"), ("deny", 0, "Access denied by creator.")]
    )
    def test_a_rule_answers_without_asking(
        self, session: Session, alice: User, effect: str, calls: int, text: str
    ) -> None:
        rule_create(
            user_id=alice.pk,
            made_by_id=alice.pk,
            draft=RuleDraft(effect=effect, tool="archon.fs.write", shape={"path": "notes/"}),
        )
        tools = CountingTools()
        made = run(session, answer("", tool_calls=(WRITE,)), answer("Done."), tools=tools)
        assert (session.state, len(tools.calls), Approval.objects.count()) == ("completed", calls, 0)
        assert isinstance(made.model, ScriptedModel)
        assert text in str(made.model.asked[1].messages[-1])

    def test_the_stop_button_takes_the_question_back(self, session: Session) -> None:
        run(session, answer("", tool_calls=(WRITE,)))
        session_cancel(session_id=session.pk)
        assert Approval.objects.get().state == "cancelled"


def unknown(user: User) -> Session:
    """A session whose worker died while a request of its code was out: nobody knows."""
    version = store_version(handler_spec(role=f"sender_{uuid.uuid4().hex[:8]}", egress_hosts=("api.sms.example",)))
    session = session_open(user_id=user.pk, input_text="Send it.", version_id=version.pk)
    lease = session_take(session_id=session.pk)
    assert lease is not None
    session.refresh_from_db()
    loaded = session_rebuild(session)
    effect_begin(lease, loaded.seq, loaded.transition, loaded.spec)
    effect_lease = effect_lease_get(
        session_id=session.pk,
        owner=lease.owner,
        caller=CallContext(trace_id="t", user_id=str(session.user_id), session_id=str(session.pk)),
    )
    record = EgressRecord(outcome="refused", reason="", method="POST")
    request = EgressRequest(hash="0" * 64, read_only=False)
    egress_begin(effect_lease=effect_lease, request=request, record=record, shown={})
    Session.objects.filter(pk=session.pk).update(lease_owner="", lease_expires_at=None)
    assert session_run(session_id=session.pk)
    session.refresh_from_db()
    assert session.state == "awaiting_approval"
    return session


@pytest.mark.django_db
def test_an_unknown_outcome_is_asked_again_after_another_death(alice: User) -> None:
    session = unknown(alice)
    first = Approval.objects.get()
    assert (first.kind, first.choices) == ("unknown_outcome", ["retry", "skip", "done"])
    assert first.text.splitlines()[1:3] == ["agent: " + first.subject["agent"], "what: the specialist's code"]
    approval_decide(approval_id=first.pk, actor_id=alice.pk, decision=answer_to(first, "retry"))
    session.refresh_from_db()
    lease = session_take(session_id=session.pk)
    assert lease is not None
    loaded = session_rebuild(session)
    assert effect_begin(lease, loaded.seq, loaded.transition, loaded.spec).verdict == "go"
    Session.objects.filter(pk=session.pk).update(lease_owner="", lease_expires_at=None)
    assert session_run(session_id=session.pk)
    assert Approval.objects.filter(state="pending").count() == 1
    Approval.objects.filter(state="pending").update(expires_at=timezone.now())
    assert approvals_expire() == 1
    session.refresh_from_db()
    # nobody's answer is a no to that one request; the code goes on and is told
    assert (session.state, session.effects.get().status, session.egress.get().outcome) == (
        "running",
        "approved",
        "failed",
    )


def test_an_answer_reaches_the_worker_within_a_second(
    running_worker: "subprocess.Popen[bytes]", record_property: Callable[[str, object], None]
) -> None:
    alice, took = User.objects.create_user("alice"), list[float]()
    for _ in range(9):
        session = unknown(alice)
        asked = Approval.objects.get(session=session)
        assert Session.objects.get(pk=session.pk).lease_owner == ""
        started = time.monotonic()
        approval_decide(
            approval_id=asked.pk, actor_id=alice.pk, decision=ApprovalDecision(choice="skip", args_hash=asked.args_hash)
        )
        # the worker of this test has no sandbox: it takes the session, and gives it back to wait for one
        waits = Session.objects.filter(pk=session.pk, state="running", retry_at__isnull=False)
        wait_for(waits.exists, timeout_s=30, what="the worker")
        took.append(time.monotonic() - started)
    record_property("answer_to_worker_median_s", statistics.median(took))
    print(f"answer to worker: median {statistics.median(took):.3f} s, worst {max(took):.3f} s")
    assert statistics.median(took) < 5  # well before any sweep would find it; the figure itself is printed
