"""Tables of sessions: the run with its log and effects, egress receipts, budgets, sandbox limits."""

from kingdom.sessions.models.budget import Budget, UsageDay
from kingdom.sessions.models.cassette import Cassette, RecordedExchange
from kingdom.sessions.models.egress import EgressReceipt
from kingdom.sessions.models.sandbox_limits import SandboxLimitOverride
from kingdom.sessions.models.session import Effect, Session, SessionEvent

__all__ = [
    "Budget",
    "Cassette",
    "Effect",
    "EgressReceipt",
    "RecordedExchange",
    "SandboxLimitOverride",
    "Session",
    "SessionEvent",
    "UsageDay",
]
