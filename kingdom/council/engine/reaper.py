"""Requeueing of orphaned cases and expiry of unanswered ones. Periodic."""

import uuid
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from kingdom.approvals.models import Approval
from kingdom.council.cases.approval_handlers import case_expire
from kingdom.council.cases.dispatch import case_enqueue
from kingdom.council.cases.event_log import case_lock
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.council.rules.state_machine import WORKING_STATES

REAPER_BATCH_SIZE = 200


_REAPER_LOCK = 0x6B696E67_63617365  # "kingcase": any number, the same in all processes


_log = structlog.get_logger(__name__)


@transaction.atomic
def cases_reap() -> int:
    """Send working cases again whose worker died, whose message was lost, or whose wait is over; returns how many.

    One at a time, by an advisory lock; a second reaper does nothing. A case sent twice is worked on once.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_REAPER_LOCK])
        row = cursor.fetchone()
    if row is None or not row[0]:
        return 0
    patience = timedelta(seconds=max(60.0, 2 * settings.KINGDOM.lease_s))
    unsent = Q(enqueued_at__isnull=True) | Q(enqueued_at__lt=Now() - patience)
    orphaned = Q(lease_expires_at__lt=Now()) & (
        unsent | Q(enqueued_at__lt=Now() - timedelta(seconds=settings.KINGDOM.lease_s))
    )
    forgotten = Q(lease_owner="", retry_at__isnull=True) & unsent
    due = Q(lease_owner="", retry_at__lt=Now())
    found = CreationCase.objects.select_for_update(skip_locked=True).filter(
        orphaned | forgotten | due, state__in=WORKING_STATES
    )
    reaped = list(found.order_by("created_at")[:REAPER_BATCH_SIZE])
    for case in reaped:
        CreationCase.objects.filter(pk=case.pk).update(retry_at=None)
        case_enqueue(case)
    if reaped:
        _log.info("cases_reaped", count=len(reaped))
    return len(reaped)


EXPIRY_BATCH_SIZE = 200


_EXPIRY_LOCK = 0x6B696E67_63657870  # "kingcexp": any number, the same in all processes


def cases_expire() -> int:
    """Expire waiting cases whose question is gone, or closed by something else than an answer; returns how many.

    Questions expire by themselves and take their case along (``question_closed``); this is for what slipped past that. One at a time,
    by an advisory lock; safe to run twice.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_EXPIRY_LOCK])
            row = cursor.fetchone()
        if row is None or not row[0]:
            return 0
        unasked = Q(approval=None) | ~Q(approval__state=Approval.State.PENDING)
        over = CreationCase.objects.filter(
            unasked, state__in=state_machine.WAITING_STATES, expires_at__lte=timezone.now()
        )
        return sum(_expire_if_waiting(pk) for pk in list(over.values_list("pk", flat=True)[:EXPIRY_BATCH_SIZE]))


def _expire_if_waiting(case_id: uuid.UUID) -> bool:
    case = case_lock(case_id)
    if case.state not in state_machine.WAITING_STATES:
        return False
    case_expire(case)
    return True
