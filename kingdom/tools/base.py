"""What a tool is, and what it is given."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kingdom.adapters.search.port import Search
from kingdom.adapters.workspace import Workspace
from kingdom.contracts.calls import CallContext
from kingdom.contracts.tools import SideEffect
from kingdom.runtime.ports import Sandbox

Result = Mapping[str, Any]
Http = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""One request through the broker. Blocking. Raises KingdomError."""


@dataclass(frozen=True, kw_only=True)
class ToolContext:
    """One call's doors to the world. A tool has no others.

    ``workspace`` opens the conversation's files; ``quota`` raises ToolError when so many more bytes (and one more file) do not fit, and
    is told afterwards with ``kept``. ``granted`` are the tools that this agent holds, ``now`` is the time of the call (ISO 8601, UTC).
    """

    call: CallContext
    workspace: Callable[[], Workspace]
    quota: "Quota"
    sandbox: Sandbox
    search: Search | None
    http: Http
    granted: tuple["Tool", ...]
    now: str


class Quota(ABC):
    """How much a user's files may take."""

    @abstractmethod
    async def check(self, path: str, size: int) -> None:
        """Raise ToolError when a file of ``size`` bytes at ``path`` would be too much."""

    @abstractmethod
    async def kept(self) -> None:
        """Count the workspace again, after a change."""


class Tool(ABC):
    """One named operation. It is stateless: one object serves every call of the process.

    ``id`` is ``<owner>.<area>.<verb>``; ``args`` and ``result`` are JSON schemas (draft 2020-12); ``per_minute`` is how often one user
    may call it, ``seconds`` how long one call may take. ``repeatable`` says that a call whose outcome is unknown may simply be run again.
    """

    id: ClassVar[str]
    description: ClassVar[str]
    args: ClassVar[Mapping[str, Any]]
    result: ClassVar[Mapping[str, Any]]
    side: ClassVar[SideEffect]
    per_minute: ClassVar[int] = 120
    seconds: ClassVar[float] = 20.0

    @property
    def repeatable(self) -> bool:
        """Whether running it twice is like running it once."""
        return self.side == "read"

    @abstractmethod
    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Do it and return a result that fits the schema, ``success`` in it. ``args`` fit their schema already.

        Raises KingdomError (ToolError) with a sentence for the model. Cancelling the task stops the work.
        """


def schema(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object with these properties and no others."""
    return {"type": "object", "properties": dict(properties), "required": list(required), "additionalProperties": False}


def result_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a result: ``success`` always, ``error`` when it is false, and these."""
    return schema({"success": {"type": "boolean"}, "error": {"type": "string"}, **properties}, "success")
