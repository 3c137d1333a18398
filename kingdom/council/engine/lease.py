"""Leases: which worker has a case. Taken and renewed by compare-and-set, on the database's own clock. And the reaper."""

import os
import socket
import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from kingdom.council.models import CreationCase
from kingdom.council.rules.state_machine import WORKING_STATES

RETRY_DELAYS_S = (5.0, 15.0, 60.0, 120.0)  # waits between tries of a stage that met a part that was away


@dataclass(frozen=True, kw_only=True)
class CaseLease:
    """One worker's hold on one case in one state. ``owner`` is new with each taking. ``attempts`` counts from 1 in each state."""

    case_id: uuid.UUID
    owner: str
    attempts: int


def case_lease_take(*, case_id: uuid.UUID) -> CaseLease | None:
    """Take a case that a stage can work on and nobody holds; None when somebody does, or it waits or is over."""
    owner = f"{socket.gethostname()[:40]}:{os.getpid()}:{uuid.uuid4().hex[:16]}"
    free = Q(lease_owner="") | Q(lease_expires_at__lt=Now())
    mine = CreationCase.objects.filter(pk=case_id, lease_owner=owner)
    taken = CreationCase.objects.filter(free, pk=case_id, state__in=WORKING_STATES).update(
        lease_owner=owner, lease_expires_at=_lease_expiry(), attempts=F("attempts") + 1
    )
    attempts = mine.values_list("attempts", flat=True).first() if taken == 1 else None
    return None if attempts is None else CaseLease(case_id=case_id, owner=owner, attempts=attempts)


def case_lease_renew(lease: CaseLease) -> bool:
    """Hold on for another lease time; False when the lease is lost: another has it, or the case was moved."""
    return _held_cases(lease).update(lease_expires_at=_lease_expiry()) == 1


def case_lease_release(lease: CaseLease, *, wait_s: float | None = None) -> None:
    """Give a case back. With ``wait_s`` the reaper sends it again after so long; without, the try did not count."""
    fields = {"lease_owner": "", "lease_expires_at": None}
    if wait_s is None:
        _held_cases(lease).update(**fields, attempts=F("attempts") - 1)
    else:
        _held_cases(lease).update(**fields, retry_at=Now() + timedelta(seconds=wait_s))


def _held_cases(lease: CaseLease) -> QuerySet[CreationCase]:
    return CreationCase.objects.filter(pk=lease.case_id, lease_owner=lease.owner, state__in=WORKING_STATES)


def _lease_expiry() -> object:
    return Now() + timedelta(seconds=settings.KINGDOM.lease_s)
