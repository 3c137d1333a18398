"""Fixtures that all rooms share: users, API clients and the test database."""

from __future__ import annotations

import re
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
LONGEST_ID = 120
# A process that tests all handlers uses more patterns than Python keeps (512): it would compile each of them again and
# again, nine tenths of the time of a handler's test.
re._MAXCACHE = 50_000  # type: ignore[attr-defined]  # private, and read at each compilation


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten the id of a long text: workers send the ids of all tests, and some parameters have megabytes."""
    if not isinstance(val, str | bytes) or len(val) <= LONGEST_ID:
        return None  # pytest's own
    start = val[: LONGEST_ID // 2]
    text = start if isinstance(start, str) else start.decode("latin-1")
    return f"{text.encode('unicode_escape').decode()} and {len(val) - len(start)} more"


@pytest.fixture(scope="session", autouse=True)
def fast_password_hasher() -> Iterator[None]:
    """Hash passwords with MD5, since the real hash takes 0.2 s. The override clears Django's cache of hashers."""
    from django.test import override_settings  # noqa: PLC0415 - tests of pure rules must not load Django

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_listed_once() -> Iterator[None]:
    """List the static files once: each test client makes the middleware anew, which would search all folders again."""
    from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped] # it ships no types # noqa: PLC0415 - as above

    files: dict[str, object] = {}
    list_files = WhiteNoiseMiddleware.add_files_from_finders

    def add_files(middleware: WhiteNoiseMiddleware) -> None:
        if not files:
            list_files(middleware)
            files.update(middleware.files)
        middleware.files.update(files)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_files)
        yield


@pytest.fixture
def alice(db: None) -> User:
    """A user, the owner of the objects in a test."""
    from tests.factories import create_user  # noqa: PLC0415 - tests of pure rules must not load Django

    return create_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    """Another user, without access to Alice's objects."""
    from tests.factories import create_user  # noqa: PLC0415 - as above

    return create_user("bob")


@pytest.fixture
def carol(db: None) -> User:
    """An administrator, who owns nothing."""
    from tests.factories import create_user  # noqa: PLC0415 - as above

    return create_user("carol", staff=True)


@pytest.fixture
def anonymous() -> AnonymousUser:
    """An anonymous user."""
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
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Make the test database a copy of a migrated one."""
    from django.db import connection  # noqa: PLC0415 - tests of pure rules must not load Django

    from tests.plugins.migrated_database import migrated_database  # noqa: PLC0415

    connection.settings_dict["TEST"]["TEMPLATE"] = migrated_database()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the test database truncatable, and end all connections before it is dropped."""
    from django.db import connection, connections  # noqa: PLC0415 - tests of pure rules must not load Django

    from kingdom.sessions.events.live_events import live_events_close  # noqa: PLC0415
    from tests.plugins.connection_reuse import reused_connections  # noqa: PLC0415
    from tests.plugins.database_flush import (  # noqa: PLC0415
        close_flush_connection,
        copy_migrated_rows,
        flush_database,
        reload_connections,
    )
    from tests.plugins.idle_queue import idle_queue  # noqa: PLC0415

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        # knox creates its own table although ours replaces it; its foreign key to users prevents TRUNCATE
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")
        for table in ("tool_receipts", "security_events", "security_seals"):
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_truncate ON {table}")
        copy_migrated_rows()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.test.TransactionTestCase._fixture_teardown", flush_database)
        patch.setattr("django.test.TransactionTestCase._should_reload_connections", reload_connections)
        with reused_connections(), idle_queue():
            yield
    close_flush_connection()
    live_events_close()  # its threads hold connections
    with django_db_blocker.unblock(), connection.cursor() as cursor:  # threads of tests may hold some, too
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connections.close_all()
