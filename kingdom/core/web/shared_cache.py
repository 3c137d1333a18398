"""The cache that all processes share, in the database."""

import base64
import itertools
import pickle
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import DatabaseError, connection, transaction

WRITES_PER_CULL = 100  # of one process
# For this transaction alone: the disk may get the write up to half a second later. A server that crashes forgets it, as
# it may forget any entry of a cache.
_NO_WAIT = "WITH no_wait AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))"


class SharedCache(DatabaseCache):
    """Django's cache in the database, whose ``set`` is one statement.

    Django's own counts all rows of the table before each write, then reads and writes the row in a transaction.
    This one deletes entries beyond ``MAX_ENTRIES`` at the first and at each hundredth write of a process.
    """

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        """Start at the first write of this process."""
        super().__init__(table, params)
        self._quoted = connection.ops.quote_name(table)
        self._writes = itertools.count()

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:  # noqa: ANN401 - Django's own signature
        """Store a value for ``timeout`` seconds (None: for good). A write that the database refuses is left out."""
        stored_key = self.make_and_validate_key(key, version=version)
        ends_at = self.get_backend_timeout(timeout)
        expires = (
            datetime.max.replace(microsecond=0, tzinfo=UTC)
            if ends_at is None
            else datetime.fromtimestamp(int(ends_at), tz=UTC)
        )
        encoded = base64.b64encode(pickle.dumps(value, self.pickle_protocol)).decode("latin1")
        if next(self._writes) % WRITES_PER_CULL == 0:
            self._cull_if_full()
        # an error within a caller's transaction must not end that transaction
        block = transaction.atomic() if connection.in_atomic_block else nullcontext()
        try:
            with block, connection.cursor() as cursor:
                cursor.execute(self._upsert(connection.in_atomic_block), [stored_key, encoded, expires])
        except DatabaseError:
            return

    def _upsert(self, inside: bool) -> str:
        """Return the statement; ``inside`` a caller's transaction, how that one commits is not changed."""
        wait = "" if inside else _NO_WAIT
        return (
            f"{wait} INSERT INTO {self._quoted} (cache_key, value, expires) "
            f"SELECT %s, %s, %s {'FROM no_wait' if wait else ''} "
            "ON CONFLICT (cache_key) DO UPDATE SET value = EXCLUDED.value, expires = EXCLUDED.expires"
        )

    def _cull_if_full(self) -> None:
        """Of a full table delete what has ended, then what ends first, down to two thirds of ``MAX_ENTRIES``."""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {self._quoted}")  # noqa: S608 - a setting
            if cursor.fetchone()[0] <= self._max_entries:
                return
            cursor.execute(
                f"DELETE FROM {self._quoted} WHERE expires < now() OR cache_key IN "  # noqa: S608 - a setting
                f"(SELECT cache_key FROM {self._quoted} ORDER BY expires DESC OFFSET %s)",
                [self._max_entries * 2 // 3],
            )
