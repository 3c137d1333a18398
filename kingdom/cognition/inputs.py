"""What can happen to a session: the closed union of its inputs.

An input is all that the pure step ever learns of the world, so time, model answers and tool results come in here and nowhere else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kingdom.contracts import model
from kingdom.contracts.sandbox import SandboxOutcome, SandboxStatus
from kingdom.contracts.tools import ToolOutcome


@dataclass(frozen=True, kw_only=True)
class Failure:
    """Why something could not be done: an error code of the tree in ``core.errors`` and a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class ConversationTurn:
    """One earlier turn of the conversation; ``files`` as in ``UserMessage``."""

    role: Literal["user", "model"]
    text: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class UserMessage:
    """A person wrote. ``now`` is the time it was taken in (ISO 8601, UTC): the only clock an engine has.

    ``files`` are paths in the conversation's workspace that the message is about; what is in them only tools tell.
    """

    text: str
    now: str
    history: tuple[ConversationTurn, ...] = ()
    files: tuple[str, ...] = ()
    type: Literal["user_message"] = "user_message"


@dataclass(frozen=True, kw_only=True)
class WorkerResult:
    """The handler's run in the sandbox ended; ``value`` is there only with status ``ok``. ``ms`` is wall time in milliseconds.

    ``denied`` says that it stopped to ask a person, who did not say yes; ``reason`` is the sentence for that.
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
    type: Literal["worker_result"] = "worker_result"

    @classmethod
    def of(cls, outcome: SandboxOutcome) -> "WorkerResult":
        """Return the input for one sandbox outcome; the guarantees are sorted, since a set has no stable order."""
        return cls(
            status=outcome.status,
            value=outcome.value,
            stdout=outcome.stdout,
            stderr=outcome.stderr,
            reason=outcome.reason,
            ms=outcome.ms,
            backend=outcome.backend,
            guarantees=tuple(sorted(outcome.guarantees)),
        )


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """A batch of tools ran, was denied, or (with ``failure``) could not be tried."""

    outcomes: tuple[ToolOutcome, ...] = ()
    failure: Failure | None = None
    type: Literal["tool_result"] = "tool_result"


@dataclass(frozen=True, kw_only=True)
class ApprovalResult:
    """A person answered the pending question."""

    choice: Literal["allow", "deny"]
    note: str = ""
    type: Literal["approval_result"] = "approval_result"


@dataclass(frozen=True, kw_only=True)
class ModelResponse:
    """The language model answered, or ``failure`` says why not. Exactly one of the two is set."""

    response: model.ModelResponse | None = None
    failure: Failure | None = None
    type: Literal["model_response"] = "model_response"


@dataclass(frozen=True, kw_only=True)
class Shutdown:
    """The session must end now, e.g. since its user pressed stop."""

    reason: str = ""
    type: Literal["shutdown"] = "shutdown"


@dataclass(frozen=True, kw_only=True)
class Tick:
    """Nothing new: go on with what comes next."""

    type: Literal["tick"] = "tick"


InputEvent = UserMessage | WorkerResult | ToolResult | ApprovalResult | ModelResponse | Shutdown | Tick

_CODEC: TypeAdapter[InputEvent] = TypeAdapter(Annotated[InputEvent, Field(discriminator="type")])

INPUT_KINDS: frozenset[str] = frozenset(
    {"user_message", "worker_result", "tool_result", "approval_result", "model_response", "shutdown", "tick"}
)

_MAX_DEPTH = 64
_FIRST_INTEGRAL_REPR = 1e16


def to_json(event: InputEvent) -> dict[str, Any]:
    """Return an input as JSON values that a ``jsonb`` column gives back unchanged. Raises ValueError for what it cannot hold."""
    made: dict[str, Any] = to_jsonb(_CODEC.dump_python(event, mode="json"))
    return made


def from_json(data: Mapping[str, Any]) -> InputEvent:
    """Return the input that ``to_json`` wrote. Raises pydantic.ValidationError for anything else."""
    return _CODEC.validate_python(data)


def to_jsonb(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value in the one form that PostgreSQL's ``jsonb`` keeps, so that what is folded now and what is read later are equal.

    ``jsonb`` refuses NUL and lone surrogates, drops the sign of -0.0, and writes 1e16 as an integer. Raises ValueError for NaN,
    infinities and nesting deeper than 64.
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
    return value.replace("\x00", "�").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _jsonb_number(value: float) -> int | float:
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("not a JSON number")
    if abs(value) < _FIRST_INTEGRAL_REPR:
        return value + 0.0  # turns -0.0 into 0.0
    digits, _, exponent = repr(value).partition("e+")
    whole, _, fraction = digits.partition(".")
    return int(whole + fraction + "0" * (int(exponent) - len(fraction)))
