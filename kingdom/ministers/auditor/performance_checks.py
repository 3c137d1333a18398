"""Checks of a specialist's executions: safety, drift, promotion bar, error clusters, calibration and idleness. Pure."""

import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypedDict

from kingdom.core.observations import MIN_FAILING_USERS, failing_users, without_most_failing_user
from kingdom.core.statistics import (
    brier_score,
    expected_calibration_error,
    fisher_exact_p_value,
    newcombe_difference_interval,
    wilson_interval,
)
from kingdom.core.text.sentences import sentence, sentence_template
from kingdom.ministers.auditor.values import (
    AuditedExecution,
    AuditSubject,
    AuditThresholds,
    DetectedFinding,
    FindingLevel,
)

MAX_EVIDENCE = 20  # executions named as evidence of one finding
_WARNING: Final[FindingLevel] = "warning"
_INFO: Final[FindingLevel] = "info"


def audit_specialist(subject: AuditSubject, thresholds: AuditThresholds, now: datetime) -> tuple[DetectedFinding, ...]:
    """Return the findings on one version, the most serious first."""
    findings = [
        *check_safety(subject),
        *check_drift(subject, thresholds),
        *check_declines(subject, thresholds),
        *check_promotion_bar(subject, thresholds),
        *find_error_clusters(subject, thresholds),
        *check_calibration_error(subject, thresholds),
        *check_idle(subject, thresholds, now),
    ]
    order: dict[FindingLevel, int] = {"serious": 0, "warning": 1, "info": 2}
    return tuple(sorted(findings, key=lambda finding: order[finding.level]))


def check_safety(subject: AuditSubject) -> tuple[DetectedFinding, ...]:
    """Return a finding when there is any safety failure."""
    failures = subject.safety_failures
    if not failures:
        return ()
    return (
        DetectedFinding(
            code="safety_failure",
            level="serious",
            message=sentence(
                "%(name)s is not safe: %(count)s safety tests or findings are against it.",
                name=subject.role,
                count=len(failures),
            ),
            action="suspend",
            figures={"count": len(failures)},
            specialist_id=subject.specialist_id,
            version_id=subject.version_id,
            evidence=failures,
        ),
    )


_DRIFT = sentence_template(
    "%(name)s succeeds less often than when it was verified: %(count)s of %(total)s now, %(before)s of "
    "%(before_total)s then (%(low)s to %(high)s worse; the probability of that by chance is %(probability)s). "
    "%(sentence)s"
)


