"""The contents of a specialist's review page, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kingdom.contracts.capabilities.sentences import Capabilities, spec_capabilities
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.statistics import ReliabilityBin, brier_score, expected_calibration_error, reliability_bins
from kingdom.sessions.models import Session
from kingdom.specialists.hooks import VersionVerdict
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import counted_executions
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import latest_test_run, open_test_run, version_tests
from kingdom.specialists.registry.spec_diff import SpecDifference, spec_differences
from kingdom.specialists.status.canary import canary_notice
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from kingdom.specialists.status.safety import verdicts_for_version
from kingdom.specialists.status.selectors import fallback_version, status_to_restore

SAMPLES = 10
CALIBRATED_ON = 500  # number of newest executions that count and have a stated confidence


@dataclass(frozen=True, kw_only=True)
class ConfidenceCalibration:
    """Calibration of the stated confidence over ``count`` executions: expected calibration error, Brier score, bins."""

    count: int
    ece: float
    brier: float
    bins: Sequence[ReliabilityBin]


@dataclass(frozen=True, kw_only=True)
class SpecialistReview:
    """The review page of one specialist."""

    specialist: Specialist
    spec: AgentSpec
    capabilities: Capabilities
    evidence: dict[str, Any]
    calibration: ConfidenceCalibration | None
    tests: Sequence[TestCase]
    test_run: TestRun | None
    running: TestRun | None
    verdicts: Sequence[VersionVerdict]
    findings: Sequence[AuditFinding]
    samples: Sequence[Session]
    changes: Sequence[SpecDifference]
    compared_with: str
    history: Sequence[StatusChange]
    decisions: Sequence[str] = field(default_factory=tuple)
    canary: str = ""


def specialist_review(specialist: Specialist, *, decides: int | None) -> SpecialistReview:
    """Return the review of the current version; ``decides`` is the id of the admin, for the owner condition."""
    version = specialist.current_version
    spec = AgentSpec.model_validate(specialist.spec_snapshot)
    history = list(specialist.status_changes.select_related("version", "successor").order_by("-created_at")[:50])
    verified_spec, compared_with = _last_verified(specialist, history)
    version_id = specialist.current_version_id
    decisions = _possible_decisions(specialist, history)
    may_promote = StatusChange.Kind.PROMOTE in decisions
    return SpecialistReview(
        specialist=specialist,
        spec=spec,
        capabilities=spec_capabilities(spec),
        evidence=promotion_evidence_summary(specialist, decides=decides),
        calibration=_calibration(version_id),
        tests=version_tests(version) if version is not None else (),
        test_run=latest_test_run(version),
        running=open_test_run(version) if version is not None else None,
        verdicts=verdicts_for_version(version) if version is not None else [],
        findings=list(AuditFinding.objects.filter(specialist=specialist, state=AuditFinding.State.OPEN)[:20]),
        samples=_samples(version_id),
        changes=spec_differences(verified_spec, spec),
        compared_with=compared_with,
        history=history,
        decisions=decisions,
        canary=canary_notice(specialist, may_promote=may_promote, fallback=fallback_version(specialist)),
    )


def _last_verified(specialist: Specialist, history: Sequence[StatusChange]) -> tuple[AgentSpec | None, str]:
    """Return spec and name of the last promoted version that is not the current one; (None, "") without one."""
    for change in history:
        if change.kind == StatusChange.Kind.PROMOTE and change.version_id != specialist.current_version_id:
            if change.version is None:
                break
            name = f"version {change.version.number}, verified {change.created_at:%Y-%m-%d}"
            return AgentSpec.model_validate(change.version.spec), name
    return None, ""


def _possible_decisions(specialist: Specialist, history: Sequence[StatusChange]) -> tuple[str, ...]:
    """Return the kinds of status changes that are possible now."""
    allowed = [kind for kind, targets in ALLOWED_STATUS_CHANGES.items() if specialist.status in targets]
    impossible = set()
    if not history or status_to_restore(specialist) is None:
        impossible.add("restore")
    if "revert" in allowed and fallback_version(specialist) is None:
        impossible.add("revert")
    return tuple(kind for kind in allowed if kind not in impossible)


def _samples(version_id: UUID | None) -> list[Session]:
    done = Session.objects.filter(version=version_id, purpose=Session.Purpose.TASK, finished_at__isnull=False)
    return list(done.select_related("telemetry").order_by("-created_at")[:SAMPLES]) if version_id is not None else []


def _calibration(version_id: UUID | None) -> ConfidenceCalibration | None:
    rows = counted_executions(Execution.objects.filter(version=version_id, confidence__isnull=False))
    pairs = list(rows.order_by("-created_at").values_list("confidence", "counts_as_success")[:CALIBRATED_ON])
    if not pairs:
        return None
    stated, right = [float(pair[0] or 0) for pair in pairs], [bool(pair[1]) for pair in pairs]
    error = expected_calibration_error(stated, right)
    return ConfidenceCalibration(
        count=len(pairs), ece=error, brier=brier_score(stated, right), bins=reliability_bins(stated, right)
    )
