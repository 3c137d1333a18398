"""The access matrix: every route of the URL configuration, every method, every kind of caller.

A new route without a row in ``access_matrix.txt`` fails. The callers: anonymous, another user, staff without
permissions, the owner. What is not theirs must look as if it did not exist: the same answer as for a made-up id.
"""

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from kingdom.accounts.models import ApiToken, User
from tests.factories.rows import plant
from tests.rounds import LONG

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete")
PUBLIC_METHODS = {("tokens", "post")}  # authenticates by password
ADMIN_FOR_ALL_STAFF = {"index", "login", "password_change", "password_change_done", "jsi18n", "search", ""}
ADMIN_PUBLIC = {"login"}
# 404 without a form or the name of a file; their own tests reach them
# A planted sign-in has no session and is forgotten at once: test_account_views.py ends a real one.
# A planted export has no file yet: test_exports.py downloads a real one.
NEEDS_FIELDS = {"choose", "conversation-file", "conversation-file-delete", "conversation-picture", "signed-in-session"}
NEEDS_FIELDS |= {"data-export", "data-download"}
STAFF_READ = {"finding-page"}  # findings of the Auditor are for staff, too


def _matrix() -> dict[str, str]:
    """Return the kind of access by name of the route."""
    lines = Path(__file__).with_name("access_matrix.txt").read_text().splitlines()
    rows = [line.partition(": ") for line in lines if line and not line.startswith("#")]
    return {name: access for access, _, names in rows for name in names.split()}


MATRIX = _matrix()


def _named(access: str) -> list[str]:
    return [name for name, kind in MATRIX.items() if kind == access]


OWNED = [name for name, access in MATRIX.items() if " " in access]


class Route(NamedTuple):
    """One route: its name and its path with example values."""

    name: str
    pattern: str


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, path)
        else:
            yield path, entry


def _split() -> tuple[list[Route], list[Route]]:
    ours, admin = list[Route](), list[Route]()
    for path, entry in _routes(get_resolver()):
        name = entry.name or ("favicon" if path == "favicon.ico" else "")
        (admin if path.startswith("admin/") else ours).append(Route(name, path))
    return ours, admin


OURS, ADMIN = _split()


def _answer(client: Client, method: str, path: str, *unlike: object) -> tuple[int, str]:
    """Return status and text of a call whose writes are undone; the ids of ``unlike`` are replaced in the text.

    Asking for JSON keeps event streams from streaming.
    """
    with transaction.atomic():
        send = getattr(client, method)
        body = {} if method in ("get", "delete") else {"data": json.dumps({}), "content_type": "application/json"}
        response = send(path, HTTP_ACCEPT="application/json, text/html", **body)
        transaction.set_rollback(True)
    if response.status_code == 302 and "/sign-in/" in response["Location"]:
        return 401, ""
    text = "" if response.streaming else response.content.decode()
    for one in unlike:
        text = text.replace(str(one), "ID")
    return int(response.status_code), re.sub(r"(csrf|nonce|request_id)[^>]*", "", text)


def _asked(reached: Mapping[str, int]) -> list[str]:
    """Return the methods that others ask: what the route answers its owner and one it does not; with TEST_LONG, all."""
    refused = [method for method, status in reached.items() if status == 405]
    return [method for method in METHODS if LONG or method not in refused[1:]]


