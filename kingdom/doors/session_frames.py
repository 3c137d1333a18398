"""What happens in a session, as values: the frames of its event stream, and the questions that it waits with."""

import json
import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Q

from kingdom.approvals.models import Approval
from kingdom.core.database import in_database
from kingdom.core.sse import PING
from kingdom.sessions.events.streams import session_stream
from kingdom.sessions.models import Session

QUIET_S = 5.0  # so often a silent session is looked at: a part of it may wait for its user
FrameEvent = Literal["route", "step", "delta", "waiting", "ping", "approval", "final"]


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
