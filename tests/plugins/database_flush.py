"""Empties the test database after a test with real transactions.

Django truncates every table and creates all content types and permissions again. Rows are fewer than files here, so
deleting them is ten times as fast. Triggers and foreign keys are off meanwhile: some tables refuse DELETE.
"""

from functools import cache

from django.db import connection
from django.test import TransactionTestCase

# post_migrate fills them; nothing in a test changes them
KEPT_TABLES = frozenset({"django_content_type", "auth_permission", "django_migrations"})


def flush_database(_: TransactionTestCase) -> None:
    """Delete all rows, in place of ``TransactionTestCase._fixture_teardown``."""
    with connection.cursor() as cursor:
        cursor.execute(flush_statement())


@cache
def flush_statement() -> str:
    """Return the statement that empties the tables of all models."""
    with connection.cursor() as cursor:
        tables = sorted({*connection.introspection.django_table_names(only_existing=True)} - KEPT_TABLES)
        cursor.execute("SELECT DISTINCT tablename FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'")
        # An HNSW index keeps deleted vectors until a vacuum, and a search would find fewer of the present ones.
        truncated = {name for (name,) in cursor.fetchall()}
    quote = connection.ops.quote_name
    deletes = "\n".join(f"DELETE FROM {quote(table)};" for table in tables if table not in truncated)
    truncates = "\n".join(
        f"IF EXISTS (SELECT 1 FROM {quote(table)}) THEN TRUNCATE {quote(table)}; END IF;" for table in sorted(truncated)
    )
    return f"DO $$ BEGIN SET LOCAL session_replication_role = replica;\n{deletes}\n{truncates}\nEND $$"
