"""Compressed responses: pages and JSON for clients that take them, never event streams."""

import asyncio
import gzip
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import AsyncClient

from kingdom.accounts.models import User
from kingdom.asgi import application
from kingdom.core.web.body_limit import Message
from kingdom.sessions.services import session_cancel, session_open

pytestmark = pytest.mark.django_db(transaction=True)


def fetch(path: str, *, cookie: str = "", accepts: str = "gzip") -> tuple[int, Mapping[bytes, bytes], bytes]:
    """Return status, headers and body of a GET through the whole application."""
    sent: list[Message] = []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.sleep(60)
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    fields = {"host": "localhost", "accept-encoding": accepts, "cookie": cookie, "accept": "*/*"}
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": ("127.0.0.1", 1),
        "server": ("localhost", 80), "headers": [(name.encode(), value.encode()) for name, value in fields.items()],
    }  # fmt: skip
    asyncio.run(application(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(message.get("body", b"") for message in sent[1:])


def header(headers: Mapping[bytes, bytes], name: str) -> str:
    return next((value.decode() for key, value in headers.items() if key.decode().lower() == name), "")


@pytest.fixture
def cookie(alice: User) -> str:
    client = AsyncClient()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={client.cookies['sessionid'].value}"


def test_a_page_is_compressed_for_who_takes_it(cookie: str) -> None:
    status, headers, body = fetch("/specialists/", cookie=cookie)
    plain_status, plain_headers, plain = fetch("/specialists/", cookie=cookie, accepts="identity")
    assert (status, plain_status) == (200, 200)
    assert (header(headers, "content-encoding"), header(plain_headers, "content-encoding")) == ("gzip", "")
    assert header(headers, "content-length") in ("", str(len(body)))
    assert "accept-encoding" in header(headers, "vary").lower()
    assert b"<html" in plain
    assert b"<html" in gzip.decompress(body)
    assert len(body) < len(plain) / 2


def test_an_event_stream_is_not_compressed(cookie: str, alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="?")
    session_cancel(session_id=session.pk)
    status, headers, body = fetch(f"/api/v1/sessions/{session.pk}/events/", cookie=cookie)
    assert (status, header(headers, "content-encoding")) == (200, "")
    assert b"event: final" in body
