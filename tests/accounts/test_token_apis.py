"""Tokens are created by password, shown once, listed without secrets, deleted, and expire."""

from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.services import token_create
from tests.factories import PASSWORD, api_client

TOKENS = "/api/v1/auth/tokens/"


def test_name_and_password_make_a_token_that_works(as_stranger: APIClient, alice: User) -> None:
    answer = as_stranger.post(TOKENS, {"username": "alice", "password": PASSWORD, "name": "laptop"}, format="json")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["last_used_at"]) == ("laptop", None)
    for word in ("Token", "Bearer"):
        as_stranger.credentials(HTTP_AUTHORIZATION=f"{word} {made['token']}")
        assert as_stranger.get("/api/v1/me/").json()["username"] == "alice"
    assert ApiToken.objects.get().last_used_at is not None
    assert made["token"] not in str(ApiToken.objects.values().get()), "the secret is stored"


def test_a_wrong_password_is_a_401_problem(as_stranger: APIClient, alice: User) -> None:
    answer = as_stranger.post(TOKENS, {"username": "alice", "password": "wrong"}, format="json")
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["WWW-Authenticate"] == "Token"
    assert answer.json()["code"] == "authentication_failed"


def test_ten_wrong_passwords_lock_the_name(as_stranger: APIClient, alice: User) -> None:
    for _ in range(10):
        answer = as_stranger.post(TOKENS, {"username": "alice", "password": "wrong"}, format="json")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (429, "locked_out", "900")
    right = as_stranger.post(TOKENS, {"username": "alice", "password": PASSWORD}, format="json")
    assert right.status_code == 429, "the right password must not get in while the name is locked"


def test_the_list_shows_my_tokens_and_no_secret(alice: User, bob: User) -> None:
    _, secret = token_create(user=alice, name="phone")
    token_create(user=bob, name="his")
    listed = api_client(alice).get(TOKENS).json()["results"]
    assert {one["name"] for one in listed} == {"phone", "test"}
    assert secret not in str(listed)


def test_a_deleted_token_is_refused_at_once(alice: User) -> None:
    token, secret = token_create(user=alice, name="old")
    client = APIClient(HTTP_AUTHORIZATION=f"Token {secret}")
    assert client.get("/api/v1/me/").status_code == 200
    assert client.delete(f"{TOKENS}{token.token_key}/").status_code == 204
    assert client.get("/api/v1/me/").status_code == 401


def test_nobody_deletes_anothers_token(as_bob: APIClient, alice: User) -> None:
    token, _ = token_create(user=alice, name="hers")
    assert as_bob.delete(f"{TOKENS}{token.token_key}/").status_code == 404
    assert ApiToken.objects.filter(pk=token.pk).exists()


def test_an_expired_token_and_an_inactive_user_are_refused(alice: User, bob: User) -> None:
    _, expired = token_create(user=alice, name="old", life=timedelta(seconds=-1))
    _, secret = token_create(user=bob, name="his")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    for one in (expired, secret):
        assert APIClient(HTTP_AUTHORIZATION=f"Token {one}").get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize(
    "header", ["Token", "Token a b", "Token \xff\xfe" + "a" * 20, "Token " + "a" * 5000, "Token a%00" + "b" * 20]
)
def test_a_header_of_nonsense_is_a_401(db: None, header: str) -> None:
    answer = APIClient(raise_request_exception=False, HTTP_AUTHORIZATION=header).get("/api/v1/me/")
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")


def test_scopes_and_expiry_are_chosen_and_a_narrow_token_is_refused(as_stranger: APIClient, alice: User) -> None:
    body = {"username": "alice", "password": PASSWORD, "scopes": ["chat", "read"], "days": 7}
    made = as_stranger.post(TOKENS, body, format="json").json()
    assert made["scopes"] == ["read", "chat"]
    token = ApiToken.objects.get()
    assert round((token.expiry - token.created) / timedelta(days=1)) == 7
    as_stranger.credentials(HTTP_AUTHORIZATION=f"Token {made['token']}")
    assert as_stranger.post("/api/v1/conversations/", {}, format="json").status_code == 201
    refused = as_stranger.post("/api/v1/schedules/", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    assert "lacks the scope write" in refused.json()["detail"]
    as_stranger.credentials()
    odd: list[dict[str, object]] = [{"scopes": []}, {"scopes": ["all"]}, {"days": 0}, {"days": 400}]
    for wrong in odd:
        assert as_stranger.post(TOKENS, {**body, **wrong}, format="json").status_code == 400
