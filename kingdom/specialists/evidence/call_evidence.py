"""What the receipts of a session say about its calls, compared with what its answer claims and admits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kingdom.cognition.inputs import INPUT_KINDS
from kingdom.contracts.capabilities.closure import HTTP_TOOL, capability_closure
from kingdom.contracts.handler_result import CallOutcome
from kingdom.contracts.identity import Identity, mandatory_tool
from kingdom.contracts.spec import AgentSpec
from kingdom.sessions.models import EgressReceipt, Session, SessionEvent
from kingdom.sessions.selectors import is_bypass_over_limit
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.denials import MARKED_DONE
from kingdom.tools.receipts.selectors import receipts_of_sessions

_TOOL_OUTCOMES: Mapping[str, CallOutcome] = {
    ToolReceipt.Outcome.DONE: "done",
    ToolReceipt.Outcome.FAILED: "failed",
    ToolReceipt.Outcome.REFUSED: "refused",
    ToolReceipt.Outcome.INTERRUPTED: "failed",
}
_HOST_OUTCOMES: Mapping[str, CallOutcome] = {
    EgressReceipt.Outcome.ANSWERED: "done",
    EgressReceipt.Outcome.REFUSED: "refused",
    EgressReceipt.Outcome.FAILED: "failed",
    EgressReceipt.Outcome.STARTED: "failed",
    EgressReceipt.Outcome.UNKNOWN: "failed",
}
# Reasons of refusals that say nothing about the agent: people, rules and limits decided.
_DECIDED_BY_OTHERS = frozenset(
    {"permission", "denied_by_person", "nobody_answered", "not_begun", "batch", "rate_limit", "unapproved"}
)


class RecordedCall(NamedTuple):
    """One receipt: the tool or host, how the call ended, and whether that was decided by others than the agent."""

    name: str
    outcome: CallOutcome
    is_decided_by_others: bool


def recorded_calls(session: Session) -> list[RecordedCall]:
    """Return the calls of a session in their order, tools first; those of a fork with those before it.

    A fork's origin goes on by itself: what it did after the position of the fork is no evidence of the fork.
    """
    tools, hosts = receipts_of_sessions(session_ids=[session.pk]), EgressReceipt.objects.filter(session=session)
    for origin, last_input in _origins(session):
        before = ToolReceipt.objects.filter(session_id=origin.pk, finished_at__lte=last_input.created_at)
        tools = tools | before
        hosts = hosts | EgressReceipt.objects.filter(session=origin, effect_seq__lt=last_input.seq)
    ended = tools.values_list("tool", "outcome", "reason")
    requests = hosts.order_by("created_at", "effect_seq", "number").values_list("host", "outcome", "reason")
    return [
        *(_recorded(name, _tool_outcome(end, reason), reason) for name, end, reason in ended),
        *(_recorded(name, _HOST_OUTCOMES[end], reason) for name, end, reason in requests),
    ]


def _origins(session: Session) -> Iterator[tuple[Session, SessionEvent]]:
    """Yield the sessions that a session was forked from, the nearest first, each with the last input that was taken."""
    positions = list[int]()
    while session.forked_from is not None and session.forked_at_seq is not None:
        positions.append(session.forked_at_seq)
        session, position = session.forked_from, min(positions)
        taken = SessionEvent.objects.filter(session=session, kind__in=INPUT_KINDS, seq__lte=position)
        last_input = taken.order_by("seq").last()
        if last_input is None:
            return
        yield session, last_input


def has_own_failure(calls: Sequence[RecordedCall]) -> bool:
    """Return whether a call failed, or was refused for what the agent asked; a later success of it counts instead."""
    return any(call.outcome != "done" and not call.is_decided_by_others for call in _last_calls(calls).values())


def is_claimed_without_evidence(session: Session, spec: AgentSpec, calls: Sequence[RecordedCall]) -> bool:
    """Return whether a success lacks a receipt for what it claims, or hides a call that was refused or failed."""
    recorded = {(call.name, call.outcome) for call in calls}
    declared = {(str(entry.get("name")), str(entry.get("outcome"))) for entry in session.evidence}
    hidden = {(name, call.outcome) for name, call in _last_calls(calls).items() if call.outcome != "done"} - declared
    return bool(declared - recorded or hidden) or not _has_required_call(session, spec, calls)


def _has_required_call(session: Session, spec: AgentSpec, calls: Sequence[RecordedCall]) -> bool:
    """Return whether the call that the purpose depends on was done.

    A model must use the tool of its identity, unless it gave a reason for doing without, which its user's hour allows.
    Code that researches or names hosts must have reached a host or tool; code is itself the execution that other
    identities require.
    """
    done = {call.name for call in calls if call.outcome == "done"}
    required = mandatory_tool(spec.agent_id)
    if spec.engine == "model":
        return required is None or required in done or _has_bypass(session)
    needed = {host.partition(":")[0] for host in capability_closure(spec).hosts}  # receipts name hosts without a port
    if spec.identity == Identity.RESEARCH and required is not None:
        needed.add(required)
    return not needed or bool(done & {*needed, HTTP_TOOL})


def _has_bypass(session: Session) -> bool:
    return bool(session.bypass) and not is_bypass_over_limit(session)


def _tool_outcome(outcome: str, reason: str) -> CallOutcome:
    return "done" if reason == MARKED_DONE else _TOOL_OUTCOMES[outcome]


def _recorded(name: str, outcome: CallOutcome, reason: str) -> RecordedCall:
    return RecordedCall(name, outcome, outcome == "refused" and reason in _DECIDED_BY_OTHERS)


def _last_calls(calls: Sequence[RecordedCall]) -> dict[str, RecordedCall]:
    return {call.name: call for call in calls}
