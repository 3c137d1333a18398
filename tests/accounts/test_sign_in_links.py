"""One-time sign-in links."""

from datetime import UTC, datetime, timedelta

import pytest

from kingdom.accounts.models import SignInLink, User
from kingdom.accounts.services import admin_ensure, sign_in_link_create, sign_in_link_use
from kingdom.core.errors import Gone

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def test_a_link_signs_in_once(alice: User) -> None:
    secret = sign_in_link_create(user=alice)
    assert secret not in str(list(SignInLink.objects.values_list("secret_digest")))
    assert sign_in_link_use(secret=secret) == alice
    with pytest.raises(Gone):
        sign_in_link_use(secret=secret)


def test_a_link_expires(alice: User) -> None:
    secret = sign_in_link_create(user=alice, life=timedelta(minutes=30), clock=lambda: NOW)
    with pytest.raises(Gone):
        sign_in_link_use(secret=secret, clock=lambda: NOW + timedelta(minutes=30))
    assert sign_in_link_use(secret=secret, clock=lambda: NOW + timedelta(minutes=29)) == alice


def test_a_new_link_ends_the_earlier_one(alice: User, bob: User) -> None:
    earlier, others = sign_in_link_create(user=alice), sign_in_link_create(user=bob)
    sign_in_link_create(user=alice)
    with pytest.raises(Gone):
        sign_in_link_use(secret=earlier)
    assert sign_in_link_use(secret=others) == bob


def test_a_made_up_link_and_one_of_a_deactivated_user_get_the_same_answer(alice: User) -> None:
    secret = sign_in_link_create(user=alice)
    User.objects.update(is_active=False)
    for wrong in (secret, "made-up"):
        with pytest.raises(Gone, match="used already or has expired"):
            sign_in_link_use(secret=wrong)


def test_the_first_administrator_is_made_once() -> None:
    admin, made = admin_ensure()
    assert (admin.username, admin.is_superuser, admin.has_usable_password(), made) == ("admin", True, False, True)
    assert admin_ensure() == (admin, False)
