"""Leases: which worker has a session. Taken and renewed by compare-and-set, on the database's own clock."""

import os
import socket
import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from kingdom.cognition.inputs import Failure
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.events.lifecycle_rules import MAX_ATTEMPTS
from kingdom.sessions.models import Session

_RENEW = """
UPDATE sessions SET lease_expires_at = statement_timestamp() + %s * interval '1 second'
 WHERE id = %s AND lease_owner = %s AND state = %s RETURNING cancel_requested_at IS NOT NULL
"""


@dataclass(frozen=True, kw_only=True)
class SessionLease:
    """One worker's hold on one session. ``owner`` is new with each taking, so that an old holder is never mistaken for the new one."""

    session_id: uuid.UUID
    owner: str


def lease_take(*, session_id: uuid.UUID) -> SessionLease | None:
    """Take a running session that nobody holds; None when somebody does, or it is over or waits.

    A session that was taken five times in a row without getting any further is ended instead: it would take down worker after worker.
    """
    owner = lease_owner()
    free = Q(lease_owner="") | Q(lease_expires_at__lt=Now())
    taken = Session.objects.filter(free, pk=session_id, state=Session.State.RUNNING).update(
        lease_owner=owner, lease_expires_at=lease_expiry(), attempts=F("attempts") + 1
    )
    if taken != 1:
        return None
    if Session.objects.filter(pk=session_id, lease_owner=owner, attempts__gt=MAX_ATTEMPTS).exists():
        _give_up(session_id, owner)
        return None
    return SessionLease(session_id=session_id, owner=owner)


def lease_renew(lease: SessionLease) -> bool | None:
    """Hold on for another lease time. Returns whether a stop was asked for, None when the lease is lost."""
    with connection.cursor() as cursor:
        cursor.execute(_RENEW, [settings.KINGDOM.lease_s, lease.session_id, lease.owner, Session.State.RUNNING.value])
        row = cursor.fetchone()
    return None if row is None else bool(row[0])


def lease_release(lease: SessionLease) -> None:
    """Give a session back that goes on elsewhere. It costs no attempt."""
    Session.objects.filter(pk=lease.session_id, lease_owner=lease.owner, state=Session.State.RUNNING).update(
        lease_owner="", lease_expires_at=None, attempts=F("attempts") - 1
    )


def lease_owner() -> str:
    """Return a holder's name that nobody has had."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{uuid.uuid4().hex[:16]}"


def lease_expiry() -> Combinable:
    """Return the moment at which a lease taken now runs out, on the database's clock."""
    return Now() + timedelta(seconds=settings.KINGDOM.lease_s)


@transaction.atomic
def _give_up(session_id: uuid.UUID, owner: str) -> None:
    told = f"This stopped its worker {MAX_ATTEMPTS} times and was given up. The log of the workers says more."
    session_finish(
        session_lock(session_id, owner),
        SessionResult(state="failed", failure=Failure(code="worker_lost", message=told)),
    )
