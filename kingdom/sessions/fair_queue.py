"""The order in which waiting messages are served: users take turns, each with the oldest first. And how long it takes.

The order is computed from the rows of the sessions, so it survives every process. A user's turns count those of its
sessions that run already: a user with fewer running sessions is served first. Of one user's, what the user waits for in
a conversation comes before the nodes of a workflow, which have a workspace of their own.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection

from kingdom.core.background.jobs import PUT_ASIDE_KILLS, advisory_lock
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import Busy, Unavailable

CHOICES = 8  # several workers choose at once; a worker that loses the race takes the next
MOST_SHOWN = 10_000
SNAPSHOT_S = 2.0  # one statement in so many seconds for all streams of a process
RATE_WINDOW_S = 60.0
STARTING_RATE = 0.5  # messages a second, before the queue is old enough to measure it
LEAST_RETRY_S, MOST_RETRY_S = 5, 300

_OPEN = """
SELECT id, user_id, task_name, created_at, retry_at, version_id, lease_owner, attempts,
    lease_owner <> '' AND lease_expires_at > now() AS held,
    row_number() OVER (
        PARTITION BY user_id ORDER BY lease_owner <> '' AND lease_expires_at > now() DESC NULLS LAST,
            workspace IS NOT NULL, created_at, id
    ) AS turn
FROM sessions WHERE state = 'running' AND purpose = 'task'
"""
_NEXT = f"""
SELECT id, user_id, version_id IS NOT NULL FROM ({_OPEN}) AS open
WHERE NOT coalesce(held, false) AND (lease_owner = '' OR attempts < {PUT_ASIDE_KILLS})
AND (task_name = %s OR version_id IS NOT NULL)
AND (retry_at IS NULL OR retry_at < now()) AND (version_id IS NULL OR NOT (%s OR user_id = ANY(%s)))
ORDER BY turn, created_at, id LIMIT %s
"""  # noqa: S608 - constants
# a model's session that a worker holds waits for nobody here
_POSITIONS = f"""
SELECT open.id, row_number() OVER (ORDER BY turn, open.created_at, open.id) - 1 FROM ({_OPEN}) AS open
LEFT JOIN agent_versions version ON version.id = open.version_id
WHERE NOT (coalesce(held, false) AND coalesce(version.spec ->> 'engine' = 'model', false))
ORDER BY 2 LIMIT {MOST_SHOWN}
"""  # noqa: S608 - constants
_LOAD = """
WITH per_user AS (
    SELECT user_id, count(*) AS n, count(*) FILTER (WHERE workspace IS NULL) AS messages, min(created_at) AS oldest
    FROM sessions WHERE state = 'running' AND purpose = 'task' GROUP BY user_id
), mine AS (SELECT coalesce(max(messages) FILTER (WHERE user_id = %s), 0) AS n FROM per_user)
SELECT mine.n + (SELECT count(*) FROM workflows WHERE state = 'running' AND user_id = %s), coalesce(sum(
        CASE WHEN per_user.user_id = %s THEN per_user.messages ELSE least(per_user.n, mine.n + 1) END), 0)::int,
    coalesce(extract(epoch FROM now() - min(per_user.oldest)), 0)::float, (
        SELECT count(*) FROM sessions WHERE purpose = 'task' AND created_at > now() - make_interval(secs => %s)
        AND finished_at > now() - make_interval(secs => %s)
    )
FROM mine LEFT JOIN per_user ON true GROUP BY mine.n
"""


class QueueTooLong(Unavailable):
    """Too many messages are waiting. Send it again later; nothing was stored."""

    code = "queue_too_long"


class TooManyOpenMessages(Busy):
    """Too many of your messages and workflows are open. Wait for one to end, then try again; nothing was stored."""

    code = "too_many_open_messages"


@dataclass(frozen=True, kw_only=True)
class QueueLoad:
    """What a new message of a user would meet."""

    own: int
    """Messages of the same user that have no answer yet, and workflows of this user that run."""
    ahead: int
    """Messages that would be served before it."""
    rate: float
    """Messages that are answered in a second."""

    @property
    def wait_s(self) -> float:
        """Return the expected wait in seconds."""
        return self.ahead / self.rate


class NextSession(NamedTuple):
    """A session that no worker holds; ``is_bound`` to a version: any worker can go on with it."""

    session_id: UUID
    user_id: int
    is_bound: bool


def next_sessions(
    *, task_name: str, unrouted_only: bool = False, but_of: Sequence[int] = (), limit: int = CHOICES
) -> list[NextSession]:
    """Return the sessions that no worker holds, the first to be served first.

    Those of one task, and all that are bound to a version already but those of the users ``but_of``.
    """
    rows = _rows(_NEXT, [task_name, unrouted_only, list(but_of), limit])
    return [NextSession(*row) for row in rows]


def queue_load(*, user_id: int) -> QueueLoad:
    """Return what a new message of a user would meet."""
    begun_s = RATE_WINDOW_S + settings.KINGDOM.max_queue_s
    own, ahead, age, finished = _rows(_LOAD, [user_id, user_id, user_id, begun_s, RATE_WINDOW_S])[0]
    measured = max(1, finished) / RATE_WINDOW_S
    return QueueLoad(own=own, ahead=ahead, rate=measured if age > RATE_WINDOW_S else max(measured, STARTING_RATE))


def admission_check(*, user_id: int) -> None:
    """Raise QueueTooLong when the expected wait of a new message passes the bound, TooManyOpenMessages for one user.

    Both carry ``retry_after``, in seconds. Call it before anything is stored.
    """
    config, load = settings.KINGDOM, queue_load(user_id=user_id)
    if load.own >= config.user_open_messages:
        wait = _retry_s(1 / load.rate)
        message = f"{load.own} of your messages and workflows are open, which is the most. Wait for one to end."
        raise TooManyOpenMessages(message, retry_after=wait)
    if load.wait_s > config.max_queue_s:
        wait = _retry_s(load.wait_s - config.max_queue_s)
        message = f"{load.ahead} messages are waiting. Send it again in {wait} seconds; nothing was stored."
        raise QueueTooLong(message, retry_after=wait)


def admission_take(*, user_id: int) -> None:
    """Check the admission of what the caller's transaction then stores: two at once cannot take one last place.

    Raises what ``admission_check`` raises.
    """
    advisory_lock(f"messages:{user_id}")
    admission_check(user_id=user_id)


def _retry_s(seconds: float) -> int:
    return max(LEAST_RETRY_S, min(MOST_RETRY_S, round(seconds)))


class QueuePositions:
    """How many messages are served before each one; read at most every two seconds, for all streams of a process."""

    def __init__(self, clock: Monotonic = monotonic) -> None:
        """Read nothing yet."""
        self._clock, self._lock = clock, threading.Lock()
        self._read_at, self._before = float("-inf"), dict[UUID, int]()

    def before(self, session_id: UUID) -> int | None:
        """Return how many are served before a session; None for one that does not wait."""
        with self._lock:
            if self._clock() - self._read_at >= SNAPSHOT_S:
                self._before = dict(_rows(_POSITIONS, []))
                self._read_at = self._clock()
            return self._before.get(session_id)


queue_positions = QueuePositions()


def _rows(sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
