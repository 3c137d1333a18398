"""``ctx.tools.call`` of one run: through the permission gate like a model's call, and with a memory like the requests to hosts.

A run that begins again gets the results that an earlier try got: reads by what they ask, everything else one after the other, as it was.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.canonical import json_digest
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import ToolError
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.runtime.ports import ApprovalPort, ToolPort
from kingdom.sessions.gateway.egress_log import EffectLease, effect_lease_check
from kingdom.tools.receipts.call_log import calls_in_progress
from kingdom.tools.receipts.services import stored_call_id
from kingdom.tools.registry.tool_registry import all_tools

MAX_TOOL_NAME_LENGTH = 120
_DIVERGED = "The try before this one made another call in the place of this one. So that nothing is done twice, this is not done."


@dataclass(frozen=True, kw_only=True)
class ToolAccess:
    """The gate, and who answers for a person where a rule has the answer already."""

    tool: ToolPort
    approval: ApprovalPort


class HandlerToolCalls:
    """The tools of one run. Blocking, on a thread without an event loop."""

    def __init__(self, door: ToolAccess, call: CallContext, place: EffectLease) -> None:
        """Read what earlier tries began."""
        self._door, self._call, self._place = door, call, place
        begun = calls_in_progress(session_id=place.session_id)
        self._begun = {row.call_id: row for row in begun}
        self._acts = {row.call_id.split(".")[2]: row for row in begun if row.call_id.startswith(f"{place.seq}.act.")}
        self._reads, self._count, self._diverged = Counter[str](), 0, False

    def call(self, args: object) -> Any:  # noqa: ANN401 - any JSON value
        """Call one tool and return its result, a refusal too.

        Raises ToolError for what is no call or another one than before, PersonNeeded to end the run with a question, LeaseLost.
        """
        request = self._request(args)
        effect_lease_check(place=self._place)  # a worker that was thought dead does nothing any more
        allowed = async_to_sync(self._door.approval.ask)(self._call, "", (), [request])
        if allowed is None and not self._is_done(request):
            shown = {"call_id": request.call_id, "name": request.name, "args": dict(request.args)}
            raise HumanInputRequired("tool", {"agent": self._call.agent_id, "tools": [shown]})
        (outcome,) = async_to_sync(self._door.tool.call)(self._call, [request])
        return outcome.result

    def _request(self, args: object) -> ToolRequest:
        """Return the call, with an id that it has in every try."""
        name, given = (args.get("name"), args.get("args")) if isinstance(args, Mapping) else (None, None)
        if not isinstance(name, str) or not name or len(name) > MAX_TOOL_NAME_LENGTH or not isinstance(given, Mapping):
            raise ToolError("A tool is called by its name and an object of arguments.")
        try:
            kept: dict[str, Any] = to_jsonb(given)
        except ValueError as error:
            raise ToolError(f"The arguments are not plain JSON: {error}.") from None
        tool = all_tools().get(name)
        if tool is not None and not tool.repeatable:
            return self._act(name, kept)
        what = json_digest({"name": to_jsonb(name), "args": kept})[:16]
        self._reads[what] += 1
        return ToolRequest(call_id=f"{self._place.seq}.look.{what}.{self._reads[what]}", name=name, args=kept)

    def _act(self, name: str, args: dict[str, Any]) -> ToolRequest:
        """Return a call that is more than looking. Raises ToolError for another one than an earlier try made in its place."""
        self._count += 1
        request = ToolRequest(call_id=f"{self._place.seq}.act.{self._count}.{name}", name=name, args=args)
        before = self._acts.get(str(self._count))
        if before is not None and (
            before.call_id != stored_call_id(request.call_id) or before.args_hash != json_digest(args)
        ):
            self._diverged = True
        if self._diverged:
            raise ToolError(_DIVERGED)
        return request

    def _is_done(self, request: ToolRequest) -> bool:
        """Whether an earlier try has its result: then nobody is asked about it."""
        row = self._begun.get(stored_call_id(request.call_id))
        return row is not None and row.result is not None
