"""Questions of sessions: creates an approval with a note in the log, and resumes the session with the answer."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kingdom.approvals.approval_choices import is_allow_choice
from kingdom.approvals.models import Approval
from kingdom.approvals.permissions.selectors import effective_rules
from kingdom.approvals.requests.services import ApprovalTerms, SessionPosition, approval_request
from kingdom.cognition.decisions import AgentDecision, CallTool, Delegate, RequestApproval, SpawnWorker
from kingdom.cognition.inputs import ApprovalResult, InputEvent, ToolResult, WorkerResult
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.capabilities.closure import HTTP_TOOL
from kingdom.contracts.tools import ACCESS_DENIED_MESSAGE, ToolOutcome, ToolRequest, denied_result
from kingdom.core.database import in_database
from kingdom.core.errors import LostRace
from kingdom.core.sql_parts import end_of
from kingdom.core.text.sentences import sentence
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.events.event_log import event_append, input_append, session_lock
from kingdom.sessions.events.lifecycle_rules import unknown_outcome_input, unknown_outcome_result
from kingdom.sessions.gateway.egress_log import egress_finalize, egress_resolve_unknown, egress_unanswered
from kingdom.sessions.models import Effect, Session
from kingdom.sessions.selectors import pending_question
from kingdom.sessions.version_specs import session_spec
from kingdom.tools.gate.gate_checks import call_verdict
from kingdom.tools.models import ToolCall, ToolReceipt
from kingdom.tools.receipts.call_log import call_result_set, call_with_unknown_outcome, calls_in_progress
from kingdom.tools.receipts.denials import DenialReason, denied_calls_record, unknown_call_record
from kingdom.tools.receipts.services import ToolCallOutcome, calls_erase, receipt_append, stored_call_id

QuestionKind = Literal["tool", "resources", "host", "safety", "unknown_outcome"]
# a credential has no mock, and nothing can allow more than an identity has
_NARROWED: Mapping[str, tuple[str, ...]] = {"resources": ("provided", "abort"), "safety": ("deny", "abort")}
_NO_ANSWER = "Nobody answered in time."


class RuleBasedApproval:
    """Approval by the rules of the user and of the organisation; without a matching rule the session pauses."""

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return ``allow`` if all requests are allowed, ``deny`` if one is denied, None if a person must decide."""
        verdicts = await in_database(_permission_effects, ctx, requests)
        if "deny" in verdicts:
            return "deny"
        return "allow" if verdicts == {"allow"} else None


def _permission_effects(ctx: CallContext, requests: Sequence[ToolRequest]) -> set[str]:
    rules = effective_rules(user_id=int(ctx.user_id), session_id=uuid.UUID(ctx.session_id))
    return {call_verdict(ctx, rules, request).effect for request in requests}


def question_create(session: Session, seq: int, kind: QuestionKind, subject: Mapping[str, Any]) -> Approval:
    """Ask the locked session's user about the effect of input ``seq``, pause the session and release its lease."""
    position = SessionPosition(session_id=session.pk, seq=seq)
    subject = _with_purpose(session, kind, subject)
    terms = ApprovalTerms(choices=_NARROWED[kind]) if kind in _NARROWED else None
    approval = approval_request(user_id=session.user_id, kind=kind, subject=subject, place=position, terms=terms)
    note = {"kind": kind, "at": seq, "question": approval.text, "choices": approval.choices}
    event_append(session, "approval_asked", {**note, "approval_id": str(approval.pk), "args_hash": approval.args_hash})
    waiting = {"state": Session.State.AWAITING_APPROVAL, "lease_owner": "", "lease_expires_at": None, "attempts": 0}
    running = Session.objects.filter(pk=session.pk, lease_owner=session.lease_owner, state=Session.State.RUNNING)
    if running.update(**waiting) != 1:
        raise LostRace
    return approval


