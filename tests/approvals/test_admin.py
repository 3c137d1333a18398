"""The admin: decisions for others, for one call, and the organisation's rules."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, NotificationSettings, PermissionRule
from tests.factories.approvals import answer_to, asked, opened_words, session_of

pytestmark = pytest.mark.django_db
ADMIN = "/admin/approvals/"


def client(user: User) -> Client:
    signed_in = Client()
    signed_in.force_login(user)
    return signed_in


def form(approval: Approval, answer: str = "deny", **changes: str) -> dict[str, str]:
    return {"answer": answer, "reason": "", "seen_hash": approval.args_hash, **changes}


def test_the_admin_offers_choices_for_one_call_only(alice: User, carol: User) -> None:
    approval, page = asked(alice, session_of(alice)), client(carol)
    opened_words(carol, approval)
    url = f"{ADMIN}approval/{approval.pk}/change/"
    shown = page.get(url).content.decode()
    assert "api.sms.example" in shown
    assert '<option value="once">' in shown
    assert '<option value="always">' not in shown

    assert page.post(url, form(approval, "always")).status_code == 200  # the form rejects it
    assert Approval.objects.get().state == "pending"


def test_an_admin_decides_for_another_user(alice: User, carol: User) -> None:
    approval, page = asked(alice, session_of(alice)), client(carol)
    opened_words(carol, approval)
    url = f"{ADMIN}approval/{approval.pk}/change/"
    stale = page.post(url, form(approval, seen_hash="0" * 64), follow=True)
    assert "not what you saw" in stale.content.decode()
    assert Approval.objects.get().state == "pending"

    assert page.post(url, form(approval, reason="Not on a Sunday.")).status_code == 302
    decided = Approval.objects.values_list("state", "choice", "note", "decided_by", "channel").get()
    assert decided == ("decided", "deny", "Not on a Sunday.", carol.pk, "admin")
    assert page.post(url, form(approval)).status_code == 403


def test_staff_without_the_permission_can_only_view(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    approval, url = asked(alice), f"{ADMIN}approval/"
    assert client(bob).get(url).status_code == 403
    bob.user_permissions.add(Permission.objects.get(codename="view_approval"))
    change = f"{url}{approval.pk}/change/"
    assert client(bob).get(change).status_code == 200
    assert client(bob).post(change, form(approval)).status_code == 403
    assert Approval.objects.get().state == "pending"


def test_the_organisations_rules(carol: User) -> None:
    page = client(carol)
    wrong = page.post(
        f"{ADMIN}permissionrule/add/", {"effect": "deny", "tool": "archon.fs.*", "shape": '{"path": "../"}'}
    )
    assert "inside the workspace" in wrong.content.decode()
    made = page.post(
        f"{ADMIN}permissionrule/add/", {"effect": "deny", "tool": "archon.fs.*", "shape": '{"path": "secret/"}'}
    )
    assert made.status_code == 302
    rule = PermissionRule.objects.get()
    assert (rule.user, rule.effect, rule.shape, rule.made_by) == (None, "deny", {"path": "secret/"}, carol)
    assert page.post(f"{ADMIN}permissionrule/{rule.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not PermissionRule.objects.exists()


def test_the_organisations_webhook(carol: User) -> None:
    page = client(carol)
    assert (
        "https://"
        in page.post(f"{ADMIN}notificationsettings/add/", {"webhook_url": "http://a.example"}).content.decode()
    )
    assert page.post(f"{ADMIN}notificationsettings/add/", {"webhook_url": "https://a.example/k"}).status_code == 302
    kept = NotificationSettings.objects.get()
    assert "whsec_" in page.get(f"{ADMIN}notificationsettings/{kept.pk}/change/").content.decode()


@pytest.mark.parametrize(
    "model",
    ["approval", "approvalevent", "permissionrule", "notification", "notificationdelivery", "notificationsettings"],
)
def test_every_list_opens(alice: User, carol: User, model: str) -> None:
    answer_to(asked(alice))
    assert client(carol).get(f"{ADMIN}{model}/").status_code == 200
