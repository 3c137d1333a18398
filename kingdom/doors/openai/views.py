"""The endpoints of OpenAI's protocol, below /v1/."""

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import MethodNotAllowed

from kingdom.adapters.models.openai_server_messages import CompletionWriter, model_body
from kingdom.contracts.model import ModelResponse
from kingdom.core.clock import utc_now
from kingdom.core.database import in_database
from kingdom.core.errors import KingdomError, NotFound
from kingdom.core.sse import PING, EventStreamResponse, authorized_stream, while_authorized
from kingdom.core.web.api import is_still_authenticated
from kingdom.doors.access import token_user_id
from kingdom.doors.addresses import page_address
from kingdom.doors.openai.chat_answer import ChatAnswer
from kingdom.doors.openai.chat_requests import DoorChat, parse_door_chat
from kingdom.doors.openai.chat_turns import ModelNotFound, chat_models, chat_turn_open, is_chat_model
from kingdom.doors.openai.client_tasks import client_task_answer, is_client_task
from kingdom.doors.openai.embeddings import EMBEDDING_MODEL, embeddings_create
from kingdom.doors.openai.errors import openai_error, openai_error_response
from kingdom.doors.session_frames import session_open
from kingdom.providers.model_metering import calls_for

_Work = Callable[[HttpRequest, int], Awaitable[HttpResponseBase]]


async def _door(request: HttpRequest, method: str, work: _Work, *, scope: str) -> HttpResponseBase:
    """Answer by ``work(request, user_id)``, which ends with the token's right; every error in OpenAI's shape."""
    try:
        _require_method(request, method)
        user_id = await in_database(token_user_id, request, scope=scope)
        return await while_authorized(work(request, user_id), lambda: is_still_authenticated(request, user_id))
    except Exception as error:  # the edge: what nobody expected is logged there
        return openai_error_response(error)


def _require_method(request: HttpRequest, method: str) -> None:
    if request.method != method:
        raise MethodNotAllowed(str(request.method))


@csrf_exempt
async def models_list(request: HttpRequest) -> HttpResponseBase:
    """List the models of the caller."""
    return await _door(request, "GET", _models_list, scope="read")


@csrf_exempt
async def model_get(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return one model of the caller."""

    async def work(_: HttpRequest, user_id: int) -> HttpResponseBase:
        if name != EMBEDDING_MODEL and not await in_database(is_chat_model, name, user_id=user_id):
            raise ModelNotFound(f"There is no model {name!r} here.", param="model")
        return JsonResponse(model_body(name))

    return await _door(request, "GET", work, scope="read")


@csrf_exempt
async def chat_completions(request: HttpRequest) -> HttpResponseBase:
    """Answer the last message of a chat."""
    return await _door(request, "POST", _chat_completion, scope="messages")


@csrf_exempt
async def embeddings(request: HttpRequest) -> HttpResponseBase:
    """Embed texts."""
    return await _door(request, "POST", _embeddings, scope="messages")


@csrf_exempt
async def unknown_endpoint(request: HttpRequest) -> HttpResponseBase:
    """Say that there is no such endpoint."""
    return openai_error_response(NotFound(f"There is no endpoint {request.path} here."))


async def _models_list(_: HttpRequest, user_id: int) -> HttpResponseBase:
    names = await in_database(chat_models, user_id=user_id)
    return JsonResponse({"object": "list", "data": [model_body(name) for name in names]})


async def _embeddings(request: HttpRequest, user_id: int) -> HttpResponseBase:
    with calls_for(user_id=user_id):
        return JsonResponse(await embeddings_create(request.body))


async def _chat_completion(request: HttpRequest, user_id: int) -> HttpResponseBase:
    chat = await asyncio.to_thread(parse_door_chat, request.body)
    writer = CompletionWriter(
        completion_id=f"chatcmpl-{uuid.uuid4().hex}", created=int(utc_now().timestamp()), model=chat.model
    )
    if is_client_task(chat.history.question):
        response = await client_task_answer(chat, user_id=user_id)
        if chat.body.stream:
            return EventStreamResponse(_task_events(response, chat, writer))
        return JsonResponse(writer.completion(response))
    turn = await session_open(chat_turn_open, user_id=user_id, chat=chat)
    answer = ChatAnswer(user_id=user_id, turn=turn, page=page_address(request, f"/c/{turn.conversation_id}/"))
    pieces = answer.pieces()
    await anext(pieces)  # begun: its end stops the session from here on, even if nobody ever reads the response
    if chat.body.stream:
        events = _stream_events(answer, pieces, chat, writer)
        stream = authorized_stream(events, lambda: is_still_authenticated(request, user_id))
        return EventStreamResponse(stream)
    async with aclosing(pieces):
        async for _ in pieces:
            pass
    return JsonResponse({**writer.completion(answer.response), "kingdom": answer.facts})


async def _stream_events(
    answer: ChatAnswer, pieces: AsyncGenerator[str], chat: DoorChat, writer: CompletionWriter
) -> AsyncGenerator[str]:
    """Yield the events of a streamed answer. An error after the first event is an event of its own."""
    try:
        async with aclosing(pieces):
            yield _event(writer.text_chunk(""))
            async for piece in pieces:
                yield _event(writer.text_chunk(piece)) if piece else PING
    except KingdomError as error:
        yield _event(openai_error(error)[1])
        return
    for event in _last_events(answer.response, chat, writer, {"kingdom": answer.facts}):
        yield event


async def _task_events(response: ModelResponse, chat: DoorChat, writer: CompletionWriter) -> AsyncGenerator[str]:
    yield _event(writer.text_chunk(response.text))
    for event in _last_events(response, chat, writer, {}):
        yield event


def _last_events(response: ModelResponse, chat: DoorChat, writer: CompletionWriter, facts: dict[str, Any]) -> list[str]:
    chunks = writer.last_chunks(response, "", include_usage=chat.body.include_usage)
    return [*(_event({**chunk, **facts}) for chunk in chunks), "data: [DONE]\n\n"]


def _event(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
