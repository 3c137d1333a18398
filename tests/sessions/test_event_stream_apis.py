"""The event stream: stored events with ids, deltas, resume, pings and the end, without lost events."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.http import StreamingHttpResponse
from django.test import AsyncClient

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.core.errors import NotFound
from kingdom.core.sse import authorized_stream
from kingdom.sessions.events.live_events import delta_publish
from kingdom.sessions.events.streams import session_stream
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude, session_note, session_open
from tests.factories import create_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
TIMEOUT_S = 20.0


@pytest.fixture
def alice(transactional_db: None) -> User:
    """Return the owner of the session."""
    return create_user("alice")


@pytest.fixture
def session(alice: User) -> Session:
    """Return her session, with a route and another note in its log."""
    opened = session_open(user_id=alice.pk, input_text="hello")
    session_note(session_id=opened.pk, kind="route", payload={"intent": "specialist:right", "agent": "right"})
    session_note(session_id=opened.pk, kind="history", payload={"turns_cut": 2})
    return opened


def parsed(text: str) -> dict[str, Any]:
    lines = dict(line.split(": ", 1) for line in text.strip().splitlines())
    return {
        "event": lines.get("event", ""),
        "id": int(lines["id"]) if "id" in lines else None,
        "data": json.loads(lines.get("data", "null")),
    }


async def take(frames: AsyncIterator[str], count: int) -> list[dict[str, Any]]:
    return [parsed(await asyncio.wait_for(anext(frames), TIMEOUT_S)) for _ in range(count)]


def watch(session: Session, after: int = 0, ping_s: float = TIMEOUT_S) -> Any:  # noqa: ANN401 - an async generator
    return session_stream(user_id=session.user_id, session_id=session.pk, after=after, ping_s=ping_s)


async def test_stored_events_come_before_live_ones(session: Session) -> None:
    async with aclosing(watch(session)) as frames:
        first = await take(frames, 2)
        assert [(one["event"], one["id"]) for one in first] == [("route", 1), ("step", 2)]
        assert first[0]["data"]["agent"] == "right"
        assert first[1]["data"]["payload"] == {"turns_cut": 2}
        delta_publish(session.pk, 1, 1, "Good ", offset=0)
        assert await take(frames, 1) == [
            {"event": "delta", "id": None, "data": {"text": "Good ", "at": 1, "attempt": 1, "offset": 0}}
        ]
        await sync_to_async(session_conclude)(session_id=session.pk, answer="Good day.", output={"n": 1})
        [final] = await take(frames, 1)
        assert (final["event"], final["id"], final["data"]["state"]) == ("final", 3, "completed")
        assert (final["data"]["answer"], final["data"]["output"], final["data"]["receipts"]) == (
            "Good day.",
            {"n": 1},
            [],
        )
        with pytest.raises(StopAsyncIteration):
            await anext(frames)


@pytest.mark.parametrize("after", [0, 1, 2, 3, 99])
async def test_resuming_neither_repeats_nor_loses_events(session: Session, after: int) -> None:
    await sync_to_async(session_conclude)(session_id=session.pk, answer="Good day.")
    async with aclosing(watch(session, after)) as frames:
        got = [parsed(one) async for one in frames]
    assert [one["id"] for one in got] == [*range(after + 1, 3), max(3, after)]
    assert got[-1]["event"] == "final"


async def test_concurrent_events_are_not_lost(session: Session) -> None:
    """The stream must show each number once and in order during continuous writes."""

    async def write() -> None:
        for number in range(40):
            await sync_to_async(session_note)(session_id=session.pk, kind="note", payload={"number": number})
        await sync_to_async(session_conclude)(session_id=session.pk, answer="done")

    async with aclosing(watch(session)) as frames:
        writer = asyncio.create_task(write())
        got = [parsed(one) async for one in frames]
        await writer
    assert [one["id"] for one in got] == list(range(1, 44))


async def test_a_quiet_stream_pings_and_reads_again(session: Session) -> None:
    async with aclosing(watch(session, 2, ping_s=0.05)) as frames:
        assert await anext(frames) == ": ping\n\n"
        # a lost announcement: the row is stored without a message
        await Session.objects.filter(pk=session.pk).aupdate(state="completed", answer="silent")
        while (text := await asyncio.wait_for(anext(frames), TIMEOUT_S)).startswith(":"):
            continue
        assert parsed(text)["data"]["answer"] == "silent"


async def test_a_deleted_session_ends_the_stream(session: Session) -> None:
    async with aclosing(watch(session, 2, ping_s=0.05)) as frames:
        await anext(frames)
        await Session.objects.filter(pk=session.pk).adelete()
        rest = [one async for one in frames]
    assert parsed(rest[-1])["data"]["state"] == "deleted"


async def _get(user: User, session_id: uuid.UUID, **headers: str) -> Any:  # noqa: ANN401 - Django's test response
    _, secret = await sync_to_async(token_create)(user=user, name="test")
    url = f"/api/v1/sessions/{session_id}/events/"
    return await AsyncClient().get(url, headers={"Authorization": f"Bearer {secret}", **headers})


async def test_the_view_streams_and_resumes_by_header(alice: User, session: Session) -> None:
    await sync_to_async(session_conclude)(session_id=session.pk, answer="Good day.")
    answer = await _get(alice, session.pk, **{"Last-Event-ID": "1"})
    assert isinstance(answer, StreamingHttpResponse)
    assert (answer["Content-Type"], answer["Cache-Control"], answer["X-Accel-Buffering"]) == (
        "text/event-stream",
        "no-cache, private, no-store",
        "no",
    )
    body = b"".join([chunk async for chunk in answer]).decode()
    assert [parsed(one)["id"] for one in body.split("\n\n") if one] == [2, 3]


async def test_json_lists_the_log(alice: User, session: Session) -> None:
    answer = await _get(alice, session.pk, Accept="application/json")
    listed = answer.json()
    assert listed["state"] == "running"
    assert [(one["seq"], one["kind"]) for one in listed["events"]] == [(1, "route"), (2, "history")]


async def test_a_list_without_its_database_or_session_is_a_problem(
    alice: User, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller was admitted; the database went away, or the session was deleted, before the list was read."""
    for error, status in ((OperationalError("gone"), 503), (NotFound(), 404)):

        def fail(*_args: object, fault: Exception = error) -> dict[str, Any]:
            raise fault

        monkeypatch.setattr("kingdom.sessions.apis._event_list", fail)
        answer = await _get(alice, session.pk, Accept="application/json")
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
        assert answer.has_header("Retry-After") is (status == 503)


