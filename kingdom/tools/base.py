"""The base class of tools, and the context of one call."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kingdom.adapters.egress_proxy.port import EgressPolicy
from kingdom.adapters.search.port import Search
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import SideEffect
from kingdom.core.workspace_paths import MAX_FILE, FileEntry
from kingdom.runtime.ports import Sandbox

TOOL_ID = re.compile(r"[a-z][a-z0-9_]{1,30}(\.[a-z][a-z0-9_]{0,30}){2}")
Result = Mapping[str, Any]
HttpSender = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Sends one request through the egress proxy. Blocking. Raises KingdomError."""


@dataclass(frozen=True, kw_only=True)
class ToolContext:
    """Everything that one call of a tool may use.

    ``file_store`` has the conversation's files, ``granted`` are the agent's tools, ``now`` is the time of the call
    (ISO 8601, UTC).
    """

    call: CallContext
    file_store: "FileStore"
    sandbox: Sandbox
    search: Search | None
    http: HttpSender
    granted: tuple["Tool", ...]
    now: str


class FileStore(ABC):
    """A conversation's files.

    A change reviews the text, enforces the owner's quota and keeps the old content as a version.
    """

    @abstractmethod
    async def read(self, path: str, *, limit: int = MAX_FILE) -> bytes:
        """Return a file's bytes. Raises ToolError for a missing file, a folder, and one over ``limit`` bytes."""

    @abstractmethod
    async def find(self, pattern: str = "*", *, base: str = ".", limit: int = 1000) -> Sequence[FileEntry]:
        """Return at most ``limit`` files below ``base`` whose path or name matches a shell pattern, sorted.

        Raises ToolError when ``base`` is no folder.
        """

    @abstractmethod
    async def write(self, path: str, text: str, *, was_shown: bool = False) -> int:
        """Create or replace a text file and return its size in bytes.

        ``was_shown`` says that the permission gate has seen this whole text; one that needs a person's decision is
        refused without it. Raises ToolError.
        """

    @abstractmethod
    async def write_bytes(self, path: str, data: bytes) -> int:
        """Create or replace a file whose content was reviewed, and return its size in bytes. Raises ToolError."""

    @abstractmethod
    async def delete(self, path: str, *, recursive: bool = False) -> int:
        """Remove a file, or a folder with its files, keep their versions, and return the number of files removed.

        Raises ToolError when the path does not exist, and for a folder without ``recursive``.
        """


class Tool(ABC):
    """One named operation. It is stateless: one object serves every call of the process.

    ``id`` is ``<owner>.<area>.<verb>``; ``args`` and ``result`` are JSON schemas (draft 2020-12); ``per_minute`` limits
    the calls of one user, ``seconds`` the time of one call without its wait for a free sandbox. A call of a
    ``repeatable`` tool whose outcome is unknown may be run again.
    """

    id: ClassVar[str]
    description: ClassVar[str]
    args: ClassVar[Mapping[str, Any]]
    result: ClassVar[Mapping[str, Any]]
    side: ClassVar[SideEffect]
    per_minute: ClassVar[int] = 120
    seconds: ClassVar[float] = 20.0

    is_offered: ClassVar[bool] = True  # to agents; a call of one that is not is refused with the reason

    @property
    def repeatable(self) -> bool:
        """Whether a second run has no further effect."""
        return self.side == "read"

    @property
    def time_limit_s(self) -> float:
        """The seconds after which a call is stopped, its wait for a free sandbox included."""
        return self.seconds

    def refusal_reason(self, args: Mapping[str, Any], reach: Callable[[], EgressPolicy]) -> str:
        """Return why the agent's version can never make this call, empty when it may. Called before a person is asked.

        ``args`` fit their schema. ``reach`` reads the version's egress policy; blocking.
        """
        return ""

    def written_paths(self, args: Mapping[str, Any]) -> Sequence[str]:
        """Return the files or folders that a call may write beside what its arguments name as ``path``.

        The rules on ``archon.fs.write`` hold for them too.
        """
        return ()

    def reached_host(self, args: Mapping[str, Any], reach: Callable[[], EgressPolicy]) -> str:
        """Return the declared host that a call reaches, "" for none. Its user must have agreed to that host."""
        return ""

    async def part_boundary(self, ctx: ToolContext, args: Mapping[str, Any]) -> str:
        """Return the text around the place where a call goes on reading, "" for none: it is reviewed with the result.

        ``args`` are of a call that succeeded. Blocking.
        """
        return ""

    @abstractmethod
    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Run the call and return a result that fits the schema and has ``success``. ``args`` fit their schema.

        Raises KingdomError (ToolError) with a message for the model. Cancelling the task stops the work.
        """


def schema(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object with these properties and no others."""
    return {"type": "object", "properties": dict(properties), "required": list(required), "additionalProperties": False}


def result_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a result: ``success``, ``error`` when it is false, and these properties."""
    return schema({"success": {"type": "boolean"}, "error": {"type": "string"}, **properties}, "success")
