"""Partial HNSW indexes, one per embedding space, created once an exact scan is slower."""

import hashlib

import psycopg
from django.db import connection
from psycopg import sql

from kingdom.core.database import release_connection
from kingdom.core.deployment.server_connection import server_parameters
from kingdom.routing.models import POSITIVE_KINDS_SQL

EXACT_ROWS = 5_000  # up to this number of rows an exact scan is about as fast as the index, with full recall
MIN_BUILD_MB, MAX_BUILD_MB = 256, 1_536  # bounds of maintenance_work_mem
GRAPH_ROW_BYTES = 1_500  # of the graph while it is built: a million rows fit
_VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"
_SHARED_COUNT = f"SELECT count(*) FROM agent_embeddings WHERE shared AND encoder = %s AND {POSITIVE_KINDS_SQL}"  # noqa: S608


def index_name(space: str) -> str:
    """Return the name of the index of a space."""
    return f"embedding_near_{hashlib.sha256(space.encode()).hexdigest()[:12]}"


def space_index_ensure(*, space: str, exact_rows: int = EXACT_ROWS) -> bool:
    """Create the index of a space with more than ``exact_rows`` shared rows; return whether it has an index now.

    Outside a transaction the table stays readable and writable, one build per space runs at a time, and this does not
    wait for another one. A killed build leaves an invalid index, which the next call replaces.
    """
    if _is_valid(space):
        return True
    with connection.cursor() as cursor:
        cursor.execute(_SHARED_COUNT, [space])
        counted = cursor.fetchone()
    rows = 0 if counted is None else int(counted[0])
    if rows <= exact_rows:
        return False
    if connection.in_atomic_block:
        _index_create_here(space, rows)
        return True
    return _index_create(space, rows)


def _is_valid(space: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_VALID, [index_name(space)])
        valid = cursor.fetchone()
    return valid is not None and bool(valid[0])


def _build_memory(rows: int) -> str:
    """Return maintenance_work_mem for the graph of so many rows: what does not fit is built several times slower."""
    megabytes = max(MIN_BUILD_MB, rows * GRAPH_ROW_BYTES >> 20)
    return f"{min(megabytes, MAX_BUILD_MB)}MB"


def _index_create_here(space: str, rows: int) -> None:
    """Create the index in the present transaction."""
    with connection.cursor() as cursor:
        # CREATE INDEX fails while deferred constraint checks of the table are pending
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, true)", [_build_memory(rows)])
        cursor.execute(_drop_statement(space))
        cursor.execute(_create_statement(space))
        cursor.execute("ANALYZE agent_embeddings")


def _index_create(space: str, rows: int) -> bool:
    """Create the index without a transaction; return whether it is there, False while another process builds it.

    By a connection of its own: the memory and the lock are of the session, which a pooler would give to another one.
    Without the lock a second call would take the first one's unfinished index for one that was left over, and its
    DROP INDEX would hold up every reader of the table until the first build ends.
    """
    release_connection()  # a large build takes minutes
    with psycopg.connect(**server_parameters(), autocommit=True) as server:
        held = server.execute(
            "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [f"index:{index_name(space)}"]
        ).fetchone()
        if held is None or not held[0]:
            return False
        valid = server.execute(_VALID, [index_name(space)]).fetchone()
        if valid is None or not valid[0]:
            server.execute("SELECT set_config('maintenance_work_mem', %s, false)", [_build_memory(rows)])
            server.execute(_drop_statement(space, concurrently=True))
            server.execute(_create_statement(space, concurrently=True))
            server.execute("ANALYZE agent_embeddings")
    return True


def _create_statement(space: str, *, concurrently: bool = False) -> sql.Composed:
    return sql.SQL(
        "CREATE INDEX {concurrently} {name} ON agent_embeddings USING hnsw (vector halfvec_ip_ops) "
        "WHERE shared AND encoder = {space} AND " + POSITIVE_KINDS_SQL
    ).format(
        concurrently=sql.SQL("CONCURRENTLY" if concurrently else ""),
        name=sql.Identifier(index_name(space)),
        space=sql.Literal(space),
    )


def _drop_statement(space: str, *, concurrently: bool = False) -> sql.Composed:
    return sql.SQL("DROP INDEX {concurrently} IF EXISTS {name}").format(
        concurrently=sql.SQL("CONCURRENTLY" if concurrently else ""), name=sql.Identifier(index_name(space))
    )


def space_index_drop(*, space: str) -> None:
    """Drop the index of a space if there is one."""
    with connection.cursor() as cursor:
        cursor.execute(_drop_statement(space))


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
