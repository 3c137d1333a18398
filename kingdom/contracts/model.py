"""Values of the language-model port, shared by all providers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

FinishReason = Literal["stop", "length", "tool_calls", "content_filter", "error"]
ModelPurpose = Literal["reasoning", "chat"]


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
    """Tokens of one call; ``estimated`` when the provider reported none."""

    prompt_tokens: int = 0
    output_tokens: int = 0
    thought_tokens: int = 0
    total_tokens: int = 0
    estimated: bool = False


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
