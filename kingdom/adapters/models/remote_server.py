"""Serves a model to ``RemoteModel`` clients: handler functions that know no framework, and a bare ASGI application around them."""

import asyncio
import contextlib
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from kingdom.adapters.models.remote_wire import (
    MAX_REQUEST_BYTES,
    RemoteModelRequest,
    read_request,
    write_error,
    write_event,
    write_response,
)
from kingdom.adapters.models.streaming import LanguageModel
from kingdom.core.clock import monotonic
from kingdom.core.errors import KingdomError, NotAllowed, NotFound, TooLarge

PING_S = 15.0
PING = b": ping\n\n"

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class HttpReply:
    """What to send: a status, a content type, and the body's parts as they come. Closing ``parts`` early stops the model."""

    status: int
    content_type: str
    parts: AsyncIterator[bytes]


async def serve_request(body: bytes, model: LanguageModel) -> HttpReply:
    """Answer the body of one ``POST …/generate``. Errors of the product become replies; anything else is raised."""
    try:
        asked = read_request(body, now=monotonic())
        if asked.stream:
            return HttpReply(status=200, content_type="text/event-stream", parts=_stream(asked, model))
        response = await model.generate(asked.ctx, asked.request)
    except KingdomError as error:
        return _refusal(error)
    return HttpReply(status=200, content_type="application/json", parts=_one(write_response(response)))


def is_authorized(header: str, token: str) -> bool:
    """Say whether an ``Authorization`` header carries the token. No token set: nobody is."""
    return bool(token) and hmac.compare_digest(header.encode(), f"Bearer {token}".encode())


def _refusal(error: KingdomError) -> HttpReply:
    return HttpReply(status=error.status, content_type="application/json", parts=_one(write_error(error)))


async def _one(data: dict[str, Any]) -> AsyncIterator[bytes]:
    yield json.dumps(data).encode()


async def _stream(asked: RemoteModelRequest, model: LanguageModel) -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def show(text: str) -> None:
        queue.put_nowait(write_event("delta", {"text": text}))

    async def run() -> None:
        try:
            response = await model.generate(asked.ctx, asked.request, show)
            queue.put_nowait(write_event("done", write_response(response)))
        except KingdomError as error:
            queue.put_nowait(write_event("error", write_error(error)))
        finally:
            queue.put_nowait(None)

    work = asyncio.create_task(run())
    try:
        while True:
            try:
                part = await asyncio.wait_for(queue.get(), PING_S)
            except TimeoutError:
                part = PING  # keeps proxies and the client's read timeout content while a model thinks
            if part is None:
                break
            yield part
        await work
    finally:
        work.cancel()
        await asyncio.wait([work])


class ModelApp:
    """An ASGI application for one model: ``POST <prefix>/generate`` with the bearer token. Mount it anywhere; it needs no framework."""

    def __init__(self, model: LanguageModel, *, token: str) -> None:
        """Serve a model to whoever has the token."""
        self._model = model
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request; a client that goes away stops the model."""
        if scope["type"] != "http":
            return
        try:
            self._check(scope)
            body = await _read(receive)
        except KingdomError as error:
            await _send(send, _refusal(error))
            return
        gone = asyncio.create_task(_wait_for_disconnect(receive))
        answer = asyncio.create_task(_answer(body, self._model, send))
        try:
            await asyncio.wait([gone, answer], return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            if not answer.done():
                answer.cancel()
            await asyncio.wait([gone, answer])
        if not answer.cancelled():
            answer.result()

    def _check(self, scope: Scope) -> None:
        if scope["method"] != "POST" or not scope["path"].endswith("/generate"):
            raise NotFound
        headers = {name.lower(): value for name, value in scope["headers"]}
        if not is_authorized(headers.get(b"authorization", b"").decode("latin-1"), self._token):
            raise NotAllowed("The token is not valid.")


async def _answer(body: bytes, model: LanguageModel, send: Send) -> None:
    await _send(send, await serve_request(body, model))


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _read(receive: Receive) -> bytes:
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        if size > MAX_REQUEST_BYTES:
            raise TooLarge(f"A model request is at most {MAX_REQUEST_BYTES} bytes.")
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


async def _send(send: Send, reply: HttpReply) -> None:
    headers = [
        (b"content-type", reply.content_type.encode()),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    async with contextlib.aclosing(reply.parts) as parts:  # type: ignore[type-var]  # ours are generators
        async for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
