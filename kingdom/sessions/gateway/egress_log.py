"""Receipts of HTTP requests: stored before sending, closed once by the outcome, read again by a repeated run."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Max, Q, QuerySet, Value, When
from django.utils import timezone

from kingdom.adapters.egress_proxy.port import EgressRecord, EgressReply
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.capabilities.closure import HTTP_TOOL
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import Conflict
from kingdom.core.sql_parts import SqlPart, end_of
from kingdom.events.event_store import NewEvent, events_store
from kingdom.events.tool_events import tool_completed_events, tool_event_run, tool_requested_events
from kingdom.providers.circuit_store import circuit_record, host_circuit
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Effect, EgressReceipt, Session

_Outcome = EgressReceipt.Outcome
_MAX_MESSAGE_LENGTH = 500
_FINALIZE = """
UPDATE session_egress SET outcome = CASE WHEN outcome = 'started' THEN 'unknown' ELSE outcome END,
    finished_at = CASE WHEN outcome = 'started' THEN greatest(created_at, %(egress_now)s) ELSE finished_at END,
    reply = NULL
WHERE session_id = %(egress_session)s AND (outcome = 'started' OR reply IS NOT NULL)
"""
_INTERRUPTED, _UNREADABLE = "interrupted", "encoding"  # reasons of failures that say nothing against a host
_AWAY_STATUSES = (502, 503, 504)
_SKIPPED = "Whether this request arrived is not known, and a person chose to go on without it."


@dataclass(frozen=True, kw_only=True)
class EffectLease:
    """The effect of a request, the worker that may carry it out, and whose calls it makes."""

    session_id: uuid.UUID
    seq: int
    owner: str
    caller: CallContext


_EVENT_OUTCOMES = {_Outcome.ANSWERED: "done", _Outcome.FAILED: "failed", _Outcome.REFUSED: "refused"}


@dataclass(frozen=True, kw_only=True)
class EgressRequest:
    """Identity of a request: the hash of the whole, with credentials by name, and whether it only reads."""

    hash: str
    read_only: bool


def effect_lease_get(*, session_id: uuid.UUID, owner: str, caller: CallContext) -> EffectLease:
    """Return the started effect of a session's handler. Raises Conflict when there is no such effect."""
    effect = Effect.objects.filter(session_id=session_id, status=Effect.Status.STARTED).order_by("-seq").first()
    if effect is None:
        raise Conflict("No effect of this session is under way.")
    return EffectLease(session_id=session_id, seq=effect.seq, owner=owner, caller=caller)


def egress_list(effect_lease: EffectLease) -> list[EgressReceipt]:
    """Return the receipts of all attempts of an effect, in order."""
    return list(
        EgressReceipt.objects.filter(session_id=effect_lease.session_id, effect_seq=effect_lease.seq).order_by("number")
    )


@transaction.atomic
def effect_lease_check(*, effect_lease: EffectLease) -> None:
    """Raise LeaseLost when this worker no longer holds the session."""
    session_lock(effect_lease.session_id, effect_lease.owner)


@transaction.atomic
def egress_begin(
    *, effect_lease: EffectLease, request: EgressRequest, record: EgressRecord, shown: Mapping[str, Any]
) -> EgressReceipt:
    """Store a request that is about to be sent; its event has the figures of what people and rules were shown of it.

    Raises LeaseLost: the fence against a worker that lost its lease.
    """
    session_lock(effect_lease.session_id, effect_lease.owner)
    caller = effect_lease.caller
    receipt = _receipt_create(effect_lease, request, record, {"outcome": _Outcome.STARTED})
    asked = _tool_request(receipt)
    asked = replace(asked, args={**shown, **asked.args})
    events_store(tool_event_run(caller), *tool_requested_events(caller, [asked]))
    return receipt


@transaction.atomic
def egress_refuse(
    *, effect_lease: EffectLease, request: EgressRequest, record: EgressRecord, message: str
) -> EgressReceipt:
    """Store a refused request. Raises LeaseLost."""
    session_lock(effect_lease.session_id, effect_lease.owner)
    closing = _closing_fields(record, message)
    started = {"created_at": closing["finished_at"], "outcome": _Outcome.REFUSED}  # one time: nothing was sent
    caller = effect_lease.caller
    receipt = _receipt_create(effect_lease, request, record, closing | started)
    requested = tool_requested_events(caller, [_tool_request(receipt)])
    events_store(tool_event_run(caller), *requested, *_end_events(caller, receipt, record))
    return receipt


@transaction.atomic
def egress_end(
    *,
    caller: CallContext,
    receipt: EgressReceipt,
    record: EgressRecord,
    reply: Any = None,  # noqa: ANN401 - any JSON value
    message: str = "",
) -> bool:
    """Close a request with its outcome and its reply to the program; returns False when it was already closed."""
    needed = Session.objects.filter(pk=receipt.session_id, state=Session.State.RUNNING).exists()
    fields = {
        **_receipt_fields(record),
        **_closing_fields(record, message),
        "outcome": _Outcome(record.outcome),
        "reply": reply if needed else None,
        "finished_at": end_of("created_at"),
    }
    if EgressReceipt.objects.filter(pk=receipt.pk, outcome=_Outcome.STARTED).update(**fields) != 1:
        return False
    events_store(tool_event_run(caller), *_end_events(caller, receipt, record))
    return True


