"""What the receipts of a session say about its calls, compared with what its answer claims and admits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.adapters.egress_proxy.port import is_failed_send
from kingdom.cognition.inputs import INPUT_KINDS
from kingdom.contracts.capabilities.closure import HTTP_TOOL, capability_closure, purpose_tool
from kingdom.contracts.handler_result import CallOutcome
from kingdom.contracts.http_methods import is_read_only
from kingdom.contracts.identity import Identity
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


_WITHOUT_FORM = frozenset({"bad_args", "unknown_tool"})  # such a call is made again with other arguments


class RecordedCall(NamedTuple):
    """One receipt: the tool or host, how the call ended, and whether that was decided by others than the agent.

    A host that answers with an error decides so, too: an answer that says so is an honest decline.
    ``target`` is what the call was to change, empty for one that reads, runs or has no form: the path of a file, or
    method, address and body of a request, without the body where it was refused.
    """

    name: str
    outcome: CallOutcome
    is_decided_by_others: bool = False
    target: tuple[str, ...] = ()


def recorded_calls(session: Session) -> list[RecordedCall]:
    """Return the calls of a session in their order, tools first; those of a fork with those before it.

    A fork's origin goes on by itself: what it did after the position of the fork is no evidence of the fork.
    """
    tools, hosts = receipts_of_sessions(session_ids=[session.pk]), EgressReceipt.objects.filter(session=session)
    for origin, last_input in _origins(session):
        before = ToolReceipt.objects.filter(session_id=origin.pk, finished_at__lte=last_input.created_at)
        tools = tools | before
        hosts = hosts | EgressReceipt.objects.filter(session=origin, effect_seq__lt=last_input.seq)
    ended = tools.values_list("tool", "outcome", "reason", "side", "args")
    requests = hosts.order_by("created_at", "effect_seq", "number")
    return [*(_tool_call(*row) for row in ended), *map(_host_request, requests)]


def _tool_call(tool: str, outcome: str, reason: str, side: str, args: object) -> RecordedCall:
    ended: CallOutcome = "done" if reason == MARKED_DONE else _TOOL_OUTCOMES[outcome]
    given: Mapping[str, Any] = args if isinstance(args, Mapping) and reason not in _WITHOUT_FORM else {}
    target = _changed_by(given) if side in ("write", "network") or tool == HTTP_TOOL else ()
    return RecordedCall(tool, ended, _is_decided_by_others(tool, ended, reason), target)


def _is_decided_by_others(tool: str, ended: CallOutcome, reason: str) -> bool:
    """Return whether others than the agent decided how a call ended: of a failed request without a reason, the host."""
    if ended == "refused":
        return reason in _DECIDED_BY_OTHERS
    return tool == HTTP_TOOL and ended == "failed" and not reason


def _changed_by(args: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the file that a tool call changes, or method and address of a request that does not only read."""
    method, url = str(args.get("method", "GET")), str(args.get("url", ""))
    if url:
        is_read = is_read_only(method, url, args.get("headers", {}), args.get("params"))
        return () if is_read else (method, url)
    return (str(args["path"]),) if "path" in args else ()


def _host_request(receipt: EgressReceipt) -> RecordedCall:
    is_failed = is_failed_send(receipt.status, read_only=receipt.read_only)
    outcome: CallOutcome = "failed" if is_failed else _HOST_OUTCOMES[receipt.outcome]
    is_decided = is_failed or (outcome == "refused" and receipt.reason in _DECIDED_BY_OTHERS)
    sent = (receipt.body_hash,) if outcome != "refused" else ()  # placeholders in the body of a refused one differ
    target = () if receipt.read_only else (receipt.method, receipt.url, *sent)
    return RecordedCall(receipt.host, outcome, is_decided, target)


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
    return any(not call.is_decided_by_others for call in _unsuccessful_calls(calls))


def is_claimed_without_evidence(session: Session, spec: AgentSpec, calls: Sequence[RecordedCall]) -> bool:
    """Return whether a success lacks a receipt for what it claims, or hides a call that was refused or failed."""
    recorded = {(call.name, call.outcome) for call in calls}
    declared = {(str(entry.get("name")), str(entry.get("outcome"))) for entry in session.evidence}
    hidden = {(call.name, call.outcome) for call in _unsuccessful_calls(calls)} - declared
    return bool(declared - recorded or hidden) or not _has_required_call(session, spec, calls)


def _has_required_call(session: Session, spec: AgentSpec, calls: Sequence[RecordedCall]) -> bool:
    """Return whether the call that the purpose depends on was done.

    A model must use the tool of its purpose, unless it gave a reason for doing without, which its user's hour allows.
    Code that researches or names hosts must have reached a host or tool; code is itself the execution that other
    identities require.
    """
    done = {call.name for call in calls if call.outcome == "done"}
    required = purpose_tool(spec)
    if spec.engine == "model":
        return required is None or required in done or _has_bypass(session)
    needed = {host.partition(":")[0] for host in capability_closure(spec).hosts}  # receipts name hosts without a port
    if spec.identity == Identity.RESEARCH and required is not None:
        needed.add(required)
    return not needed or bool(done & {*needed, HTTP_TOOL})


def _has_bypass(session: Session) -> bool:
    return bool(session.bypass) and not is_bypass_over_limit(session)


def _unsuccessful_calls(calls: Sequence[RecordedCall]) -> Sequence[RecordedCall]:
    """Return the calls that were refused or failed, without those that succeeded later.

    What changes something succeeds for itself only: a text to one person is not borne out by one to another.
    """
    found = dict[tuple[str, tuple[str, ...]], RecordedCall]()
    for call in calls:
        if call.outcome != "done":
            found[call.name, call.target] = call
            continue
        found = {key: earlier for key, earlier in found.items() if not _replaces(call, earlier)}
    return list(found.values())


def _replaces(done: RecordedCall, earlier: RecordedCall) -> bool:
    """Return whether a later success stands for a call; for one that changes something only one of the same target."""
    return done.name == earlier.name and done.target[: len(earlier.target)] == earlier.target
