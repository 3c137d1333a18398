"""Writes of the security log: record an event, seal what was recorded."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from kingdom.adapters.signing import Signer
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.clock import Clock, utc_now
from kingdom.security_log.models import SecurityEvent, SecurityEventKind, SecuritySeal
from kingdom.security_log.request_actor import Actor, current_actor
from kingdom.security_log.seal_chain import GENESIS, seal_content, seal_digest
from kingdom.security_log.selectors import event_fields, seal_fields

BATCH = 10_000  # events under one seal: bounds the memory of sealing and of checking
_SUBJECT_LENGTH = 200
_LOCK = "security_log:seal"


def signers() -> tuple[Signer, ...]:
    """Return the installation's signers, the current one first. Raises BadConfiguration."""
    load: Callable[[], tuple[Signer, ...]] = import_string(settings.SECURITY_LOG_SIGNERS)
    return load()


def security_event_record(
    kind: SecurityEventKind,
    *,
    subject: str = "",
    details: Mapping[str, Any] | None = None,
    actor: Actor | None = None,
    clock: Clock = utc_now,
) -> SecurityEvent:
    """Append an event, in the caller's transaction: it is recorded exactly when what it records is.

    Without ``actor`` it is the user and address of the current request; outside a request the product itself.
    ``subject`` names one thing ("token a1b2c3d4"); ``details`` holds ids, names and outcomes, never a secret or a
    user's words.
    """
    who = actor or current_actor()
    return SecurityEvent.objects.create(
        created_at=clock(),
        kind=kind,
        actor_id=who.id,
        actor_name=who.name,
        address=who.address,
        subject=subject[:_SUBJECT_LENGTH],
        details=dict(details or {}),
    )


def security_log_seal(*, clock: Clock = utc_now) -> int:
    """Seal all events that have no seal yet and return their number. Idempotent; concurrent calls wait in turn."""
    total = 0
    while count := _seal_batch(clock):
        total += count
    return total


@transaction.atomic
def _seal_batch(clock: Clock) -> int:
    advisory_lock(_LOCK)
    events = sorted(
        SecurityEvent.objects.filter(seal=None).order_by("created_at")[:BATCH], key=lambda event: str(event.pk)
    )
    if not events:
        return 0
    last = SecuritySeal.objects.order_by("-id").first()
    previous = last.digest if last is not None else GENESIS
    signer = signers()[0]
    seal = SecuritySeal(
        id=(last.pk if last is not None else 0) + 1,
        created_at=clock(),
        event_count=len(events),
        previous_digest=previous,
        digest=seal_digest(previous, [event_fields(event) for event in events]),
        public_key=signer.public_key,
    )
    seal.signature = signer.sign(seal_content(seal_fields(seal)))
    seal.save(force_insert=True)
    return SecurityEvent.objects.filter(pk__in=[event.pk for event in events], seal=None).update(seal=seal)
