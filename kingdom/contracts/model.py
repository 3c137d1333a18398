"""The language-model port and its values, shared by all providers."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Protocol

from kingdom.contracts.call_context import CallContext

FinishReason = Literal["stop", "length", "tool_calls", "content_filter", "error"]
ModelPurpose = Literal["reasoning", "chat"]
OnDelta = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """One native function call of a model. ``signature`` is the provider's opaque token; send it back unchanged."""

    id: str
    name: str
    args: Mapping[str, Any]
    signature: str | None = None


@dataclass(frozen=True, kw_only=True)
class ModelMessage:
    """One turn of a conversation with a model.

    ``tool_calls`` go with role ``model``; ``tool_call_id``, ``tool_name`` and JSON in ``text`` go with role ``tool``.
    """

    role: Literal["system", "user", "model", "tool"]
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    tool_name: str | None = None


@dataclass(frozen=True, kw_only=True)
class ToolDeclaration:
    """A tool as it is declared to a model; ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request to a language model. ``json_schema`` (draft 2020-12) asks for one JSON value as the answer."""

    messages: tuple[ModelMessage, ...]
    purpose: ModelPurpose = "chat"
    json_schema: Mapping[str, Any] | None = None
    tools: tuple[ToolDeclaration, ...] = ()
    temperature: float | None = None
    max_output_tokens: int | None = None
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Usage:
    """Tokens of one or more calls; ``estimated`` when a provider reported none.

    ``cached_tokens`` are those of ``prompt_tokens`` that the provider read from its cache. ``cost_micros`` is in
    millionths of the prices' currency, ``unpriced_tokens`` counts the tokens of calls whose price is unknown.
    ``searches`` counts the calls in which the provider searched the web, which it bills besides their tokens.
    """

    prompt_tokens: int = 0
    output_tokens: int = 0
    thought_tokens: int = 0
    total_tokens: int = 0
    estimated: bool = False
    cached_tokens: int = 0
    cost_micros: int = 0
    unpriced_tokens: int = 0
    searches: int = 0

    @property
    def billed_tokens(self) -> int:
        """Tokens that a provider bills: read, written and thought."""
        return self.prompt_tokens + self.output_tokens + self.thought_tokens

    def plus(self, other: "Usage") -> "Usage":
        """Return the sums of both; estimated when one of them is."""
        sums = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        return Usage(**{**sums, "estimated": self.estimated or other.estimated})


@dataclass(frozen=True, kw_only=True)
class ModelResponse:
    """One answer. ``parsed`` is the validated JSON value if a schema was given. ``model`` names the actual model."""

    text: str
    finish: FinishReason
    tool_calls: tuple[ToolCall, ...] = ()
    parsed: Any = None
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    provider_finish: str = ""


class LanguageModel(Protocol):
    """One language model behind any provider."""

    @property
    def name(self) -> str:
        """A short name for receipts and the status page, e.g. ``gemini:gemini-2.5-flash``."""
        ...

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request; with ``on_delta`` the text is also streamed.

        Raises ModelNotConfigured, ModelUnavailable, ModelBlocked, ModelBadAnswer. Cancelling the task closes the
        upstream call.
        """
        ...