def egress_mark_unknown(*, receipt: EgressReceipt) -> None:
    """Close a request as of unknown outcome, before it is sent again."""
    _open_receipts(session_id=receipt.session_id).filter(pk=receipt.pk).update(
        outcome=_Outcome.UNKNOWN, finished_at=end_of("created_at")
    )


def host_circuit_record(record: EgressRecord) -> None:
    """Show an exchange to its host's circuit: workflows begin nothing that calls a host which does not answer."""
    if record.outcome == "refused" or record.reason == _INTERRUPTED or not record.host:
        return
    is_away = record.status in _AWAY_STATUSES or (record.outcome == "failed" and record.reason != _UNREADABLE)
    circuit_record(host_circuit(record.host), answered=not is_away)


def is_egress_resumable(*, session_id: uuid.UUID, seq: int) -> bool:
    """Return whether a handler may run again after its worker died: none of its writes has an unknown outcome."""
    return egress_unanswered(session_id=session_id, seq=seq) is None


def egress_unanswered(*, session_id: uuid.UUID, seq: int) -> EgressReceipt | None:
    """Return the write of an effect with an unknown outcome, None if there is no such write."""
    return _open_receipts(session_id=session_id).filter(effect_seq=seq, read_only=False).order_by("number").last()


def egress_resolve_unknown(*, receipt: EgressReceipt, done: bool) -> bool:
    """Close a write of unknown outcome as a person decided; returns False when its outcome has arrived.

    ``done``: the code gets an answer without a body; otherwise it gets a failure. The receipt records the decision.
    """
    headers = {"kingdom-outcome": "unknown, marked as done by a person"}
    reply = EgressReply(status=204, headers=headers, body="", truncated=False, masked=0).value()
    fields: dict[str, Any] = {"finished_at": end_of("created_at"), "message": "" if done else _SKIPPED}
    fields |= {
        "outcome": _Outcome.ANSWERED if done else _Outcome.FAILED,
        "reason": "marked_done" if done else "skipped",
    }
    unanswered = _open_receipts(session_id=receipt.session_id).filter(pk=receipt.pk)
    return unanswered.update(**fields, reply=reply if done else None) == 1


def egress_finalize(*, session_id: uuid.UUID) -> None:
    """Drop the replay data of a closed effect; mark unanswered requests UNKNOWN."""
    is_open = Q(outcome=_Outcome.STARTED)
    left = EgressReceipt.objects.filter(is_open | Q(reply__isnull=False), session_id=session_id)
    left.update(
        outcome=Case(When(is_open, then=Value(_Outcome.UNKNOWN)), default=F("outcome")),
        finished_at=Case(When(is_open, then=end_of("created_at")), default=F("finished_at")),
        reply=None,
    )


def egress_finalize_part(*, session_id: uuid.UUID) -> SqlPart:
    """Return ``egress_finalize`` as a part of another statement."""
    return SqlPart("egress", _FINALIZE, {"egress_session": session_id, "egress_now": timezone.now()})


def egress_replies_erase(*, session_id: uuid.UUID) -> None:
    """Drop the replies of hosts. A request in flight still closes its own receipt."""
    EgressReceipt.objects.filter(session_id=session_id, reply__isnull=False).update(reply=None)


def _tool_request(receipt: EgressReceipt) -> ToolRequest:
    """Return a request of a handler as the call that its events are about."""
    call_id = f"{receipt.effect_seq}.http.{receipt.number}"
    return ToolRequest(call_id=call_id, name=HTTP_TOOL, args={"method": receipt.method, "url": receipt.url})


def _end_events(caller: CallContext, receipt: EgressReceipt, record: EgressRecord) -> list[NewEvent]:
    outcome, seconds = _EVENT_OUTCOMES[_Outcome(record.outcome)], record.ms / 1000
    return tool_completed_events(
        caller, _tool_request(receipt), outcome=outcome, reason=record.reason[:60], seconds=seconds
    )


def _open_receipts(*, session_id: uuid.UUID) -> QuerySet[EgressReceipt]:
    return EgressReceipt.objects.filter(session_id=session_id, outcome=_Outcome.STARTED)


def _receipt_create(
    effect_lease: EffectLease, request: EgressRequest, record: EgressRecord, fields: dict[str, Any]
) -> EgressReceipt:
    receipts = EgressReceipt.objects.filter(session_id=effect_lease.session_id, effect_seq=effect_lease.seq)
    last: int | None = receipts.aggregate(last=Max("number"))["last"]
    return EgressReceipt.objects.create(
        session_id=effect_lease.session_id,
        effect_seq=effect_lease.seq,
        number=(last or 0) + 1,
        request_hash=request.hash,
        read_only=request.read_only,
        **{**_receipt_fields(record), **fields},
    )


def _receipt_fields(record: EgressRecord) -> dict[str, Any]:
    fields = {
        "method": record.method[:10],
        "url": record.url,
        "host": record.host[:260],
        "address": record.address[:64],
        "headers": dict(record.headers),
        "body_hash": record.body_digest,
        "credentials": list(record.credentials),
        "status": record.status,
        "sent_bytes": record.sent_bytes,
        "received_bytes": record.received_bytes,
        "response_hash": record.response_digest,
        "masked": record.masked,
    }
    stored: dict[str, Any] = to_jsonb(fields)
    return stored


def _closing_fields(record: EgressRecord, message: str) -> dict[str, Any]:
    return {
        "reason": record.reason[:60],
        "message": to_jsonb(message[:_MAX_MESSAGE_LENGTH]),
        "ms": record.ms,
        "finished_at": timezone.now(),
    }
