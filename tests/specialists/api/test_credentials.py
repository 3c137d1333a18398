"""The API never returns values, isolates users from each other, and binds each credential to a specialist and hosts."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.clock import utc_now
from kingdom.credentials.models import UserCredential
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.drafts import draft_register
from tests.factories import create_user
from tests.factories.credentials import (
    CANARY,
    HOST,
    client_of,
    credential_spec,
    credential_specialist,
    open_credential,
    unbound_credential,
)

pytestmark = pytest.mark.django_db
URL = "/api/v1/credentials/"
BODY = {"specialist_role": "sms_sender", "credential_key": "sms_api_key", "value": CANARY}


@pytest.fixture
def sender(alice: User) -> Specialist:
    """Alice's specialist, which asks for the key."""
    return credential_specialist(alice)


def _create(user: User, **changes: object) -> dict[str, Any]:
    answer = client_of(user).post(URL, BODY | changes, format="json")
    assert answer.status_code == 201, answer.content
    assert CANARY.encode() not in answer.content
    return dict(answer.json())


def _opened(user: User, specialist: Specialist) -> str:
    return open_credential(user, specialist=specialist).value.get_secret_value()


def test_store_list_replace_expire_delete(alice: User, sender: Specialist) -> None:
    client, credential = client_of(alice), _create(alice)
    assert (credential["specialist_id"], credential["hosts"], credential["state"]) == (str(sender.pk), [HOST], "active")
    assert _opened(alice, sender) == CANARY
    url = f"{URL}{credential['id']}/"
    soon = (utc_now() + timedelta(days=3)).isoformat()
    replaced = client.put(url, {"value": CANARY + "2", "expires_at": soon}, format="json")
    assert (replaced.status_code, replaced.json()["expires_soon"]) == (200, True)
    assert _opened(alice, sender) == CANARY + "2"
    expired = client.post(f"{url}expire/")
    assert (expired.status_code, expired.json()["state"]) == (200, "expired")
    for answer in (client.get(URL), client.get(url), replaced, expired):
        assert answer.status_code == 200
        assert b"canary" not in answer.content
        assert b"encrypted" not in answer.content
    assert client.delete(url).status_code == 204
    assert client.get(url).status_code == 404
    assert not UserCredential.objects.exists()


def test_its_expiry_is_set_and_removed_without_its_value(alice: User, bob: User, sender: Specialist) -> None:
    url, client = f"{URL}{_create(alice)['id']}/", client_of(alice)
    soon = (utc_now() + timedelta(days=3)).isoformat()
    dated = client.patch(url, {"expires_at": soon}, format="json")
    assert (dated.status_code, dated.json()["expires_soon"]) == (200, True)
    assert _opened(alice, sender) == CANARY
    past = (utc_now() - timedelta(days=1)).isoformat()
    for wrong in ({"expires_at": past}, {"expires_at": "soon"}, {}, {"value": "x"}):
        assert client.patch(url, wrong, format="json").status_code == 400, wrong
    assert client_of(bob).patch(url, {"expires_at": None}, format="json").status_code == 404
    assert APIClient().patch(url, {"expires_at": None}, format="json").status_code == 401
    assert client.get(url).json()["expires_at"] is not None
    assert client.patch(url, {"expires_at": None}, format="json").json()["expires_at"] is None


def test_a_short_value_is_stored_with_a_warning(alice: User, sender: Specialist) -> None:
    stored = _create(alice, value="4711")
    assert "fewer than 8 characters" in stored["warning"]
    assert "4711" not in str(stored)
    client, url = client_of(alice), f"{URL}{stored['id']}/"
    assert client.get(url).json()["warning"] == ""
    assert client.put(url, {"value": CANARY}, format="json").json()["warning"] == ""
    assert "fewer than 8" in client.put(url, {"value": "0815"}, format="json").json()["warning"]


def test_the_list_shows_the_last_four_uses(alice: User, sender: Specialist) -> None:
    _create(alice)
    for _ in range(6):
        open_credential(alice, specialist=sender)
    (shown,) = client_of(alice).get(URL).json()["results"]
    assert [use["host"] for use in shown["last_uses"]] == [HOST] * 4
    assert shown["last_uses"][0]["specialist_id"] == str(sender.pk)
    keys = {"used_at", "specialist_id", "specialist_role", "host", "outcome", "http_status"}
    assert set(shown["last_uses"][0]) == keys


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("get", "", None),
        ("put", "", {"value": "mine-now-too"}),
        ("delete", "", None),
        ("post", "expire/", None),
        ("post", "bind/", {"specialist_role": "sms_sender"}),
    ],
)
def test_a_stranger_finds_nothing(
    alice: User, bob: User, carol: User, sender: Specialist, method: str, path: str, body: object
) -> None:
    made = _create(alice)
    for other in (bob, carol):
        answer = getattr(client_of(other), method)(f"{URL}{made['id']}/{path}", body, format="json")
        assert answer.status_code == 404
        assert client_of(other).get(URL).json()["results"] == []
    assert _opened(alice, sender) == CANARY


