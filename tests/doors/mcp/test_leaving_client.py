"""A client that leaves while its message is posted: the session that comes of it is stopped."""

import asyncio
import threading
import uuid

import pytest
from django.test import RequestFactory

from kingdom.accounts.models import User
from kingdom.doors.mcp import tools
from kingdom.sessions.models import Session

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
PATIENCE_S = 20.0
ASKED = tools.AskArguments.model_validate({"message": "5 km in miles"})


async def test_it_is_stopped(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    began, left = threading.Event(), threading.Event()
    post = tools._post

    def slow_post(caller: tools.Caller, arguments: tools.AskArguments) -> tuple[uuid.UUID, uuid.UUID]:
        began.set()
        assert left.wait(PATIENCE_S)
        return post(caller, arguments)

    monkeypatch.setattr(tools, "_post", slow_post)
    request = RequestFactory().post("/mcp")
    request.user = alice
    caller = tools.Caller(alice.pk, request)
    call = asyncio.ensure_future(tools.TOOLS["ask"].call(caller, ASKED))
    assert await asyncio.to_thread(began.wait, PATIENCE_S)
    call.cancel()
    await asyncio.sleep(0)
    left.set()
    await asyncio.wait({call})
    assert call.cancelled()
    sessions = [session async for session in Session.objects.all()]
    assert [(session.state, session.user_id) for session in sessions] == [("cancelled", alice.pk)]
