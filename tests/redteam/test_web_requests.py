"""Bad cursors, NUL characters and WebSocket upgrades are 4xx problem details; private answers are in no cache."""

import asyncio
import base64
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.pagination import CursorPagination
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.asgi import application
from kingdom.core.web.body_limit import Message
from tests.factories import create_own_specialist, create_routed_message

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"


def api_paths(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Yield each address of the API without parameters."""
    for entry in resolver.url_patterns:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from api_paths(entry, address)
        elif address.startswith("/api/v1/") and "<" not in address:
            yield address, entry


PATHS = dict(api_paths(get_resolver()))
CURSOR_PATHS = [
    path
    for path, entry in PATHS.items()
    if issubclass(
        getattr(getattr(entry.callback, "view_class", None), "pagination_class", None) or object, CursorPagination
    )
]


def cursor(**parts: str) -> str:
    return base64.b64encode(urlencode(parts).encode()).decode()


NAIVE_TIMES = ("2026-11-25 10:00:00", "2026-11-25T10:00:00.5", "2026-11-25", "20261125", "2026-W48-3")
BAD_CURSORS = [
    "x", "%", "=", "é", "cD0=", "\x01", base64.b64encode(b"\xff\xfe").decode(),
    *(cursor(p=text) for text in (
        "x", "1", "9999-12-31T23:59:59.9+23:59", "0001-01-01T00:00:00-23:59", "a\x00b", "\ud7ff", "9" * 5000,
        *NAIVE_TIMES,
    )),
    cursor(o="x", p="x"), cursor(o="-5", r="1", p="x"), cursor(o="9" * 5000),
]  # fmt: skip


@pytest.mark.parametrize("path", CURSOR_PATHS)
def test_a_bad_cursor_is_a_bad_request_or_an_empty_page(path: str, alice: User, as_alice: APIClient) -> None:
    create_routed_message(alice, create_own_specialist(alice))
    for text in BAD_CURSORS:
        answer = as_alice.get(path, {"cursor": text})
        assert answer.status_code in (200, 400), (text[:60], answer.status_code)
        assert answer.status_code == 200 or answer["Content-Type"] == PROBLEM


@pytest.mark.parametrize("path", CURSOR_PATHS)
def test_a_cursor_with_a_time_without_zone_is_a_bad_request(path: str, alice: User, as_alice: APIClient) -> None:
    create_routed_message(alice, create_own_specialist(alice))
    view = getattr(get_resolver().resolve(path).func, "view_class")  # noqa: B009 - an attribute of DRF's function
    orders_by_time = view.pagination_class.ordering.lstrip("-") not in ("seq", "role")
    for text in NAIVE_TIMES:
        answer = as_alice.get(path, {"cursor": cursor(p=text)})
        assert (answer.status_code == 400) or not orders_by_time, (text, answer.status_code)


def test_lists_with_cursors_were_found() -> None:
    assert len(CURSOR_PATHS) >= 4, CURSOR_PATHS


@pytest.mark.parametrize("path", [*PATHS, "/api/v1/sessions/%00/", "/api/v1/a%00b/"])
def test_a_nul_in_an_address_of_the_api_is_a_problem(path: str, as_alice: APIClient) -> None:
    for address in (f"{path}?q=a%00b", f"{path}?cursor=%00", f"{path}?%00=1"):
        answer = as_alice.get(address, HTTP_ACCEPT="application/json")
        assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM), address


@pytest.mark.parametrize("path", ["/", "/specialists/", "/sign-in/", "/admin/search/", "/c/%00/", "/%00"])
def test_a_nul_in_an_address_of_a_page_is_a_bad_request(path: str, carol: User, client: Client) -> None:
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(path + "?q=a%00").status_code == 400


def test_a_nul_in_a_body_is_a_bad_request(client: Client, alice: User, as_alice: APIClient) -> None:
    body = '{"name": "a", "extra": {"deep": ["\\u0000"]}}'
    answer = as_alice.generic("POST", "/api/v1/creations/", body, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post("/say/", {"content": "a\x00b"}).status_code == 400


@pytest.mark.parametrize("half", ["\\u0000", "\\ud800", "a\\udc00b"])
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ('{"manifest": {"agents": [{"id": "analyze_a", "prompt": "X"}]}}', "/manifest/agents/0/prompt"),
        ('{"manifest": {"agents": [{"id": "X"}]}}', "/manifest/agents/0/id"),
        ('{"manifest": {"agents": [{"id": "analyze_a", "X": 1}]}}', "/manifest/agents/0"),
        ('{"request": "X"}', "/request"),
        ('["X"]', "/0"),
    ],
)
def test_a_character_that_is_none_is_named_by_its_place(
    as_alice: APIClient, body: str, pointer: str, half: str
) -> None:
    for path in ("/api/v1/workflows/", "/api/v1/schedules/", "/api/v1/creations/"):
        answer = as_alice.generic("POST", path, body.replace("X", half), content_type="application/json")
        assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)
        assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_a_pair_of_surrogates_is_one_character(as_alice: APIClient) -> None:
    body = '{"title": "\\ud83d\\ude00 \\\\ud800"}'
    made = as_alice.generic("POST", "/api/v1/conversations/", body, content_type="application/json")
    assert (made.status_code, made.json()["title"]) == (201, "\U0001f600 \\ud800")


def test_the_text_of_an_escape_is_no_nul(as_alice: APIClient) -> None:
    made = as_alice.post("/api/v1/conversations/", {"title": "what is \\u0000?"}, format="json")
    assert (made.status_code, made.json()["title"]) == (201, "what is \\u0000?")


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/api/v1/me/", "/admin/login/"])
def test_a_websocket_handshake_is_refused(path: str) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"connection", b"Upgrade"), (b"Upgrade", b"WebSocket")]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 400
    assert (b"content-type", PROBLEM.encode()) in sent[0]["headers"]
    sent.clear()
    asyncio.run(application({**scope, "type": "websocket"}, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]


@pytest.mark.parametrize(
    "path", ["/", "/specialists/", "/notifications/", "/status/", "/admin/", "/api/v1/me/", "/api/v1/conversations/"]
)
def test_private_answers_are_not_to_be_stored(path: str, carol: User, client: Client) -> None:
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(path)
    assert answer.status_code == 200
    assert {"no-store", "private"} <= {part.strip() for part in answer["Cache-Control"].split(",")}
