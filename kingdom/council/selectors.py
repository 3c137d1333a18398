"""Reads of the council room. Every one for a user starts from that user: another's case does not exist."""

import uuid

from django.db.models import QuerySet

from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, NotFound
from kingdom.council.models import Case, CaseEvent
from kingdom.council.verdicts import spec_of
from kingdom.credentials.models import UserCredential


def cases_of(*, user_id: int, state: str = "") -> QuerySet[Case]:
    """Return the user's cases, those in a state when one is given. Raises BadInput for a state that there is not."""
    found = Case.objects.filter(user_id=user_id)
    if state and state not in Case.State.values:
        raise BadInput(f"state is one of {', '.join(Case.State.values)}.")
    return found.filter(state=state) if state else found


def case_of(*, user_id: int, case_id: uuid.UUID) -> Case:
    """Return one of the user's cases. Raises NotFound for another's or none."""
    found = Case.objects.filter(pk=case_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such case.")
    return found


def events_after(*, case_id: uuid.UUID, seq: int) -> QuerySet[CaseEvent]:
    """Return the events of a case with a greater number than ``seq``, in order."""
    return CaseEvent.objects.filter(case_id=case_id, seq__gt=seq).order_by("seq")


def credentials_ready(case: Case) -> dict[str, str]:
    """Return references into the vault, name to id, for the credentials the proposal wants and the owner has stored, usable now."""
    spec = spec_of(case)
    if spec is None or not spec.credentials:
        return {}
    names = [wanted.name for wanted in spec.credentials]
    stored = UserCredential.objects.filter(user_id=case.user_id, specialist_role=spec.role, credential_key__in=names)
    now = utc_now()
    return {one.credential_key: str(one.pk) for one in stored.defer("encrypted_value") if one.state_at(now) == "active"}


def credentials_missing(case: Case) -> list[str]:
    """Return the names of credentials that the proposal wants and the vault does not have, in the spec's order."""
    spec = spec_of(case)
    ready = credentials_ready(case)
    return [] if spec is None else [wanted.name for wanted in spec.credentials if wanted.name not in ready]
