"""Default capabilities: a worker that refuses, and telemetry that logs."""

from collections.abc import Mapping
from typing import Any

import structlog

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import SandboxOutcome

_log = structlog.get_logger(__name__)


class NoWorker:
    """The worker of versions without a handler."""

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Refuse; nothing runs."""
        return SandboxOutcome(status="refused", reason="this version has no handler")


class LogTelemetry:
    """Writes observations to the structured log."""

    def record(self, ctx: CallContext, name: str, values: Mapping[str, Any]) -> None:
        """Log one observation with the call's ids."""
        _log.info(name, trace_id=ctx.trace_id, session_id=ctx.session_id, agent_id=ctx.agent_id, **values)
