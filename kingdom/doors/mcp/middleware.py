"""The address /mcp in front of Django: its connections go to the MCP package.

All behind it is imported at the first request: the package takes a second, and most installations never need it.
"""

import asyncio

from asgiref.sync import ThreadSensitiveContext
from django.utils.module_loading import import_string

from kingdom.core.web.body_limit import App, Message, Receive, Scope, Send

PATH = "/mcp"
_SERVE = "kingdom.doors.mcp.server.serve"


class McpMiddleware:
    """ASGI middleware that serves ``/mcp`` by streamable HTTP; everything else goes to the application."""

    def __init__(self, app: App) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["path"].rstrip("/") != PATH:
            await self._app(scope, receive, send)
            return
        serve = await asyncio.to_thread(import_string, _SERVE)
        async with ThreadSensitiveContext():  # a thread of its own, as Django's handler gives each request
            await serve(scope, receive, _uncached(send))


def _uncached(send: Send) -> Send:
    """Return ``send`` with the ban on caches that Django's middleware gives every other answer."""

    async def send_uncached(message: Message) -> None:
        if message["type"] == "http.response.start":
            others = [(name, value) for name, value in message["headers"] if name.lower() != b"cache-control"]
            message = {**message, "headers": [*others, (b"cache-control", b"private, no-store, no-transform")]}
        await send(message)

    return send_uncached
