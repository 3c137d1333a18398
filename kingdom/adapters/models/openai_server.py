"""An ASGI application that serves language models by the OpenAI chat protocol."""

import asyncio
import contextlib
import hmac
import json
import math
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from kingdom.adapters.models.openai_messages import TIMEOUT_HEADER
from kingdom.adapters.models.openai_server_messages import (
    ChatCompletionRequest,
    CompletionWriter,
    error_body,
    error_status,
    model_body,
    parse_chat_request,
)
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import LanguageModel, ModelResponse, OnDelta
from kingdom.core.clock import monotonic, utc_now
from kingdom.core.errors import KingdomError, ModelBlocked, TooLarge

MAX_REQUEST_BYTES = 10_000_000
PING_S = 15.0
PING = b": ping\n\n"
"""A comment of an event stream. It keeps the timeouts of proxies and clients from firing while a model thinks."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True)
class _Answer:
    """How a call ended: the response, and the provider's sentence when it blocked the request."""

    response: ModelResponse
    refusal: str = ""


class OpenAIServer:
    """``GET /v1/models``, ``GET /v1/models/<name>`` and ``POST /v1/chat/completions`` for models by name, behind a
    bearer token.

    The application needs no framework. A client that disconnects, and the ``X-Request-Timeout`` header (seconds), stop
    the model call.
    """

    def __init__(self, models: Mapping[str, LanguageModel], *, token: str) -> None:
        """Serve models by name; an empty token refuses every request."""
        self._models = models
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not is_authorized(headers.get(b"authorization", ""), self._token):
            await _send_json(send, 401, error_body("The API key is not valid.", "invalid_api_key"))
        elif scope["method"] == "GET":
            await self._list_models(scope["path"], send)
        elif (scope["method"], scope["path"]) == ("POST", "/v1/chat/completions"):
            await self._complete(headers, receive, send)
        else:
            await _send_json(send, 404, error_body("There is no such endpoint.", "not_found"))

    async def _list_models(self, path: str, send: Send) -> None:
        name = path.removeprefix("/v1/models/")
        if path == "/v1/models":
            await _send_json(send, 200, {"object": "list", "data": [model_body(model) for model in self._models]})
        elif name in self._models:
            await _send_json(send, 200, model_body(name))
        else:
            await _send_json(send, 404, error_body("There is no such model or endpoint.", "model_not_found", "model"))

    async def _complete(self, headers: Mapping[bytes, str], receive: Receive, send: Send) -> None:
        try:
            chat = parse_chat_request(await _read_body(receive))
        except KingdomError as error:
            await _send_error(send, error)
            return
        model = self._models.get(chat.model)
        if model is None:
            body = error_body(f"There is no model “{chat.model}”.", "model_not_found", "model")
            await _send_json(send, 404, body)
            return
        answer = _send_stream if chat.stream else _send_completion
        await _until_disconnect(receive, answer(chat, model, _call_context(headers), send))


def is_authorized(header: str, token: str) -> bool:
    """Return whether an ``Authorization`` header carries the token; never without a token."""
    return bool(token) and hmac.compare_digest(header.encode(), f"Bearer {token}".encode())


def _call_context(headers: Mapping[bytes, str]) -> CallContext:
    """Return the context of one call.

    Its deadline is on this host's clock: monotonic clocks of two hosts cannot be compared.
    """
    try:
        seconds = float(headers.get(TIMEOUT_HEADER.lower().encode(), ""))
    except ValueError:
        seconds = math.nan
    deadline = monotonic() + seconds if math.isfinite(seconds) else None
    return CallContext(trace_id=headers.get(b"x-request-id") or uuid.uuid4().hex, deadline=deadline)


async def _until_disconnect(receive: Receive, work: Awaitable[None]) -> None:
    """Run the work; cancel it and wait for its end when the client disconnects."""
    disconnect = asyncio.ensure_future(_wait_for_disconnect(receive))
    answer = asyncio.ensure_future(work)
    try:
        await asyncio.wait([disconnect, answer], return_when=asyncio.FIRST_COMPLETED)
    finally:
        disconnect.cancel()
        answer.cancel()
        await asyncio.wait([disconnect, answer])
    if not answer.cancelled():
        answer.result()


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _read_body(receive: Receive) -> bytes:
    body, more = bytearray(), True
    while more:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MAX_REQUEST_BYTES:
            raise TooLarge(f"A model request is at most {MAX_REQUEST_BYTES} bytes.")
        more = message.get("more_body", False)
    return bytes(body)


