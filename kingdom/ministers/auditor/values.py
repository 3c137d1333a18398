"""Inputs and findings of the Auditor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

AuditAction = Literal[
    "none",
    "suspend",
    "propose_demotion",
    "propose_deprecation",
    "deprecate",
    "propose_specialist",
    "propose_merge",
    "propose_rules",
]
FindingLevel = Literal["info", "warning", "serious"]


@dataclass(frozen=True, kw_only=True)
class AuditedExecution:
    """One execution of a version. ``success`` includes the correction by the user's feedback.

    ``user`` and ``message`` are those of ``kingdom.core.observations``.
    """

    id: str
    success: bool
    confidence: float | None
    error_code: str = ""
    user: str = ""
    message: str = ""


@dataclass(frozen=True, kw_only=True)
class AuditSubject:
    """One version of a specialist and its executions, oldest first. Times are in UTC.

    ``executions`` hold those that count (docs/metrics.md); ``replies`` also declines and questions to the user, as
    failures. ``verified_executions`` and ``verified_replies`` are those that its verification is based on; empty when
    it is unverified.
    ``safety_failures`` names failing tests of injection or scope and blocks of the Guardian. Single executions do not
    count: a user can make a specialist attempt anything, and what the gate refuses must not suspend it for others.
    """

    specialist_id: str
    version_id: str
    role: str
    status: str
    created_at: datetime
    last_used_at: datetime | None
    executions: tuple[AuditedExecution, ...]
    verified_executions: tuple[AuditedExecution, ...] = ()
    replies: tuple[AuditedExecution, ...] = ()
    verified_replies: tuple[AuditedExecution, ...] = ()
    safety_failures: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AuditThresholds:
    """The thresholds of an audit (settings)."""

    window_size: int = 50  # newest executions
    min_executions: int = 20
    min_success_rate: float = 0.90
    significance: float = 0.01  # probability of a false alarm
    max_calibration_error: float = 0.15
    cluster_min_runs: int = 3
    cluster_min_share: float = 0.10
    idle_days: int = 90


@dataclass(frozen=True, kw_only=True)
class DetectedFinding:
    """One finding of the Auditor: its message, its figures, its evidence (ids of rows) and the proposed action."""

    code: str
    level: FindingLevel
    message: str
    action: AuditAction = "none"
    specialist_id: str = ""
    version_id: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()
