"""Reads of the sessions room."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from kingdom.cognition import inputs
from kingdom.cognition.inputs import INPUT_KINDS, InputEvent
from kingdom.core.errors import NotFound
from kingdom.sessions.models import EgressReceipt, Session, SessionEvent


def session_of(*, user_id: int, session_id: uuid.UUID) -> Session:
    """Return one of the user's sessions. Raises NotFound for another's or none."""
    found = Session.objects.filter(pk=session_id, user_id=user_id).select_related("version__specialist").first()
    if found is None:
        raise NotFound("You have no such session.")
    return found


def events_after(*, session_id: uuid.UUID, seq: int) -> QuerySet[SessionEvent]:
    """Return the events of a session with a greater number than ``seq``, in order."""
    return SessionEvent.objects.filter(session_id=session_id, seq__gt=seq).order_by("seq")


def inputs_of(session: Session, upto: int | None = None) -> list[tuple[int, InputEvent]]:
    """Return the inputs of a session with their numbers in order, those up to ``upto`` when it is given."""
    found = SessionEvent.objects.filter(session=session, kind__in=INPUT_KINDS).order_by("seq")
    if upto is not None:
        found = found.filter(seq__lte=upto)
    return [(event.seq, inputs.from_json(event.payload)) for event in found]


def egress_of_sessions(*, session_ids: Sequence[uuid.UUID]) -> QuerySet[EgressReceipt]:
    """Return every request that the code of these sessions made of the outside, refused ones too, in order, without the replies."""
    found = EgressReceipt.objects.filter(session_id__in=session_ids).defer("reply")
    return found.order_by("session_id", "effect_seq", "number")


def pending_question(session: Session) -> Mapping[str, Any] | None:
    """Return the question a session waits with, None when it asks nothing.

    ``{"kind": "tool"|"resources"|"unknown_outcome", "at": seq of the input, "question": str, "choices": [str], "approval_id": str,
    "args_hash": str}``
    """
    last = (
        SessionEvent.objects.filter(session=session, kind__in=("approval_asked", "approval_answered"))
        .order_by("-seq")
        .first()
    )
    return last.payload if last is not None and last.kind == "approval_asked" else None
