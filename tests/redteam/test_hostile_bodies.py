"""Bodies that no client of ours sends, at the endpoints of workflows, schedules, policies and webhooks: never a 500."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from tests.factories import create_global_specialist

pytestmark = pytest.mark.django_db
NODE = {"id": "analyze_a", "specialist": "unit_converter", "input": "3 miles in km", "depends_on": []}
HANDLER = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"
VALID: dict[str, dict[str, Any]] = {
    "/api/v1/workflows/": {"manifest": {"agents": [NODE]}},
    "/api/v1/schedules/": {"cron": "0 8 * * *", "time_zone": "UTC", "message": "3 miles in km"},
    "/api/v1/policies/": {"text": "block python for research agents"},
    "/api/v1/event-webhooks/": {"url": "https://example.org/hook", "events": ["AgentFailed"]},
}
PATHS = tuple(VALID)


def deep(levels: int) -> Any:  # noqa: ANN401 - any JSON value
    value: Any = "x"
    for _ in range(levels):
        value = {"a": [value]}
    return value


HOSTILE: dict[str, Any] = {
    "nul": "a\x00b",
    "surrogate": "\ud800",
    "huge integer": 10**400,
    "negative": -(2**63) - 1,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "deep": deep(60),
    "list": [[]] * 50,
    "nothing": None,
    "long": "x" * 300_000,
    "object": {"__proto__": {"a": 1}, "": ""},
}


@pytest.fixture
def post(alice: User) -> Callable[[str, bytes], int]:
    create_global_specialist("unit_converter", engine="handler", handler_code=HANDLER)
    client = APIClient(raise_request_exception=True)
    client.force_login(alice)

    def send(path: str, body: bytes) -> int:
        return int(client.post(path, body, content_type="application/json").status_code)

    return send


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_value_in_any_field_is_refused(post: Callable[[str, bytes], int], path: str, name: str) -> None:
    for field in VALID[path]:
        status = post(path, json.dumps({**VALID[path], field: HOSTILE[name]}).encode())
        assert status < 500, (field, name)
        assert status >= 400 or name in ("nothing", "long"), (field, name)


@pytest.mark.parametrize("path", PATHS)
def test_the_same_body_without_it_is_taken(post: Callable[[str, bytes], int], path: str) -> None:
    assert post(path, json.dumps(VALID[path]).encode()) in (200, 201)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("field", ["id", "role", "prompt", "specialist", "input", "map", "depends_on", "tools"])
def test_a_hostile_value_in_a_node_is_no_fault_of_ours(
    post: Callable[[str, bytes], int], field: str, name: str
) -> None:
    body = {"manifest": {"title": "t", "nodes": [{**NODE, field: HOSTILE[name]}]}}
    assert post("/api/v1/workflows/", json.dumps(body).encode()) < 500


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"x"', b"{", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000])
def test_what_is_no_object_is_refused(post: Callable[[str, bytes], int], path: str, body: bytes) -> None:
    assert 400 <= post(path, body) < 500
