"""JSON forms of a session for its owner, shared by the API, the event stream and the pages."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.sessions.models import Effect, EgressReceipt, Session, SessionEvent


def present_route(session: Session) -> dict[str, Any] | None:
    """Return the session's route in its public form, None before routing. (The relation is defined in orchestrator.)"""
    route = getattr(session, "route", None)
    public: dict[str, Any] | None = route.public if route is not None else None
    return public


def present_parts(session: Session) -> list[dict[str, Any]]:
    """Return the requests that the session's message was split into, in order; none for a message that stayed whole."""
    route = getattr(session, "route", None)
    if route is None or not route.is_split:
        return []
    return [part.public for part in route.message.parts.filter(run=session).select_related("session__route")]


def present_receipts(session: Session) -> list[dict[str, Any]]:
    """Return the receipts of the session's finished effects, in order."""
    return [_present_receipt(effect) for effect in _finished_effects.rows(session_id=session.pk)]


def _finished_effects_query(session_id: UUID) -> QuerySet[Effect]:
    return Effect.objects.filter(session_id=session_id).exclude(finished_at=None).order_by("seq")


_finished_effects = ComposedQuery(_finished_effects_query, session_id=UUID)


def present_egress(session: Session) -> list[dict[str, Any]]:
    """Return all HTTP requests of the session's code, refused ones included, in order; credentials by name."""
    return [_present_egress_receipt(receipt) for receipt in _egress.rows(session_id=session.pk)]


def _egress_query(session_id: UUID) -> QuerySet[EgressReceipt]:
    return EgressReceipt.objects.filter(session_id=session_id).order_by("effect_seq", "number").defer("reply")


_egress = ComposedQuery(_egress_query, session_id=UUID)


def present_error(session: Session) -> dict[str, str] | None:
    """Return ``{"code", "message"}`` of a failed session, None without an error."""
    if not session.error_code:
        return None
    return {"code": session.error_code, "message": session.error_message}


def present_session(session: Session) -> dict[str, Any]:
    """Return a session as JSON values: state, answer, structured output, route, parts, receipts, usage, error."""
    version = session.version
    return {
        "id": str(session.pk),
        "state": str(session.state),
        "conversation_id": str(session.conversation_id) if session.conversation_id else None,
        "specialist": None if version is None else {
            "id": str(version.specialist_id),
            "role": version.specialist.role,
            "status": str(version.specialist.status),
            "version": version.number,
            "digest": version.digest,
        },
        "answer": session.answer,
        "output": session.output,
        "confidence": session.confidence,
        "bypass": session.bypass,
        "route": present_route(session),
        "parts": present_parts(session),
        "receipts": present_receipts(session),
        "egress": present_egress(session),
        "usage": session.usage,
        "error": present_error(session),
        "trace_id": session.trace_id,
        "created_at": session.created_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
    }  # fmt: skip


def present_event(event: SessionEvent) -> dict[str, Any]:
    """Return one row of the log as JSON values."""
    return {"seq": event.seq, "kind": event.kind, "payload": event.payload, "created_at": event.created_at.isoformat()}


def _present_receipt(effect: Effect) -> dict[str, Any]:
    milliseconds = (effect.finished_at - effect.started_at).total_seconds() * 1000 if effect.finished_at else None
    return {
        "seq": effect.seq,
        "kind": effect.kind,
        "name": effect.name,
        "status": str(effect.status),
        "args_hash": effect.args_hash,
        "result_hash": effect.result_hash,
        "attempts": effect.attempts,
        "started_at": effect.started_at.isoformat(),
        "finished_at": effect.finished_at.isoformat() if effect.finished_at else None,
        "ms": round(milliseconds, 1) if milliseconds is not None else None,
    }


def _present_egress_receipt(receipt: EgressReceipt) -> dict[str, Any]:
    return {
        "seq": receipt.effect_seq,
        "number": receipt.number,
        "method": receipt.method,
        "url": receipt.url,
        "host": receipt.host,
        "headers": receipt.headers,
        "body_hash": receipt.body_hash,
        "credentials": receipt.credentials,
        "outcome": str(receipt.outcome),
        "reason": receipt.reason,
        "status": receipt.status,
        "sent_bytes": receipt.sent_bytes,
        "received_bytes": receipt.received_bytes,
        "masked": receipt.masked,
        "created_at": receipt.created_at.isoformat(),
        "finished_at": receipt.finished_at.isoformat() if receipt.finished_at else None,
        "ms": receipt.ms,
    }
