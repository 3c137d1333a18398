"""The inbox stream: a user gets committed changes of the own inbox, and no others."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import StreamingHttpResponse
from django.test import AsyncClient

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.approvals.notifications.inbox_stream import inbox_stream
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.requests.services import approval_decide
from tests.factories import create_user
from tests.factories.approvals import answer_to, asked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
TIMEOUT_S = 20.0


@pytest.fixture
def alice(transactional_db: None) -> User:
    """She watches."""
    return create_user("alice")


async def take(frames: AsyncIterator[str]) -> tuple[str, Any]:
    head, data = (await asyncio.wait_for(anext(frames), TIMEOUT_S)).strip().split("\n")
    return head.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def ask_and_answer(alice: User, bob: User) -> str:
    with transaction.atomic():
        notification_create(user_id=alice.pk, kind="hint", text="never said")
        transaction.set_rollback(True)
    notification_create(user_id=bob.pk, kind="hint", text="for Bob")
    approval = asked(alice)
    approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "deny"))
    return str(approval.pk)


async def test_what_is_committed_is_told_to_whom_it_is_for(alice: User) -> None:
    bob = await sync_to_async(create_user)("bob")
    async with aclosing(inbox_stream(user_id=alice.pk)) as frames:  # type: ignore[type-var]
        assert await take(frames) == ("resync", {})
        approval_id = await sync_to_async(ask_and_answer)(alice, bob)
        kind, notification = await take(frames)
        assert (kind, notification["kind"], notification["link"]) == (
            "notification",
            "approval",
            f"/approvals/{approval_id}/",
        )
        assert await take(frames) == ("approval", {"id": approval_id, "state": "decided", "choice": "deny"})


async def test_it_is_quiet_but_alive(alice: User) -> None:
    async with aclosing(inbox_stream(user_id=alice.pk, ping_s=0.05)) as frames:  # type: ignore[type-var]
        await take(frames)
        assert await asyncio.wait_for(anext(frames), TIMEOUT_S) == ": ping\n\n"


async def test_over_http_with_a_token_only(alice: User) -> None:
    client, url = AsyncClient(), "/api/v1/notifications/events/"
    assert (await client.get(url)).status_code == 401
    assert (await client.post(url)).status_code == 405
    _, secret = await sync_to_async(token_create)(user=alice, name="t")
    answer = await client.get(url, headers={"Authorization": f"Token {secret}"})
    assert isinstance(answer, StreamingHttpResponse)
    assert answer["Content-Type"] == "text/event-stream"
    body = answer.__aiter__()
    assert b"event: resync" in await asyncio.wait_for(anext(body), TIMEOUT_S)
