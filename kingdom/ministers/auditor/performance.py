"""What executions say of a specialist: drift, error clusters, honesty of its confidence, idleness, and whether it still meets its bar."""

import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypedDict

from kingdom.core.statistics import brier, difference, expected_calibration_error, wilson, worse
from kingdom.ministers.auditor.values import Action, AuditFinding, Level, Run, Standards, Subject

MOST_NAMED = 20  # rows named as evidence of one finding
_WARNING: Final[Level] = "warning"
_INFO: Final[Level] = "info"


def audit(subject: Subject, standards: Standards, now: datetime) -> tuple[AuditFinding, ...]:
    """Return everything there is to say of one version, the most serious first; empty when nothing is."""
    found = [
        *safety(subject),
        *drift(subject, standards),
        *below_bar(subject, standards),
        *error_clusters(subject, standards),
        *calibration(subject, standards),
        *idle(subject, standards, now),
    ]
    order: dict[Level, int] = {"serious": 0, "warning": 1, "info": 2}
    return tuple(sorted(found, key=lambda one: order[one.level]))


def safety(subject: Subject) -> tuple[AuditFinding, ...]:
    """Anything that shows it is not safe: one is enough."""
    if not subject.unsafe:
        return ()
    message = f"{subject.role} is not safe: {len(subject.unsafe)} safety tests or findings stand against it."
    where = _where(subject, ())
    where["evidence"] = subject.unsafe
    figures = {"count": len(subject.unsafe)}
    return (AuditFinding(code="safety_failure", level="serious", message=message, action="suspend", figures=figures, **where),)


def drift(subject: Subject, standards: Standards) -> tuple[AuditFinding, ...]:
    """Whether the newest runs succeed less often than the runs it was verified on, by Fisher's exact test of both windows."""
    recent = subject.runs[-standards.recent :]
    if len(recent) < standards.fewest or len(subject.window) < standards.fewest:
        return ()
    now, before = _counted(recent), _counted(subject.window)
    chance = worse(now, before)
    if chance >= standards.level:
        return ()
    gap = difference(before, now)
    message = (
        f"{subject.role} succeeds less than when it was verified: {now[0]} of {now[1]} now, {before[0]} of {before[1]} then "
        f"({gap.low:.0%} to {gap.high:.0%} worse; the chance of that by luck is {chance:.2g})."
    )
    figures = {"now": list(now), "before": list(before), "p": chance, "worse_low": gap.low, "worse_high": gap.high}
    action: Action = "suspend" if _verified(subject) else "none"
    failed = [run for run in recent if not run.success]
    return (AuditFinding(code="drift", level="serious", message=message, action=action, figures=figures, **_where(subject, failed)),)


def below_bar(subject: Subject, standards: Standards) -> tuple[AuditFinding, ...]:
    """Whether a verified one's newest runs lie below the bar of promotion, and not by chance: their 95 % interval ends below it."""
    recent = subject.runs[-standards.recent :]
    if not _verified(subject) or len(recent) < standards.fewest:
        return ()
    good, count = _counted(recent)
    high = wilson(good, count).high
    if high >= standards.success:
        return ()
    message = (
        f"{subject.role} is below its bar: {good} of its last {count} runs succeeded (at most {high:.1%}, asked {standards.success:.0%})."
    )
    figures = {"successes": good, "count": count, "upper": high}
    failed = [run for run in recent if not run.success]
    where = _where(subject, failed)
    return (AuditFinding(code="below_bar", level="warning", message=message, action="propose_demotion", figures=figures, **where),)


def error_clusters(subject: Subject, standards: Standards) -> tuple[AuditFinding, ...]:
    """Errors of one code that come again and again among the newest runs, the most frequent first."""
    recent = subject.runs[-standards.recent :]
    groups: defaultdict[str, list[Run]] = defaultdict(list)
    for run in recent:
        if run.error_code and not run.success:
            groups[run.error_code].append(run)
    often = max(standards.cluster_least, math.ceil(len(recent) * standards.cluster_share))
    return tuple(
        AuditFinding(
            code="error_cluster",
            level="warning",
            message=f"{subject.role} failed with {code} in {len(runs)} of its last {len(recent)} runs.",
            action="propose_rules",
            figures={"error_code": code, "count": len(runs), "of": len(recent)},
            **_where(subject, runs),
        )
        for code, runs in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
        if len(runs) >= often
    )


def calibration(subject: Subject, standards: Standards) -> tuple[AuditFinding, ...]:
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
    message = f"{subject.role} is {much}: it states {mean:.0%} on average and is right in {rate:.0%} of {len(runs)} runs."
    figures = {"ece": error, "brier": brier(said, right), "stated": mean, "right": rate, "count": len(runs)}
    return (AuditFinding(code="calibration", level=level, message=message, figures=figures, **_where(subject, runs)),)


def idle(subject: Subject, standards: Standards, now: datetime) -> tuple[AuditFinding, ...]:
    """An unverified one that nobody has used for long. New ones have their time from their making."""
    last = subject.last_used_at or subject.created_at
    days = (now - last).days
    if subject.status != "unverified" or days < standards.idle_days:
        return ()
    message = f"{subject.role} has not been used for {days} days."
    return (AuditFinding(code="idle", level="info", message=message, action="deprecate", figures={"days": days}, **_where(subject, ())),)


class _Where(TypedDict):
    specialist_id: str
    version_id: str
    evidence: tuple[str, ...]


def _where(subject: Subject, runs: Sequence[Run]) -> _Where:
    named = tuple(run.id for run in runs[-MOST_NAMED:])
    return {"specialist_id": subject.specialist_id, "version_id": subject.version_id, "evidence": named}


def _verified(subject: Subject) -> bool:
    return subject.status == "verified"


def _counted(runs: Sequence[Run]) -> tuple[int, int]:
    return sum(run.success for run in runs), len(runs)