def check_drift(subject: AuditSubject, thresholds: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Return a finding when the newest executions succeed less often than the verified ones (Fisher's exact test)."""
    recent = _recent(subject, thresholds)
    if min(len(recent), len(subject.verified_executions)) < thresholds.min_executions:
        return ()
    now, before = _success_counts(recent), _success_counts(subject.verified_executions)
    p_value = fisher_exact_p_value(now, before)
    if p_value >= thresholds.significance:
        return ()
    gap = newcombe_difference_interval(before, now)
    message = _DRIFT % {
        "name": subject.role,
        **{"count": now[0], "total": now[1], "before": before[0], "before_total": before[1]},
        **{"low": f"{gap.low:.0%}", "high": f"{gap.high:.0%}", "probability": f"{p_value:.2g}"},
        "sentence": _failing_users_text(recent),
    }
    return (
        DetectedFinding(
            code="drift",
            level="serious",
            message=message,
            action="suspend" if _is_verified(subject) and _is_widespread(subject, thresholds) else "none",
            figures={
                "failing_users": failing_users(recent),
                "now": list(now),
                "before": list(before),
                "p": p_value,
                "worse_low": gap.low,
                "worse_high": gap.high,
            },
            **_finding_subject(subject, _failed(recent)),
        ),
    )


def check_declines(subject: AuditSubject, thresholds: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Return a finding, for information, when it declines or asks back more often than when it was verified."""
    recent = subject.replies[-thresholds.window_size :]
    if min(len(recent), len(subject.verified_replies)) < thresholds.min_executions:
        return ()
    now, before = _success_counts(recent), _success_counts(subject.verified_replies)
    p_value = fisher_exact_p_value(now, before)
    if p_value >= thresholds.significance:
        return ()
    message = sentence(
        "%(name)s declines or asks back more often than when it was verified: %(count)s of %(total)s now, %(before)s "
        "of %(before_total)s then. Look at what users send it: this is no failure by itself.",
        name=subject.role,
        count=now[1] - now[0],
        total=now[1],
        before=before[1] - before[0],
        before_total=before[1],
    )
    figures = {"now": [now[1] - now[0], now[1]], "before": [before[1] - before[0], before[1]], "p": p_value}
    about = _finding_subject(subject, _failed(recent))
    return (
        DetectedFinding(
            code="declines", level=_INFO, message=message, action="propose_rules", figures=figures, **about
        ),
    )


def check_promotion_bar(subject: AuditSubject, thresholds: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Return a finding when the 95 % interval of a verified version's success rate ends below the promotion bar."""
    recent = _recent(subject, thresholds)
    if not _is_verified(subject) or len(recent) < thresholds.min_executions:
        return ()
    successes, count = _success_counts(recent)
    upper = wilson_interval(successes, count).high
    if upper >= thresholds.min_success_rate:
        return ()
    message = sentence(
        "%(name)s is below its bar: %(count)s of its last %(total)s runs succeeded (at most %(most)s, required "
        "%(least)s).",
        name=subject.role,
        count=successes,
        total=count,
        most=f"{upper:.1%}",
        least=f"{thresholds.min_success_rate:.0%}",
    )
    others = _success_counts(without_most_failing_user(recent))
    is_widespread = (
        failing_users(recent) >= MIN_FAILING_USERS and wilson_interval(*others).high < thresholds.min_success_rate
    )
    return (
        DetectedFinding(
            code="below_bar",
            level="warning",
            message=message if is_widespread else f"{message} {sentence('Mostly one user or two saw that.')}",
            action="propose_demotion" if is_widespread else "none",
            figures={"successes": successes, "count": count, "upper": upper},
            **_finding_subject(subject, _failed(recent)),
        ),
    )


def find_error_clusters(subject: AuditSubject, thresholds: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Return a finding for each error code that is frequent among the newest executions, the most frequent first."""
    recent = _recent(subject, thresholds)
    clusters: defaultdict[str, list[AuditedExecution]] = defaultdict(list)
    for execution in _failed(recent):
        if execution.error_code:
            clusters[execution.error_code].append(execution)
    min_count = max(thresholds.cluster_min_runs, math.ceil(len(recent) * thresholds.cluster_min_share))
    return tuple(
        DetectedFinding(
            code="error_cluster",
            level="warning",
            message=sentence(
                "%(name)s failed with %(code)s in %(count)s of its last %(total)s runs.",
                name=subject.role,
                code=code,
                count=len(failed),
                total=len(recent),
            ),
            action="propose_rules",
            figures={"error_code": code, "count": len(failed), "of": len(recent)},
            **_finding_subject(subject, failed),
        )
        for code, failed in sorted(clusters.items(), key=lambda cluster: (-len(cluster[1]), cluster[0]))
        if len(failed) >= min_count
    )


_TOO_SURE = sentence_template(
    "%(name)s is too sure of itself: it states %(stated)s on average and is right in %(right)s of %(total)s runs."
)
_LESS_SURE = sentence_template(
    "%(name)s is less sure than it could be: it states %(stated)s on average and is right in %(right)s of %(total)s "
    "runs."
)


def check_calibration_error(subject: AuditSubject, thresholds: AuditThresholds) -> tuple[DetectedFinding, ...]:
    """Return a finding when the expected calibration error of the newest stated confidences is too large."""
    stated = [execution for execution in subject.executions if execution.confidence is not None]
    recent = stated[-thresholds.window_size :]
    if len(recent) < thresholds.min_executions:
        return ()
    confidences = [execution.confidence or 0.0 for execution in recent]
    successes = [execution.success for execution in recent]
    error = expected_calibration_error(confidences, successes)
    if error <= thresholds.max_calibration_error:
        return ()
    mean, rate = sum(confidences) / len(recent), sum(successes) / len(recent)
    level = _WARNING if mean > rate else _INFO
    message = (_TOO_SURE if mean > rate else _LESS_SURE) % {
        "name": subject.role,
        "stated": f"{mean:.0%}",
        "right": f"{rate:.0%}",
        "total": len(recent),
    }
    brier = brier_score(confidences, successes)
    figures = {"ece": error, "brier": brier, "stated": mean, "right": rate, "count": len(recent)}
    about = _finding_subject(subject, recent)
    return (DetectedFinding(code="calibration", level=level, message=message, figures=figures, **about),)


def check_idle(subject: AuditSubject, thresholds: AuditThresholds, now: datetime) -> tuple[DetectedFinding, ...]:
    """Return a finding when an unverified version has not been used for long since its creation or last use."""
    last = subject.last_used_at or subject.created_at
    days = (now - last).days
    if subject.status != "unverified" or days < thresholds.idle_days:
        return ()
    return (
        DetectedFinding(
            code="idle",
            level="info",
            message=sentence("%(name)s has not been used for %(days)s days.", name=subject.role, days=days),
            action="deprecate",
            figures={"days": days},
            **_finding_subject(subject, ()),
        ),
    )


def _is_widespread(subject: AuditSubject, thresholds: AuditThresholds) -> bool:
    """Return whether three users saw the drift, and it is there without the user who saw the most failures, too."""
    recent = _recent(subject, thresholds)
    others = _success_counts(without_most_failing_user(recent))
    p_value = fisher_exact_p_value(others, _success_counts(subject.verified_executions))
    return failing_users(recent) >= MIN_FAILING_USERS and p_value < thresholds.significance


def _failing_users_text(recent: Sequence[AuditedExecution]) -> str:
    count = failing_users(recent)
    if count == 1:
        text = sentence_template("1 user saw a failure; %(total)s are needed to act automatically.")
    else:
        text = sentence_template("%(count)s users saw a failure; %(total)s are needed to act automatically.")
    return text % {"count": count, "total": MIN_FAILING_USERS}


class _FindingSubject(TypedDict):
    specialist_id: str
    version_id: str
    evidence: tuple[str, ...]


def _finding_subject(subject: AuditSubject, executions: Sequence[AuditedExecution]) -> _FindingSubject:
    evidence = tuple(execution.id for execution in executions[-MAX_EVIDENCE:])
    return {"specialist_id": subject.specialist_id, "version_id": subject.version_id, "evidence": evidence}


def _recent(subject: AuditSubject, thresholds: AuditThresholds) -> tuple[AuditedExecution, ...]:
    return subject.executions[-thresholds.window_size :]


def _failed(executions: Sequence[AuditedExecution]) -> list[AuditedExecution]:
    return [execution for execution in executions if not execution.success]


def _is_verified(subject: AuditSubject) -> bool:
    return subject.status == "verified"


def _success_counts(executions: Sequence[AuditedExecution]) -> tuple[int, int]:
    return sum(execution.success for execution in executions), len(executions)
