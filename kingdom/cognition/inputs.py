"""The closed union of a session's inputs.

Inputs are the only source of information for the pure step: time, model answers and tool results arrive only here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kingdom.contracts import model
from kingdom.contracts.attachments import AttachedFile
from kingdom.contracts.sandbox import SandboxOutcome, SandboxStatus
from kingdom.contracts.tools import ToolOutcome


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An error: a code of the tree in ``core.errors`` and a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class ConversationTurn:
    """One earlier turn of the conversation. ``files``: see ``UserMessage``."""

    role: Literal["user", "model"]
    text: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class UserMessage:
    """A message of the user. ``now`` is the time of its arrival (ISO 8601, UTC): the only clock of an engine.

    ``files`` are paths in the conversation's workspace that the message is about. ``attachments`` are these files with
    the beginning of their texts; logs from before there were any have none, and must fold as they did.
    ``status_required``: a model's answer needs one status tag, and evidence of its calls; False in logs from before.
    ``worker``: it is the task of a workflow's node, that nobody reads along with. ``temperature`` is for its model.
    """

    text: str
    now: str
    history: tuple[ConversationTurn, ...] = ()
    files: tuple[str, ...] = ()
    attachments: tuple[AttachedFile, ...] = ()
    status_required: bool = False
    worker: bool = False
    temperature: float | None = None
    type: Literal["user_message"] = "user_message"


@dataclass(frozen=True, kw_only=True)
class WorkerResult:
    """The end of a handler's run in the sandbox. ``value`` is set only with status ``ok``; ``ms`` is wall time.

    ``denied``: the run stopped to ask a person, who did not approve; ``reason`` says why. ``check_used``: what the
    handler read is compared with the message; False in logs from before that check, which must fold as they did.
    ``files_read`` are the files whose text the handler was given.
    """

    status: SandboxStatus
    value: Any = None
    stdout: str = ""
    stderr: str = ""
    reason: str = ""
    ms: float = 0.0
    backend: str = ""
    guarantees: tuple[str, ...] = ()
    denied: bool = False
    check_used: bool = False
    files_read: tuple[str, ...] = ()
    type: Literal["worker_result"] = "worker_result"

    @classmethod
    def of(cls, outcome: SandboxOutcome) -> "WorkerResult":
        """Return the input for a sandbox outcome; guarantees are sorted, because a set has no stable order."""
        return cls(
            status=outcome.status,
            value=outcome.value,
            stdout=outcome.stdout,
            stderr=outcome.stderr,
            reason=outcome.reason,
            ms=outcome.ms,
            backend=outcome.backend,
            guarantees=tuple(sorted(outcome.guarantees)),
            check_used=True,
            files_read=outcome.files_read,
        )


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """The outcomes of a batch of tools, or the ``failure`` that prevented the batch."""

    outcomes: tuple[ToolOutcome, ...] = ()
    failure: Failure | None = None
    type: Literal["tool_result"] = "tool_result"


@dataclass(frozen=True, kw_only=True)
class ApprovalResult:
    """A person's answer to the pending question."""

    choice: Literal["allow", "deny"]
    note: str = ""
    type: Literal["approval_result"] = "approval_result"


@dataclass(frozen=True, kw_only=True)
class ModelResponse:
    """The answer of the language model, or its ``failure``. Exactly one of the two is set."""

    response: model.ModelResponse | None = None
    failure: Failure | None = None
    type: Literal["model_response"] = "model_response"


@dataclass(frozen=True, kw_only=True)
class Shutdown:
    """A request to end the session now, e.g. because its user pressed stop."""

    reason: str = ""
    type: Literal["shutdown"] = "shutdown"


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A request to continue, without new information."""

    type: Literal["tick"] = "tick"


InputEvent = UserMessage | WorkerResult | ToolResult | ApprovalResult | ModelResponse | Shutdown | Tick

_CODEC: TypeAdapter[InputEvent] = TypeAdapter(Annotated[InputEvent, Field(discriminator="type")])

INPUT_KINDS: frozenset[str] = frozenset(
    {"user_message", "worker_result", "tool_result", "approval_result", "model_response", "shutdown", "tick"}
)

_MAX_DEPTH = 64
_FIRST_INTEGRAL_REPR = 1e16


def to_json(event: InputEvent) -> dict[str, Any]:
    """Return an input as JSON values that a ``jsonb`` column returns unchanged. Raises ValueError like ``to_jsonb``."""
    data: dict[str, Any] = to_jsonb(_CODEC.dump_python(event, mode="json"))
    return data


def from_json(data: Mapping[str, Any]) -> InputEvent:
    """Return the input that ``to_json`` wrote. Raises pydantic.ValidationError for anything else."""
    return _CODEC.validate_python(data)


def to_jsonb(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value in the form that PostgreSQL's ``jsonb`` keeps, so that a value and its stored copy are equal.

    ``jsonb`` refuses NUL and lone surrogates, drops the sign of -0.0, and writes 1e16 as an integer. Raises ValueError
    for NaN, infinities and nesting deeper than 64.
    """
    if depth > _MAX_DEPTH:
        raise ValueError(f"nested deeper than {_MAX_DEPTH}")
    if isinstance(value, str):
        return _jsonb_text(value)
    if isinstance(value, float):
        return _jsonb_number(value)
    if isinstance(value, Mapping):
        return {_jsonb_text(str(key)): to_jsonb(item, depth + 1) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [to_jsonb(item, depth + 1) for item in value]
    return value


def _jsonb_text(value: str) -> str:
    if value.isascii() and "\x00" not in value:
        return value
    return value.replace("\x00", "�").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _jsonb_number(value: float) -> int | float:
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("not a JSON number")
    if abs(value) < _FIRST_INTEGRAL_REPR:
        return value + 0.0  # turns -0.0 into 0.0
    digits, _, exponent = repr(value).partition("e+")
    whole, _, fraction = digits.partition(".")
    return int(whole + fraction + "0" * (int(exponent) - len(fraction)))
