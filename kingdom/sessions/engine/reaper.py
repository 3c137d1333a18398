"""The reaper: sessions whose worker died, and those whose message to the queue was lost, are sent again."""

from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from kingdom.cognition.inputs import Failure
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.models import Session

BATCH_SIZE = 500
_LOCK = 0x6B696E67_72656170  # "kingreap": any number, the same in all processes
_log = structlog.get_logger(__name__)


@transaction.atomic
def sessions_reap() -> int:
    """Enqueue running sessions whose lease has run out, or that lie unleased for a minute (or two leases); returns how many.

    Trials are ended instead.

    One at a time, by an advisory lock; a second reaper does nothing. A session sent twice is worked on once.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        row = cursor.fetchone()
    if row is None or not row[0]:
        return 0
    patience = timedelta(seconds=max(60.0, 2 * settings.KINGDOM.lease_s))
    waits = Q(enqueued_at__isnull=True) | Q(enqueued_at__lt=Now() - patience)
    orphaned = Q(lease_expires_at__lt=Now()) & (
        waits | Q(enqueued_at__lt=Now() - timedelta(seconds=settings.KINGDOM.lease_s))
    )
    forgotten = Q(lease_owner="") & waits
    found = Session.objects.select_for_update(skip_locked=True).filter(
        orphaned | forgotten, state=Session.State.RUNNING
    )
    reaped = list(found.order_by("created_at")[:BATCH_SIZE])
    for session in reaped:
        if session.purpose == Session.Purpose.TRIAL:  # its training runs that test anew
            session_finish(
                session,
                SessionResult(
                    state="cancelled", failure=Failure(code="abandoned", message="Its training ended before it.")
                ),
            )
        else:
            session_enqueue(session)
    if reaped:
        _log.info("sessions_reaped", count=len(reaped))
    return len(reaped)
