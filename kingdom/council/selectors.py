"""Queries for creation cases. A query for a user is limited to that user's own cases."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, NotFound
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict, TryOut
from kingdom.council.rules.state_machine import EXPIRED, OPEN_STATES
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.credentials.models import UserCredential
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.credential_targets import spec_credential_hosts
from kingdom.specialists.registry.drafts import draft_find


def case_list(*, user_id: int, state: str = "") -> QuerySet[CreationCase]:
    """Return the user's cases, filtered by ``state`` unless it is empty. Raises BadInput for an unknown state."""
    cases = CreationCase.objects.filter(user_id=user_id)
    if state and state not in CreationCase.State.values:
        raise BadInput(f"state is one of {', '.join(CreationCase.State.values)}.")
    return cases.filter(state=state) if state else cases


def case_get(*, user_id: int, case_id: uuid.UUID) -> CreationCase:
    """Return one of the user's cases. Raises NotFound for another user's case or an unknown id."""
    case = CreationCase.objects.filter(pk=case_id, user_id=user_id).first()
    if case is None:
        raise NotFound("You have no such case.")
    return case


def case_events_after(*, case_id: uuid.UUID, seq: int) -> QuerySet[CaseEvent]:
    """Return the events of a case with a number greater than ``seq``, in order."""
    return CaseEvent.objects.filter(case_id=case_id, seq__gt=seq).order_by("seq")


def is_revision_open(specialist: Specialist) -> bool:
    """Return whether a new version of a specialist is under way."""
    return CreationCase.objects.filter(revises=specialist, state__in=OPEN_STATES).exists()


def case_credentials_ready(case: CreationCase) -> dict[str, str]:
    """Return the vault ids of the proposal's credentials that its owner has given for it, by name.

    They are active now, bound to the specialist in training, and given for every host that the proposal sends them to.
    """
    spec, specialist_id = case_spec(case), case_specialist_id(case)
    if spec is None or specialist_id is None or not spec.credentials:
        return {}
    stored = UserCredential.objects.filter(user_id=case.user_id, specialist_id=specialist_id).defer("encrypted_value")
    now = utc_now()
    return {
        credential.credential_key: str(credential.pk)
        for credential in stored
        if credential.state_at(now) == "active"
        and (hosts := spec_credential_hosts(spec, credential.credential_key))
        and set(hosts) <= set(credential.hosts)
    }


def case_specialist_id(case: CreationCase) -> uuid.UUID | None:
    """Return the specialist as which the proposal uses credentials: the one that it revises, else its draft.

    None before its draft is registered.
    """
    if case.revises_id is not None:
        return case.revises_id
    spec = case_spec(case)
    version = draft_find(spec=spec, owner_id=case.user_id, tests=case_tests(case)) if spec is not None else None
    return version.specialist_id if version is not None else None


def case_credentials_missing(case: CreationCase) -> list[str]:
    """Return the names of the proposal's credentials that the vault lacks, in the spec's order."""
    spec = case_spec(case)
    ready = case_credentials_ready(case)
    return [] if spec is None else [credential.name for credential in spec.credentials if credential.name not in ready]


def case_spec(case: CreationCase) -> AgentSpec | None:
    """Return the current proposal as a validated spec, None before there is one."""
    return None if case.spec_proposal is None else AgentSpec.model_validate(case.spec_proposal)


def case_supplied_proposal(case: CreationCase) -> SuppliedProposal | None:
    """Return the proposal that the case was opened with, None when the designer makes it."""
    stored: Mapping[str, Any] | None = case.supplied_proposal
    return None if stored is None else SuppliedProposal.from_json(stored)


def case_tests(case: CreationCase) -> tuple[TestCase, ...]:
    """Return the current tests as validated values, including held-out ones."""
    return tuple(TestCase.model_validate(test) for test in case.test_suite)


def proposal_kept_until(case: CreationCase) -> datetime | None:
    """Return until when the proposal of an expired case can be confirmed without a new design.

    None for a case that is not expired, or whose proposal is no longer kept.
    """
    if case.state != EXPIRED or case.finished_at is None or not case.digest or not case.request:
        return None
    end = case.finished_at + timedelta(days=settings.KINGDOM.proposal_retention_days)
    return end if end > utc_now() else None


def case_try_outs(case: CreationCase) -> QuerySet[TryOut]:
    """Return the try-outs of the case's current proposal, oldest first."""
    return TryOut.objects.filter(case=case, digest=case.digest).order_by("created_at")


def stage_details(case: CreationCase, stage: str) -> Mapping[str, Any]:
    """Return the details of a stage's newest verdict, empty before its first."""
    row = StageVerdict.objects.filter(case=case, stage=stage).order_by("-created_at").first()
    return row.details if row is not None else {}
