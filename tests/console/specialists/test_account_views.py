"""The page of one's own account: tokens shown once, browsers signed out, theme and time zone, nothing of others."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from kingdom.accounts.models import ApiToken, SignedInSession, User
from kingdom.accounts.services import token_create
from kingdom.approvals.models import NotificationSettings
from tests.factories import api_client

pytestmark = pytest.mark.django_db
MAY: dict[str, object] = {"scope": ["chat", "read"], "days": "7"}
PASSWORD = "a long pass of alice 7!"


def _change(client: Client, do: str, **fields: object) -> str:
    return client.post("/me/change/", {"do": do, **fields}, follow=True).content.decode()


def test_token_is_made_with_the_password_shown_once_and_ended(as_alice: Client, alice: User) -> None:
    alice.set_password(PASSWORD)
    alice.save()
    as_alice.force_login(alice)
    assert "not your password" in _change(as_alice, "token", name="script", password="wrong", **MAY)
    assert not ApiToken.objects.exists()
    made = _change(as_alice, "token", name="<b>script", password=PASSWORD, **MAY)
    (token,) = ApiToken.objects.all()
    assert (token.scopes, round((token.expiry - token.created) / timedelta(days=1))) == (["read", "chat"], 7)
    wrong: list[dict[str, object]] = [{"scope": []}, {"scope": ["all"]}, {"days": "0"}, {"days": "9999"}]
    for odd in wrong:
        _change(as_alice, "token", name="odd", password=PASSWORD, **{**MAY, **odd})
    assert ApiToken.objects.count() == 1
    found = re.search(r'class="secret">([^<]+)<', made)
    assert found is not None
    assert "&lt;b&gt;script" in made
    header = {"Authorization": f"Token {found[1]}"}
    assert Client().get("/api/v1/me/", headers=header).json()["username"] == "alice"
    page = as_alice.get("/me/").content.decode()
    assert found[1] not in page
    _change(as_alice, "end-token", key=ApiToken.objects.get().token_key)
    assert Client().get("/api/v1/me/", headers=header).status_code == 401


def test_other_browsers_are_listed_and_signed_out(as_alice: Client, alice: User, bob: User) -> None:
    phone, bobs = Client(headers={"User-Agent": "Phone <i>"}), Client()
    phone.force_login(alice)
    bobs.force_login(bob)
    phone.get("/me/")
    page = as_alice.get("/me/").content.decode()
    assert "Phone &lt;i&gt;" in page
    assert page.count('value="end-session"') == 1
    bobs_row = SignedInSession.objects.get(user=bob)
    assert "not signed in there" in _change(as_alice, "end-session", session=bobs_row.pk)
    for odd in ("", "x", "9" * 30, "٣"):
        assert "not signed in there" in _change(as_alice, "end-session", session=odd)
    row = SignedInSession.objects.get(user=alice, browser__startswith="Phone")
    assert "Signed out there." in _change(as_alice, "end-session", session=row.pk)
    assert phone.get("/me/").status_code == 302
    assert bobs.get("/me/").status_code == 200


def test_theme_and_time_zone_are_the_user_s_on_all_pages(as_alice: Client, alice: User) -> None:
    token_create(user=alice, name="old")
    ApiToken.objects.update(last_used_at="2026-06-01T12:00:00Z")
    assert 'media="(prefers-color-scheme: dark)"' in as_alice.get("/specialists/").content.decode()
    page = _change(as_alice, "appearance", theme="dark", time_zone="Asia/Tokyo")
    assert "1 Jun 2026, 21:00" in page
    assert "console/dark.css" in page
    assert "prefers-color-scheme" not in page
    assert 'content="dark"' in page
    assert "console/dark.css" not in _change(as_alice, "appearance", theme="light", time_zone="")
    assert "There is no time zone Mars/Base" in _change(as_alice, "appearance", theme="", time_zone="Mars/Base")
    assert "Choose light, dark" in _change(as_alice, "appearance", theme="pink", time_zone="")
    alice.refresh_from_db()
    assert (alice.theme, alice.time_zone) == ("light", "")


def test_account_is_changed_by_the_api_too(as_alice: Client, alice: User, bob: User) -> None:
    client, other = api_client(alice), Client()
    other.force_login(bob)
    body = client.patch("/api/v1/me/", {"time_zone": "Asia/Tokyo"}, format="json").json()
    assert (body["theme"], body["time_zone"]) == ("", "Asia/Tokyo")
    assert client.patch("/api/v1/me/", {"theme": "dark"}, format="json").json()["time_zone"] == "Asia/Tokyo"
    for odd in ({"theme": "pink"}, {"time_zone": "Mars/Base"}, {"is_staff": True}):
        assert client.patch("/api/v1/me/", odd, format="json").status_code == 400
    (row,) = client.get("/api/v1/auth/sessions/").json()["results"]
    assert "session_key" not in row
    his = SignedInSession.objects.get(user=bob)
    assert client.delete(f"/api/v1/auth/sessions/{his.pk}/").status_code == 404
    assert client.delete(f"/api/v1/auth/sessions/{row['id']}/").status_code == 204
    assert as_alice.get("/me/").status_code == 302


def test_token_of_another_is_not_ended(as_alice: Client, bob: User, client: Client) -> None:
    token, _ = token_create(user=bob, name="his")
    assert "no token with this key" in _change(as_alice, "end-token", key=token.token_key)
    assert "does not say what to do" in _change(as_alice, "burn")
    assert ApiToken.objects.filter(pk=token.pk).exists()
    client.logout()
    assert client.get("/me/").status_code == 302
    assert client.post("/me/change/", {"do": "token"}).status_code == 302


def test_where_notifications_go_is_set_on_the_page(as_alice: Client, alice: User, bob: User) -> None:
    assert 'name="email"' not in as_alice.get("/me/").content.decode(), "no mail server, no address"
    page = _change(as_alice, "notifications", webhook_url="https://hooks.example.org/alice")
    assert "whsec_" in page
    assert 'value="https://hooks.example.org/alice"' in page
    assert "whsec_" not in as_alice.get("/me/").content.decode()
    assert "webhook_url:" in _change(as_alice, "notifications", webhook_url="http://127.0.0.1/")
    stored = NotificationSettings.objects.get()
    assert (stored.user, stored.webhook_url) == (alice, "https://hooks.example.org/alice")
    _change(as_alice, "notifications", webhook_url="")
    assert not NotificationSettings.objects.exclude(webhook_url="").exists()
