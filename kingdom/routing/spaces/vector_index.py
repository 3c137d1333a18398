"""The vector index of an embedding space: one partial index a space, made when an exact scan becomes the slower way."""

import hashlib

from django.db import connection
from psycopg import sql

from kingdom.routing.models import POSITIVE_KINDS_SQL

EXACT_ROWS = 5_000  # rows of a space below which an exact scan is about as fast as the index, and has no misses
BUILD_MEMORY = "256MB"  # holds the graph of about 200,000 rows while it is built


def index_name(space: str) -> str:
    """Return the name of a space's index."""
    return f"embedding_near_{hashlib.sha256(space.encode()).hexdigest()[:12]}"


def space_index_ensure(*, space: str, exact_rows: int = EXACT_ROWS) -> bool:
    """Make the space's index when it has more than ``exact_rows`` shared rows; return whether it has one now.

    Outside a transaction the table stays writable meanwhile. A build that was killed leaves an invalid index, which is made anew.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)", [index_name(space)])
        valid = cursor.fetchone()
        if valid is not None and valid[0]:
            return True
        cursor.execute(
            f"SELECT count(*) FROM agent_embeddings WHERE shared AND encoder = %s AND {POSITIVE_KINDS_SQL}", [space]
        )  # noqa: S608 - a constant
        counted = cursor.fetchone()
        if counted is None or counted[0] <= exact_rows:
            return False
    if valid is not None:
        space_index_drop(space=space)
    _index_create(space)
    return True


def _index_create(space: str) -> None:
    together = sql.SQL("") if connection.in_atomic_block else sql.SQL("CONCURRENTLY")
    statement = sql.SQL(
        "CREATE INDEX {together} {name} ON agent_embeddings USING hnsw (vector halfvec_ip_ops) "
        "WHERE shared AND encoder = {space} AND " + POSITIVE_KINDS_SQL
    ).format(together=together, name=sql.Identifier(index_name(space)), space=sql.Literal(space))
    local = connection.in_atomic_block
    with connection.cursor() as cursor:
        if local:  # an index cannot be made while checks of its table wait for the commit
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, %s)", [BUILD_MEMORY, local])
        try:
            cursor.execute(statement)
            cursor.execute("ANALYZE agent_embeddings")
        finally:
            if not local:
                cursor.execute("RESET maintenance_work_mem")


def space_index_drop(*, space: str) -> None:
    """Remove the space's index if there is one."""
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(sql.Identifier(index_name(space))))


def space_drop(*, space: str) -> int:
    """Remove everything of an embedding space that is no longer used; return how many rows went."""
    space_index_drop(space=space)
    gone = 0
    with connection.cursor() as cursor:
        for table in ("agent_embeddings", "routing_bank", "routing_gates"):
            cursor.execute(
                sql.SQL("DELETE FROM {} WHERE encoder IN (%s, %s)").format(sql.Identifier(table)),
                [space, f"{space}|seen"],
            )
            gone += cursor.rowcount
    return gone
