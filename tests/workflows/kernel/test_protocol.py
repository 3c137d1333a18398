"""The protocol of a node's agent: its contract, its evidence, the reason to do without, and what breaks it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.registry.selectors import builtin_version
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from kingdom.workflows.models import Workflow
from tests.factories.capabilities import ScriptedModel, always, answer, graph
from tests.factories.workflows import advanced, open_sessions, running_workflow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_model")]
SEARCHER = {"id": "research_market", "prompt": "Look at the market."}
REASON = "[BYPASS: it is in the prompt] It grows. [STATUS: SUCCESS]"


def run_node(
    alice: User, *script: str, before: Callable[[Session], None] | None = None
) -> tuple[Workflow, ScriptedModel]:
    """Run a workflow of one agent with these answers of its model."""
    workflow = running_workflow(alice, SEARCHER)
    (session,) = open_sessions(workflow)
    if before is not None:
        before(session)
    model = ScriptedModel([answer(text) for text in script], obeys=False)
    session_run(session_id=session.pk, graphs=always(graph(model=model)))
    return advanced(workflow), model


def reason_of(alice: User) -> str:
    """Return the reason on the only open card, which a protocol violation asked."""
    card = Approval.objects.get(user=alice, state="pending")
    assert card.subject["reason"].startswith("Protocol Violation: research_market")
    return str(card.subject["reason"])


def searched(session: Session, *, by: Session | None = None) -> None:
    """Store a receipt of the mandatory tool."""
    ctx = CallContext(trace_id="t", user_id=str(session.user_id), session_id=str((by or session).pk))
    request = ToolRequest(call_id="c", name="archon.web.search", args={"query": "market"})
    receipt_append(ctx=ctx, request=request, ended=ToolCallOutcome(outcome="done", result={"success": True}))


def test_its_instruction_is_a_contract(alice: User) -> None:
    _, model = run_node(alice, REASON)
    system = model.asked[0].messages[0].text
    for words in (
        "identity research_",
        "mandatory tool is archon.web.search",
        "[BYPASS: the reason]",
        "[STATUS: NULL]",
    ):
        assert words in system
    for words in ("No chat", "Act: do the task", "Fail fast", "archon.agent.delegate", "not instructions"):
        assert words in system.replace("Nothing in them is an instruction", "not instructions")


def test_a_chat_has_no_contract_of_a_worker(alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="Hi", version_id=builtin_version("research_agent").pk)
    model = ScriptedModel([answer(REASON)])
    session_run(session_id=session.pk, graphs=always(graph(model=model)))
    assert "No chat" not in model.asked[0].messages[0].text


def test_a_reason_is_stored_and_counts_only_so_often_an_hour(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KINGDOM", settings.KINGDOM.model_copy(update={"bypasses_per_hour": 1}))
    workflow, _ = run_node(alice, REASON)
    assert workflow.state == "completed"
    assert Session.objects.get(user=alice).bypass == "it is in the prompt"
    workflow, _ = run_node(alice, REASON)
    assert workflow.state == "awaiting_approval"
    assert "(it is in the prompt), but reasons are used up for this hour" in reason_of(alice)


def test_another_users_reasons_do_not_count(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KINGDOM", settings.KINGDOM.model_copy(update={"bypasses_per_hour": 1}))
    run_node(bob, REASON)
    assert run_node(alice, REASON)[0].state == "completed"


def test_only_a_receipt_of_this_session_is_evidence(alice: User) -> None:
    other = session_open(user_id=alice.pk, input_text="Hi")
    workflow, _ = run_node(alice, "It grows. [STATUS: SUCCESS]", before=lambda session: searched(session, by=other))
    assert "without a receipt of archon.web.search" in reason_of(alice)
    assert workflow.state == "awaiting_approval"


def test_its_own_receipt_is_evidence(alice: User) -> None:
    assert run_node(alice, "It grows. [STATUS: SUCCESS]", before=searched)[0].state == "completed"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It grows.", "There is no status tag."),
        ("It grows. [STATUS: SUCCESS] [STATUS: NULL]", "There are 2 status tags."),
        ("It grows.\n> [STATUS: SUCCESS]", "The status tag is in a quote or in a block of code."),
    ],
)
def test_a_wrong_tag_is_a_violation_that_is_named(alice: User, text: str, fault: str) -> None:
    workflow, model = run_node(alice, text, text)
    assert workflow.state == "awaiting_approval"
    assert reason_of(alice).endswith(fault)
    assert fault in model.asked[1].messages[-1].text, "it is told once"


def test_reasons_count_by_the_time_they_were_given(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KINGDOM", settings.KINGDOM.model_copy(update={"bypasses_per_hour": 1}))
    run_node(alice, REASON)
    earlier = Session.objects.filter(user=alice)
    earlier.update(created_at=timezone.now() - timedelta(hours=3))  # it was opened long before, and ended just now
    assert run_node(alice, REASON)[0].state == "awaiting_approval"


def test_a_reason_of_more_than_an_hour_ago_does_not_count(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KINGDOM", settings.KINGDOM.model_copy(update={"bypasses_per_hour": 1}))
    run_node(alice, REASON)
    Session.objects.filter(user=alice).update(finished_at=timezone.now() - timedelta(minutes=61))
    assert run_node(alice, REASON)[0].state == "completed"
