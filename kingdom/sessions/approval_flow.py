"""Questions of sessions: a row in the inbox and a note in the log, and going on when it is answered or nobody answers."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.utils import timezone

from kingdom.approvals.approval_choices import is_allow_choice
from kingdom.approvals.models import Approval
from kingdom.approvals.permissions.selectors import effective_rules, permission_verdict
from kingdom.approvals.permissions.trial_policy import trial_verdict
from kingdom.approvals.requests.services import ApprovalTerms, SessionPosition, approval_request
from kingdom.cognition.decisions import AgentDecision, CallTool, RequestApproval, SpawnWorker
from kingdom.cognition.inputs import ApprovalResult, InputEvent, ToolResult, WorkerResult
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.core.database import in_database
from kingdom.core.errors import LostRace
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.events.event_log import event_append, input_append, session_lock
from kingdom.sessions.events.lifecycle_rules import unknown_outcome_input, unknown_outcome_result
from kingdom.sessions.gateway.egress_log import egress_finalize, egress_resolve_unknown, egress_unanswered
from kingdom.sessions.models import Effect, Session
from kingdom.sessions.selectors import pending_question
from kingdom.tools.receipts.call_log import call_result_set, call_with_unknown_outcome
from kingdom.tools.receipts.services import calls_erase

QuestionKind = Literal["tool", "resources", "unknown_outcome"]
DENIED = "Access denied by creator."


class RuleBasedApproval:
    """Answers for a person where their rules, or the organisation's, have the answer already; otherwise the session pauses."""

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return ``allow`` when every request is allowed, ``deny`` when one is forbidden, None when a person must be asked."""
        verdicts = await in_database(_permission_effects, ctx, requests)
        if "deny" in verdicts:
            return "deny"
        return "allow" if verdicts == {"allow"} else None


def _permission_effects(ctx: CallContext, requests: Sequence[ToolRequest]) -> set[str]:
    rules = effective_rules(user_id=int(ctx.user_id), session_id=uuid.UUID(ctx.session_id))
    found = set[str]()
    for one in requests:
        verdict = permission_verdict(rules, agent_id=ctx.agent_id, tool=one.name, args=one.args, call_id=one.call_id)
        found.add((trial_verdict(one.name, verdict) if ctx.trial else verdict).effect)
    return found


def question_create(session: Session, seq: int, kind: QuestionKind, subject: Mapping[str, Any]) -> Approval:
    """Ask the locked session's user about the effect decided on input ``seq``, and pause: the lease goes back."""
    place = SessionPosition(session_id=session.pk, seq=seq)
    # nothing takes the place of a credential, so there is no mock to choose
    terms = ApprovalTerms(choices=("provided", "abort")) if kind == "resources" else None
    approval = approval_request(user_id=session.user_id, kind=kind, subject=subject, place=place, terms=terms)
    told = {"kind": kind, "at": seq, "question": approval.text, "choices": approval.choices}
    event_append(session, "approval_asked", {**told, "approval_id": str(approval.pk), "args_hash": approval.args_hash})
    waiting = {"state": Session.State.AWAITING_APPROVAL, "lease_owner": "", "lease_expires_at": None, "attempts": 0}
    if (
        Session.objects.filter(pk=session.pk, lease_owner=session.lease_owner, state=Session.State.RUNNING).update(
            **waiting
        )
        != 1
    ):
        raise LostRace
    return approval


def question_subject(session: Session, seq: int, decision: AgentDecision) -> dict[str, Any]:
    """Return what is asked about: the agent and the calls of the decision, nothing that a model says about them.

    Of a handler it is the request that left and whose answer never came, when there is one.
    """
    agent = state_rebuild.session_spec(session).agent_id
    if isinstance(decision, RequestApproval | CallTool):
        tools = [{"call_id": one.call_id, "name": one.name, "args": dict(one.args)} for one in decision.requests]
        return {"agent": agent, "tools": tools}
    subject = {"agent": agent, "what": {"spawn_worker": "the specialist's code"}.get(decision.type, decision.type)}
    sent, call = egress_unanswered(session_id=session.pk, seq=seq), call_with_unknown_outcome(session_id=session.pk)
    if sent is not None:
        return {**subject, "sent": f"{sent.method} {sent.url}", "body_sha256": sent.body_hash or "no body"}
    return (
        subject
        if call is None
        else {**subject, "called": call.call_id.split(".", 3)[-1], "args_sha256": call.args_hash}
    )


