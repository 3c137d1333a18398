"""``ctx.tools.call`` of one run: through the permission gate like a model's call, and with a memory like the requests to hosts.

A run that begins again gets the results that an earlier try got: reads by what they ask, everything else one after the other, as it was.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync

from kingdom.cognition.inputs import storable
from kingdom.contracts.calls import CallContext
from kingdom.contracts.canonical import digest
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import ToolError
from kingdom.runtime.asking import PersonNeeded
from kingdom.runtime.ports import ApprovalPort, ToolPort
from kingdom.sessions.egress import EgressPlace, egress_held
from kingdom.tools.call_records import calls_begun
from kingdom.tools.registry import all_tools
from kingdom.tools.services import call_key

LONGEST_NAME = 120
_DIVERGED = "The try before this one made another call in the place of this one. So that nothing is done twice, this is not done."


@dataclass(frozen=True, kw_only=True)
class ToolDoor:
    """The gate, and who answers for a person where a rule has the answer already."""

    tool: ToolPort
    approval: ApprovalPort


class ToolCalls:
    """The tools of one run. Blocking, on a thread without an event loop."""

    def __init__(self, door: ToolDoor, call: CallContext, place: EgressPlace) -> None:
        """Read what earlier tries began."""
        self._door, self._call, self._place = door, call, place
        begun = calls_begun(session_id=place.session_id)
        self._begun = {row.call_id: row for row in begun}
        self._acts = {row.call_id.split(".")[2]: row for row in begun if row.call_id.startswith(f"{place.seq}.act.")}
        self._reads, self._count, self._diverged = Counter[str](), 0, False

    def call(self, args: object) -> Any:  # noqa: ANN401 - any JSON value
        """Call one tool and return its result, a refusal too.

        Raises ToolError for what is no call or another one than before, PersonNeeded to end the run with a question, LeaseLost.
        """
        request = self._request(args)
        egress_held(place=self._place)  # a worker that was thought dead does nothing any more
        allowed = async_to_sync(self._door.approval.ask)(self._call, "", (), [request])
        if allowed is None and not self._is_done(request):
            shown = {"call_id": request.call_id, "name": request.name, "args": dict(request.args)}
            raise PersonNeeded("tool", {"agent": self._call.agent_id, "tools": [shown]})
        (outcome,) = async_to_sync(self._door.tool.call)(self._call, [request])
        return outcome.result

    def _request(self, args: object) -> ToolRequest:
        """Return the call, with an id that it has in every try."""
        name, given = (args.get("name"), args.get("args")) if isinstance(args, Mapping) else (None, None)
        if not isinstance(name, str) or not name or len(name) > LONGEST_NAME or not isinstance(given, Mapping):
            raise ToolError("A tool is called by its name and an object of arguments.")
        try:
            kept: dict[str, Any] = storable(given)
        except ValueError as error:
            raise ToolError(f"The arguments are not plain JSON: {error}.") from None
        tool = all_tools().get(name)
        if tool is not None and not tool.repeatable:
            return self._act(name, kept)
        what = digest({"name": storable(name), "args": kept})[:16]
        self._reads[what] += 1
        return ToolRequest(call_id=f"{self._place.seq}.look.{what}.{self._reads[what]}", name=name, args=kept)

    def _act(self, name: str, args: dict[str, Any]) -> ToolRequest:
        """Return a call that is more than looking. Raises ToolError for another one than an earlier try made in its place."""
        self._count += 1
        request = ToolRequest(call_id=f"{self._place.seq}.act.{self._count}.{name}", name=name, args=args)
        before = self._acts.get(str(self._count))
        if before is not None and (before.call_id != call_key(request.call_id) or before.args_hash != digest(args)):
            self._diverged = True
        if self._diverged:
            raise ToolError(_DIVERGED)
        return request

    def _is_done(self, request: ToolRequest) -> bool:
        """Whether an earlier try has its result: then nobody is asked about it."""
        row = self._begun.get(call_key(request.call_id))
        return row is not None and row.result is not None
