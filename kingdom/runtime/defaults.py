"""The smallest honest capabilities: they refuse, pause or log."""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.contracts.tools import ToolOutcome, ToolRequest

_log = structlog.get_logger(__name__)


class NoTools:
    """There are no tools: each request is answered like any unknown one."""

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Return one refusal for each request; nothing runs."""
        return [
            ToolOutcome(call_id=one.call_id, name=one.name, result=_unknown(one.name), denied=True) for one in requests
        ]


class PausingApproval:
    """Nobody is there to answer at once: the session pauses."""

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return None always."""
        return None


class NoWorker:
    """For versions without a handler."""

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Refuse; nothing runs."""
        return SandboxOutcome(status="refused", reason="this version has no handler")


class LogTelemetry:
    """Writes observations to the structured log."""

    def record(self, ctx: CallContext, name: str, values: Mapping[str, Any]) -> None:
        """Log one observation with the call's ids."""
        _log.info(name, trace_id=ctx.trace_id, session_id=ctx.session_id, agent_id=ctx.agent_id, **values)


def _unknown(name: str) -> dict[str, Any]:
    return {"success": False, "message": f"Unknown tool: {name[:120]}", "error": True}
