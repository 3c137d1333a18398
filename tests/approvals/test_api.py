"""The inbox, rules and notifications over HTTP, with each user at each endpoint."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, NotificationSettings, PermissionRule
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.core.text.secret_masking import MASK
from tests.factories import api_client
from tests.factories.approvals import HTTP, asked, session_of

pytestmark = pytest.mark.django_db
API = "/api/v1/"


def decide(user: User | None, approval: Approval, **changes: Any) -> tuple[int, str]:  # noqa: ANN401 - JSON
    body = {"choice": "once", "args_hash": approval.args_hash, **changes}
    answer = api_client(user).post(f"{API}approvals/{approval.pk}/decide/", body, format="json")
    return answer.status_code, answer.json().get("code", answer.json().get("state"))


def test_the_inbox(alice: User) -> None:
    secret = {"name": HTTP["name"], "args": {**HTTP["args"], "headers": {"Authorization": "Bearer abcdefgh12345678"}}}
    approval = asked(alice, session_of(alice), secret)
    assert decide(alice, asked(alice)) == (200, "decided")

    (shown,) = api_client(alice).get(f"{API}approvals/", {"state": "pending"}).json()["results"]
    assert (shown["id"], shown["session_id"]) == (str(approval.pk), str(approval.session_id))
    assert shown["choices"] == ["once", "session", "always", "deny"]
    assert shown["rule_preview"][0]["shape"] == {"host": "api.sms.example", "method": "POST"}
    assert shown["subject"]["tools"][0]["args"]["headers"] == {"Authorization": MASK}
    assert "abcdefgh" not in str(shown)
    assert len(api_client(alice).get(f"{API}approvals/").json()["results"]) == 2
    assert api_client(alice).get(f"{API}approvals/", {"state": "lost"}).json()["code"] == "bad_input"
    assert api_client(alice).get(f"{API}approvals/{approval.pk}/").json() == shown


def test_always_creates_the_previewed_rule(alice: User) -> None:
    approval = asked(alice, session_of(alice))
    body = {"choice": "always", "args_hash": approval.args_hash, "note": "It is my own number."}
    done = api_client(alice).post(f"{API}approvals/{approval.pk}/decide/", body, format="json").json()
    assert (done["state"], done["choice"], done["decided_by"], done["channel"]) == ("decided", "always", "alice", "api")
    assert done["decided_at"] is not None

    (rule,) = api_client(alice).get(f"{API}permission-rules/").json()["results"]
    assert (rule["scope"], rule["effect"], rule["text"], rule["approval_id"]) == (
        "own", "allow", "POST to api.sms.example", str(approval.pk),
    )  # fmt: skip
    assert api_client(alice).delete(f"{API}permission-rules/{rule['id']}/").status_code == 204
    assert api_client(alice).delete(f"{API}permission-rules/{rule['id']}/").status_code == 404


def test_a_decision_in_the_browser_has_the_channel_web(alice: User) -> None:
    client, approval = Client(), asked(alice)
    client.force_login(alice)
    body = {"choice": "deny", "args_hash": approval.args_hash}
    assert (
        client.post(f"{API}approvals/{approval.pk}/decide/", body, content_type="application/json").json()["channel"]
        == "web"
    )


def test_an_invalid_decision_has_its_code(alice: User, bob: User, carol: User) -> None:
    approval = asked(alice)
    assert decide(None, approval)[0] == 401
    assert decide(bob, approval) == decide(carol, approval) == (404, "not_found")
    assert decide(alice, approval, args_hash="0" * 64) == (409, "arguments_changed")
    assert decide(alice, approval, args_hash="") == (400, "bad_input")
    assert decide(alice, approval, choice="sure") == (400, "bad_input")
    assert decide(alice, approval, note="n" * 8001) == (400, "bad_input")
    assert decide(alice, approval, note="a\x00b") == (400, "bad_input")


def test_a_closed_approval_has_its_code(alice: User) -> None:
    approval = asked(alice)
    Approval.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert decide(alice, approval) == (410, "approval_expired")
    Approval.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    assert decide(alice, approval, choice="deny") == (200, "decided")
    assert decide(alice, approval) == (409, "already_decided")
    Approval.objects.update(state="cancelled", choice="")
    assert decide(alice, approval) == (409, "approval_withdrawn")


def test_users_do_not_see_each_others_rows(alice: User, bob: User, carol: User) -> None:
    approval = asked(alice)
    rule = rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=RuleDraft(effect="allow", tool="archon.fs.write"))
    notification = notification_create(user_id=alice.pk, kind="hint", text="Only for Alice.")
    for user in (bob, carol):
        client = api_client(user)
        for path in ("approvals/", "permission-rules/", "notifications/"):
            assert client.get(API + path).json()["results"] == [], path
        assert client.get(f"{API}approvals/{approval.pk}/").status_code == 404
        assert client.delete(f"{API}permission-rules/{rule.pk}/").status_code == 404
        assert client.post(f"{API}notifications/{notification.pk}/read/").status_code == 404
        assert (
            client.get(f"{API}approvals/{uuid.uuid4()}/").json() == client.get(f"{API}approvals/{approval.pk}/").json()
        )
    notification.refresh_from_db()
    assert notification.read_at is None
    assert PermissionRule.objects.count() == 1


@pytest.mark.parametrize(
    "path",
    ["approvals/", "permission-rules/", "notifications/", "notifications/settings/", f"approvals/{uuid.UUID(int=1)}/"],
)
def test_anonymous_requests_are_refused(path: str) -> None:
    assert api_client(None).get(API + path).status_code == 401


def test_a_user_sees_own_and_organisation_rules_but_removes_only_own(alice: User, carol: User) -> None:
    organisation_rule = rule_create(
        user_id=None, made_by_id=carol.pk, draft=RuleDraft(effect="deny", tool="archon.fs.delete")
    )
    made = api_client(alice).post(
        f"{API}permission-rules/", {"effect": "ask", "tool": "archon.fs.*", "shape": {"path": "a/"}}, format="json"
    )
    assert (made.status_code, made.json()["scope"], made.json()["text"]) == (201, "own", "everything in a/")
    listed = api_client(alice).get(f"{API}permission-rules/").json()["results"]
    assert {(one["scope"], one["effect"]) for one in listed} == {("organisation", "deny"), ("own", "ask")}
    assert api_client(alice).delete(f"{API}permission-rules/{organisation_rule.pk}/").status_code == 404
    assert api_client(carol).delete(f"{API}permission-rules/{organisation_rule.pk}/").status_code == 404
    wrong = api_client(alice).post(f"{API}permission-rules/", {"effect": "allow", "tool": "a b"}, format="json")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_input")


def test_notifications(alice: User) -> None:
    first, second = (
        notification_create(user_id=alice.pk, kind="hint", text=text, link="/x/") for text in ("one", "two\u202e\n")
    )
    client = api_client(alice)
    assert [one["text"] for one in client.get(f"{API}notifications/").json()["results"]] == ["two⟨U+202E⟩⏎", "one"]
    read = client.post(f"{API}notifications/{first.pk}/read/").json()["read_at"]
    assert client.post(f"{API}notifications/{first.pk}/read/").json()["read_at"] == read
    assert [one["id"] for one in client.get(f"{API}notifications/", {"unread": "true"}).json()["results"]] == [
        str(second.pk)
    ]
    assert client.get(f"{API}notifications/", {"unread": "perhaps"}).status_code == 400


def test_all_notifications_are_marked_as_read_for_their_user_alone(alice: User, bob: User) -> None:
    for user in (alice, alice, bob):
        notification_create(user_id=user.pk, kind="hint", text="Look.")
    assert APIClient().post(f"{API}notifications/read/").status_code == 401
    client = api_client(alice)
    assert client.post(f"{API}notifications/read/").json() == {"marked": 2}
    assert client.post(f"{API}notifications/read/").json() == {"marked": 0}
    assert client.get(f"{API}notifications/", {"unread": "true"}).json()["results"] == []
    assert len(api_client(bob).get(f"{API}notifications/", {"unread": "true"}).json()["results"]) == 1


def test_notification_settings(alice: User) -> None:
    client, url = api_client(alice), f"{API}notifications/settings/"
    assert client.get(url).json() == {"email": False, "webhook_url": ""}
    assert not NotificationSettings.objects.exists()
    made = client.put(url, {"webhook_url": "https://hooks.example.org/k"}, format="json").json()
    assert made["webhook_key"].startswith("whsec_")
    assert client.get(url).json() == {"email": False, "webhook_url": "https://hooks.example.org/k"}
    assert client.put(url, {"webhook_url": "https://hooks.example.org/k"}, format="json").json() == made
    moved = client.put(url, {"webhook_url": "https://hooks.example.org/other"}, format="json").json()
    assert moved["webhook_key"] != made["webhook_key"]
    assert client.put(url, {}, format="json").json() == {"email": False, "webhook_url": "", "webhook_key": ""}


def test_e_mail_needs_an_address_and_settings_are_private(alice: User, bob: User) -> None:
    client, url = api_client(alice), f"{API}notifications/settings/"
    assert client.put(url, {"email": True}, format="json").json()["code"] == "bad_input"  # no address
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    assert client.put(url, {"email": True}, format="json").json()["email"] is True
    assert api_client(bob).get(url).json() == {"email": False, "webhook_url": ""}


@pytest.mark.parametrize(
    "address",
    [
        "http://hooks.example.org/",
        "ftp://a.example/",
        "https://user@a.example/",
        "https://0x7f.1/",
        "hooks",
        "https://a.example:22/",
        "//a",
    ],
)
def test_an_invalid_webhook_address(alice: User, address: str) -> None:
    answer = api_client(alice).put(f"{API}notifications/settings/", {"webhook_url": address}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    assert not NotificationSettings.objects.exists()
