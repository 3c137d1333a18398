"""Reads of host consents."""

import uuid

from django.db.models import QuerySet

from kingdom.approvals.models import HostConsent


def host_consents_of(*, user_id: int) -> QuerySet[HostConsent]:
    """Return the user's consents that hold now, each with its specialist, newest first."""
    consents = HostConsent.objects.filter(user_id=user_id, withdrawn_at=None)
    return consents.select_related("specialist").order_by("-created_at", "pk")


def is_host_consented(*, user_id: int, specialist_id: uuid.UUID | str, host: str) -> bool:
    """Return whether the user has consented to exactly this host of exactly this specialist, and still does."""
    return HostConsent.objects.filter(
        user_id=user_id, specialist_id=specialist_id, host=host, withdrawn_at=None
    ).exists()
