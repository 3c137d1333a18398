"""A foreign Host header: each door for programs refuses it in its own form of errors, pages in HTML."""

from typing import Any

import pytest
from django.test import Client, override_settings

from kingdom.core.errors import DatabaseAway

pytestmark = pytest.mark.django_db
OPENAI, PROBLEM = {"error"}, {"type", "title", "status", "detail", "code"}


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/v1/models", OPENAI),
        ("/v1/chat/completions", OPENAI),
        ("/v1/no-such-path", OPENAI),
        ("/api/v1/conversations/", PROBLEM),
        ("/api/schema/", PROBLEM),
        ("/hooks/no-such-secret/", PROBLEM),
    ],
)
def test_a_door_refuses_it_in_its_own_form(path: str, form: set[str]) -> None:
    answer = Client(headers={"host": "evil.example"}).get(path)
    body: Any = answer.json()
    assert (answer.status_code, set(body)) == (400, form)
    error = body["error"] if form is OPENAI else body
    assert error["code"] == "unknown_host"
    assert "KINGDOM_ALLOWED_HOSTS" in (error["message"] if form is OPENAI else error["detail"])


def test_a_page_says_it_in_html() -> None:
    answer = Client(headers={"host": "evil.example"}).get("/sign-in/")
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert b"KINGDOM_ALLOWED_HOSTS" in answer.content


def test_a_nul_in_the_address_is_refused_in_the_form_of_the_door() -> None:
    answer = Client().get("/v1/models?x=%00")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")


@override_settings(DEBUG=False)
def test_an_absent_database_is_told_in_the_form_of_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise DatabaseAway

    monkeypatch.setattr("kingdom.core.web.request_checks._has_nul", away)
    answer = Client(raise_request_exception=False).get("/v1/models")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["error"]["type"] == "server_error"
