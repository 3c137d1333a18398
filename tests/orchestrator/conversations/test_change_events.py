"""Open pages of a user hear of each change of a conversation, and of nobody else's."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from kingdom.accounts.models import User
from kingdom.approvals.notifications.inbox_stream import inbox_stream
from kingdom.orchestrator.conversations.override_services import override_undo, route_override
from kingdom.orchestrator.conversations.services import (
    branch_show,
    conversation_change,
    conversation_delete,
    message_post,
    message_repeat,
)
from tests.factories import create_global_specialist, create_routed_message, create_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
TIMEOUT_S = 20.0


async def take(frames: AsyncIterator[str]) -> dict[str, Any]:
    head, data = (await asyncio.wait_for(anext(frames), TIMEOUT_S)).strip().split("\n")
    return {"event": head.removeprefix("event: "), **json.loads(data.removeprefix("data: "))}


def change_all(alice: User, bob: User) -> tuple[str, list[str]]:
    """Change a conversation in every way; return its id, and the session that each change opened."""
    other, right = create_global_specialist("left"), create_global_specialist("right")
    his = create_routed_message(bob, right, "his")
    message_post(user_id=bob.pk, conversation_id=his.conversation.pk, content="more of his")
    asked = create_routed_message(alice, right, "how many?")
    talk: dict[str, Any] = {"user_id": alice.pk, "conversation_id": asked.conversation.pk}
    posted = message_post(**talk, content="and more?")
    repeated = message_repeat(**talk, message_id=asked.message.pk)
    branch_show(**talk, message_id=asked.message.pk)
    chosen, _ = route_override(user_id=alice.pk, route_id=asked.route.pk, specialist=str(other.pk))
    override_undo(user_id=alice.pk, route_id=asked.route.pk)
    conversation_change(**talk, title="Numbers")
    conversation_delete(**talk)
    opened = [posted.session_id, repeated.session_id, "", chosen.session_id, "", "", ""]
    return str(asked.conversation.pk), [str(session) for session in opened]


async def test_each_change_is_told_to_its_user(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("celery.current_app.send_task", lambda task, args: None)
    alice, bob = await sync_to_async(create_user)("alice"), await sync_to_async(create_user)("bob")
    async with aclosing(inbox_stream(user_id=alice.pk)) as frames:  # type: ignore[type-var]
        assert (await take(frames))["event"] == "resync"
        talk, opened = await sync_to_async(change_all)(alice, bob)
        for number, session in enumerate(opened, start=1):
            told = {"event": "conversation", "id": talk, "session_id": session, "deleted": number == len(opened)}
            assert await take(frames) == told