@pytest.mark.parametrize("given", ["x", "-1", "1.5", "99999999999"])
async def test_an_invalid_event_id_is_a_400(alice: User, session: Session, given: str) -> None:
    answer = await _get(alice, session.pk, **{"Last-Event-ID": given})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


async def test_other_media_types_and_methods_are_refused(alice: User, session: Session) -> None:
    assert (await _get(alice, session.pk, Accept="image/png")).status_code == 406
    client = AsyncClient()
    refused = await client.post(f"/api/v1/sessions/{session.pk}/events/")
    assert (refused.status_code, refused["Content-Type"]) == (405, "application/problem+json")


async def test_other_users_get_no_stream(alice: User, session: Session) -> None:
    bob = await sync_to_async(create_user)("bob")
    assert (await _get(bob, session.pk)).status_code == 404
    stranger = await AsyncClient().get(f"/api/v1/sessions/{session.pk}/events/")
    assert (stranger.status_code, stranger["WWW-Authenticate"]) == (401, "Token")


async def test_a_browser_session_may_watch(alice: User, session: Session) -> None:
    await sync_to_async(session_conclude)(session_id=session.pk, answer="Good day.")
    client = AsyncClient()
    await client.aforce_login(alice)
    assert (await client.get(f"/api/v1/sessions/{session.pk}/events/")).status_code == 200


@pytest.mark.parametrize("end", ["revoke", "deactivate", "sign out", "password"])
async def test_a_stream_ends_with_the_right_to_read(
    alice: User, session: Session, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authorized_stream, "__kwdefaults__", {"recheck_s": 0.1})
    client = AsyncClient()
    token, secret = await sync_to_async(token_create)(user=alice, name="watch")
    headers = {} if end in ("sign out", "password") else {"Authorization": f"Token {secret}"}
    if not headers:
        await client.aforce_login(alice)
    answer = await client.get(f"/api/v1/sessions/{session.pk}/events/", headers=headers)
    assert isinstance(answer, StreamingHttpResponse)
    frames = aiter(answer)
    await asyncio.wait_for(anext(frames), TIMEOUT_S)
    match end:
        case "revoke":
            await token.adelete()
        case "deactivate":
            await User.objects.filter(pk=alice.pk).aupdate(is_active=False)
        case "sign out":
            await client.alogout()
        case _:
            alice.set_password("another horse battery")
            await alice.asave()
    assert await asyncio.wait_for(_rest(frames), TIMEOUT_S) == "", "and without a final frame"


async def _rest(frames: AsyncIterator[bytes]) -> str:
    return "".join([text.decode() async for text in frames if b"event: final" in text])
