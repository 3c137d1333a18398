"""Partial HNSW indexes of each embedding space, created once an exact scan is slower: of texts and of centroids."""

import hashlib
from dataclasses import dataclass
from typing import LiteralString

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
_SHARED_COUNT = "SELECT count(*) FROM agent_embeddings WHERE shared AND encoder = %s AND "


@dataclass(frozen=True)
class VectorIndex:
    """The index of one space over the shared rows of some kinds: ``texts`` of specialists, or their ``centroids``."""

    space: str
    centroids: bool = False

    @property
    def name(self) -> str:
        """Its name in the database."""
        digest = hashlib.sha256(self.space.encode()).hexdigest()[:12]
        return f"embedding_{'centre' if self.centroids else 'near'}_{digest}"

    @property
    def kinds(self) -> LiteralString:
        """The condition on its rows, in the words of the candidate query."""
        return "kind = 'centroid'" if self.centroids else POSITIVE_KINDS_SQL


def index_name(space: str) -> str:
    """Return the name of the index over the texts of a space."""
    return VectorIndex(space).name


def space_index_ensure(*, space: str, exact_rows: int = EXACT_ROWS) -> bool:
    """Create the indexes of a space that has more than ``exact_rows`` shared texts, or specialists.

    Return whether its texts are indexed now.

    Outside a transaction the table stays readable and writable, one build of an index runs at a time, and this does not
    wait for another one. A killed build leaves an invalid index, which the next call replaces.
    """
    _index_ensure(VectorIndex(space, centroids=True), exact_rows)
    return _index_ensure(VectorIndex(space), exact_rows)


def _index_ensure(index: VectorIndex, exact_rows: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_VALID, [index.name])
        valid = cursor.fetchone()
        if valid is not None and valid[0]:
            return True
        cursor.execute(_SHARED_COUNT + index.kinds, [index.space])
        counted = cursor.fetchone()
    rows = 0 if counted is None else int(counted[0])
    if rows <= exact_rows:
        return False
    if connection.in_atomic_block:
        _index_create_here(index, rows)
        return True
    return _index_create(index, rows)


def _build_memory(rows: int) -> str:
    """Return maintenance_work_mem for the graph of so many rows: what does not fit is built several times slower."""
    megabytes = max(MIN_BUILD_MB, rows * GRAPH_ROW_BYTES >> 20)
    return f"{min(megabytes, MAX_BUILD_MB)}MB"


def _index_create_here(index: VectorIndex, rows: int) -> None:
    """Create the index in the present transaction."""
    with connection.cursor() as cursor:
        # CREATE INDEX fails while deferred constraint checks of the table are pending
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, true)", [_build_memory(rows)])
        cursor.execute(_drop_statement(index))
        cursor.execute(_create_statement(index))
        cursor.execute("ANALYZE agent_embeddings")


def _index_create(index: VectorIndex, rows: int) -> bool:
    """Create the index without a transaction; return whether it is there, False while another process builds it.

    By a connection of its own: the memory and the lock are of the session, which a pooler would give to another one.
    Without the lock a second call would take the first one's unfinished index for one that was left over, and its
    DROP INDEX would hold up every reader of the table until the first build ends.
    """
    release_connection()  # a large build takes minutes
    with psycopg.connect(**server_parameters(), autocommit=True) as server:
        held = server.execute(
            "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [f"index:{index.name}"]
        ).fetchone()
        if held is None or not held[0]:
            return False
        valid = server.execute(_VALID, [index.name]).fetchone()
        if valid is None or not valid[0]:
            server.execute("SELECT set_config('maintenance_work_mem', %s, false)", [_build_memory(rows)])
            server.execute(_drop_statement(index, concurrently=True))
            server.execute(_create_statement(index, concurrently=True))
            server.execute("ANALYZE agent_embeddings")
    return True


def _create_statement(index: VectorIndex, *, concurrently: bool = False) -> sql.Composed:
    return sql.SQL(
        "CREATE INDEX {concurrently} {name} ON agent_embeddings USING hnsw (vector halfvec_ip_ops) "
        "WHERE shared AND encoder = {space} AND " + index.kinds
    ).format(
        concurrently=sql.SQL("CONCURRENTLY" if concurrently else ""),
        name=sql.Identifier(index.name),
        space=sql.Literal(index.space),
    )


def _drop_statement(index: VectorIndex, *, concurrently: bool = False) -> sql.Composed:
    return sql.SQL("DROP INDEX {concurrently} IF EXISTS {name}").format(
        concurrently=sql.SQL("CONCURRENTLY" if concurrently else ""), name=sql.Identifier(index.name)
    )


def space_index_drop(*, space: str) -> None:
    """Drop the indexes of a space if there are any."""
    with connection.cursor() as cursor:
        for centroids in (False, True):
            cursor.execute(_drop_statement(VectorIndex(space, centroids=centroids)))


def space_drop(*, space: str) -> int:
    """Delete the indexes, vectors, negative examples and calibrations of a space; return the number of deleted rows."""
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
