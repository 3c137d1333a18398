"""Errors under /api/: problem details from every source; body limits and throttles."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from django.core.cache import caches
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.web.body_limit import BodyLimitMiddleware, Receive, Scope, Send
from kingdom.core.web.throttling import MethodThrottle

PROBLEM = "application/problem+json"


def problem_of(answer: Any) -> tuple[int, str]:  # noqa: ANN401 - the test responses of Django and of DRF
    assert answer["Content-Type"] == PROBLEM
    body = json.loads(answer.content)
    assert {"type", "title", "status", "detail", "code"} <= set(body)
    assert body["status"] == answer.status_code
    return answer.status_code, body["code"]


def test_no_such_address(as_alice: APIClient) -> None:
    assert problem_of(as_alice.get("/api/v1/nothing/")) == (404, "not_found")


def test_broken_json_names_the_place(as_alice: APIClient) -> None:
    answer = as_alice.post("/api/v1/conversations/", "{", content_type="application/json")
    assert problem_of(answer) == (400, "parse_error")


def test_a_wrong_field_is_named(as_alice: APIClient) -> None:
    answer = as_alice.post("/api/v1/auth/tokens/", {"username": "x" * 151}, format="json")
    assert problem_of(answer) == (400, "bad_input")
    assert {one["pointer"] for one in answer.json()["errors"]} == {"/username", "/password"}


def test_other_methods_forms_and_wishes(as_alice: APIClient) -> None:
    assert problem_of(as_alice.put("/api/v1/me/", {}, format="json")) == (405, "method_not_allowed")
    assert (
        problem_of(as_alice.post("/api/v1/conversations/", "a=1", content_type="application/x-www-form-urlencoded"))[0]
        == 415
    )
    assert problem_of(as_alice.get("/api/v1/me/", HTTP_ACCEPT="image/png"))[0] == 406


def test_a_fault_of_ours_says_nothing_of_itself(as_alice: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(**_: object) -> None:
        raise RuntimeError("the password is hunter2")

    monkeypatch.setattr("kingdom.orchestrator.conversations.apis.conversations_of", burst)
    answer = as_alice.get("/api/v1/conversations/")
    assert problem_of(answer) == (500, "internal")
    assert "hunter2" not in answer.content.decode()


def test_a_browser_session_needs_its_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert problem_of(client.post("/api/v1/conversations/", "{}", content_type="application/json")) == (
        403,
        "permission_denied",
    )


def test_the_throttle_counts_by_scope_and_user(
    as_alice: APIClient, as_bob: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MethodThrottle, "THROTTLE_RATES", {"auth": "20/min", "messages": "1/min", "read": "3/min"})
    caches["local"].clear()
    assert [as_alice.get("/api/v1/me/").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = as_alice.get("/api/v1/me/")
    assert problem_of(refused) == (429, "throttled")
    assert 1 <= int(refused["Retry-After"]) <= 61
    assert as_bob.get("/api/v1/me/").status_code == 200


async def _send(limit: int, chunks: list[bytes], declared: bool) -> httpx.Response:
    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(len(body)).encode()})

    async def stream() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    headers = {"Content-Length": str(sum(map(len, chunks)))} if declared else {}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(BodyLimitMiddleware(app, limit=limit)), base_url="http://kingdom"
    ) as client:
        return await client.post("/", content=stream(), headers=headers)


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_bound_is_refused_declared_or_not(declared: bool) -> None:
    within = asyncio.run(_send(10, [b"12345", b"67890"], declared))
    assert (within.status_code, within.text) == (200, "10")
    over = asyncio.run(_send(10, [b"12345", b"678901"], declared))
    assert (over.status_code, over.headers["Content-Type"]) == (413, PROBLEM)
    assert json.loads(over.text)["code"] == "too_large"
