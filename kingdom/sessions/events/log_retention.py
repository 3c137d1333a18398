"""Delete the logs of sessions that ended long ago. Answers, receipts and executions have lives of their own."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session

BATCH = 5_000  # rows of the log that one statement looks at
# Rows are looked at in the order of their numbers, which is that of time: no statement reads the whole table. A log
# goes as a whole, and not while a fork of its session still has one: the fork's evidence is in both.
_DELETE = """
WITH rows AS MATERIALIZED (
    SELECT id, session_id, created_at FROM session_events WHERE id > %(after)s ORDER BY id LIMIT %(batch)s
), ended AS MATERIALIZED (
    SELECT session.id FROM sessions session
    WHERE session.id IN (SELECT session_id FROM rows) AND session.finished_at < %(before)s
      AND NOT EXISTS (
          SELECT FROM sessions fork JOIN session_events event ON event.session_id = fork.id
          WHERE fork.forked_from_id = session.id
      )
), effects AS (
    DELETE FROM session_effects WHERE session_id IN (SELECT id FROM ended)
), events AS (
    DELETE FROM session_events WHERE session_id IN (SELECT id FROM ended)
)
SELECT (SELECT count(*) FROM ended), max(id), coalesce(min(created_at) < %(before)s, false) FROM rows
"""


class _Batch(NamedTuple):
    """Logs deleted, the number of the last row that was looked at (None without one), and whether a row was old."""

    deleted: int
    last: int | None
    has_old_row: bool


def session_logs_purge() -> int:
    """Delete the logs of sessions that ended before the retention; return how many. Safe to kill and repeat."""
    days = settings.KINGDOM.log_days
    if not days:
        return 0
    before, after, total = timezone.now() - timedelta(days=days), 0, 0
    while True:
        batch = _batch_delete(after, before)
        total += batch.deleted
        if batch.last is None or not batch.has_old_row:
            return total
        after = batch.last


def _batch_delete(after: int, before: datetime) -> _Batch:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_DELETE, {"after": after, "before": before, "batch": BATCH})
        return _Batch(*cursor.fetchone())


def is_log_deleted(session: Session) -> bool:
    """Return whether the log of a session was deleted: one that is over has had events."""
    return session.state in FINAL_STATES and not session.events.exists()
