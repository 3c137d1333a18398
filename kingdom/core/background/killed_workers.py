"""Gives back what workers held that were killed from outside: their jobs had no part in it.

A job that takes down its workers is given up after ``jobs.MAX_ATTEMPTS`` of them. A kill by a person, or with the
process that a worker was forked from, says nothing of the jobs.
"""

import socket
from collections.abc import Collection

import structlog
from django.apps import apps
from django.db.models import F, Q
from django.db.models.functions import Greatest, Now

from kingdom.core.background.jobs import LeasedJob, lease_owner_prefix

_log = structlog.get_logger(__name__)


def jobs_of_killed_release(*, pids: Collection[int]) -> int:
    """Give back the jobs that processes of this machine held which were killed from outside; return how many.

    The attempt does not count, and the reapers send the jobs again. Safe to run twice.
    """
    held = Q()
    for pid in pids:
        held |= Q(lease_owner__startswith=lease_owner_prefix(socket.gethostname(), pid))
    free = {"lease_owner": "", "lease_expires_at": None, "retry_at": Now()}
    models = [model for model in apps.get_models() if issubclass(model, LeasedJob)] if pids else []
    released = sum(
        model._default_manager.filter(held, lease_expires_at__isnull=False).update(
            **free, attempts=Greatest(F("attempts") - 1, 0)
        )
        for model in models
    )
    if released:
        _log.warning("jobs_of_killed_workers_released", count=released, workers=list(pids))
    return released
