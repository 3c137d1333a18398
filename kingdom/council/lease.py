"""Leases: which worker has a case. Taken and renewed by compare-and-set, on the database's own clock. And the reaper."""

import os
import socket
import uuid
from dataclasses import dataclass
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from kingdom.council.models import Case
from kingdom.council.queue import case_enqueue
from kingdom.council.rules.moves import WORKING

MOST_AT_ONCE = 200
RETRIES_S = (5.0, 15.0, 60.0, 120.0)  # waits between tries of a stage that met a part that was away
_LOCK = 0x6B696E67_63617365  # "kingcase": any number, the same in all processes
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Lease:
    """One worker's hold on one case in one state. ``owner`` is new with each taking. ``attempts`` counts from 1 in each state."""

    case_id: uuid.UUID
    owner: str
    attempts: int


def lease_take(*, case_id: uuid.UUID) -> Lease | None:
    """Take a case that a stage can work on and nobody holds; None when somebody does, or it waits or is over."""
    owner = f"{socket.gethostname()[:40]}:{os.getpid()}:{uuid.uuid4().hex[:16]}"
    free = Q(lease_owner="") | Q(lease_expires_at__lt=Now())
    mine = Case.objects.filter(pk=case_id, lease_owner=owner)
    taken = Case.objects.filter(free, pk=case_id, state__in=WORKING).update(
        lease_owner=owner, lease_expires_at=_expiry(), attempts=F("attempts") + 1
    )
    attempts = mine.values_list("attempts", flat=True).first() if taken == 1 else None
    return None if attempts is None else Lease(case_id=case_id, owner=owner, attempts=attempts)


def lease_renew(lease: Lease) -> bool:
    """Hold on for another lease time; False when the lease is lost: another has it, or the case was moved."""
    return _held(lease).update(lease_expires_at=_expiry()) == 1


def lease_release(lease: Lease, *, wait_s: float | None = None) -> None:
    """Give a case back. With ``wait_s`` the reaper sends it again after so long; without, the try did not count."""
    fields = {"lease_owner": "", "lease_expires_at": None}
    if wait_s is None:
        _held(lease).update(**fields, attempts=F("attempts") - 1)
    else:
        _held(lease).update(**fields, retry_at=Now() + timedelta(seconds=wait_s))


@transaction.atomic
def cases_reap() -> int:
    """Send working cases again whose worker died, whose message was lost, or whose wait is over; returns how many.

    One at a time, by an advisory lock; a second reaper does nothing. A case sent twice is worked on once.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        row = cursor.fetchone()
    if row is None or not row[0]:
        return 0
    patience = timedelta(seconds=max(60.0, 2 * settings.KINGDOM.lease_s))
    unsent = Q(enqueued_at__isnull=True) | Q(enqueued_at__lt=Now() - patience)
    orphaned = Q(lease_expires_at__lt=Now()) & (unsent | Q(enqueued_at__lt=Now() - timedelta(seconds=settings.KINGDOM.lease_s)))
    forgotten = Q(lease_owner="", retry_at__isnull=True) & unsent
    due = Q(lease_owner="", retry_at__lt=Now())
    found = Case.objects.select_for_update(skip_locked=True).filter(orphaned | forgotten | due, state__in=WORKING)
    reaped = list(found.order_by("created_at")[:MOST_AT_ONCE])
    for case in reaped:
        Case.objects.filter(pk=case.pk).update(retry_at=None)
        case_enqueue(case)
    if reaped:
        _log.info("cases_reaped", count=len(reaped))
    return len(reaped)


def _held(lease: Lease) -> QuerySet[Case]:
    return Case.objects.filter(pk=lease.case_id, lease_owner=lease.owner, state__in=WORKING)


def _expiry() -> object:
    return Now() + timedelta(seconds=settings.KINGDOM.lease_s)
