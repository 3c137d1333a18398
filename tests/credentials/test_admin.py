"""The admin shows names and dates, and can only withdraw credentials."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from kingdom.accounts.models import User
from kingdom.credentials.models import CredentialEvent, UserCredential
from tests.factories.credentials import CANARY, open_credential, store_credential

pytestmark = pytest.mark.django_db
URL = "/admin/credentials/usercredential/"


@pytest.fixture
def admin(ada: User) -> Client:
    client = Client()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_no_value_anywhere(admin: Client, alice: User) -> None:
    credential = store_credential(alice)
    open_credential(alice)
    for path in (
        URL,
        f"{URL}{credential.pk}/change/",
        "/admin/credentials/credentialuse/",
        "/admin/credentials/credentialevent/",
    ):
        answer = admin.get(path)
        assert answer.status_code == 200, path
        assert CANARY.encode() not in answer.content
        assert credential.encrypted_value.encode() not in answer.content


def test_no_adding_editing_or_deleting(admin: Client, alice: User) -> None:
    credential = store_credential(alice)
    assert admin.get(f"{URL}add/").status_code == 403
    assert admin.post(f"{URL}{credential.pk}/change/", {"expires_at_0": "2001-01-01"}).status_code == 403
    assert admin.post(f"{URL}{credential.pk}/delete/", {"post": "yes"}).status_code == 403
    credential.refresh_from_db()
    assert credential.expires_at is None


def test_revoking_erases(admin: Client, ada: User, alice: User) -> None:
    credential = store_credential(alice)
    answer = admin.post(URL, {"action": "revoke", "_selected_action": [str(credential.pk)]})
    assert answer.status_code == 302
    credential.refresh_from_db()
    assert credential.revoked_at is not None
    assert credential.encrypted_value == ""
    assert CredentialEvent.objects.get(kind="revoked").actor == ada


def test_looking_is_not_revoking(alice: User) -> None:
    credential = store_credential(alice)
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_usercredential"))
    client = Client()
    client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    client.post(URL, {"action": "revoke", "_selected_action": [str(credential.pk)]})
    assert UserCredential.objects.get().revoked_at is None
