"""The executions of many versions that an audit compares: those since the last approval, and those before it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet

from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import counted_executions, newest_independent_of_each
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange

Executions = Mapping[UUID, Sequence[Execution]]  # by the id of the current version, newest first


class AuditedExecutions(NamedTuple):
    """The newest independent executions of each version; ``restored`` has when its specialist was last restored.

    ``*_replies`` also hold declines and questions to the user; only of versions with an approval, as both are compared.
    """

    restored: Mapping[UUID, datetime]
    recent: Executions
    approved: Executions
    recent_replies: Executions
    approved_replies: Executions


def audited_executions(specialists: Sequence[Specialist], window: int) -> AuditedExecutions:
    """Return at most ``window`` executions of each kind of the current versions; at most seven queries."""
    versions = {one.pk: one.current_version_id for one in specialists if one.current_version_id is not None}
    approvals, restorations = _approvals(specialists), _restorations(specialists)
    since = {
        version_id: max(
            (change.created_at for change in (approvals.get(pk), restorations.get(pk)) if change), default=None
        )
        for pk, version_id in versions.items()
    }
    recent = {version: _since(version, moment) for version, moment in since.items()}
    compared = {versions[pk]: recent[versions[pk]] for pk in approvals}
    approved, of_version = _approved(approvals, versions)
    return AuditedExecutions(
        restored={versions[pk]: change.created_at for pk, change in restorations.items()},
        recent=newest_independent_of_each(counted_executions(_rows(recent)), window),
        recent_replies=newest_independent_of_each(_replies(_rows(compared)), window),
        approved=_renamed(newest_independent_of_each(counted_executions(_rows(approved)), window), of_version),
        approved_replies=_renamed(newest_independent_of_each(_replies(_rows(approved)), window), of_version),
    )


def _approvals(specialists: Sequence[Specialist]) -> dict[UUID, StatusChange]:
    """Return the newest approval of each specialist's current version."""
    kinds = (StatusChange.Kind.PROMOTE, StatusChange.Kind.REVISE)
    changes = StatusChange.objects.filter(kind__in=kinds, version=F("specialist__current_version"))
    return _newest_of_each(changes, specialists)


def _restorations(specialists: Sequence[Specialist]) -> dict[UUID, StatusChange]:
    return _newest_of_each(StatusChange.objects.filter(kind=StatusChange.Kind.RESTORE), specialists)


def _newest_of_each(changes: QuerySet[StatusChange], specialists: Sequence[Specialist]) -> dict[UUID, StatusChange]:
    rows = changes.filter(specialist__in=specialists).order_by("specialist_id", "-created_at")
    return {change.specialist_id: change for change in rows.distinct("specialist_id")}


def _since(version_id: UUID, moment: datetime | None) -> Q:
    condition = Q(version=version_id)
    return condition if moment is None else condition & Q(created_at__gt=moment)


def _approved(
    approvals: Mapping[UUID, StatusChange], versions: Mapping[UUID, UUID]
) -> tuple[dict[UUID, Q], dict[UUID, UUID]]:
    """Return which executions each approval was based on, and the current version by the one they are of.

    They are of the approved version, or of the one that it revised; one that no longer exists has none.
    """
    revised = {
        (pk, change.evidence.get("before")): versions[pk]
        for pk, change in approvals.items()
        if change.kind == StatusChange.Kind.REVISE
    }
    of_version = {versions[pk]: versions[pk] for pk in approvals if versions[pk] not in revised.values()}
    rows = SpecialistVersion.objects.filter(specialist__in=[pk for pk, _ in revised])
    for version_id, pk, number in rows.values_list("pk", "specialist_id", "number"):
        if (pk, number) in revised:
            of_version[version_id] = revised[pk, number]
    approved_at = {versions[pk]: change.created_at for pk, change in approvals.items()}
    conditions = {
        version_id: Q(version=version_id, created_at__lte=approved_at[current])
        for version_id, current in of_version.items()
    }
    return conditions, of_version


def _rows(conditions: Mapping[UUID, Q]) -> QuerySet[Execution]:
    """Return the executions that meet one of the conditions; none without any."""
    if not conditions:
        return Execution.objects.none()
    return Execution.objects.filter(reduce(or_, conditions.values()))


def _replies(rows: QuerySet[Execution]) -> QuerySet[Execution]:
    return rows.exclude(outcome=Execution.Outcome.ABANDONED)


def _renamed(found: Executions, of_version: Mapping[UUID, UUID]) -> Executions:
    return {of_version[version_id]: rows for version_id, rows in found.items()}
