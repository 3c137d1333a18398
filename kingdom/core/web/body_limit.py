"""A limit on request bodies in front of Django, which spools any body to disk before it checks the size."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from kingdom.core.web.problem_details import CONTENT_TYPE, problem_object

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[..., Awaitable[None]]  # frameworks disagree on how to type the three arguments of ASGI

RefusalBody = Callable[[str], Mapping[str, Any]]  # the JSON of a refusal, of its sentence

MAX_BODY_BYTES = 2 * 1024 * 1024  # the largest message with every letter escaped takes 1.2 MB


class _BodyTooLarge(Exception):
    """The body exceeds the limit. Raised inside ``receive``, so the application never sees the rest."""


class BodyLimitMiddleware:
    """ASGI middleware that answers 413 for bodies over ``limit`` bytes, with a Content-Length or chunked.

    ``bodies`` are the refusals of protocols with a form of their own, by the prefix of their paths; others get problem
    details.
    """

    def __init__(
        self, app: App, *, limit: int = MAX_BODY_BYTES, bodies: Mapping[str, RefusalBody] | None = None
    ) -> None:
        """Wrap an application."""
        self._app = app
        self._limit = limit
        self._bodies = bodies or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if _declared_length(scope) > self._limit:
            await self._refuse(scope, send)
            return
        started = False
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._limit:
                raise _BodyTooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, counted, watched)
        except _BodyTooLarge:
            if not started:
                await self._refuse(scope, send)

    async def _refuse(self, scope: Scope, send: Send) -> None:
        detail = f"The request's body is larger than {self._limit:,} bytes ({self._limit / 1e6:.1f} MB)."
        own = next((form for prefix, form in self._bodies.items() if scope["path"].startswith(prefix)), None)
        problem = problem_object(status=413, code="too_large", detail=detail, limit=self._limit)
        body = json.dumps(problem if own is None else own(detail)).encode()
        headers = [
            (b"content-type", (CONTENT_TYPE if own is None else "application/json").encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _declared_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0
