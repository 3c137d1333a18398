"""Requeueing of orphaned cases and expiry of unanswered ones. Periodic."""

import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.approvals.models import Approval
from kingdom.core.background.jobs import advisory_lock_try
from kingdom.council.cases.approval_handlers import case_expire
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.transitions import case_jobs, cases_stop_closed
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine

EXPIRY_BATCH_SIZE = 200


def cases_reap() -> int:
    """Send cases again whose worker or message was lost, or whose wait is over; return how many. Periodic.

    Those of closed accounts are stopped.
    """
    cases_stop_closed()
    return case_jobs.reap()


def cases_expire() -> int:
    """Expire waiting cases whose approval was deleted or closed without an answer; return their number.

    An approval that expires takes its case along (``case_approval_apply``); this finds what that missed. An advisory
    lock admits one at a time; safe to run twice.
    """
    with transaction.atomic():
        if not advisory_lock_try("expire:specialist_approvals"):
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