def _client(user: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def staff(db: None) -> User:
    """A member of staff without a group."""
    return User.objects.create_user("steward", is_staff=True)


@pytest.fixture
def stranger() -> Client:
    """Nobody who is signed in."""
    return _client(None)


@pytest.fixture
def other(alice: User) -> Client:
    """A user who owns nothing."""
    return _client(alice)


@pytest.fixture
def steward(staff: User) -> Client:
    """The member of staff."""
    return _client(staff)


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    names = {route.name for route in OURS}
    assert names - set(MATRIX) == set(), "give the new route a row in access_matrix.txt"
    assert set(MATRIX) - names == set(), "these routes are gone"


def test_routes_of_the_caller_are_closed_to_strangers(stranger: Client, other: Client) -> None:
    for name in _named("signed_in"):
        path = reverse(name)
        for method in METHODS:
            if (name, method) not in PUBLIC_METHODS:
                assert _answer(stranger, method, path)[0] in (401, 405), (name, method)
            assert _answer(other, method, path)[0] not in (401, 403, 404, 500), (name, method)


def test_routes_of_programs_take_no_browser_session(stranger: Client, other: Client) -> None:
    for name in _named("token"):
        path = next("/" + re.sub(r"<\w+:\w+>", "x", route.pattern) for route in OURS if route.name == name)
        for client in (stranger, other):
            for method in ("get", "post"):
                assert _answer(client, method, path.replace("^", "").replace(".*$", "x"))[0] in (401, 405), (
                    name,
                    method,
                )


def test_pages_of_staff_are_closed_to_users(stranger: Client, other: Client, steward: Client) -> None:
    for name in _named("staff"):
        answers = [_answer(client, "get", reverse(name))[0] for client in (stranger, other, steward)]
        assert answers == [401, 403, 200], name


@pytest.mark.parametrize("name", OWNED)
def test_routes_of_a_row_answer_its_owner_alone(name: str, stranger: Client, other: Client, steward: Client) -> None:
    argument, label, owner_path = MATRIX[name].split()
    row = plant(apps.get_model(label))
    owner = _client(attrgetter(owner_path)(row))
    pattern = next(route.pattern for route in OURS if route.name == name)
    rest = {key: uuid.uuid4() for key in re.findall(r"<\w+:(\w+)>", pattern) if key != argument}
    unknown = 2**40 if isinstance(row.pk, int) else uuid.uuid4()
    value, made_up = (row.token_key, "A" * 8) if isinstance(row, ApiToken) else (row.pk, unknown)
    path, made_up_path = (reverse(name, kwargs={argument: one, **rest}) for one in (value, made_up))
    reached = {method: _answer(owner, method, path)[0] for method in METHODS}
    for method in _asked(reached):
        assert _answer(stranger, method, path)[0] in (401, 405), method
        for client in (other,) if name in STAFF_READ else (other, steward):
            answer = _answer(client, method, path, value, made_up)
            assert answer == _answer(client, method, made_up_path, value, made_up), (method, client is steward)
            assert answer[0] in (400, 404, 405), (method, client is steward)
    assert not set(reached.values()) & {401, 500}
    assert rest or name in NEEDS_FIELDS or set(reached.values()) - {404, 405}, "or the answers above prove nothing"


def _admin_path(pattern: str) -> str:
    examples = {"uuid": str(uuid.uuid4()), "int": "1", "path": "1", "str": "x"}
    plain = re.sub(r"<(\w+):\w+>", lambda found: examples[found.group(1)], pattern)
    return "/" + re.sub(r"\(\?P<app_label>(\w+).*$", r"\1/", plain.replace("^", ""))


def test_the_admin_is_closed_to_all_but_staff_with_permission(stranger: Client, other: Client, steward: Client) -> None:
    closed = {302, 401, 403, 404, 405}

    def methods(caller: str, path: str) -> tuple[str, ...]:
        """Return one of both, as likely this as that for each kind of page; with TEST_LONG, both."""
        return ("get", "post") if LONG else (("get", "post")[crc32(f"{caller} {path}".encode()) % 2],)

    for route in (route for route in ADMIN if route.name != "logout"):  # it would end the session of the others
        path = _admin_path(route.pattern)
        is_open = route.name in ADMIN_FOR_ALL_STAFF or "<path:" in route.pattern  # redirects to the page itself
        for caller, client in {"stranger": stranger, "other": other}.items() if route.name not in ADMIN_PUBLIC else ():
            for method in methods(caller, route.pattern):
                assert _answer(client, method, path)[0] in closed, (route, caller, method)
        for method in methods("steward", route.pattern):
            assert _answer(steward, method, path)[0] in {403, 404, 405} | ({200, 301, 302} if is_open else set()), route
