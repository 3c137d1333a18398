"""Everything a person sees before deciding on a specialist, in a fixed number of reads."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings

from kingdom.contracts.identity import provision
from kingdom.contracts.spec import AgentSpec
from kingdom.core.statistics import Bin, brier, expected_calibration_error, reliability
from kingdom.sessions.models import Session
from kingdom.specialists.audit_models import AuditEntry
from kingdom.specialists.evidence_selectors import evidence_shown
from kingdom.specialists.models import Specialist, StatusChange, SuiteRun, TaskTelemetry
from kingdom.specialists.rules.differences import Difference, differences
from kingdom.specialists.rules.standing import MOVES
from kingdom.specialists.safety_selectors import Judged, verdicts_of
from kingdom.specialists.standing_selectors import standing_before, version_fallback
from kingdom.specialists.suite_selectors import suite_newest, suite_open

SAMPLES = 10
CALIBRATED_ON = 500  # newest executions that stated a confidence


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """How honest stated confidence has been, over so many executions."""

    count: int
    ece: float
    brier: float
    bins: Sequence[Bin]


@dataclass(frozen=True, kw_only=True)
class Review:
    """One specialist as the review page shows it."""

    specialist: Specialist
    spec: AgentSpec
    grants: Sequence[str]
    evidence: dict[str, Any]
    calibration: Calibration | None
    suite: SuiteRun | None
    running: SuiteRun | None
    verdicts: Sequence[Judged]
    findings: Sequence[AuditEntry]
    samples: Sequence[Session]
    changes: Sequence[Difference]
    compared_with: str
    history: Sequence[StatusChange]
    decisions: Sequence[str] = field(default_factory=tuple)


def review_of(specialist: Specialist, *, decides: int | None) -> Review:
    """Return what is known of a specialist's current version; ``decides`` is who looks, for "not its owner"."""
    version = specialist.current_version
    spec = AgentSpec.model_validate(specialist.spec_snapshot)
    history = list(specialist.status_changes.select_related("version", "successor").order_by("-created_at")[:50])
    old = next((one for one in history if one.kind == StatusChange.Kind.PROMOTE and one.version_id != specialist.current_version_id), None)
    before = AgentSpec.model_validate(old.version.spec) if old is not None and old.version is not None else None
    version_id = specialist.current_version_id
    return Review(
        specialist=specialist,
        spec=spec,
        grants=sorted(provision(spec.agent_id)),
        evidence=evidence_shown(specialist, decides=decides),
        calibration=_calibration(version_id),
        suite=suite_newest(version),
        running=suite_open(version) if version is not None else None,
        verdicts=verdicts_of(version) if version is not None else [],
        findings=list(AuditEntry.objects.filter(specialist=specialist, state=AuditEntry.State.OPEN)[:20]),
        samples=_samples(version_id),
        changes=differences(before, spec),
        compared_with=f"version {old.version.number}, verified {old.created_at:%Y-%m-%d}" if old is not None and old.version else "",
        history=history,
        decisions=_possible(specialist, history),
    )


def _possible(specialist: Specialist, history: Sequence[StatusChange]) -> tuple[str, ...]:
    """Return the decisions that the law book has from here."""
    found = [kind for kind, moves in MOVES.items() if specialist.status in moves]
    impossible = set()
    if not history or standing_before(specialist) is None:
        impossible.add("restore")
    if "revert" in found and version_fallback(specialist) is None:
        impossible.add("revert")
    return tuple(kind for kind in found if kind not in impossible)


def _samples(version_id: UUID | None) -> list[Session]:
    done = Session.objects.filter(version=version_id, purpose=Session.Purpose.TASK, finished_at__isnull=False)
    return list(done.select_related("telemetry").order_by("-created_at")[:SAMPLES]) if version_id is not None else []


def _calibration(version_id: UUID | None) -> Calibration | None:
    rows = TaskTelemetry.objects.filter(version=version_id, confidence__isnull=False).order_by("-created_at")
    pairs = list(rows.values_list("confidence", "good")[:CALIBRATED_ON])
    if not pairs:
        return None
    stated, right = [float(one[0] or 0) for one in pairs], [bool(one[1]) for one in pairs]
    error = expected_calibration_error(stated, right)
    return Calibration(count=len(pairs), ece=error, brier=brier(stated, right), bins=reliability(stated, right))


def waiting() -> list[Specialist]:
    """Return the unverified specialists that have the executions and the success that promotion asks for, the most used first."""
    house = settings.KINGDOM
    found = Specialist.objects.filter(status=Specialist.Status.UNVERIFIED, execution_count__gte=house.promotion_executions)
    return [
        one
        for one in found.select_related("created_by").order_by("-execution_count")[:50]
        if one.success_count >= house.promotion_success * one.execution_count
    ]