def test_without_a_user_there_is_nothing(client: Client) -> None:
    assert client.get(URL).status_code == 401
    assert client.post(URL, BODY).status_code == 401
    assert client.post(f"{URL}{uuid.uuid4()}/bind/", {}).status_code == 401


@pytest.mark.parametrize(
    "change",
    [
        {"value": ""},
        {"value": CANARY + "\nx"},
        {"value": {"nested": CANARY}},
        {"value": [CANARY]},
        {"value": CANARY * 400},
        {"value": CANARY, "expires_at": "2001-01-01T00:00:00Z"},
        {"value": CANARY, "specialist_role": "No Role"},
        {"value": CANARY, "specialist_role": None},
        {"value": CANARY, "credential_key": CANARY.upper()},
        {"value": CANARY, "hosts": ["https://api.sms.example/"]},
        {"value": CANARY, "hosts": [f"h{number}.example" for number in range(11)]},
    ],
)
def test_what_is_refused_is_not_repeated(alice: User, sender: Specialist, change: dict[str, object]) -> None:
    answer = client_of(alice).post(URL, {**BODY, **change}, format="json")
    assert answer.status_code == 400
    assert b"canary" not in answer.content.lower()


def test_a_second_of_the_name_is_a_conflict(alice: User, sender: Specialist) -> None:
    _create(alice)
    assert client_of(alice).post(URL, BODY, format="json").status_code == 409


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"specialist_role": "sms_reader"}, 404, "There is no specialist called sms_reader that you can use."),
        ({"specialist_id": str(uuid.uuid4())}, 404, "There is no such specialist that you can use."),
        ({"credential_key": "bank_key"}, 400, "asks for no credential called bank_key. It asks for: sms_api_key."),
        ({"hosts": ["evil.example"]}, 400, f"sends sms_api_key to {HOST}, not to evil.example."),
        ({"specialist_role": ""}, 400, ""),
    ],
)
def test_it_is_for_a_specialist_and_hosts_that_exist(
    alice: User, sender: Specialist, change: dict[str, object], status: int, said: str
) -> None:
    answer = client_of(alice).post(URL, BODY | change, format="json")
    assert (answer.status_code, said in str(answer.json())) == (status, True), answer.json()
    assert not UserCredential.objects.exists()


def test_others_and_the_products_specialists_are_none(alice: User, bob: User, sender: Specialist) -> None:
    draft_register(spec=credential_spec("sms_reader"), owner=alice, tests=())
    for role in ("sms_sender", "sms_reader"):
        for named in ({"specialist_role": role}, {"specialist_id": str(Specialist.everything.get(role=role).pk)}):
            answer = client_of(bob).post(URL, {**BODY, "specialist_role": role, **named}, format="json")
            assert answer.status_code == 404, answer.json()
    Specialist.objects.filter(pk=sender.pk).update(builtin=True, status="verified", scope="global")
    assert client_of(bob).post(URL, BODY, format="json").status_code == 404


def test_two_specialists_of_one_role_are_told_apart_by_id(alice: User, bob: User, sender: Specialist) -> None:
    """Rows of before names were reserved: a shared specialist has the role of Alice's own."""
    shared = credential_specialist(bob, "sms_other")
    Specialist.objects.filter(pk=shared.pk).update(role="sms_sender", status="verified", scope="global")
    answer = client_of(alice).post(URL, BODY, format="json")
    assert (answer.status_code, str(shared.pk) in answer.json()["detail"]) == (409, True)
    mine, theirs = (_create(alice, specialist_id=str(one.pk)) for one in (sender, shared))
    assert (mine["specialist_id"], theirs["specialist_id"]) == (str(sender.pk), str(shared.pk))


def test_an_unbound_row_says_so_and_is_bound_by_its_owner(alice: User, sender: Specialist) -> None:
    credential, client = unbound_credential(alice), client_of(alice)
    url = f"{URL}{credential.pk}/"
    shown = client.get(url).json()
    assert (shown["state"], shown["specialist_id"], shown["hosts"]) == ("unbound", None, [])
    assert client.put(url, {"value": "another-value"}, format="json").status_code == 409
    assert client.post(f"{url}bind/", {"specialist_role": "sms_reader"}, format="json").status_code == 404
    assert client.post(f"{url}bind/", {}, format="json").status_code == 400
    bound = client.post(f"{url}bind/", {"specialist_role": "sms_sender"}, format="json")
    assert (bound.status_code, bound.json()["state"], bound.json()["hosts"]) == (200, "active", [HOST])
    assert _opened(alice, sender) == CANARY


def test_the_credential_of_a_deleted_specialist_says_so(alice: User, sender: Specialist) -> None:
    made, sender_id = _create(alice), str(sender.pk)
    Specialist.objects.filter(pk=sender.pk).update(current_version=None)
    sender.delete()
    shown = client_of(alice).get(f"{URL}{made['id']}/").json()
    assert (shown["state"], shown["specialist_id"]) == ("unbound", sender_id)
    other = credential_specialist(create_user("dora"), "sms_reader")
    assert (
        client_of(alice).post(f"{URL}{made['id']}/bind/", {"specialist_id": str(other.pk)}, format="json").status_code
        == 404
    )
