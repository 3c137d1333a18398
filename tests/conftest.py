"""Fixtures every room's tests share: the cast, and the tripwire against live calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings as hypothesis_settings

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from pytest_django import DjangoDbBlocker

    from kingdom.accounts.models import User

# How long one example takes says something of the machine and its load, nothing of the product.
hypothesis_settings.register_profile("kingdom", deadline=None)
hypothesis_settings.load_profile("kingdom")


@pytest.fixture
def alice(db: None) -> User:
    """She owns what the test is about."""
    from tests.cast import person  # noqa: PLC0415 - the pure rules' tests must not pay for Django

    return person("alice")


@pytest.fixture
def bob(db: None) -> User:
    """He has an account, and nothing of hers is his."""
    from tests.cast import person  # noqa: PLC0415 - as above

    return person("bob")


@pytest.fixture
def carol(db: None) -> User:
    """She is an administrator, and owns nothing of theirs."""
    from tests.cast import person  # noqa: PLC0415 - as above

    return person("carol", staff=True)


@pytest.fixture
def anonymous() -> AnonymousUser:
    """Somebody who has not signed in."""
    from django.contrib.auth.models import AnonymousUser  # noqa: PLC0415 - as above

    return AnonymousUser()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the test database one that can be emptied, and let go of it before it is dropped."""
    from django.db import connection, connections  # noqa: PLC0415 - the pure rules' tests must not pay for Django

    from kingdom.sessions.live import live_close  # noqa: PLC0415

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        # knox makes its own table although ours is swapped in; its reference to users keeps TRUNCATE from working
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")
        cursor.execute("DROP TRIGGER IF EXISTS tool_receipts_no_truncate ON tool_receipts")
    yield
    live_close()  # the live channels' threads hold connections
    with django_db_blocker.unblock(), connection.cursor() as cursor:  # and so may a thread that a test left to end by itself
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connections.close_all()
