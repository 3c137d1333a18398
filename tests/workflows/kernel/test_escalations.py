"""An identity that asks again for more than it has: its user is asked, in other words, and can only deny or abort."""

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import approval_decide, approvals_expire
from kingdom.console.inbox.approval_presenter import approval_view
from kingdom.contracts.model import ModelResponse, ToolCall
from kingdom.core.errors import BadInput
from kingdom.events.models import DomainEvent
from kingdom.sessions.engine import capabilities
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session
from kingdom.tools.models import ToolReceipt
from kingdom.workflows.models import Workflow
from tests.factories import api_client
from tests.factories.approvals import answer_to
from tests.factories.capabilities import ScriptedModel, answer
from tests.factories.workflows import advanced, agent, node_states, open_sessions, running_workflow, wish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_model")]
END = answer("Without it. [STATUS: SUCCESS]")


def _tool(name: str = "archon.exec.python") -> ModelResponse:
    """Return a request for a tool that no writer has."""
    return answer("", tool_calls=(ToolCall(id="c", name=name, args={"code": "print(1)"}),))


ASKS = pytest.mark.parametrize(
    "asked",
    [[_tool(), _tool()], [_tool(), wish(agent())], [wish(agent()), wish(agent("coder_tool"))]],
    ids=["tool", "tool and spawn", "spawn"],
)


@pytest.fixture
def asking(alice: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Workflow, list[ModelResponse | BaseException]]:
    """Return a workflow of a writer, and the script of its model."""
    script: list[ModelResponse | BaseException] = []
    monkeypatch.setattr(capabilities, "language_model", lambda: ScriptedModel(script))
    return running_workflow(alice, {"id": "writer_report", "prompt": "Write it."}), script


Asking = tuple[Workflow, list[ModelResponse | BaseException]]


def _question(asking: Asking, asked: list[ModelResponse]) -> tuple[Session, Approval]:
    workflow, script = asking
    script += [*asked, END]
    (session,) = open_sessions(workflow)
    session_run(session_id=session.pk)
    session.refresh_from_db()
    return session, Approval.objects.get(session=session, state="pending")


def _reasons(session: Session) -> list[str]:
    return list(ToolReceipt.objects.filter(session_id=session.pk).order_by("seq").values_list("reason", flat=True))


@ASKS
def test_the_first_is_refused_and_the_second_asks(asking: Asking, asked: list[ModelResponse], alice: User) -> None:
    session, approval = _question(asking, asked)
    assert session.state == "awaiting_approval"
    assert (approval.kind, approval.choices) == ("safety", ["deny", "abort"])
    assert approval.title.startswith("writer_agent asks again for what it may not have:")
    assert "nothing here can allow it" in approval.text
    assert ToolReceipt.objects.filter(session_id=session.pk, outcome="refused").count() == 1
    stored = DomainEvent.objects.filter(name="ApprovalRequested", session_id=session.pk)
    assert [event.fields["kind"] for event in stored] == ["safety"]
    view = approval_view(approval)
    assert (view.kind, view.family.name, view.family.icon) == ("Safety pause", "safety", "⚠")
    assert [choice.label for choice in view.choices] == ["Deny and go on", "Abort"]
    shown = api_client(alice).get("/api/v1/approvals/").json()["results"]
    assert [(row["kind"], row["choices"]) for row in shown] == [("safety", ["deny", "abort"])]


@ASKS
def test_deny_goes_on_without_it_and_asks_no_more(asking: Asking, asked: list[ModelResponse], alice: User) -> None:
    session, approval = _question(asking, asked)
    with pytest.raises(BadInput):
        approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "allow"))
    approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "deny"))
    asking[1].insert(0, _tool())
    session_run(session_id=session.pk)
    session.refresh_from_db()
    assert (session.state, session.answer) == ("completed", "Without it.")
    assert set(ToolReceipt.objects.filter(session_id=session.pk).values_list("outcome", flat=True)) == {"refused"}
    assert advanced(asking[0]).state == "completed"


@ASKS
def test_abort_ends_the_workflow(asking: Asking, asked: list[ModelResponse], alice: User) -> None:
    session, approval = _question(asking, asked)
    approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "abort"))
    session.refresh_from_db()
    asking[0].refresh_from_db()
    assert (session.state, asking[0].state, asking[0].error_code) == ("cancelled", "failed", "escalation")
    assert node_states(asking[0]) == {"writer_report": "failed"}
    assert not Approval.objects.filter(user=alice, state="pending").exists()
    assert _reasons(session)[1:] == ["denied_by_person"]


def test_no_answer_in_time_is_an_abort(asking: Asking) -> None:
    session, approval = _question(asking, [_tool(), _tool()])
    Approval.objects.filter(pk=approval.pk).update(expires_at=timezone.now())
    assert approvals_expire() == 1
    session.refresh_from_db()
    asking[0].refresh_from_db()
    assert (session.state, asking[0].state) == ("cancelled", "failed")
    assert _reasons(session) == ["not_granted", "nobody_answered"]
