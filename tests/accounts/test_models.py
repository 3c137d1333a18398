"""Users are stored in the real database."""

import pytest

from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.services import token_create


@pytest.mark.django_db
def test_a_user_is_stored_and_read() -> None:
    User.objects.create_user("alice")
    assert User.objects.get(username="alice").pk


@pytest.mark.django_db
@pytest.mark.parametrize("keeps_tokens", [False, True])
def test_a_removed_password_ends_the_tokens_unless_they_are_kept(keeps_tokens: bool) -> None:
    user = User.objects.create_user("alice", password="long enough 4")
    token_create(user=user, name="t")
    user.save()
    assert ApiToken.objects.count() == 1, "control: a save that changes no password"
    user.keeps_tokens = keeps_tokens
    user.set_unusable_password()
    user.save()
    assert ApiToken.objects.exists() is keeps_tokens
    user.keeps_tokens = False
    token_create(user=user, name="later")
    user.save()
    assert ApiToken.objects.filter(name="later").exists(), "the password was removed before"
