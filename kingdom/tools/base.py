"""What a tool is, and what it is given."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kingdom.adapters.egress_proxy.port import EgressPolicy
from kingdom.adapters.search.port import Search
from kingdom.adapters.workspace import Workspace
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import SideEffect
from kingdom.runtime.ports import Sandbox

Result = Mapping[str, Any]
HttpSender = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""One request through the broker. Blocking. Raises KingdomError."""


@dataclass(frozen=True, kw_only=True)
class ToolContext:
    """One call's doors to the world. A tool has no others.

    ``workspace`` opens the conversation's files for reading; they are written and removed by ``file_store`` alone. ``granted`` are the tools
    that this agent holds, ``now`` is the time of the call (ISO 8601, UTC).
    """

    call: CallContext
    workspace: Callable[[], Workspace]
    file_store: "FileStore"
    sandbox: Sandbox
    search: Search | None
    http: HttpSender
    granted: tuple["Tool", ...]
    now: str


class FileStore(ABC):
    """Changes a conversation's files: looked through, within their owner's quota, and what was there before is kept as a version."""

    @abstractmethod
    async def write(self, path: str, text: str) -> int:
        """Make or replace a text file and return its bytes. Raises ToolError."""

    @abstractmethod
    async def delete(self, path: str) -> None:
        """Remove a file. Raises ToolError when it is not there."""


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

    def refusal_reason(self, args: Mapping[str, Any], reach: Callable[[], EgressPolicy]) -> str:
        """Return why this agent's version can never do that, empty when it may: asked before a person is. ``args`` fit.

        ``reach`` reads what it may reach; blocking.
        """
        return ""

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
