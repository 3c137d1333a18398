"""Whether a specialist can answer a user now: in service, with the language model and the credentials that it needs."""

from typing import Literal, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from kingdom.credentials.models import UserCredential
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange

UnavailableCode = Literal["suspended", "model", "credentials"]


class Unavailability(NamedTuple):
    """Why a specialist cannot answer now.

    ``detail`` is the stated reason of a suspension, or the names of the missing credentials, separated by commas.
    """

    code: UnavailableCode
    detail: str = ""


def specialist_unavailability(specialist: Specialist, *, user_id: int, with_model: bool) -> Unavailability | None:
    """Return why a specialist cannot answer the user now, None when it can.

    ``with_model`` is whether a language model is set up.
    """
    if specialist.status in (Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED):
        return Unavailability("suspended", suspension_reason(specialist.pk))
    if specialist.needs_model and not with_model:
        return Unavailability("model")
    missing = _missing_credentials(specialist, user_id)
    return Unavailability("credentials", ", ".join(missing)) if missing else None


def suspension_reason(specialist_id: UUID) -> str:
    """Return the stated reason why a specialist was taken out of service last, "" when none is recorded."""
    kinds = (StatusChange.Kind.SUSPEND, StatusChange.Kind.DEPRECATE)
    changes = StatusChange.objects.filter(specialist=specialist_id, kind__in=kinds)
    return changes.order_by("-created_at").values_list("reason", flat=True).first() or ""


def _missing_credentials(specialist: Specialist, user_id: int) -> list[str]:
    names = sorted(set(specialist.credential_names))
    if not names:
        return []
    usable = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    stored = UserCredential.objects.filter(usable, user_id=user_id, specialist=specialist.pk, revoked_at=None)
    return sorted(set(names) - set(stored.values_list("credential_key", flat=True)))
