"""Requests of sandboxed code to the outside, on record: begun before they leave, closed once, looked up by a run that begins again."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from kingdom.adapters.egress_proxy.port import EgressRecord as Told
from kingdom.adapters.egress_proxy.port import EgressReply
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.errors import Conflict
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Effect, EgressReceipt, Session

_Outcome = EgressReceipt.Outcome
_MAX_MESSAGE_LENGTH = 500
_SKIPPED = "Whether this request arrived is not known, and a person chose to go on without it."


@dataclass(frozen=True, kw_only=True)
class EffectLease:
    """The effect that a request belongs to, and the worker that may carry it out."""

    session_id: uuid.UUID
    seq: int
    owner: str


@dataclass(frozen=True, kw_only=True)
class EgressRequest:
    """One request as the program wrote it: the hash of all of it, credentials by name, and whether it only reads."""

    hash: str
    safe: bool


def effect_lease_get(*, session_id: uuid.UUID, owner: str) -> EffectLease:
    """Return where a session's running handler stands. Raises Conflict when no effect of it is under way."""
    effect = Effect.objects.filter(session_id=session_id, status=Effect.Status.STARTED).order_by("-seq").first()
    if effect is None:
        raise Conflict("No effect of this session is under way.")
    return EffectLease(session_id=session_id, seq=effect.seq, owner=owner)


def egress_list(place: EffectLease) -> list[EgressReceipt]:
    """Return what earlier tries of an effect asked of the outside, in order."""
    return list(EgressReceipt.objects.filter(session_id=place.session_id, effect_seq=place.seq).order_by("number"))


@transaction.atomic
def effect_lease_check(*, place: EffectLease) -> None:
    """Raise LeaseLost when the session is not this worker's any more."""
    session_lock(place.session_id, place.owner)


@transaction.atomic
def egress_begin(*, place: EffectLease, request: EgressRequest, told: Told) -> EgressReceipt:
    """Write down that a request leaves now. Raises LeaseLost: a worker that was thought dead sends nothing any more."""
    session_lock(place.session_id, place.owner)
    return _receipt_create(place, request, told, {"outcome": _Outcome.STARTED})


@transaction.atomic
def egress_refuse(*, place: EffectLease, request: EgressRequest, told: Told, message: str) -> EgressReceipt:
    """Write down that a request was refused and never left. Raises LeaseLost."""
    session_lock(place.session_id, place.owner)
    return _receipt_create(place, request, told, _closing_fields(told, message) | {"outcome": _Outcome.REFUSED})


def egress_end(*, receipt: EgressReceipt, told: Told, reply: Any = None, message: str = "") -> bool:  # noqa: ANN401 - any JSON value
    """Close a request with its outcome and what the program is given; the first word counts. Returns whether this was it."""
    needed = Session.objects.filter(pk=receipt.session_id, state=Session.State.RUNNING).exists()
    fields = {
        **_receipt_fields(told),
        **_closing_fields(told, message),
        "outcome": _Outcome(told.outcome),
        "reply": reply if needed else None,
    }
    return EgressReceipt.objects.filter(pk=receipt.pk, outcome=_Outcome.STARTED).update(**fields) == 1


def egress_mark_unknown(*, receipt: EgressReceipt) -> None:
    """Close a request whose outcome nobody knows, when it is sent anew."""
    _open_receipts(session_id=receipt.session_id).filter(pk=receipt.pk).update(
        outcome=_Outcome.UNKNOWN, finished_at=timezone.now()
    )


def is_egress_resumable(*, session_id: uuid.UUID, seq: int) -> bool:
    """Return whether a handler that a dead worker left may be run again: no write of it is out there without a known outcome."""
    return egress_unanswered(session_id=session_id, seq=seq) is None


def egress_unanswered(*, session_id: uuid.UUID, seq: int) -> EgressReceipt | None:
    """Return the write of an effect whose outcome nobody knows, None when there is none."""
    return _open_receipts(session_id=session_id).filter(effect_seq=seq, safe=False).order_by("number").last()


def egress_resolve_unknown(*, receipt: EgressReceipt, done: bool) -> bool:
    """Close a write whose outcome nobody knows as a person decided, so that the code goes on after it; False when it has one by now.

    ``done``: the code gets an answer without a body. Otherwise it is told that the request failed. The receipt says that no host did.
    """
    headers = {"kingdom-outcome": "unknown, marked as done by a person"}
    reply = EgressReply(status=204, headers=headers, body="", truncated=False, masked=0).value()
    fields: dict[str, Any] = {"finished_at": timezone.now(), "message": "" if done else _SKIPPED}
    fields |= {
        "outcome": _Outcome.ANSWERED if done else _Outcome.FAILED,
        "reason": "marked_done" if done else "skipped",
    }
    return (
        _open_receipts(session_id=receipt.session_id)
        .filter(pk=receipt.pk)
        .update(**fields, reply=reply if done else None)
        == 1
    )


def egress_finalize(*, session_id: uuid.UUID) -> None:
    """Let go of what only a run that begins again needs: its effect is closed. What has no outcome by now has none for good."""
    _open_receipts(session_id=session_id).update(outcome=_Outcome.UNKNOWN, finished_at=timezone.now())
    egress_replies_erase(session_id=session_id)


def egress_replies_erase(*, session_id: uuid.UUID) -> None:
    """Let go of what hosts answered. A request that is still out there closes its own receipt, for it alone knows how it ended."""
    EgressReceipt.objects.filter(session_id=session_id, reply__isnull=False).update(reply=None)


def _open_receipts(*, session_id: uuid.UUID) -> QuerySet[EgressReceipt]:
    return EgressReceipt.objects.filter(session_id=session_id, outcome=_Outcome.STARTED)


def _receipt_create(place: EffectLease, request: EgressRequest, told: Told, fields: dict[str, Any]) -> EgressReceipt:
    mine = EgressReceipt.objects.filter(session_id=place.session_id, effect_seq=place.seq)
    last: int | None = mine.aggregate(last=Max("number"))["last"]
    return EgressReceipt.objects.create(
        session_id=place.session_id,
        effect_seq=place.seq,
        number=(last or 0) + 1,
        request_hash=request.hash,
        safe=request.safe,
        **{**_receipt_fields(told), **fields},
    )


def _receipt_fields(told: Told) -> dict[str, Any]:
    facts = {
        "method": told.method[:10],
        "url": told.url,
        "host": told.host[:260],
        "address": told.address[:64],
        "headers": dict(told.headers),
        "body_hash": told.body_digest,
        "credentials": list(told.credentials),
        "status": told.status,
        "sent_bytes": told.sent_bytes,
        "received_bytes": told.received_bytes,
        "response_hash": told.response_digest,
        "masked": told.masked,
    }
    kept: dict[str, Any] = to_jsonb(facts)
    return kept


def _closing_fields(told: Told, message: str) -> dict[str, Any]:
    return {
        "reason": told.reason[:60],
        "message": to_jsonb(message[:_MAX_MESSAGE_LENGTH]),
        "ms": told.ms,
        "finished_at": timezone.now(),
    }
