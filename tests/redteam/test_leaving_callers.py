"""Callers of the doors that leave at any moment: nothing goes on that nobody waits for."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext
from django.http import HttpRequest
from django.test import AsyncClient

from kingdom.accounts.access import request_token_set
from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.core.errors import NotFound
from kingdom.doors.mcp import tools
from kingdom.doors.mcp.tools import Caller, tool_call
from kingdom.doors.openai import chat_turns
from kingdom.doors.session_frames import session_open
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.orchestrator.models import Message
from kingdom.sessions.models import Session

pytestmark = pytest.mark.django_db(transaction=True)
WAIT_S = 20
QUESTION = "What is 12 * 7?"
Call = Callable[[], Coroutine[Any, Any, object]]


class Gate:
    """Holds a function of a module before or after its work, until the test opens it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: object, name: str, *, after: bool) -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        original = getattr(module, name)

        def held(*args: object, **kwargs: object) -> object:
            result = original(*args, **kwargs) if after else None
            self.reached.set()
            assert self.open.wait(WAIT_S)
            return result if after else original(*args, **kwargs)

        monkeypatch.setattr(module, name, held)


def mcp_request(user: User) -> HttpRequest:
    token, _secret = token_create(user=user, name="program")
    request = HttpRequest()
    request.user = user
    request_token_set(request, token)
    vars(request)["kingdom_token_scopes"] = frozenset({"chat"})
    return request


def mcp_call(user: User) -> Call:
    request = mcp_request(user)
    return lambda: tool_call(Caller(user.pk, request), "ask", {"message": QUESTION})


def openai_call(user: User) -> Call:
    _token, secret = token_create(user=user, name="chat")
    body = {"model": "kingdom", "messages": [{"role": "user", "content": QUESTION}]}

    async def post() -> object:
        headers = {"Authorization": f"Bearer {secret}"}
        return await AsyncClient().post("/v1/chat/completions", json.dumps(body), "application/json", headers=headers)

    return post


def leave(call: Call, gate: Gate) -> None:
    """Begin a call, and cancel it again and again while the gate holds it; return when all of it has ended."""

    async def in_own_thread() -> object:  # as the server gives each request
        async with ThreadSensitiveContext():
            return await call()

    async def scenario() -> None:
        calling = asyncio.create_task(in_own_thread())
        assert await asyncio.to_thread(gate.reached.wait, WAIT_S)
        for _ in range(3):
            calling.cancel()
            await asyncio.sleep(0.02)
        gate.open.set()
        async with asyncio.timeout(WAIT_S):
            while others := asyncio.all_tasks() - {asyncio.current_task()}:  # the server's loop goes on
                await asyncio.wait(others)

    asyncio.run(scenario())


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("door", ["mcp", "openai"])
def test_a_caller_who_leaves_while_the_message_is_stored_leaves_no_session_running(
    alice: User, monkeypatch: pytest.MonkeyPatch, door: str, after: bool
) -> None:
    module, call = (tools, mcp_call(alice)) if door == "mcp" else (chat_turns, openai_call(alice))
    leave(call, Gate(monkeypatch, module, "message_post", after=after))
    assert Message.objects.filter(role="user").count() == 1
    assert Session.objects.get().state == Session.State.CANCELLED


@pytest.mark.parametrize("door", ["mcp", "openai"])
def test_a_message_that_is_refused_after_its_caller_left_stores_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch, door: str
) -> None:
    module, call = (tools, mcp_call(alice)) if door == "mcp" else (chat_turns, openai_call(alice))
    gate = Gate(monkeypatch, module, "message_post", after=False)
    monkeypatch.setattr("kingdom.orchestrator.conversations.services.MAX_CONTENT", 3)
    leave(call, gate)
    assert not Session.objects.exists()


def test_a_caller_who_leaves_before_the_answer_is_followed_leaves_no_session_running(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leaving_open(*args: Any, **kwargs: Any) -> object:  # noqa: ANN401 - of what it stands for
        posted = await session_open(*args, **kwargs)
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        return posted

    monkeypatch.setattr(tools, "session_open", leaving_open)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(mcp_call(alice)())
    assert Session.objects.get().state == Session.State.CANCELLED


def test_a_conversation_of_another_user_is_not_gone_on_with(alice: User, bob: User, carol: User) -> None:
    foreign = conversation_create(user_id=alice.pk).pk
    for user in (bob, carol):
        request = mcp_request(user)
        arguments = {"message": QUESTION, "conversation_id": str(foreign)}
        with pytest.raises(NotFound):
            asyncio.run(tool_call(Caller(user.pk, request), "ask", arguments))
    assert not Message.objects.exists()
    assert not Session.objects.exists()
