"""Reads of the registry. Reads for a user hide other users' unverified specialists (``visible_to``)."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from kingdom.contracts.capabilities.closure import CapabilityClosure, capability_closure
from kingdom.contracts.capabilities.sentences import Capabilities, describe_closure
from kingdom.contracts.identity import Identity, build_agent_id
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import NotFound
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.specialists.models.specialist import Specialist, SpecialistQuerySet, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun


def specialists_visible(*, user_id: int, search: str = "") -> SpecialistQuerySet:
    """Return the routable specialists that a user may see; ``search`` filters by words in role and purpose."""
    visible = Specialist.objects.visible_to(user_id).filter(routable=True)
    visible = visible.select_related("current_version", "forked_from__specialist").without_code()
    for word in search.split()[:10]:
        visible = visible.filter(Q(role__icontains=word) | Q(spec_without_code__purpose__icontains=word))
    return visible.order_by("-status", "role", "pk")


def specialist_get(*, user_id: int, pk: UUID | str) -> Specialist:
    """Return a specialist that a user may see. Raises NotFound otherwise."""
    specialist = specialists_visible(user_id=user_id).filter(pk=pk).first()
    if specialist is None:
        raise NotFound("There is no such specialist.")
    return specialist


def builtin_version(role: str) -> SpecialistVersion:
    """Return the current version of a built-in, including ``general``. Raises NotFound before ``builtins_install``."""
    version = SpecialistVersion.objects.filter(
        specialist__builtin=True, specialist__role=role, specialist__current_version=F("pk")
    ).first()
    if version is None:
        raise NotFound(f"The built-in {role} is not installed. Run `manage.py builtins_install`.")
    return version


def version_to_run(version_id: UUID | None) -> SpecialistVersion | None:
    """Return a version with what its run reads, but for its code; None when it was deleted."""
    if version_id is None:
        return None
    return _version_of_run.first(version_id=version_id)


def _version_of_run_query(version_id: UUID) -> QuerySet[SpecialistVersion]:
    versions = SpecialistVersion.objects.select_related("specialist__sandbox_limits")
    return versions.defer("spec", "tests", "specialist__spec_snapshot").filter(pk=version_id)


_version_of_run = ComposedQuery(_version_of_run_query, version_id=UUID)


def routable_builtins_count() -> int:
    """Return the number of built-ins that get messages."""
    return Specialist.objects.filter(builtin=True, routable=True, status=Specialist.Status.VERIFIED).count()


def version_specialist_id(version_id: UUID | None) -> UUID | None:
    """Return the id of a version's specialist, None without a version."""
    if version_id is None:
        return None
    return SpecialistVersion.objects.filter(pk=version_id).values_list("specialist_id", flat=True).first()


def version_spec(version: SpecialistVersion) -> AgentSpec:
    """Return the validated spec of a version."""
    return AgentSpec.model_validate(version.spec)


def version_tests(version: SpecialistVersion) -> tuple[TestCase, ...]:
    """Return the validated tests of a version, including held-out ones: for graders, never for designers."""
    return tuple(TestCase.model_validate(test) for test in version.tests)


def current_closure(specialist: Specialist) -> CapabilityClosure:
    """Return what the current version may do at most: the closure that was confirmed for it, without its code."""
    version = specialist.current_version
    if version is None or version.capabilities is None:
        return capability_closure(AgentSpec.model_validate(specialist.spec_snapshot))
    return CapabilityClosure.from_json(version.capabilities)


def current_capabilities(specialist: Specialist) -> Capabilities:
    """Return what the current version may do, in sentences."""
    is_handler = specialist.spec_without_code["engine"] == "handler"
    return describe_closure(current_closure(specialist), is_handler=is_handler)


def specialist_card(specialist: Specialist) -> dict[str, Any]:
    """Return the card of a specialist for users, without handler code and tests.

    ``grants`` are the tools that it may use: those of its identity, of a handler only what its code calls.
    ``capabilities`` are the same in sentences. ``success_rate`` is None before the first execution that counts.
    """
    spec: dict[str, Any] = specialist.spec_without_code
    version = specialist.current_version
    runs = specialist.execution_count
    return {
        "id": str(specialist.pk),
        "role": specialist.role,
        "agent_id": build_agent_id(Identity(spec["identity"]), spec["role"]),
        "identity": spec["identity"],
        "purpose": spec["purpose"],
        "examples": spec["examples"],
        "engine": spec["engine"],
        "status": specialist.status,
        "scope": specialist.scope,
        "builtin": specialist.builtin,
        "grants": sorted(current_closure(specialist).grants),
        "capabilities": current_capabilities(specialist).to_json(),
        "egress_hosts": spec["egress_hosts"],
        "credentials": spec["credentials"],
        "output_schema": spec["output_schema"],
        "version": version.number if version else None,
        "digest": version.digest if version else None,
        "mock_trained": version.mock_trained if version else False,
        "forked_from": _lineage(specialist.forked_from),
        "execution_count": runs,
        "success_rate": specialist.success_rate,
        "avg_confidence": specialist.avg_confidence,
        "last_used_at": specialist.last_used_at,
    }


def _lineage(source: SpecialistVersion | None) -> dict[str, Any] | None:
    """Return the origin of a fork: ``{"specialist_id", "role", "version", "digest"}``; None for no fork."""
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
    """Return the newest finished test run of a version, None without one."""
    if version is None:
        return None
    return version.test_runs.filter(state=TestRun.State.DONE).order_by("-finished_at").first()


def latest_test_runs(version_ids: Iterable[UUID]) -> dict[UUID, TestRun]:
    """Return the newest finished test run of each version that has one, in one query."""
    done = TestRun.objects.filter(version__in=list(version_ids), state=TestRun.State.DONE)
    newest = done.order_by("version_id", "-finished_at").distinct("version_id")
    return {test_run.version_id: test_run for test_run in newest}


def open_test_run(version: SpecialistVersion) -> TestRun | None:
    """Return the open test run of a version, None without one."""
    return version.test_runs.filter(state__in=[TestRun.State.QUEUED, TestRun.State.RUNNING]).first()
