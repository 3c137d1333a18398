"""What an engine can want: the closed union of its decisions. Deciding is pure; carrying out is the runtime's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kingdom.cognition.inputs import Failure, to_jsonb
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
    """Ask a person whether these tools may run."""

    question: str
    requests: tuple[ToolRequest, ...] = ()
    choices: tuple[str, ...] = ("allow", "deny")
    type: Literal["request_approval"] = "request_approval"


@dataclass(frozen=True, kw_only=True)
class RequestModel:
    """Ask the language model."""

    request: ModelRequest
    type: Literal["request_model"] = "request_model"


@dataclass(frozen=True, kw_only=True)
class EmitResponse:
    """The answer: markdown for people, ``output`` by the output schema, the agent's own ``confidence`` (0 to 1) and status ``tag``.

    ``bypass`` is the reason given for leaving out the mandatory tool, ``truncated`` that the model hit its length limit.
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
    """The session is over. ``failure`` goes with ``failed`` and ``cancelled``."""

    status: Literal["completed", "failed", "cancelled"]
    failure: Failure | None = None
    type: Literal["exit"] = "exit"


@dataclass(frozen=True, kw_only=True)
class Wait:
    """Nothing to do until another input comes."""

    reason: str = ""
    type: Literal["wait"] = "wait"


AgentDecision = CallTool | SpawnWorker | RequestApproval | RequestModel | EmitResponse | Exit | Wait

_CODEC: TypeAdapter[AgentDecision] = TypeAdapter(Annotated[AgentDecision, Field(discriminator="type")])


def to_json(decision: AgentDecision) -> dict[str, Any]:
    """Return a decision as JSON values; its digest is an effect's ``args_hash``."""
    made: dict[str, Any] = to_jsonb(_CODEC.dump_python(decision, mode="json"))
    return made


def from_json(data: Mapping[str, Any]) -> AgentDecision:
    """Return the decision that ``to_json`` wrote. Raises pydantic.ValidationError for anything else."""
    return _CODEC.validate_python(data)
