"""The security log in the admin: who may read and who may export, and that nobody changes it."""

import json

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from kingdom.accounts.models import User
from kingdom.security_log.models import SecurityEvent, SecurityEventKind
from kingdom.security_log.services import security_event_record

pytestmark = pytest.mark.django_db
LIST, EXPORT = "/admin/security_log/securityevent/", "/admin/security_log/securityevent/export/"


def _client(group: str | None) -> Client:
    user = User.objects.create_user(f"{group}", is_staff=group is not None)
    if group is not None:
        user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("group", "reads", "exports"),
    [(None, 302, 302), ("reviewer", 403, 403), ("operator", 200, 403), ("auditor", 200, 200)],
)
def test_who_reads_and_who_exports(group: str | None, reads: int, exports: int) -> None:
    client = _client(group)
    assert (client.get(LIST).status_code, client.post(EXPORT).status_code) == (reads, exports)


def test_an_export_is_sealed_and_recorded() -> None:
    response = _client("auditor").post(EXPORT)
    lines = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]  # type: ignore[attr-defined]
    assert lines[-1]["seal"]["event_count"] == len(lines) - 1
    assert any(line["event"]["kind"] == "log_exported" for line in lines[:-1])


def test_nobody_adds_changes_or_deletes() -> None:
    root = User.objects.create_superuser("root")
    client = Client()
    client.force_login(root)
    event = security_event_record(SecurityEventKind.SIGNED_IN)
    assert client.get(f"{LIST}add/").status_code == 403
    assert client.post(f"{LIST}{event.pk}/change/", {"subject": "x"}).status_code == 403
    assert client.post(f"{LIST}{event.pk}/delete/", {"post": "yes"}).status_code == 403
    assert SecurityEvent.objects.get(pk=event.pk).subject == ""
