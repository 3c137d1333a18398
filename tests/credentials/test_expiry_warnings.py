"""Owners get one notification before a credential expires."""

from datetime import timedelta

import pytest
from django.db import transaction
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.clock import utc_now
from kingdom.credentials.models import CredentialEvent, UserCredential
from kingdom.credentials.services import credential_replace, credential_store, credential_warned
from kingdom.credentials.tasks import warn
from tests.factories.credentials import target_of

pytestmark = pytest.mark.django_db


def stored(user: User, key: str, days: float) -> UserCredential:
    until = utc_now() + timedelta(days=days)
    return credential_store(
        user_id=user.pk, target=target_of(), credential_key=key, value=SecretStr("a-long-value"), expires_at=until
    )


def test_the_owner_is_told_once_and_anew_for_a_new_date(alice: User, bob: User) -> None:
    soon = stored(alice, "sms_api_key", 3)
    stored(bob, "sms_api_key", 30)
    assert (warn(), warn()) == (1, 0)
    notice = Notification.objects.get()
    assert (notice.user_id, notice.kind, notice.link) == (alice.pk, "credential_expiry", f"/credentials/{soon.pk}/")
    assert notice.text.startswith(
        f"The credential sms_api_key of sms_sender expires on {soon.expires_at:%Y-%m-%d %H:%M} UTC."
    )
    assert "a-long-value" not in notice.text

    soon.refresh_from_db()
    credential_replace(
        credential=soon, actor_id=alice.pk, value=SecretStr("another-value"), expires_at=utc_now() + timedelta(days=2)
    )
    assert (warn(), warn()) == (1, 0)
    assert Notification.objects.count() == 2


def test_a_warning_that_is_killed_in_the_middle_is_given_later(alice: User) -> None:
    stored(alice, "sms_api_key", 1)

    def killed(**_: object) -> None:
        raise KeyboardInterrupt

    credential_warned.connect(killed)
    try:
        with pytest.raises(KeyboardInterrupt), transaction.atomic():
            warn()
    finally:
        credential_warned.disconnect(killed)
    assert not Notification.objects.exists()
    assert not CredentialEvent.objects.filter(kind="warned").exists()
    assert warn() == 1
    assert Notification.objects.count() == 1
