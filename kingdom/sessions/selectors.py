"""Reads of sessions."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any, Literal

from django.conf import settings
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from kingdom.cognition import inputs
from kingdom.cognition.inputs import INPUT_KINDS, InputEvent
from kingdom.contracts.model import Usage
from kingdom.core.errors import NotFound
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.sessions.models import EgressReceipt, Session, SessionEvent

WAITING_NOTE = "waiting"  # the kind of an event of a session that waits for a part of the installation
# of a version and its specialist: their handler's code is up to 200 kB, the columns are read when asked for
LARGE_VERSION_FIELDS = ("version__spec", "version__tests", "version__specialist__spec_snapshot")


def session_of(*, user_id: int, session_id: uuid.UUID) -> Session:
    """Return a session of the user, with specialist and route. Raises NotFound when the user has no such session.

    A trial is a test and belongs to nobody: its message may be a held-out test.
    """
    session = _own_session.first(session_id=session_id, user_id=user_id)
    if session is None:
        raise NotFound("You have no such session.")
    return session


def session_state(*, user_id: int, session_id: uuid.UUID) -> str:
    """Return the state of a session of the user. Raises NotFound when the user has no such session."""
    state = _own_state.first(session_id=session_id, user_id=user_id)
    if state is None:
        raise NotFound("You have no such session.")
    return state


def _own_sessions(session_id: uuid.UUID, user_id: int) -> QuerySet[Session]:
    return Session.objects.filter(pk=session_id, user_id=user_id, purpose=Session.Purpose.TASK)


def _own_session_query(session_id: uuid.UUID, user_id: int) -> QuerySet[Session]:
    found = _own_sessions(session_id, user_id).select_related("version__specialist", "route__overridden_to")
    return found.defer(*LARGE_VERSION_FIELDS, "route__overridden_to__spec_snapshot")


def _own_state_query(session_id: uuid.UUID, user_id: int) -> QuerySet[Session, str]:
    return _own_sessions(session_id, user_id).values_list("state", flat=True)


_own_session = ComposedQuery(_own_session_query, session_id=uuid.UUID, user_id=int)
_own_state = ComposedQuery(_own_state_query, session_id=uuid.UUID, user_id=int)


def waiting_codes(*, session_ids: Collection[uuid.UUID]) -> list[str]:
    """Return for which part of the installation each of some open sessions waits, by the fault's code; "" for none."""
    newest = SessionEvent.objects.filter(session=OuterRef("pk")).order_by("-seq")
    kind, code = (Subquery(newest.values(name)[:1]) for name in ("kind", "payload__code"))
    rows = Session.objects.filter(pk__in=session_ids, finished_at=None).annotate(newest_kind=kind, newest_code=code)
    return [code if kind == WAITING_NOTE else "" for kind, code in rows.values_list("newest_kind", "newest_code")]


def events_after(*, session_id: uuid.UUID, seq: int) -> QuerySet[SessionEvent]:
    """Return the events of a session after number ``seq``, in order."""
    return SessionEvent.objects.filter(session_id=session_id, seq__gt=seq).order_by("seq")


def events_with_state(*, user_id: int, session_id: uuid.UUID, seq: int) -> tuple[Sequence[SessionEvent], str]:
    """Return what ``events_after`` does for a session of the user, and its state then; "" without events. One query."""
    found = _own_events.rows(session_id=session_id, user_id=user_id, seq=seq)
    return found, str(vars(found[-1])["session_state"]) if found else ""


def _own_events_query(session_id: uuid.UUID, user_id: int, seq: int) -> QuerySet[SessionEvent]:
    own = {"session__user_id": user_id, "session__purpose": Session.Purpose.TASK}
    events = events_after(session_id=session_id, seq=seq).filter(**own)
    return events.annotate(session_state=F("session__state"))


_own_events = ComposedQuery(_own_events_query, session_id=uuid.UUID, user_id=int, seq=int)


def inputs_of(session: Session, upto: int | None = None) -> list[tuple[int, InputEvent]]:
    """Return the inputs of a session with their numbers in order, up to number ``upto`` if given."""
    events = SessionEvent.objects.filter(session=session, kind__in=INPUT_KINDS).order_by("seq")
    if upto is not None:
        events = events.filter(seq__lte=upto)
    return _numbered(events)


def logged_inputs(session: Session) -> list[tuple[int, InputEvent]]:
    """Return all inputs of a session; without a query, once, right after it was bound with the first one."""
    first, session.first_input = session.first_input, None
    return _numbered([first]) if first is not None else inputs_of(session)


def _numbered(events: Iterable[SessionEvent]) -> list[tuple[int, InputEvent]]:
    return [(event.seq, inputs.from_json(event.payload)) for event in events]


def logged_usage(session: Session) -> dict[str, Any]:
    """Return the sums of what the models in a session's log have used, as the fields of ``Usage``.

    It steps through no engine: the session may be one that takes down every process that does.
    """
    total = Usage()
    replies = SessionEvent.objects.filter(session=session, kind="model_response").order_by("seq")
    for reply in map(inputs.from_json, replies.values_list("payload", flat=True)):
        if isinstance(reply, inputs.ModelResponse) and reply.response is not None:
            total = total.plus(reply.response.usage)
    return asdict(total)


def answer_finish(*, session_id: uuid.UUID) -> Literal["stop", "length"]:
    """Return why the text of a session's answer ended: ``length`` when its model reached its limit of tokens."""
    replies = SessionEvent.objects.filter(session_id=session_id, kind="model_response").order_by("-seq")
    payload = replies.values_list("payload", flat=True).first()
    reply = inputs.from_json(payload) if payload is not None else None
    is_cut = (
        isinstance(reply, inputs.ModelResponse) and reply.response is not None and reply.response.finish == "length"
    )
    return "length" if is_cut else "stop"


def egress_of_sessions(*, session_ids: Sequence[uuid.UUID]) -> QuerySet[EgressReceipt]:
    """Return all HTTP requests of these sessions' code, refused ones included, in order, without the replies."""
    receipts = EgressReceipt.objects.filter(session_id__in=session_ids).defer("reply")
    return receipts.order_by("session_id", "effect_seq", "number")


def is_bypass_over_limit(session: Session) -> bool:
    """Whether the reason for doing without the mandatory tool is one too many for its user within an hour.

    Counted over the user's tasks that ended in the hour before this one did, so that it stays true for good: many that
    are opened together and give their reasons one after the other count, too.
    """
    if not session.bypass:
        return False
    ended = session.finished_at or timezone.now()
    earlier = Session.objects.filter(user_id=session.user_id, finished_at__range=(ended - timedelta(hours=1), ended))
    used = earlier.filter(purpose=Session.Purpose.TASK).exclude(bypass="").exclude(pk=session.pk).count()
    return used >= int(settings.KINGDOM.bypasses_per_hour)


def pending_question(session: Session) -> Mapping[str, Any] | None:
    """Return the open question of a session, None without one.

    ``{"kind": "tool"|"resources"|"host"|"unknown_outcome", "at": seq of the input, "question": str, "choices": [str],
    "approval_id": str, "args_hash": str}``
    """
    notes = SessionEvent.objects.filter(session=session, kind__in=("approval_asked", "approval_answered"))
    last = notes.order_by("-seq").first()
    return last.payload if last is not None and last.kind == "approval_asked" else None
