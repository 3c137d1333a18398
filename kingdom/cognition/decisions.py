"""The closed union of an engine's decisions. Deciding is pure; the runtime carries decisions out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kingdom.cognition.inputs import Failure, to_jsonb
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.model import ModelRequest
from kingdom.contracts.tools import ToolRequest

Tag = Literal["", "SUCCESS", "NULL"]


@dataclass(frozen=True, kw_only=True)
class CallTool:
    """Run a batch of tools, in order, behind the permission gate."""

    requests: tuple[ToolRequest, ...]
    type: Literal["call_tool"] = "call_tool"


@dataclass(frozen=True, kw_only=True)
class SpawnWorker:
    """Run the version's handler in the sandbox on this payload."""

    payload: Mapping[str, Any]
    type: Literal["spawn_worker"] = "spawn_worker"


@dataclass(frozen=True, kw_only=True)
class RequestApproval:
    """Ask a person for permission to run these tools. ``summary`` is the model's own reason, untrusted."""

    question: str
    requests: tuple[ToolRequest, ...] = ()
    choices: tuple[str, ...] = ("allow", "deny")
    summary: str = ""
    type: Literal["request_approval"] = "request_approval"


@dataclass(frozen=True, kw_only=True)
class Delegate:
    """Hand work to new agents of the same workflow. The kernel judges it, and answers with a tool result."""

    request: ToolRequest
    type: Literal["delegate"] = "delegate"


@dataclass(frozen=True, kw_only=True)
class RequestModel:
    """Send a request to the language model."""

    request: ModelRequest
    type: Literal["request_model"] = "request_model"


@dataclass(frozen=True, kw_only=True)
class EmitResponse:
    """The answer: markdown for people, ``output`` by the output schema, ``confidence`` (0 to 1) and status ``tag``.

    ``bypass`` is the agent's reason for skipping the mandatory tool. ``truncated``: the model hit its length limit.
    """

    answer: str
    output: Any = None
    confidence: float | None = None
    tag: Tag = ""
    bypass: str = ""
    truncated: bool = False
    type: Literal["emit_response"] = "emit_response"


@dataclass(frozen=True, kw_only=True)
class Exit:
    """End the session. ``failure`` is set with ``failed`` and ``cancelled``."""

    status: Literal["completed", "failed", "cancelled"]
    failure: Failure | None = None
    type: Literal["exit"] = "exit"


@dataclass(frozen=True, kw_only=True)
class Wait:
    """Do nothing until the next input."""

    reason: str = ""
    type: Literal["wait"] = "wait"


AgentDecision = CallTool | Delegate | SpawnWorker | RequestApproval | RequestModel | EmitResponse | Exit | Wait

_CODEC: TypeAdapter[AgentDecision] = TypeAdapter(Annotated[AgentDecision, Field(discriminator="type")])


def to_json(decision: AgentDecision) -> dict[str, Any]:
    """Return a decision as JSON values; their digest is an effect's ``args_hash`` (see ``stored_digests``)."""
    data: dict[str, Any] = to_jsonb(_CODEC.dump_python(decision, mode="json"))
    # Digests of stored decisions were made without it; an empty one must not change them.
    return {name: value for name, value in data.items() if value or name != "summary"}


def stored_digests(decision: AgentDecision) -> frozenset[str]:
    """Return the digests that a decision may be stored with: of today's form, and of that before 22 November 2026.

    Until then a request for permission was stored without its ``summary``.
    """
    data = to_json(decision)
    earlier = {name: value for name, value in data.items() if name != "summary"}
    return frozenset({json_digest(data), json_digest(earlier)})
