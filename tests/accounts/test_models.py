"""Users are stored in the real database."""

import pytest

from kingdom.accounts.models import User


@pytest.mark.django_db
def test_a_user_is_stored_and_read() -> None:
    User.objects.create_user("alice")
    assert User.objects.get(username="alice").pk
