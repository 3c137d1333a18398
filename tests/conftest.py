"""Fixtures every room's tests share: the cast, and the tripwire against live calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings as hypothesis_settings

from tests.rounds import LONG

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from pytest_django import DjangoDbBlocker
    from rest_framework.test import APIClient

    from kingdom.accounts.models import User

# Few and always the same examples in every run, so that a run is quick and repeatable; many new ones with TEST_LONG.
# No deadline: the time of one example depends on the machine's load.
hypothesis_settings.register_profile("short", deadline=None, max_examples=20, derandomize=True, database=None)
hypothesis_settings.register_profile("long", deadline=None, max_examples=1000)
hypothesis_settings.load_profile("long" if LONG else "short")


@pytest.fixture(scope="session", autouse=True)
def fast_password_hasher() -> Iterator[None]:
    """Hash passwords with MD5: the real hash takes 0.2 s each, on purpose. Sends Django's signal, which clears its cache of hashers."""
    from django.test import override_settings  # noqa: PLC0415 - the pure rules' tests must not pay for Django

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture
def alice(db: None) -> User:
    """She owns what the test is about."""
    from tests.factories import create_user  # noqa: PLC0415 - the pure rules' tests must not pay for Django

    return create_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    """He has an account, and nothing of hers is his."""
    from tests.factories import create_user  # noqa: PLC0415 - as above

    return create_user("bob")


@pytest.fixture
def carol(db: None) -> User:
    """She is an administrator, and owns nothing of theirs."""
    from tests.factories import create_user  # noqa: PLC0415 - as above

    return create_user("carol", staff=True)


@pytest.fixture
def anonymous() -> AnonymousUser:
    """Somebody who has not signed in."""
    from django.contrib.auth.models import AnonymousUser  # noqa: PLC0415 - as above

    return AnonymousUser()


@pytest.fixture
def as_alice(alice: User) -> APIClient:
    """An API client with Alice's token."""
    from tests.factories import api_client  # noqa: PLC0415 - as above

    return api_client(alice)


@pytest.fixture
def as_bob(bob: User) -> APIClient:
    """An API client with Bob's token."""
    from tests.factories import api_client  # noqa: PLC0415 - as above

    return api_client(bob)


@pytest.fixture
def as_stranger(db: None) -> APIClient:
    """An API client without a token."""
    from tests.factories import api_client  # noqa: PLC0415 - as above

    return api_client(None)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the test database one that can be emptied, and let go of it before it is dropped."""
    from django.db import connection, connections  # noqa: PLC0415 - the pure rules' tests must not pay for Django

    from kingdom.sessions.events.live_events import live_events_close  # noqa: PLC0415

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        # knox makes its own table although ours is swapped in; its reference to users keeps TRUNCATE from working
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")
        cursor.execute("DROP TRIGGER IF EXISTS tool_receipts_no_truncate ON tool_receipts")
    yield
    live_events_close()  # the live channels' threads hold connections
    with (
        django_db_blocker.unblock(),
        connection.cursor() as cursor,
    ):  # and so may a thread that a test left to end by itself
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connections.close_all()
