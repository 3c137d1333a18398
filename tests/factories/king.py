"""A King whose verdicts a test chooses, and the step in which a worker routes and binds a message."""

import asyncio
from typing import Any

import pytest

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.routes import Route, RouteKind
from kingdom.core.errors import Unavailable
from kingdom.orchestrator.pipeline import message_pipeline
from kingdom.runtime.context import RuntimeContext
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from tests.factories import route_receipt, version_of


class King:
    """Says what a test wants, and counts how often he was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[dict[str, Any]] = []
        self.route: Route | Exception = Unavailable("not told")
        monkeypatch.setattr(message_pipeline, "route_message", self)

    def __call__(self, **question: Any) -> Route:  # noqa: ANN401 - whatever he is asked with
        self.asked.append(question)
        if isinstance(self.route, Exception):
            raise self.route
        return self.route

    def says(self, kind: RouteKind, *candidates: Specialist) -> None:
        """Answer with this verdict from now on; for ``specialist`` the first candidate is chosen."""
        chosen = candidates[0] if kind == "specialist" else None
        self.route = Route(
            kind=kind,
            confidence=0.9,
            role=chosen.role if chosen else "",
            specialist_id=str(chosen.pk) if chosen else "",
            version_id=str(version_of(chosen).pk) if chosen else "",
            scope="global" if chosen else None,
            receipt=route_receipt(*candidates, chosen=chosen.role if chosen else kind),
        )


def prepared(session: Session) -> Session:
    """Route and bind a session as a worker does before it runs."""

    async def go() -> None:
        await message_pipeline.session_prepare(RuntimeContext(call=CallContext(trace_id="test")), session)

    asyncio.run(go())
    session.refresh_from_db()
    return session
