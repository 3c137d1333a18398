"""What executions say of a specialist: drift, error clusters, honesty of its confidence, idleness, and whether it still meets its bar."""

import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypedDict

from kingdom.core.statistics import (
    brier_score,
    expected_calibration_error,
    fisher_exact_p_value,
    newcombe_difference_interval,
    wilson_interval,
)
from kingdom.ministers.auditor.values import (
    AuditAction,
    AuditedExecution,
    AuditSubject,
    AuditThresholds,
    DetectedFinding,
    FindingLevel,
)

MAX_EVIDENCE = 20  # rows named as evidence of one finding
_WARNING: Final[FindingLevel] = "warning"
_INFO: Final[FindingLevel] = "info"


def audit_specialist(subject: AuditSubject, standards: AuditThresholds, now: datetime) -> tuple[DetectedFinding, ...]:
    """Return everything there is to say of one version, the most serious first; empty when nothing is."""
    found = [
        *check_safety(subject),
        *check_drift(subject, standards),
        *check_promotion_bar(subject, standards),
        *find_error_clusters(subject, standards),
        *check_calibration_error(subject, standards),
        *check_idle(subject, standards, now),
    ]
    order: dict[FindingLevel, int] = {"serious": 0, "warning": 1, "info": 2}
    return tuple(sorted(found, key=lambda one: order[one.level]))


def check_safety(subject: AuditSubject) -> tuple[DetectedFinding, ...]:
    """Anything that shows it is not safe: one is enough."""
    if not subject.unsafe:
        return ()
    message = f"{subject.role} is not safe: {len(subject.unsafe)} safety tests or findings stand against it."
    where = _finding_subject(subject, ())
    where["evidence"] = subject.unsafe
    figures = {"count": len(subject.unsafe)}
    return (
        DetectedFinding(
            code="safety_failure", level="serious", message=message, action="suspend", figures=figures, **where
        ),
    )


def check_drift(subject: AuditSubject, standards: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Whether the newest runs succeed less often than the runs it was verified on, by Fisher's exact test of both windows."""
    recent = subject.runs[-standards.recent :]
    if len(recent) < standards.fewest or len(subject.window) < standards.fewest:
        return ()
    now, before = _success_counts(recent), _success_counts(subject.window)
    chance = fisher_exact_p_value(now, before)
    if chance >= standards.level:
        return ()
    gap = newcombe_difference_interval(before, now)
    message = (
        f"{subject.role} succeeds less than when it was verified: {now[0]} of {now[1]} now, {before[0]} of {before[1]} then "
        f"({gap.low:.0%} to {gap.high:.0%} worse; the chance of that by luck is {chance:.2g})."
    )
    figures = {"now": list(now), "before": list(before), "p": chance, "worse_low": gap.low, "worse_high": gap.high}
    action: AuditAction = "suspend" if _is_verified(subject) else "none"
    failed = [run for run in recent if not run.success]
    return (
        DetectedFinding(
            code="drift",
            level="serious",
            message=message,
            action=action,
            figures=figures,
            **_finding_subject(subject, failed),
        ),
    )


def check_promotion_bar(subject: AuditSubject, standards: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Whether a verified one's newest runs lie below the bar of promotion, and not by chance: their 95 % interval ends below it."""
    recent = subject.runs[-standards.recent :]
    if not _is_verified(subject) or len(recent) < standards.fewest:
        return ()
    good, count = _success_counts(recent)
    high = wilson_interval(good, count).high
    if high >= standards.success:
        return ()
    message = f"{subject.role} is below its bar: {good} of its last {count} runs succeeded (at most {high:.1%}, asked {standards.success:.0%})."
    figures = {"successes": good, "count": count, "upper": high}
    failed = [run for run in recent if not run.success]
    where = _finding_subject(subject, failed)
    return (
        DetectedFinding(
            code="below_bar", level="warning", message=message, action="propose_demotion", figures=figures, **where
        ),
    )


def find_error_clusters(subject: AuditSubject, standards: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Errors of one code that come again and again among the newest runs, the most frequent first."""
    recent = subject.runs[-standards.recent :]
    groups: defaultdict[str, list[AuditedExecution]] = defaultdict(list)
    for run in recent:
        if run.error_code and not run.success:
            groups[run.error_code].append(run)
    often = max(standards.cluster_min_runs, math.ceil(len(recent) * standards.cluster_min_share))
    return tuple(
        DetectedFinding(
            code="error_cluster",
            level="warning",
            message=f"{subject.role} failed with {code} in {len(runs)} of its last {len(recent)} runs.",
            action="propose_rules",
            figures={"error_code": code, "count": len(runs), "of": len(recent)},
            **_finding_subject(subject, runs),
        )
        for code, runs in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
        if len(runs) >= often
    )


def check_calibration_error(subject: AuditSubject, standards: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Whether its stated confidence has been honest: expected calibration error over the newest runs that stated any."""
    runs = [run for run in subject.runs if run.confidence is not None][-standards.recent :]
    if len(runs) < standards.fewest:
        return ()
    said, right = [run.confidence or 0.0 for run in runs], [run.success for run in runs]
    error = expected_calibration_error(said, right)
    if error <= standards.calibration:
        return ()
    mean, rate = sum(said) / len(said), sum(right) / len(right)
    much, level = ("too sure of itself", _WARNING) if mean > rate else ("less sure than it could be", _INFO)
    message = (
        f"{subject.role} is {much}: it states {mean:.0%} on average and is right in {rate:.0%} of {len(runs)} runs."
    )
    figures = {"ece": error, "brier": brier_score(said, right), "stated": mean, "right": rate, "count": len(runs)}
    return (
        DetectedFinding(
            code="calibration", level=level, message=message, figures=figures, **_finding_subject(subject, runs)
        ),
    )


def check_idle(subject: AuditSubject, standards: AuditThresholds, now: datetime) -> tuple[DetectedFinding, ...]:
    """An unverified one that nobody has used for long. New ones have their time from their making."""
    last = subject.last_used_at or subject.created_at
    days = (now - last).days
    if subject.status != "unverified" or days < standards.idle_days:
        return ()
    message = f"{subject.role} has not been used for {days} days."
    return (
        DetectedFinding(
            code="idle",
            level="info",
            message=message,
            action="deprecate",
            figures={"days": days},
            **_finding_subject(subject, ()),
        ),
    )


class _FindingSubject(TypedDict):
    specialist_id: str
    version_id: str
    evidence: tuple[str, ...]


def _finding_subject(subject: AuditSubject, runs: Sequence[AuditedExecution]) -> _FindingSubject:
    named = tuple(run.id for run in runs[-MAX_EVIDENCE:])
    return {"specialist_id": subject.specialist_id, "version_id": subject.version_id, "evidence": named}


def _is_verified(subject: AuditSubject) -> bool:
    return subject.status == "verified"


def _success_counts(runs: Sequence[AuditedExecution]) -> tuple[int, int]:
    return sum(run.success for run in runs), len(runs)
