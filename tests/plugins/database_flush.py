"""Empties the test database after a test with real transactions.

Django truncates every table, creates all content types and permissions again, and opens a new connection. Rows are
fewer than files here, so deleting them is ten times as fast; and a connection that stays has planned the deletions and
knows the tables, which takes a new one fifty times as long. Triggers and foreign keys are off on it: some tables refuse
DELETE. What the migrations have written (groups, policies that ship) is there again afterwards: which tests run before
others is for the test processes to say.
"""

import psycopg
from django.db import connection, connections
from django.test import TransactionTestCase

_COPIES = "copies_of_migrated_rows"  # a schema
# post_migrate fills them; nothing in a test changes them
KEPT_TABLES = frozenset({"django_content_type", "auth_permission", "django_migrations"})
_kept: "list[psycopg.Connection[tuple[object, ...]]]" = []  # this process's connection for the deletions


def copy_migrated_rows() -> None:
    """Keep the rows that the migrations have written. For a database that is new; uses Django's connection."""
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        tables = sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT_TABLES)
        cursor.execute(f"CREATE SCHEMA {_COPIES}")
        for table in tables:
            cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {quote(table)})")
            if cursor.fetchone() == (True,):
                cursor.execute(f"CREATE TABLE {_COPIES}.{quote(table)} AS TABLE {quote(table)}")


def flush_database(_: TransactionTestCase) -> None:
    """Delete all rows but those of the migrations, in place of ``TransactionTestCase._fixture_teardown``."""
    try:
        _connection().execute("SELECT pg_temp.delete_all_rows()")
    except psycopg.OperationalError:  # a test ended all connections, or the server
        close_flush_connection()
        _connection().execute("SELECT pg_temp.delete_all_rows()")


def reload_connections(_: TransactionTestCase) -> bool:
    """Close the connections that a test has broken, in place of ``TransactionTestCase._should_reload_connections``."""
    for one in connections.all(initialized_only=True):
        if one.connection is not None and not one.is_usable():
            one.close()
    return False


def close_flush_connection() -> None:
    """Close the connection for the deletions; the next flush opens another."""
    while _kept:
        _kept.pop().close()


def _connection() -> "psycopg.Connection[tuple[object, ...]]":
    if not _kept:
        parameters = connection.get_connection_params()
        names = {key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if key in parameters}
        opened = psycopg.connect(**names, autocommit=True)
        opened.execute("SET session_replication_role = replica")
        opened.execute(_function().encode())
        _kept.append(opened)
    return _kept[0]


def _function() -> str:
    """Return the statement that makes the function which empties the tables of all models."""
    with connection.cursor() as cursor:
        tables = sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT_TABLES)
        cursor.execute("SELECT DISTINCT tablename FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'")
        # An HNSW index keeps deleted vectors until a vacuum, and a search would find fewer of the present ones.
        truncated = {name for (name,) in cursor.fetchall()}
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename", [_COPIES])
        copied = [name for (name,) in cursor.fetchall()]
    quote = connection.ops.quote_name
    deletes = "\n".join(f"DELETE FROM {quote(table)};" for table in tables if table not in truncated)
    truncates = "\n".join(
        f"IF EXISTS (SELECT 1 FROM {quote(table)}) THEN TRUNCATE {quote(table)}; END IF;" for table in sorted(truncated)
    )
    inserts = "\n".join(f"INSERT INTO {quote(name)} SELECT * FROM {_COPIES}.{quote(name)};" for name in copied)
    return (
        "CREATE FUNCTION pg_temp.delete_all_rows() RETURNS void LANGUAGE plpgsql AS"
        f" $$ BEGIN\n{deletes}\n{truncates}\n{inserts}\nEND $$"
    )
