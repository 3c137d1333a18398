"""A new password ends other sessions, unused sign-in links and, unless the user says otherwise, API tokens."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.services import sign_in_link_create, sign_in_link_use, token_create
from kingdom.core.errors import Gone
from tests.factories import PASSWORD, api_client

pytestmark = pytest.mark.django_db
NEW = "another horse battery"
OWN = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}


def signed_in(name: str, password: str = PASSWORD) -> Client:
    client = Client()
    assert client.post("/sign-in/", {"username": name, "password": password}).status_code == 302
    return client


@pytest.mark.parametrize("ends", [True, False])
def test_the_page_ends_other_sessions_and_by_choice_tokens(alice: User, bob: User, ends: bool) -> None:
    here, elsewhere, program, bobs = signed_in("alice"), signed_in("alice"), api_client(alice), api_client(bob)
    link = sign_in_link_create(user=alice)
    page = here.get("/password/").content.decode()
    assert 'name="end_tokens"' in page
    assert "checked" in page[page.index('name="end_tokens"') :][:120], "ticked unless the user unticks it"
    changed = here.post("/password/", OWN | ({"end_tokens": "on"} if ends else {}))
    assert changed.status_code == 302
    assert here.get("/specialists/").status_code == 200
    assert elsewhere.get("/specialists/").status_code == 302, "the other session has ended"
    assert program.get("/api/v1/me/").status_code == (401 if ends else 200)
    assert bobs.get("/api/v1/me/").status_code == 200
    with pytest.raises(Gone):
        sign_in_link_use(secret=link)
    signed_in("alice", NEW)


def test_a_wrong_present_password_changes_nothing(alice: User) -> None:
    token_create(user=alice, name="kept")
    assert signed_in("alice").post("/password/", OWN | {"old_password": "wrong", "end_tokens": "on"}).status_code == 200
    assert ApiToken.objects.filter(user=alice).exists()
    signed_in("alice")


@pytest.mark.parametrize("ends", [True, False])
def test_the_admins_page_asks_the_same(alice: User, carol: User, ends: bool) -> None:
    session, program = signed_in("alice"), api_client(alice)
    admin, url = signed_in("carol"), f"/admin/accounts/user/{alice.pk}/password/"
    assert 'name="end_tokens"' in admin.get(url).content.decode()
    form = {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "1"}
    assert admin.post(url, form | ({"end_tokens": "on"} if ends else {})).status_code == 302
    assert session.get("/specialists/").status_code == 302
    assert program.get("/api/v1/me/").status_code == (401 if ends else 200)


def test_a_password_that_is_removed_ends_tokens(alice: User, carol: User) -> None:
    program = api_client(alice)
    form = {"usable_password": "false", "unset-password": "1", "end_tokens": "on"}
    assert signed_in("carol").post(f"/admin/accounts/user/{alice.pk}/password/", form).status_code == 302
    assert program.get("/api/v1/me/").status_code == 401


def test_the_admins_own_password_is_changed_on_the_page_of_everybody(carol: User) -> None:
    assert signed_in("carol").get("/admin/password_change/")["Location"] == "/password/"


def test_deactivation_deletes_tokens(alice: User) -> None:
    program, link = api_client(alice), sign_in_link_create(user=alice)
    alice.is_active = False
    alice.save()
    assert program.get("/api/v1/me/").status_code == 401
    assert not ApiToken.objects.filter(user=alice).exists(), "it would work again after a reactivation"
    alice.is_active = True
    alice.save()
    with pytest.raises(Gone):
        sign_in_link_use(secret=link)


def test_a_password_set_by_a_command_ends_tokens(alice: User) -> None:
    program = api_client(alice)
    alice.set_password(NEW)
    alice.save()
    assert program.get("/api/v1/me/").status_code == 401


def test_nobody_changes_a_password_without_signing_in(as_stranger: APIClient) -> None:
    assert as_stranger.get("/password/").status_code == 302
