"""The API never returns values and isolates users from each other."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.core.clock import utc_now
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_open
from tests.factories.credentials import CANARY, client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/credentials/"
BODY = {"specialist_role": "sms_sender", "credential_key": "sms_api_key", "value": CANARY}


def _create(user: User) -> dict[str, Any]:
    answer = client_of(user).post(URL, BODY, format="json")
    assert answer.status_code == 201, answer.content
    assert CANARY.encode() not in answer.content
    return dict(answer.json())


def _opened(user: User) -> str:
    opened = credential_open(
        user_id=user.pk, specialist_role="sms_sender", credential_key="sms_api_key", host="api.sms.example"
    )
    return opened.value.get_secret_value()


def test_store_list_replace_expire_delete(alice: User) -> None:
    client, credential = client_of(alice), _create(alice)
    assert _opened(alice) == CANARY
    url = f"{URL}{credential['id']}/"
    soon = (utc_now() + timedelta(days=3)).isoformat()
    replaced = client.put(url, {"value": CANARY + "2", "expires_at": soon}, format="json")
    assert (replaced.status_code, replaced.json()["expires_soon"]) == (200, True)
    assert _opened(alice) == CANARY + "2"
    expired = client.post(f"{url}expire/")
    assert (expired.status_code, expired.json()["state"]) == (200, "expired")
    for answer in (client.get(URL), client.get(url), replaced, expired):
        assert answer.status_code == 200
        assert b"canary" not in answer.content
        assert b"encrypted" not in answer.content
    assert client.delete(url).status_code == 204
    assert client.get(url).status_code == 404
    assert not UserCredential.objects.exists()


def test_the_list_shows_the_last_four_uses(alice: User) -> None:
    _create(alice)
    for number in range(6):
        credential_open(
            user_id=alice.pk, specialist_role="sms_sender", credential_key="sms_api_key", host=f"h{number}.example"
        )
    (shown,) = client_of(alice).get(URL).json()["results"]
    assert [use["host"] for use in shown["last_uses"]] == ["h5.example", "h4.example", "h3.example", "h2.example"]
    assert set(shown["last_uses"][0]) == {"used_at", "specialist_role", "host", "outcome", "http_status"}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("get", "", None), ("put", "", {"value": "mine-now-too"}), ("delete", "", None), ("post", "expire/", None)],
)
def test_a_stranger_finds_nothing(alice: User, charlie: User, ada: User, method: str, path: str, body: object) -> None:
    made = _create(alice)
    for other in (charlie, ada):
        answer = getattr(client_of(other), method)(f"{URL}{made['id']}/{path}", body, format="json")
        assert answer.status_code == 404
        assert client_of(other).get(URL).json()["results"] == []
    assert _opened(alice) == CANARY


def test_without_a_user_there_is_nothing(client: Client) -> None:
    assert client.get(URL).status_code == 401
    assert client.post(URL, BODY).status_code == 401


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
        {"value": CANARY, "credential_key": CANARY.upper()},
    ],
)
def test_what_is_refused_is_not_repeated(alice: User, change: dict[str, object]) -> None:
    answer = client_of(alice).post(URL, {**BODY, **change}, format="json")
    assert answer.status_code == 400
    assert b"canary" not in answer.content.lower()


def test_a_second_of_the_name_is_a_conflict(alice: User) -> None:
    _create(alice)
    assert client_of(alice).post(URL, BODY, format="json").status_code == 409
