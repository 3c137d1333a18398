"""The cache in the database that all processes share."""

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from kingdom.core.web.shared_cache import SharedCache

pytestmark = pytest.mark.django_db


@pytest.fixture
def cache() -> SharedCache:
    """Return a cache of at most ten entries in the product's table."""
    call_command("createcachetable", "kingdom_cache", verbosity=0)
    return SharedCache("kingdom_cache", {"OPTIONS": {"MAX_ENTRIES": 10}})


def test_a_write_is_one_statement_whatever_the_table_holds(cache: SharedCache) -> None:
    cache.set("first", 1, 60)  # the first write of a process looks for what is too much
    for name in ("first", "new"):
        with CaptureQueriesContext(connection) as captured:
            cache.set(name, [1, "two"], 60)
        statements = [row["sql"] for row in captured if "SAVEPOINT" not in row["sql"]]
        assert len(statements) == 1, statements
        assert cache.get(name) == [1, "two"]


@pytest.mark.django_db(transaction=True)
def test_a_write_waits_for_no_disk_and_changes_no_other_commit(cache: SharedCache) -> None:
    cache.set("first", 1, 60)
    assert query("SET synchronous_commit = on; SHOW synchronous_commit") == "on"  # the tests' server is faster without
    try:
        with CaptureQueriesContext(connection) as captured:
            cache.set("alone", 1, 60)
            assert query("SHOW synchronous_commit") == "on"
            with transaction.atomic():
                cache.set("inside", 2, 60)
                assert query("SHOW synchronous_commit") == "on"
    finally:
        query("RESET synchronous_commit; SHOW synchronous_commit")
    alone, inside = [row["sql"] for row in captured if "INSERT" in row["sql"]]
    assert ("synchronous_commit" in alone, "synchronous_commit" in inside) == (True, False)
    assert (cache.get("alone"), cache.get("inside")) == (1, 2)


def query(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        while cursor.nextset():
            continue
        return str(cursor.fetchone()[0])


def test_entries_end(cache: SharedCache) -> None:
    cache.set("ended", 1, -1)
    cache.set("kept", 1, None)
    cache.set("changed", 1, 60)
    cache.set("changed", 2, 60, version=1)
    assert (cache.get("ended"), cache.get("kept"), cache.get("changed")) == (None, 1, 2)
    assert cache.add("changed", 3) is False


def test_a_full_cache_is_emptied_of_some_entries(cache: SharedCache) -> None:
    for number in range(99):
        cache.set(f"entry-{number}", number, 60)
    for number in range(2):  # the second is the hundred and first write
        cache.set(f"last-{number}", number, 90)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM kingdom_cache")
        assert cursor.fetchone()[0] == 7
    assert cache.get("last-1") == 1


def test_the_product_uses_it() -> None:
    assert isinstance(caches["default"], SharedCache)