async def _generate(
    chat: ChatCompletionRequest, model: LanguageModel, ctx: CallContext, on_delta: OnDelta | None = None
) -> _Answer:
    try:
        return _Answer(await model.generate(ctx, chat.request, on_delta))
    except ModelBlocked as error:
        return _Answer(ModelResponse(text="", finish="content_filter", model=model.name), refusal=error.message)


def _writer(model: str) -> CompletionWriter:
    return CompletionWriter(
        completion_id=f"chatcmpl-{uuid.uuid4().hex}", created=int(utc_now().timestamp()), model=model
    )


async def _send_completion(chat: ChatCompletionRequest, model: LanguageModel, ctx: CallContext, send: Send) -> None:
    try:
        answer = await _generate(chat, model, ctx)
    except KingdomError as error:
        await _send_error(send, error)
        return
    await _send_json(send, 200, _writer(chat.model).completion(answer.response, answer.refusal))


async def _send_stream(chat: ChatCompletionRequest, model: LanguageModel, ctx: CallContext, send: Send) -> None:
    """Stream one answer. An error before the first event keeps its HTTP status; a later one is an event of its own."""
    async with contextlib.aclosing(_stream_events(chat, model, ctx)) as events:
        try:
            first = await anext(events)
        except KingdomError as error:
            await _send_error(send, error)
            return
        await _send_start(send, 200, "text/event-stream")
        await _send_part(send, first)
        try:
            async for event in events:
                await _send_part(send, event)
        except KingdomError as error:
            await _send_part(send, _event(_error_body(error)))
        await send({"type": "http.response.body", "body": b""})


async def _stream_events(
    chat: ChatCompletionRequest, model: LanguageModel, ctx: CallContext
) -> AsyncGenerator[bytes, None]:
    """Yield the events of one answer, pings while the model is silent. Closing the generator stops the model call."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    writer = _writer(chat.model)

    async def on_delta(text: str) -> None:
        queue.put_nowait(text)

    call = asyncio.create_task(_generate(chat, model, ctx, on_delta))
    call.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while (event := await _next_event(queue, writer)) is not None:
            yield event
        answer = call.result()
        for chunk in writer.last_chunks(answer.response, answer.refusal, include_usage=chat.include_usage):
            yield _event(chunk)
        yield b"data: [DONE]\n\n"
    finally:
        call.cancel()
        await asyncio.wait([call])


async def _next_event(queue: "asyncio.Queue[str | None]", writer: CompletionWriter) -> bytes | None:
    try:
        async with asyncio.timeout(PING_S):
            text = await queue.get()
    except TimeoutError:
        return PING
    return None if text is None else _event(writer.text_chunk(text))


def _event(data: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def _error_body(error: KingdomError) -> dict[str, Any]:
    return error_body(error.message, error.code, error.extra.get("param"), str(error.extra.get("fault") or "api_error"))


async def _send_error(send: Send, error: KingdomError) -> None:
    wait = error.extra.get("retry_after_s")
    headers = [(b"retry-after", str(wait).encode())] if isinstance(wait, int | float) else []
    await _send_json(send, error_status(error), _error_body(error), headers)


async def _send_json(
    send: Send, status: int, data: Mapping[str, Any], headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    await _send_start(send, status, "application/json", headers)
    await send({"type": "http.response.body", "body": json.dumps(data, ensure_ascii=False).encode()})


async def _send_start(send: Send, status: int, content_type: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    common = [(b"content-type", content_type.encode()), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
    await send({"type": "http.response.start", "status": status, "headers": [*common, *headers]})


async def _send_part(send: Send, part: bytes) -> None:
    await send({"type": "http.response.body", "body": part, "more_body": True})
