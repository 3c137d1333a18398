"""Reads of credentials. None of them returns a value."""

import uuid
from collections.abc import Iterator
from datetime import datetime

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, Q, QuerySet

from kingdom.core.errors import NotFound
from kingdom.credentials.credential_rules import WARN_BEFORE
from kingdom.credentials.models import CredentialUse, UserCredential

LAST_USES = 4


def credential_list(*, user_id: int) -> QuerySet[UserCredential]:
    """Return a user's credentials without their sealed values, each with its last four uses as ``last_uses``.

    ``specialist_exists`` is false when its specialist was deleted, or was never named.
    """
    uses = CredentialUse.objects.order_by("-created_at", "-id")[:LAST_USES]
    exists = ExpressionWrapper(Q(specialist__role__isnull=False), output_field=BooleanField())
    owned = UserCredential.objects.filter(user_id=user_id).defer("encrypted_value").annotate(specialist_exists=exists)
    return owned.prefetch_related(Prefetch("uses", queryset=uses, to_attr="last_uses"))


def credential_get(*, user_id: int, credential_id: uuid.UUID) -> UserCredential:
    """Return one of the user's credentials. Raises NotFound, also for those of others."""
    credential = credential_list(user_id=user_id).filter(pk=credential_id).first()
    if credential is None:
        raise NotFound("There is no such credential.")
    return credential


def credential_uses(*, credential: UserCredential) -> QuerySet[CredentialUse]:
    """Return the uses of a credential, newest first."""
    return CredentialUse.objects.filter(credential=credential).order_by("-created_at", "-id")


def credential_uses_orphaned(*, user_id: int) -> QuerySet[CredentialUse]:
    """Return the uses of a user's deleted or never stored credentials, newest first."""
    return CredentialUse.objects.filter(user_id=user_id, credential=None).order_by("-created_at", "-id")


def credentials_expiring(*, now: datetime) -> QuerySet[UserCredential]:
    """Return usable credentials that expire within a week and whose owner has not been warned."""
    return UserCredential.objects.filter(
        revoked_at__isnull=True, warned_at__isnull=True, expires_at__gt=now, expires_at__lte=now + WARN_BEFORE
    ).order_by("expires_at", "id")


def credentials_under_old_keys(*, key_id: str, batch: int = 500) -> Iterator[list[UserCredential]]:
    """Yield batches of sealed credentials whose key is not ``key_id``, ordered by id, each row once.

    Paginated by id, so that rows that cannot be re-wrapped are not returned again.
    """
    others = UserCredential.objects.exclude(encryption_key_id=key_id).exclude(encrypted_value="").order_by("id")
    last: uuid.UUID | None = None
    while rows := list(others.filter(id__gt=last)[:batch] if last else others[:batch]):
        yield rows
        last = rows[-1].id
