"""Scopes of API tokens: every route of the doors × every method needs one, and no other token passes."""

import asyncio
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.exceptions import PermissionDenied

from kingdom.accounts import token_scopes
from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.services import token_create
from kingdom.accounts.token_scopes import ADMIN, ALL_SCOPES, APPROVE, CHAT, READ, WRITE, required_scopes
from kingdom.doors.mcp.tools import Caller, tool_call

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete")
EXAMPLES = {"uuid": "00000000-0000-4000-8000-000000000000", "int": "1", "str": "x"}
WITHOUT_TOKEN = {"openai-unknown"}
EXPECTED = {  # written down a second time: a change of what is dangerous must be meant
    ("get", "conversations"): READ, ("get", "tool-receipts"): READ, ("get", "approval"): READ,
    ("post", "messages"): CHAT, ("post", "openai-chat"): CHAT, ("post", "openai-embeddings"): CHAT,
    ("post", "credentials"): WRITE, ("delete", "conversation"): WRITE, ("post", "schedules"): WRITE,
    ("post", "conversation-share"): WRITE, ("delete", "specialist"): WRITE, ("post", "event-webhooks"): WRITE,
    ("post", "approval-decide"): APPROVE, ("post", "permission-rules"): APPROVE, ("post", "creation-confirm"): APPROVE,
    ("post", "workflow-node"): APPROVE, ("delete", "host-consent"): APPROVE,
    ("delete", "token"): ADMIN, ("post", "me-delete"): ADMIN, ("post", "data-exports"): ADMIN,
    ("get", "data-export"): ADMIN, ("patch", "me"): ADMIN, ("post", "policy-activate"): ADMIN,
    ("post", "specialist-status-changes"): ADMIN, ("get", "metrics"): ADMIN,
}  # fmt: skip


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, str, Any]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, path)
        elif isinstance(entry, URLPattern) and path.startswith(("api/v1/", "v1/", "metrics")):
            yield entry.name or "", path, getattr(entry.callback, "cls", None)


ROUTES = [route for route in _routes(get_resolver()) if route[0] not in WITHOUT_TOKEN]


def _path(pattern: str) -> str:
    plain = re.sub(r"\(\?P<key>[^)]*\)", "A" * 8, pattern).replace("^", "").replace("$", "")
    return "/" + re.sub(r"<(\w+):\w+>", lambda found: EXAMPLES[found[1]], plain)


def _methods(name: str, view: Any) -> list[str]:  # noqa: ANN401 - a view class
    if view is None:
        return ["get"] if name in ("openai-models", "openai-model") else ["post"]
    return [method for method in METHODS if hasattr(view, method) and (name, method) != ("tokens", "post")]


def _refused(user: User, scopes: tuple[str, ...], method: str, path: str) -> bool:
    _, secret = token_create(user=user, name="t", scopes=scopes)
    client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"})
    body = {} if method in ("get", "delete") else {"data": "{}", "content_type": "application/json"}
    answer = getattr(client, method)(path, HTTP_ACCEPT="application/json", **body)
    text = "" if answer.streaming else answer.content.decode()
    assert answer.status_code != 500, (method, path)
    return answer.status_code == 403 and "lacks the scope" in text


def test_every_route_passes_with_its_scope_and_with_no_other(carol: User) -> None:
    tried = set()
    for name, pattern, view in ROUTES:
        path = _path(pattern)
        for method in _methods(name, view):
            needed = required_scopes(name, method.upper())
            others = tuple(scope for scope in ALL_SCOPES if scope not in needed)
            assert _refused(carol, others, method, path), (name, method, "passes without its scope")
            if name not in ("me-delete",) and not (name == "notification-events" or name.endswith("-events")):
                assert not _refused(carol, tuple(needed), method, path), (name, method, "is refused with its scope")
            tried.add((method, name))
    assert {pair: required_scopes(pair[1], pair[0].upper()) for pair in EXPECTED} == {
        pair: {scope} for pair, scope in EXPECTED.items()
    }
    assert set(EXPECTED) <= tried


def test_the_table_names_routes_only() -> None:
    named = {*token_scopes._BY_ROUTE, *token_scopes._BY_CHANGE, *token_scopes._EITHER}
    known = {entry.name for entry in _all_names(get_resolver())}
    assert named - known == set()


def _all_names(resolver: URLResolver) -> Iterator[URLPattern]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from _all_names(entry)
        else:
            yield entry


def test_tokens_of_before_keep_their_rights(alice: User) -> None:
    token, _ = token_create(user=alice, name="old")
    migration = import_module("kingdom.accounts.migrations.0004_token_scopes")
    default = next(operation.field.default for operation in migration.Migration.operations)
    assert default() == token.scopes == list(ALL_SCOPES)
    assert ApiToken.objects.get().scopes == list(ALL_SCOPES)


def test_a_tool_of_the_mcp_door_needs_its_scope() -> None:
    for held, tool in (({READ}, "ask"), ({CHAT}, "list_specialists"), ({WRITE, ADMIN}, "list_approvals")):
        request = HttpRequest()
        vars(request)["kingdom_token_scopes"] = frozenset(held)
        with pytest.raises(PermissionDenied, match="lacks the scope"):
            asyncio.run(tool_call(Caller(1, request), tool, {"message": "hello"}))