def session_resume(*, approval: Approval) -> None:
    """Let a session go on with the answer to the question it waits with. Must run in the transaction that decided it.

    Nobody's answer is a no: tools are denied, an effect of unknown outcome is left out. A question that the session does not wait
    with, or not any more, is none of ours.
    """
    if approval.session_id is None:
        return
    session = session_lock(approval.session_id)
    question = pending_question(session)
    waits = session.state == Session.State.AWAITING_APPROVAL and question is not None
    if not waits or question is None or question.get("approval_id") != str(approval.pk):
        return
    at, by = int(question["at"]), approval.decided_by.get_username() if approval.decided_by else ""
    note = {"choice": approval.choice, "state": approval.state, "by": by, "at": at, "approval_id": str(approval.pk)}
    event_append(session, "approval_answered", note)
    _apply_answer(session, at, approval)
    going = {"state": Session.State.RUNNING, "lease_owner": "", "lease_expires_at": None}
    if Session.objects.filter(pk=session.pk, state=Session.State.AWAITING_APPROVAL).update(**going) != 1:
        raise LostRace
    session.refresh_from_db()
    session_enqueue(session)


def _apply_answer(session: Session, seq: int, approval: Approval) -> None:
    decision = state_rebuild.decision_at(session, seq)
    if isinstance(decision, RequestApproval):
        _close_effect(session, seq, Effect.Status.DONE)
        why = approval.note if approval.state == Approval.State.DECIDED else "Nobody answered in time."
        input_append(session, ApprovalResult(choice="allow" if is_allow_choice(approval.choice) else "deny", note=why))
    elif approval.choice in ("retry", "provided") or is_allow_choice(approval.choice):
        _close_effect(session, seq, Effect.Status.APPROVED)
    elif approval.kind == Approval.Kind.UNKNOWN_OUTCOME and isinstance(decision, SpawnWorker):
        _resolve_unknown_outcome(session, seq, "done" if approval.choice == "done" else "skip")
        _close_effect(session, seq, Effect.Status.APPROVED)
    elif approval.kind == Approval.Kind.UNKNOWN_OUTCOME:
        done = approval.choice == "done"
        _close_effect(session, seq, Effect.Status.DONE if done else Effect.Status.SKIPPED)
        input_append(session, unknown_outcome_input(decision, "done" if done else "skip"))
    else:
        _close_effect(session, seq, Effect.Status.SKIPPED)
        input_append(session, _denied_input(decision, approval))


def _resolve_unknown_outcome(session: Session, seq: int, choice: Literal["skip", "done"]) -> None:
    """Decide about the one request of the code that left and whose outcome nobody knows; the code runs again and is told.

    By now it may have its outcome: then that counts, and not the answer.
    """
    sent, call = egress_unanswered(session_id=session.pk, seq=seq), call_with_unknown_outcome(session_id=session.pk)
    if sent is not None:
        egress_resolve_unknown(receipt=sent, done=choice == "done")
    if call is not None:
        call_result_set(call=call, result=unknown_outcome_result(choice))


def _denied_input(decision: AgentDecision, approval: Approval) -> InputEvent:
    """Return what an effect that stopped in its middle to ask goes on with when the answer was no."""
    if isinstance(decision, CallTool):
        result = {"success": False, "message": DENIED, "denied": True}
        return ToolResult(
            outcomes=tuple(
                ToolOutcome(call_id=x.call_id, name=x.name, result=result, denied=True) for x in decision.requests
            )
        )
    if approval.state != Approval.State.DECIDED:
        return WorkerResult(status="error", reason="Nobody answered in time.", denied=True)
    missing = approval.kind == Approval.Kind.RESOURCES
    return WorkerResult(
        status="error", reason="It was not given the credential that it needs." if missing else DENIED, denied=True
    )


def _close_effect(session: Session, seq: int, status: Effect.Status) -> None:
    now = None if status == Effect.Status.APPROVED else timezone.now()
    if (
        Effect.objects.filter(session=session, seq=seq, status=Effect.Status.STARTED).update(
            status=status, finished_at=now
        )
        != 1
    ):
        raise LostRace
    if status != Effect.Status.APPROVED:
        calls_erase(session_id=session.pk)
        egress_finalize(session_id=session.pk)
