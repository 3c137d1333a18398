"""``AgentState``: the frozen state of an engine. Each change returns a new state."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import TypeAdapter

from kingdom.cognition.decisions import EmitResponse, Exit
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.formats.canonical import canonical_json, text_digest
from kingdom.contracts.model import ModelMessage, Usage
from kingdom.contracts.tools import ToolRequest

MAX_STEPS = 48  # inputs of one session; a tool round takes two, so about 22 rounds
MAX_DELEGATIONS = 4
MAX_REJECTIONS = 3


@dataclass(frozen=True, kw_only=True)
class SessionLimits:
    """Limits of one session, as counts; stored with the session so that a replay uses the same ones."""

    max_steps: int = MAX_STEPS
    max_delegations: int = MAX_DELEGATIONS
    max_rejections: int = MAX_REJECTIONS


@dataclass(frozen=True, kw_only=True)
class PendingTools:
    """Requested tools without a result yet; the answer goes back to the model in the same ``form``."""

    requests: tuple[ToolRequest, ...]
    form: Literal["native", "text"]


@dataclass(frozen=True, kw_only=True)
class AgentState:
    """The state of a session after its inputs so far. ``now`` is the time of the last user message (ISO 8601, UTC)."""

    limits: SessionLimits = field(default_factory=SessionLimits)
    history: tuple[ModelMessage, ...] = ()
    now: str = ""
    step_count: int = 0
    delegation_count: int = 0
    rejection_count: int = 0
    retry_count: int = 0
    scratchpad: Mapping[str, str] = field(default_factory=dict)
    pending_model: bool = False
    pending_worker: bool = False
    pending_tools: PendingTools | None = None
    pending_approval: bool = False
    shutdown_requested: bool = False
    usage: Usage = field(default_factory=Usage)
    emitted: EmitResponse | None = None
    exited: Exit | None = None

    def with_message(self, *messages: ModelMessage) -> "AgentState":
        """Return the state with these turns appended to its history."""
        return replace(self, history=(*self.history, *messages))

    def with_note(self, key: str, value: str) -> "AgentState":
        """Return the state with one entry of the scratchpad set."""
        return replace(self, scratchpad={**self.scratchpad, key: value})

    def with_usage(self, usage: Usage) -> "AgentState":
        """Return the state with these tokens added."""
        return replace(self, usage=self.usage.plus(usage))

    @property
    def is_waiting(self) -> bool:
        """Whether a requested result is still missing."""
        return self.pending_model or self.pending_worker or self.pending_approval or self.pending_tools is not None

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values."""
        data: dict[str, Any] = to_jsonb(_CODEC.dump_python(self, mode="json"))
        # Digests of stored sessions were made without these; a zero must not change them.
        data["usage"] = {name: value for name, value in data["usage"].items() if value or name not in _LATER_USAGE}
        return data

    def digest(self) -> str:
        """Return the SHA-256 of the canonical JSON: equal states have equal digests on every machine."""
        return text_digest(canonical_json(self.to_json()))


_LATER_USAGE = ("cached_tokens", "cost_micros", "unpriced_tokens", "searches")
_CODEC: TypeAdapter[AgentState] = TypeAdapter(AgentState)
