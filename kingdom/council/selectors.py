"""Reads of the council room. Every one for a user starts from that user: another's case does not exist."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, NotFound
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.credentials.models import UserCredential


def case_list(*, user_id: int, state: str = "") -> QuerySet[CreationCase]:
    """Return the user's cases, those in a state when one is given. Raises BadInput for a state that there is not."""
    found = CreationCase.objects.filter(user_id=user_id)
    if state and state not in CreationCase.State.values:
        raise BadInput(f"state is one of {', '.join(CreationCase.State.values)}.")
    return found.filter(state=state) if state else found


def case_get(*, user_id: int, case_id: uuid.UUID) -> CreationCase:
    """Return one of the user's cases. Raises NotFound for another's or none."""
    found = CreationCase.objects.filter(pk=case_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such case.")
    return found


def case_events_after(*, case_id: uuid.UUID, seq: int) -> QuerySet[CaseEvent]:
    """Return the events of a case with a greater number than ``seq``, in order."""
    return CaseEvent.objects.filter(case_id=case_id, seq__gt=seq).order_by("seq")


def case_credentials_ready(case: CreationCase) -> dict[str, str]:
    """Return references into the vault, name to id, for the credentials the proposal wants and the owner has stored, usable now."""
    spec = case_spec(case)
    if spec is None or not spec.credentials:
        return {}
    names = [wanted.name for wanted in spec.credentials]
    stored = UserCredential.objects.filter(user_id=case.user_id, specialist_role=spec.role, credential_key__in=names)
    now = utc_now()
    return {one.credential_key: str(one.pk) for one in stored.defer("encrypted_value") if one.state_at(now) == "active"}


def case_credentials_missing(case: CreationCase) -> list[str]:
    """Return the names of credentials that the proposal wants and the vault does not have, in the spec's order."""
    spec = case_spec(case)
    ready = case_credentials_ready(case)
    return [] if spec is None else [wanted.name for wanted in spec.credentials if wanted.name not in ready]


def case_spec(case: CreationCase) -> AgentSpec | None:
    """Return the present proposal as a checked value, None before there is one."""
    return None if case.spec_proposal is None else AgentSpec.model_validate(case.spec_proposal)


def case_supplied_proposal(case: CreationCase) -> SuppliedProposal | None:
    """Return the proposal that the case was opened with, None when it is designed."""
    kept: Mapping[str, Any] | None = case.supplied_proposal
    return None if kept is None else SuppliedProposal.from_json(kept)


def case_tests(case: CreationCase) -> tuple[TestCase, ...]:
    """Return the present tests as checked values, held-out ones too."""
    return tuple(TestCase.model_validate(one) for one in case.test_suite)


def stage_details(case: CreationCase, stage: str) -> Mapping[str, Any]:
    """Return the details of a stage's newest verdict, empty when it has not spoken."""
    row = StageVerdict.objects.filter(case=case, stage=stage).order_by("-created_at").first()
    return row.details if row is not None else {}
