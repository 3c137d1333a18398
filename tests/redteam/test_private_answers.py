"""No answer may be kept by a cache: every address of the URL configuration, Django's admin too, for the whole cast."""

import re
import uuid
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from kingdom.accounts.models import User

pytestmark = pytest.mark.django_db
KEPT = {"conversation-picture"}  # its owner's browser keeps it and asks before it shows it: test_pictures.py
STREAMS = {"live-events", "notification-events", "events-stream"}  # test_event_stream_apis.py reads them
EXAMPLES = {"uuid": str(uuid.uuid4()), "int": "1", "path": "1", "str": "x", "slug": "x"}


def _addresses(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, str]]:
    """Yield the name and an address of each route."""
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _addresses(entry, path)
        elif isinstance(entry, URLPattern):
            plain = re.sub(r"<(?:(\w+):)?\w+>", lambda found: EXAMPLES[found.group(1) or "str"], path)
            yield entry.name or "", re.sub(r"\(\?P<app_label>(\w+).*$", r"\1/", plain.replace("^", "")).rstrip("$")


ADDRESSES = sorted({(name, path) for name, path in _addresses(get_resolver()) if name not in KEPT | STREAMS})


@pytest.mark.parametrize("caller", ["nobody", "user", "staff", "administrator"])
def test_no_answer_may_be_stored(caller: str, alice: User) -> None:
    made = {
        "staff": User.objects.create_user("steward", is_staff=True),
        "administrator": User.objects.create_superuser("root"),
    }
    part = {"user": "/[^a]|/a(?!dmin/)", "staff": "/admin/"}.get(caller, "")
    addresses = [(name, path) for name, path in ADDRESSES if re.match(part, path)]
    client, statuses = Client(raise_request_exception=False), dict[int, int]()
    if caller != "nobody":
        client.force_login(made.get(caller, alice), backend="django.contrib.auth.backends.ModelBackend")
    for name, path in addresses:
        answer = client.get(path, HTTP_ACCEPT="application/json, text/html")
        kept = {part.strip() for part in answer.headers.get("Cache-Control", "").split(",")}
        assert {"no-store", "private"} <= kept, (name, path, answer.status_code)
        assert not kept & {"public", "immutable"} or name == "agent-card", (name, path)
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    assert statuses.get(500, 0) == 0
    assert statuses[200] > {"nobody": 5, "user": 30, "staff": 2, "administrator": 100}[caller], "or it proves nothing"
