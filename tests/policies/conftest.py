"""Fixtures of the tests of policies."""

import pytest
from django.contrib.auth.models import Permission

from kingdom.accounts.models import User
from tests.factories.tools import kit as kit
from tests.factories.tools import make_kit as make_kit


@pytest.fixture
def reviewer(carol: User) -> User:
    """Staff with the right to activate policies."""
    carol.user_permissions.add(Permission.objects.get(codename="activate_pattern"))
    return User.objects.get(pk=carol.pk)
