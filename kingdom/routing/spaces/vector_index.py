"""Partial HNSW indexes, one per embedding space, created once an exact scan is slower."""

import hashlib

import psycopg
from django.db import connection
from psycopg import sql

from kingdom.core.deployment.server_connection import server_parameters
from kingdom.routing.models import POSITIVE_KINDS_SQL

EXACT_ROWS = 5_000  # up to this number of rows an exact scan is about as fast as the index, with full recall
BUILD_MEMORY = "256MB"  # maintenance_work_mem: enough for the graph of about 200,000 rows
_SHARED_COUNT = f"SELECT count(*) FROM agent_embeddings WHERE shared AND encoder = %s AND {POSITIVE_KINDS_SQL}"  # noqa: S608


def index_name(space: str) -> str:
    """Return the name of the index of a space."""
    return f"embedding_near_{hashlib.sha256(space.encode()).hexdigest()[:12]}"


def space_index_ensure(*, space: str, exact_rows: int = EXACT_ROWS) -> bool:
    """Create the index of a space with more than ``exact_rows`` shared rows; return whether it has an index now.

    Outside a transaction the table stays writable. A killed build leaves an invalid index, which the next call
    replaces.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)", [index_name(space)])
        valid = cursor.fetchone()
        if valid is not None and valid[0]:
            return True
        cursor.execute(_SHARED_COUNT, [space])
        count = cursor.fetchone()
        if count is None or count[0] <= exact_rows:
            return False
    if valid is not None:
        space_index_drop(space=space)
    _index_create(space)
    return True


def _index_create(space: str) -> None:
    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            # CREATE INDEX fails while deferred constraint checks of the table are pending
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SELECT set_config('maintenance_work_mem', %s, true)", [BUILD_MEMORY])
            cursor.execute(_create_statement(space))
            cursor.execute("ANALYZE agent_embeddings")
        return
    # by a connection of its own: the memory is a setting of the session, which a pooler would give to another one
    with psycopg.connect(**server_parameters(), autocommit=True) as server:
        server.execute("SELECT set_config('maintenance_work_mem', %s, false)", [BUILD_MEMORY])
        server.execute(_create_statement(space, concurrently=True))
        server.execute("ANALYZE agent_embeddings")


def _create_statement(space: str, *, concurrently: bool = False) -> sql.Composed:
    return sql.SQL(
        "CREATE INDEX {concurrently} {name} ON agent_embeddings USING hnsw (vector halfvec_ip_ops) "
        "WHERE shared AND encoder = {space} AND " + POSITIVE_KINDS_SQL
    ).format(
        concurrently=sql.SQL("CONCURRENTLY" if concurrently else ""),
        name=sql.Identifier(index_name(space)),
        space=sql.Literal(space),
    )


def space_index_drop(*, space: str) -> None:
    """Drop the index of a space if there is one."""
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(sql.Identifier(index_name(space))))


def space_drop(*, space: str) -> int:
    """Delete the index, vectors, negative examples and calibrations of a space; return the number of deleted rows."""
    space_index_drop(space=space)
    deleted = 0
    with connection.cursor() as cursor:
        for table in ("agent_embeddings", "negative_examples", "router_calibrations"):
            cursor.execute(
                sql.SQL("DELETE FROM {} WHERE encoder IN (%s, %s)").format(sql.Identifier(table)),
                [space, f"{space}|seen"],
            )
            deleted += cursor.rowcount
    return deleted
