"""Reads of the registry. Every read for a user goes through ``visible_to``: another user's unverified specialists do not exist."""

from typing import Any
from uuid import UUID

from django.db.models import F, Q

from kingdom.contracts.identity import provision
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import NotFound
from kingdom.specialists.models.specialist import Specialist, SpecialistQuerySet, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun


def specialists_visible(*, user_id: int, search: str = "") -> SpecialistQuerySet:
    """Return what a user may know of and talk to, verified ones first, then by role; ``search`` looks in role and purpose."""
    found = Specialist.objects.visible_to(user_id).filter(routable=True)
    found = found.select_related("current_version", "forked_from__specialist")
    for word in search.split()[:10]:
        found = found.filter(Q(role__icontains=word) | Q(spec_snapshot__purpose__icontains=word))
    return found.order_by("-status", "role", "pk")


def specialist_get(*, user_id: int, pk: UUID | str) -> Specialist:
    """Return one specialist a user may know of. Raises NotFound, the same for what is absent and what is another's."""
    found = specialists_visible(user_id=user_id).filter(pk=pk).first()
    if found is None:
        raise NotFound("There is no such specialist.")
    return found


def builtin_version(role: str) -> SpecialistVersion:
    """Return the current version of a built-in, the hidden ``general`` included. Raises NotFound before ``builtins_install`` has run."""
    found = SpecialistVersion.objects.filter(
        specialist__builtin=True, specialist__role=role, specialist__current_version=F("pk")
    ).first()
    if found is None:
        raise NotFound(f"The built-in {role} is not installed. Run `manage.py builtins_install`.")
    return found


def routable_builtins_count() -> int:
    """Return how many built-ins a message can be routed to."""
    return Specialist.objects.filter(builtin=True, routable=True, status=Specialist.Status.VERIFIED).count()


def version_spec(version: SpecialistVersion) -> AgentSpec:
    """Return a version's spec as a checked value."""
    return AgentSpec.model_validate(version.spec)


def version_tests(version: SpecialistVersion) -> tuple[TestCase, ...]:
    """Return a version's tests as checked values, the held-out ones too: for graders, never for designers."""
    return tuple(TestCase.model_validate(test) for test in version.tests)


def specialist_card(specialist: Specialist) -> dict[str, Any]:
    """Return what a user may read of a specialist: no handler code, no tests.

    ``grants`` are what the kernel gives by the identity law, not what the spec asks for; ``success_rate`` is None before the first run.
    """
    spec = AgentSpec.model_validate(specialist.spec_snapshot)
    version = specialist.current_version
    runs = specialist.execution_count
    return {
        "id": str(specialist.pk),
        "role": spec.role,
        "agent_id": spec.agent_id,
        "identity": spec.identity,
        "purpose": spec.purpose,
        "examples": list(spec.examples),
        "engine": spec.engine,
        "status": specialist.status,
        "scope": specialist.scope,
        "builtin": specialist.builtin,
        "grants": sorted(provision(spec.agent_id)),
        "egress_hosts": list(spec.egress_hosts),
        "credentials": [wanted.model_dump(mode="json") for wanted in spec.credentials],
        "output_schema": spec.output_schema,
        "version": version.number if version else None,
        "digest": version.digest if version else None,
        "mock_trained": version.mock_trained if version else False,
        "forked_from": _lineage(specialist.forked_from),
        "execution_count": runs,
        "success_rate": specialist.success_count / runs if runs else None,
        "avg_confidence": specialist.avg_confidence,
        "last_used_at": specialist.last_used_at,
    }


def _lineage(source: SpecialistVersion | None) -> dict[str, Any] | None:
    """Return what a specialist began as a copy of: ``{"specialist_id", "role", "version", "digest"}``; None when it is no fork."""
    if source is None:
        return None
    specialist = source.specialist
    return {
        "specialist_id": str(specialist.pk),
        "role": specialist.role,
        "version": source.number,
        "digest": source.digest,
    }


def latest_test_run(version: SpecialistVersion | None) -> TestRun | None:
    """Return the newest run of a version's tests that came to its end, None when there is none."""
    if version is None:
        return None
    return version.test_runs.filter(state=TestRun.State.DONE).order_by("-finished_at").first()


def open_test_run(version: SpecialistVersion) -> TestRun | None:
    """Return the run of a version's tests that is under way, None when there is none."""
    return version.test_runs.filter(state__in=[TestRun.State.QUEUED, TestRun.State.RUNNING]).first()
