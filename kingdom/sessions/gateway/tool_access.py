"""``ctx.tools.call`` of one run: checked by the permission gate like a model's calls, and replayed like HTTP requests.

A repeated run gets the results of the earlier attempt: reads by their arguments, all other calls in the same order.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.tools import ToolRequest
from kingdom.core.background.event_loop import run_async
from kingdom.core.errors import ToolError
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.runtime.ports import ApprovalPort, ToolPort
from kingdom.sessions.gateway.egress_log import EffectLease, effect_lease_check
from kingdom.tools.receipts.call_log import calls_in_progress
from kingdom.tools.receipts.services import stored_call_id
from kingdom.tools.registry.tool_registry import all_tools

MAX_TOOL_NAME_LENGTH = 120
_DIVERGED = (
    "The try before this one made another call in the place of this one. "
    "So that nothing is done twice, this is not done."
)


@dataclass(frozen=True, kw_only=True)
class ToolAccess:
    """The tool port behind the permission gate, and the approval port that applies permission rules."""

    tool: ToolPort
    approval: ApprovalPort


class HandlerToolCalls:
    """The tools of one run. Blocking, on a thread without an event loop."""

    def __init__(self, tools: ToolAccess, call: CallContext, effect_lease: EffectLease) -> None:
        """Read the calls of earlier attempts."""
        self._tools, self._call, self._effect_lease = tools, call, effect_lease
        calls = calls_in_progress(session_id=effect_lease.session_id)
        self._recorded = {row.call_id: row for row in calls}
        self._writes = {
            row.call_id.split(".")[2]: row for row in calls if row.call_id.startswith(f"{effect_lease.seq}.act.")
        }
        self._reads, self._count, self._diverged = Counter[str](), 0, False

    def call(self, args: object) -> Any:  # noqa: ANN401 - any JSON value
        """Call one tool and return its result, which may be a refusal.

        Raises ToolError for an invalid call or another one than before, HumanInputRequired, LeaseLost.
        """
        request = self._request(args)
        effect_lease_check(effect_lease=self._effect_lease)  # fence: this worker may have lost its lease
        allowed = run_async(self._tools.approval.ask, self._call, "", (), [request])
        if allowed is None and not self._is_done(request):
            shown = {"call_id": request.call_id, "name": request.name, "args": dict(request.args)}
            raise HumanInputRequired("tool", {"agent": self._call.agent_id, "tools": [shown]})
        (outcome,) = run_async(self._tools.tool.call, self._call, [request])
        return outcome.result

    def _request(self, args: object) -> ToolRequest:
        """Return the call, with an id that is the same in every attempt."""
        name, tool_args = (args.get("name"), args.get("args")) if isinstance(args, Mapping) else (None, None)
        if not isinstance(name, str) or not isinstance(tool_args, Mapping) or not 0 < len(name) <= MAX_TOOL_NAME_LENGTH:
            raise ToolError("A tool is called by its name and an object of arguments.")
        try:
            stored_args: dict[str, Any] = to_jsonb(tool_args)
        except ValueError as error:
            raise ToolError(f"The arguments are not plain JSON: {error}.") from None
        tool = all_tools().get(name)
        if tool is not None and not tool.repeatable:
            return self._write_request(name, stored_args)
        digest = json_digest({"name": to_jsonb(name), "args": stored_args})[:16]
        self._reads[digest] += 1
        return ToolRequest(
            call_id=f"{self._effect_lease.seq}.look.{digest}.{self._reads[digest]}", name=name, args=stored_args
        )

    def _write_request(self, name: str, args: dict[str, Any]) -> ToolRequest:
        """Return a call with side effects.

        Raises ToolError when an earlier attempt made another call at this position.
        """
        self._count += 1
        request = ToolRequest(call_id=f"{self._effect_lease.seq}.act.{self._count}.{name}", name=name, args=args)
        before = self._writes.get(str(self._count))
        if before is not None and (
            before.call_id != stored_call_id(request.call_id) or before.args_hash != json_digest(args)
        ):
            self._diverged = True
        if self._diverged:
            raise ToolError(_DIVERGED)
        return request

    def _is_done(self, request: ToolRequest) -> bool:
        """Whether an earlier attempt has the result: then no approval is needed."""
        row = self._recorded.get(stored_call_id(request.call_id))
        return row is not None and row.result is not None
