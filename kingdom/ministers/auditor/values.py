"""What the Auditor is shown and what it says."""

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
    """One execution, as its telemetry row tells it. ``success`` is corrected by the user's feedback already; times are in UTC."""

    id: str
    at: datetime
    success: bool
    confidence: float | None
    error_code: str = ""


@dataclass(frozen=True, kw_only=True)
class AuditSubject:
    """One specialist's version and its executions, oldest first. ``window`` holds the runs it was verified on, empty when unverified.

    ``unsafe`` names what shows that it is not safe: tests of injection or scope that fail now, findings of the Guardian. Single runs are
    not among them: what a user can make a specialist attempt, and the gates refuse, must not take it from everybody else.
    """

    specialist_id: str
    version_id: str
    role: str
    status: str
    created_at: datetime
    last_used_at: datetime | None
    runs: tuple[AuditedExecution, ...]
    window: tuple[AuditedExecution, ...] = ()
    unsafe: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AuditThresholds:
    """What the Auditor holds work against (settings). Windows are in executions, times in days, ``level`` is a chance of false alarm."""

    recent: int = 50
    fewest: int = 20
    success: float = 0.90
    level: float = 0.01
    calibration: float = 0.15
    cluster_min_runs: int = 3
    cluster_min_share: float = 0.10
    idle_days: int = 90


@dataclass(frozen=True, kw_only=True)
class DetectedFinding:
    """One thing the Auditor found: what, how sure (``figures``), where it is seen (``evidence``: ids of rows), and what it would do."""

    code: str
    level: FindingLevel
    message: str
    action: AuditAction = "none"
    specialist_id: str = ""
    version_id: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()
