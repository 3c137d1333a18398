"""Capabilities that refuse or pause, for tests of sessions."""

from collections.abc import Sequence

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolOutcome, ToolRequest


class NoTools:
    """There are no tools: each request is refused as unknown."""

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Return one refusal for each request; nothing runs."""
        return [_unknown_tool(request) for request in requests]


def _unknown_tool(request: ToolRequest) -> ToolOutcome:
    result = {"success": False, "message": f"Unknown tool: {request.name}", "error": True}
    return ToolOutcome(call_id=request.call_id, name=request.name, result=result, denied=True)


class PausingApproval:
    """No answer is known: the session pauses."""

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return None always."""
        return None