def _with_purpose(session: Session, kind: QuestionKind, subject: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the subject of a question; a call by code has its specialist's purpose, since code states no reason."""
    if kind != "tool" or "summary" in subject:
        return subject
    return {**subject, "purpose": session_spec(session).purpose}


def question_subject(session: Session, seq: int, decision: AgentDecision) -> dict[str, Any]:
    """Return the subject of a question: the agent, the calls of the decision, and the model's reason for them.

    For a handler it is the sent HTTP request or the tool call with an unknown outcome, if there is one.
    """
    agent = session_spec(session).agent_id
    if isinstance(decision, RequestApproval | CallTool):
        tools = [{"call_id": call.call_id, "name": call.name, "args": dict(call.args)} for call in decision.requests]
        summary = decision.summary if isinstance(decision, RequestApproval) else ""
        return {"agent": agent, "tools": tools, "summary": summary}
    subject = {"agent": agent, "what": {"spawn_worker": "the specialist's code"}.get(decision.type, decision.type)}
    sent, call = egress_unanswered(session_id=session.pk, seq=seq), call_with_unknown_outcome(session_id=session.pk)
    if sent is not None:
        return {**subject, "sent": f"{sent.method} {sent.url}", "body_sha256": sent.body_hash or "no body"}
    if call is not None:
        return {**subject, "called": call.call_id.split(".", 3)[-1], "args_sha256": call.args_hash}
    return subject


def session_resume(*, approval: Approval) -> None:
    """Resume a session with the answer to its open question. Call it in the transaction of the answer.

    An expired question counts as a denial: tools are denied, an effect with an unknown outcome is skipped. An approval
    that the session does not wait for is ignored.
    """
    if approval.session_id is None:
        return
    session = session_lock(approval.session_id)
    question = pending_question(session)
    if session.state != Session.State.AWAITING_APPROVAL or question is None:
        return
    if question.get("approval_id") != str(approval.pk):
        return
    at, by = int(question["at"]), approval.decided_by.get_username() if approval.decided_by else ""
    note = {"choice": approval.choice, "state": approval.state, "by": by, "at": at, "approval_id": str(approval.pk)}
    event_append(session, "approval_answered", note)
    _apply_answer(session, at, approval)
    running = {"state": Session.State.RUNNING, "lease_owner": "", "lease_expires_at": None}
    if Session.objects.filter(pk=session.pk, state=Session.State.AWAITING_APPROVAL).update(**running) != 1:
        raise LostRace
    session.refresh_from_db()
    session_enqueue(session)


def pending_calls_record(session: Session) -> None:
    """Leave a receipt of each call that the open question of a locked session is about, because the session ends.

    Its user may have ended it by the answer or without one, or nobody answered. Call it in the transaction of the end.
    """
    question = pending_question(session)
    approval = Approval.objects.filter(pk=question["approval_id"]).first() if question is not None else None
    if question is None or approval is None:
        return
    seq = int(question["at"])
    decision = state_rebuild.decision_at(session, seq)
    if approval.kind != Approval.Kind.UNKNOWN_OUTCOME:
        _record_denials(session, approval, _denied_requests(seq, decision, approval))
    elif isinstance(decision, CallTool):
        _record_unknown_calls(session, decision.requests, "skip")
    elif (call := call_with_unknown_outcome(session_id=session.pk)) is not None:
        _record_unknown_call(session, call, "skip")


def delegated_call_record(session: Session) -> None:
    """Leave a receipt of the delegation that a locked session waits for, because the session ends. None for others."""
    effect = Effect.objects.filter(session=session, status=Effect.Status.STARTED).order_by("-seq").first()
    decision = state_rebuild.decision_at(session, effect.seq) if effect is not None else None
    if effect is None or not isinstance(decision, Delegate):
        return
    interrupted = ToolReceipt.Outcome.INTERRUPTED
    ended = ToolCallOutcome(outcome=interrupted, result={}, started_at=effect.started_at)
    receipt_append(ctx=_agent_context(session), request=decision.request, ended=ended)


def _apply_answer(session: Session, seq: int, approval: Approval) -> None:
    decision = state_rebuild.decision_at(session, seq)
    if _runs_again(decision, approval):
        _close_effect(session, seq, Effect.Status.APPROVED)
    elif isinstance(decision, RequestApproval):
        _close_effect(session, seq, Effect.Status.DONE)
        if not is_allow_choice(approval.choice):
            _record_denials(session, approval, decision.requests)
        note = approval.note if approval.state == Approval.State.DECIDED else _NO_ANSWER
        input_append(session, ApprovalResult(choice="allow" if is_allow_choice(approval.choice) else "deny", note=note))
    elif approval.kind == Approval.Kind.UNKNOWN_OUTCOME:
        _apply_unknown_outcome(session, seq, decision, "done" if approval.choice == "done" else "skip")
    else:
        _close_effect(session, seq, Effect.Status.SKIPPED)
        _record_denials(session, approval, _denied_requests(seq, decision, approval))
        input_append(session, _denied_input(decision, approval))


def _runs_again(decision: AgentDecision, approval: Approval) -> bool:
    """Return whether the effect that paused to ask is carried out again, now with what the answer gives."""
    if approval.kind == Approval.Kind.HOST:
        return approval.choice == "allow"
    return not isinstance(decision, RequestApproval) and (
        is_allow_choice(approval.choice) or approval.choice in ("retry", "provided")
    )


def _apply_unknown_outcome(
    session: Session, seq: int, decision: AgentDecision, choice: Literal["skip", "done"]
) -> None:
    if isinstance(decision, SpawnWorker):
        _resolve_unknown_outcome(session, seq, choice)
        _close_effect(session, seq, Effect.Status.APPROVED)
    else:
        if isinstance(decision, CallTool):
            _record_unknown_calls(session, decision.requests, choice)
        _close_effect(session, seq, Effect.Status.DONE if choice == "done" else Effect.Status.SKIPPED)
        input_append(session, unknown_outcome_input(decision, choice))


def _resolve_unknown_outcome(session: Session, seq: int, choice: Literal["skip", "done"]) -> None:
    """Apply a person's choice to the HTTP request or tool call with an unknown outcome; the code then runs again.

    An outcome that arrived in the meantime takes precedence over the choice.
    """
    sent, call = egress_unanswered(session_id=session.pk, seq=seq), call_with_unknown_outcome(session_id=session.pk)
    if sent is not None:
        egress_resolve_unknown(receipt=sent, done=choice == "done")
    if call is not None and call_result_set(call=call, result=unknown_outcome_result(choice)):
        _record_unknown_call(session, call, choice)


def _record_unknown_call(session: Session, call: ToolCall, choice: Literal["skip", "done"]) -> None:
    """Record the call of a handler that was begun: of its arguments only the hash is known."""
    name, args = call.call_id.split(".", 3)[-1], {"args_sha256": call.args_hash}
    request = ToolRequest(call_id=call.call_id, name=name, args=args)
    unknown_call_record(ctx=_agent_context(session), request=request, call=call, done=choice == "done")


def _record_unknown_calls(session: Session, requests: Sequence[ToolRequest], choice: Literal["skip", "done"]) -> None:
    """Record the calls of a batch that have no result: the one that was begun, and those after it that never were."""
    ctx = _agent_context(session)
    begun = {call.call_id: call for call in calls_in_progress(session_id=session.pk)}
    for request in requests:
        call = begun.get(stored_call_id(request.call_id))
        if call is None:
            denied_calls_record(ctx=ctx, requests=[request], reason="not_begun")
        elif call.result is None:
            unknown_call_record(ctx=ctx, request=request, call=call, done=choice == "done")


def _record_denials(session: Session, approval: Approval, requests: Sequence[ToolRequest]) -> None:
    """Append the receipts of calls that a person denied, that nobody answered in time, or that a stop came before."""
    reasons: Mapping[str, DenialReason] = {
        Approval.State.DECIDED: "denied_by_person",
        Approval.State.PENDING: "not_begun",
    }
    reason = reasons.get(approval.state, "nobody_answered")
    denied_calls_record(ctx=_agent_context(session), requests=requests, reason=reason)


def _agent_context(session: Session) -> CallContext:
    agent_id = session_spec(session).agent_id
    user_id, session_id = str(session.user_id), str(session.pk)
    return CallContext(trace_id=session.trace_id, user_id=user_id, session_id=session_id, agent_id=agent_id)


def _denied_requests(seq: int, decision: AgentDecision, approval: Approval) -> Sequence[ToolRequest]:
    """Return the calls that a denied question was about; one for a host or credential is a request to that host."""
    if isinstance(decision, Delegate):
        return [decision.request]
    if isinstance(decision, CallTool | RequestApproval):
        return decision.requests
    if approval.kind == Approval.Kind.TOOL:
        return [ToolRequest(**call) for call in approval.subject.get("tools", ())]
    args = {name: approval.subject[name] for name in ("host", "name") if approval.subject.get(name)}
    return [ToolRequest(call_id=f"{seq}.{approval.kind}", name=HTTP_TOOL, args=args)]


def _denied_input(decision: AgentDecision, approval: Approval) -> InputEvent:
    """Return the next input after the denial of an effect that paused to ask."""
    if isinstance(decision, CallTool | Delegate):
        requests = [decision.request] if isinstance(decision, Delegate) else decision.requests
        result = denied_result()
        return ToolResult(
            outcomes=tuple(
                ToolOutcome(call_id=request.call_id, name=request.name, result=result, denied=True)
                for request in requests
            )
        )
    if approval.state != Approval.State.DECIDED:
        reason = _NO_ANSWER
    elif approval.kind == Approval.Kind.HOST:
        reason = sentence(
            "Its user did not agree that it reaches %(host)s.", host=approval.subject.get("host", "the host")
        )
    elif approval.kind == Approval.Kind.RESOURCES:
        reason = sentence("It was not given the credential that it needs.")
    else:
        reason = ACCESS_DENIED_MESSAGE
    return WorkerResult(status="error", reason=reason, denied=True)


def _close_effect(session: Session, seq: int, status: Effect.Status) -> None:
    is_closed = status != Effect.Status.APPROVED
    started = Effect.objects.filter(session=session, seq=seq, status=Effect.Status.STARTED)
    if started.update(status=status, finished_at=end_of("started_at") if is_closed else None) != 1:
        raise LostRace
    if is_closed:
        calls_erase(session_id=session.pk)
        egress_finalize(session_id=session.pk)
