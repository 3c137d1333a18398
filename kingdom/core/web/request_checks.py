"""Refusals of requests that no view can serve: NUL characters and upgrades to WebSocket."""

import json
from collections.abc import Awaitable, Callable, Iterable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from kingdom.core.web.body_limit import App, Receive, Scope, Send
from kingdom.core.web.problem_details import CONTENT_TYPE, problem_object

_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
_NO_WEBSOCKETS = "Kingdom serves no WebSockets. Its streams are server-sent events: ask for text/event-stream by GET."

ResponseOrAwaitable = HttpResponseBase | Awaitable[HttpResponseBase]


class NulMiddleware:
    """Answers 400 for a NUL in the path, the query, a cookie or a form of a page.

    PostgreSQL stores none and fails on it. A cookie may escape it (``"\\000"``), and each session's key is looked up.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], ResponseOrAwaitable]) -> None:
        """``get_response`` is the next middleware or the view."""
        self._get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> ResponseOrAwaitable:
        """Serve the request unless its address or a cookie has a NUL.

        Raises SuspiciousOperation, which Django answers with 400.
        """
        if "\x00" in request.path or _has_nul(request.GET.lists()):
            raise SuspiciousOperation("The address contains a NUL.")
        if any("\x00" in value for value in request.COOKIES.values()):
            raise SuspiciousOperation("A cookie contains a NUL.")
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: object, _args: object, _kwargs: object) -> None:
        """Refuse a NUL in a form. A view without the CSRF check (the API) reads its body itself."""
        is_form = request.method == "POST" and request.content_type in _FORM_TYPES
        if is_form and not getattr(view, "csrf_exempt", False) and _has_nul(request.POST.lists()):
            raise SuspiciousOperation("The form contains a NUL.")


def _has_nul(parameters: Iterable[tuple[str, list[str]]]) -> bool:
    return any("\x00" in text for name, values in parameters for text in (name, *values))


class WebSocketRefusalMiddleware:
    """ASGI middleware that answers 400 to a WebSocket handshake, whichever server passes it on."""

    def __init__(self, app: App) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: the server answers 403
        elif scope["type"] == "http" and _asks_for_websocket(scope["headers"]):
            await _refuse(send)
        else:
            await self._app(scope, receive, send)


def _asks_for_websocket(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"upgrade" and b"websocket" in value.lower() for name, value in headers)


async def _refuse(send: Send) -> None:
    body = json.dumps(problem_object(status=400, code="no_websockets", detail=_NO_WEBSOCKETS)).encode()
    headers = [
        (b"content-type", CONTENT_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body})
