"""Pages of approvals, rules and notifications: exact requests, one answer each, tenant isolation."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, Notification, PermissionRule
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.requests.services import approval_decide
from tests.factories.approvals import answer_to, asked, session_of


def _answer(client: Client, approval: Approval, choice: str = "once", **changes: str) -> str:
    """Press a button; return what the page then says of it."""
    body = {"choice": choice, "args_hash": approval.args_hash, **changes}
    answer = client.post(f"/approvals/{approval.pk}/answer/", body, follow=True)
    assert answer.redirect_chain == [(f"/approvals/{approval.pk}/", 302)]
    return " ".join(str(one) for one in get_messages(answer.wsgi_request)) or answer.content.decode()


def test_the_inbox_shows_the_exact_request_and_what_always_would_save(as_alice: Client, alice: User) -> None:
    hostile = {
        "name": "archon.http.request",
        "args": {"method": "POST", "url": "https://api.sms.example/v1", "api_key": "k-123456789", "to": "<b>"},
    }
    approval = asked(alice, session_of(alice), hostile)
    for path in ("/approvals/", f"/approvals/{approval.pk}/"):
        html = as_alice.get(path).content.decode()
        assert "api_key: ••••" in html
        assert "k-123456789" not in html
        assert "to: &lt;b&gt;" in html
        assert "POST to api.sms.example" in html
        assert "Always for this host and method" in html
    assert as_alice.get("/inbox/counts/").json() == {"approvals": 1, "notifications": 0}


def test_an_edit_shows_its_diff_and_looks_like_a_safety_pause(as_alice: Client, alice: User) -> None:
    args = {"path": "notes.txt", "find": "one\ntwo", "replace": "one\n<b>three\u202e"}
    approval = asked(alice, session_of(alice), {"name": "archon.fs.edit", "args": args})
    html = as_alice.get(f"/approvals/{approval.pk}/").content.decode()
    assert "<del>- two</del>" in html
    assert "<ins>+ &lt;b&gt;three⟨U+202E⟩</ins>" in html
    assert "safety-pause" in html
    assert "It stopped before it acted." in html


def test_an_answer_counts_once_and_the_page_says_why(as_alice: Client, alice: User) -> None:
    approval = asked(alice, session_of(alice))
    assert "not what you saw" in _answer(as_alice, approval, args_hash="0" * 64)
    assert "Answer with one of" in _answer(as_alice, approval, "confirm")
    _answer(as_alice, approval, "deny", note="not today")
    approval.refresh_from_db()
    assert (approval.choice, approval.channel, approval.note, approval.decided_by) == (
        "deny",
        "web",
        "not today",
        alice,
    )
    _answer(as_alice, approval, "always")
    approval.refresh_from_db()
    assert approval.choice == "deny"
    html = as_alice.get(f"/approvals/{approval.pk}/").content.decode()
    assert "You answered “No” on this site." in html
    assert 'name="choice"' not in html
    assert as_alice.get("/inbox/counts/").json() == {"approvals": 0, "notifications": 0}
    assert not Notification.objects.filter(user=alice, read_at=None).exists(), (
        "the notification of an answered question is settled"
    )


@pytest.mark.parametrize(
    ("state", "words"), [("decided", "answered already"), ("expired", "Expired without"), ("cancelled", "Cancelled")]
)
def test_a_late_answer_is_told_what_happened(as_alice: Client, alice: User, state: str, words: str) -> None:
    approval = asked(alice, session_of(alice))
    if state == "decided":
        approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval))
    else:
        Approval.objects.filter(pk=approval.pk).update(state=state, expires_at=timezone.now() - timedelta(hours=1))
    answer = as_alice.post(
        f"/approvals/{approval.pk}/answer/", {"choice": "once", "args_hash": approval.args_hash}, follow=True
    )
    html = answer.content.decode()
    assert 'role="alert"' in html
    assert words in html


def test_others_questions_rules_and_notices_do_not_exist(as_alice: Client, bob: User) -> None:
    his = asked(bob, session_of(bob))
    rule = PermissionRule.objects.create(user=bob, effect="allow", tool="archon.fs.write", agent="writer_bobs")
    notice = notification_create(user_id=bob.pk, kind="test", text="for bob alone", link="/c/")
    assert as_alice.get(f"/approvals/{his.pk}/").status_code == 404
    assert (
        as_alice.post(f"/approvals/{his.pk}/answer/", {"choice": "once", "args_hash": his.args_hash}).status_code == 404
    )
    assert as_alice.post(f"/rules/{rule.pk}/remove/").status_code == 404
    assert as_alice.post(f"/notifications/{notice.pk}/").status_code == 404
    for path, hers in (
        ("/approvals/", b"sms.example"),
        ("/rules/", b"writer_bobs"),
        ("/notifications/", b"for bob alone"),
    ):
        assert hers not in as_alice.get(path).content
    assert Approval.objects.get(pk=his.pk).state == "pending"


def test_an_always_becomes_a_rule_that_can_be_removed(as_alice: Client, alice: User) -> None:
    _answer(as_alice, asked(alice, session_of(alice)), "always")
    (rule,) = PermissionRule.objects.filter(user=alice)
    PermissionRule.objects.create(effect="deny", tool="archon.exec.*")
    html = as_alice.get("/rules/").content.decode()
    assert "POST to api.sms.example" in html
    assert "archon.exec.*" in html
    assert html.count("/remove/") == 1, "the organisation's are not hers to remove"
    User.objects.filter(pk=alice.pk).update(language="de")
    assert "POST an api.sms.example" in as_alice.get("/rules/").content.decode()
    assert as_alice.post(f"/rules/{rule.pk}/remove/", follow=True).redirect_chain == [("/rules/", 302)]
    assert not PermissionRule.objects.filter(user=alice).exists()


def test_a_notice_leads_inside_the_house_only(as_alice: Client, alice: User) -> None:
    for link, goes in (
        ("/rules/", "/rules/"),
        ("//elsewhere.example/", "/notifications/"),
        ("https://elsewhere.example/", "/notifications/"),
    ):
        notice = notification_create(user_id=alice.pk, kind="test", text="<i>look</i>", link=link)
        assert "&lt;i&gt;look&lt;/i&gt;" in as_alice.get("/notifications/").content.decode()
        assert as_alice.get("/inbox/counts/").json()["notifications"] == 1
        assert as_alice.post(f"/notifications/{notice.pk}/")["Location"] == goes
        assert as_alice.get("/inbox/counts/").json()["notifications"] == 0
    notification_create(user_id=alice.pk, kind="test", text="once more")
    as_alice.post("/notifications/read/")
    assert as_alice.get("/inbox/counts/").json()["notifications"] == 0


@pytest.mark.parametrize(
    "path", ["/approvals/", f"/approvals/{uuid.UUID(int=1)}/", "/rules/", "/notifications/", "/credentials/"]
)
def test_strangers_are_sent_to_the_sign_in_page(client: Client, db: None, path: str) -> None:
    assert client.get(path)["Location"] == f"/sign-in/?next={path}"
