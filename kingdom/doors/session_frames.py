"""Opens a session that a caller waits for, and what happens in it, as values: its frames and its questions."""

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from django.db.models import Q

from kingdom.approvals.models import Approval
from kingdom.core.database import in_database, in_database_at_end
from kingdom.core.sse import PING
from kingdom.sessions.events.streams import session_stream
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel

P = ParamSpec("P")
QUIET_S = 5.0  # so often a silent session is looked at: a part of it may wait for its user
_stopping = set[asyncio.Task[Session]]()  # the loop keeps no strong reference to a task
FrameEvent = Literal["route", "step", "delta", "waiting", "ping", "approval", "final"]


class OpenedSession(Protocol):
    """What a door stores for a caller, with its session."""

    @property
    def session_id(self) -> uuid.UUID:
        """The session that answers the caller."""
        ...


OpenedT = TypeVar("OpenedT", bound=OpenedSession)


async def session_open(work: Callable[P, OpenedT], *args: P.args, **kwargs: P.kwargs) -> OpenedT:
    """Return what ``work`` stores. The session of a caller who leaves meanwhile is stopped: it is stored anyway.

    The work has a thread of its own: that of the request may end with the caller, who may be cancelled more than once.
    """
    opening = asyncio.create_task(in_database_at_end(work, *args, **kwargs))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_stop_abandoned)
        raise


def _stop_abandoned(opening: asyncio.Task[OpenedT]) -> None:
    if opening.cancelled() or opening.exception() is not None:  # nothing was stored
        return
    stopping = asyncio.create_task(in_database_at_end(session_cancel, session_id=opening.result().session_id))
    _stopping.add(stopping)
    stopping.add_done_callback(_stopping.discard)


@dataclass(frozen=True)
class SessionFrame:
    """One thing that happened. The data of ``approval`` is ``{"id", "kind", "title", "text", "choices"}``."""

    event: FrameEvent
    data: dict[str, Any]


def parse_frame(text: str) -> SessionFrame:
    """Return the frame in the text of one event of a session's stream."""
    if text == PING:
        return SessionFrame("ping", {})
    fields = dict(line.split(": ", 1) for line in text.strip("\n").split("\n"))
    return SessionFrame(fields["event"], json.loads(fields["data"]))  # type: ignore[arg-type] # our own frames


async def session_frames(*, user_id: int, session_id: uuid.UUID) -> AsyncGenerator[SessionFrame]:
    """Yield what happens in a session of the user until its end, and ``approval`` once for each question to the user.

    A question of a part is told when no other part runs any more.
    """
    told: set[str] = set()
    stream = session_stream(user_id=user_id, session_id=session_id, after=0, ping_s=QUIET_S)
    async with aclosing(stream) as frames:
        async for text in frames:
            frame = parse_frame(text)
            yield frame
            if frame.event == "ping" or frame.data.get("kind") in ("approval_asked", "part_finished"):
                question = await in_database(open_question, user_id, session_id)
                if question is not None and question["id"] not in told:
                    told.add(question["id"])
                    yield SessionFrame("approval", question)


def open_question(user_id: int, session_id: uuid.UUID) -> dict[str, Any] | None:
    """Return the oldest question that a session or a part of it waits with; None while something of it still runs."""
    sessions = Session.objects.filter(Q(pk=session_id) | Q(part__run_id=session_id), user_id=user_id)
    if sessions.filter(state=Session.State.RUNNING).exists():
        return None
    pending = Approval.objects.filter(session__in=sessions, state=Approval.State.PENDING).order_by("created_at").first()
    if pending is None:
        return None
    return {
        "id": str(pending.pk),
        "kind": str(pending.kind),
        "title": pending.title,
        "text": pending.text,
        "choices": pending.choices,
    }
