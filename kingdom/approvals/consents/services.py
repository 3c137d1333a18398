"""Writes of host consents."""

import uuid
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.approvals.models import Approval, HostConsent
from kingdom.core.errors import NotFound


@transaction.atomic
def host_consent_grant(
    *, user_id: int, specialist_id: uuid.UUID, hosts: Iterable[str], approval: Approval | None = None
) -> None:
    """Store a user's consent to hosts of a specialist, in the transaction that stores their decision. Idempotent.

    ``approval`` is the question that named these hosts.
    """
    for host in sorted(set(hosts)):
        HostConsent.objects.get_or_create(
            user_id=user_id, specialist_id=specialist_id, host=host, withdrawn_at=None, defaults={"approval": approval}
        )


@access_transaction()
def host_consent_withdraw(*, user_id: int, consent_id: uuid.UUID) -> None:
    """Withdraw one of the user's consents: the next request asks again. Raises NotFound, also for those of others."""
    held = HostConsent.objects.filter(pk=consent_id, user_id=user_id, withdrawn_at=None)
    consent = held.select_for_update().first()
    if consent is None:
        raise NotFound("You have not agreed to such a host, or you have withdrawn it.")
    consent.withdrawn_at = timezone.now()
    consent.save(update_fields=["withdrawn_at"])
