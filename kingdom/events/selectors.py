"""Reads of domain events; those for a user find that user's own only."""

import uuid
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from kingdom.events.models import DomainEvent


def events_of(*, user_id: int, run_id: uuid.UUID | None = None, name: str = "") -> QuerySet[DomainEvent]:
    """Return a user's events; with ``run_id`` of one session, or of one workflow and its sessions."""
    found = DomainEvent.objects.filter(user_id=user_id)
    if run_id is not None:
        found = found.filter(Q(session_id=run_id) | Q(workflow_id=run_id))
    return found.filter(name=name) if name else found


# The beginning of the oldest transaction of others that writes: it may have taken the number of an event and not shown
# it yet.
_OLDEST_WRITER = """
SELECT min(xact_start) FROM pg_stat_activity
WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND datname = current_database()
"""
CLOCK_TOLERANCE = timedelta(seconds=1)  # between the hosts that store events and the database
LONGEST_WAIT = timedelta(seconds=30)  # for a transaction: one that takes longer stores no events


def events_settled(events: QuerySet[DomainEvent]) -> QuerySet[DomainEvent]:
    """Return those of some events that no event with a smaller number can follow: a reader who goes on after the last
    one has missed none.

    Numbers are given when events are stored, and events are seen when their transactions are committed.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OLDEST_WRITER)
        (since,) = cursor.fetchone() or (None,)
    return events if since is None else events.filter(created_at__lt=_settled_before(since))


def _settled_before(since: datetime) -> datetime:
    return max(since - CLOCK_TOLERANCE, timezone.now() - LONGEST_WAIT)
