"""The admin's page that makes a sign-in link: superusers only, shown once, recorded."""

import re

import pytest
from django.test import Client

from kingdom.accounts.models import SignInLink, User
from kingdom.security_log.models import SecurityEvent
from tests.factories import create_user

pytestmark = pytest.mark.django_db


def page_of(user: User) -> str:
    return f"/admin/accounts/user/{user.pk}/sign-in-link/"


def test_a_superuser_makes_a_link_that_signs_in_once(client: Client, alice: User) -> None:
    root = create_user("root", staff=True)
    client.force_login(root)
    assert page_of(alice) in client.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert client.get(page_of(alice)).status_code == 200
    assert not SignInLink.objects.exists(), "looking makes none"
    html = client.post(page_of(alice)).content.decode()
    found = re.search(r"http://testserver(/sign-in/[^<]+)</code>", html)
    assert found is not None
    browser = Client()
    assert browser.post(found[1]).status_code == 302
    assert browser.get("/api/v1/me/").json()["username"] == "alice"
    assert Client().post(found[1]).status_code == 410
    event = SecurityEvent.objects.get(details__sign_in_link="created")
    assert (event.actor_name, event.subject) == ("root", "user alice")
    assert found[1].rsplit("/", 2)[1] not in str(event.details)


def test_nobody_else_makes_one(client: Client, alice: User, bob: User) -> None:
    staff = create_user("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    for user, status in ((bob, 302), (staff, 403), (None, 302)):
        browser = Client()
        if user is not None:
            browser.force_login(user)
        assert browser.post(page_of(alice)).status_code == status
    assert not SignInLink.objects.exists()


def test_a_deactivated_user_gets_none(client: Client, alice: User) -> None:
    client.force_login(create_user("root", staff=True))
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.post(page_of(alice)).status_code == 404
