"""The client side of the OpenAI chat protocol: Kingdom's model values to JSON bodies and back. Pure, without an SDK."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kingdom.contracts.model import (
    FinishReason,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ToolCall,
    ToolDeclaration,
    Usage,
)
from kingdom.core.errors import BadInput, ModelBadAnswer, ModelBlocked, ModelUnavailable

SchemaMode = Literal["json_schema", "json_object", "prompt"]
SCHEMA_MODES: tuple[SchemaMode, ...] = ("json_schema", "json_object", "prompt")

JSON_ONLY = "Answer with one JSON value and nothing else. It must fit this JSON schema: "
JSON_UNLESS_TOOL = (
    "Unless you call a function, answer with one JSON value and nothing else. It must fit this JSON schema: "
)

FINISH: Mapping[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "length": "length",
    "max_tokens": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "content_filter",
}


TIMEOUT_HEADER = "X-Request-Timeout"
"""The remaining seconds of a call: the server can stop in time even when a proxy hides the client's disconnect."""


def safe_name(name: str) -> str:
    """Return a tool's name in the letters this protocol allows (``^[a-zA-Z0-9_-]{1,64}$``: no dots)."""
    return re.sub(r"[^a-zA-Z0-9_-]", "__", name)[:64]


def build_body(request: ModelRequest, model: str, mode: SchemaMode) -> dict[str, Any]:
    """Return the request's body.

    Raises BadInput without a message, and when two tool names are equal after ``safe_name``.
    """
    if not any(message.role != "system" for message in request.messages):
        raise BadInput("There is no message to answer.")
    optional = {
        "temperature": request.temperature,
        "max_tokens": request.max_output_tokens,
        "stop": list(request.stop) or None,
        "tools": _tools(request.tools) or None,
    }
    body: dict[str, Any] = {"model": model, "messages": [_message(message) for message in request.messages]}
    body.update({key: value for key, value in optional.items() if value is not None})
    if request.json_schema is not None:
        _ask_for_json(body, request.json_schema, mode, with_tools=bool(request.tools))
    return body


def _ask_for_json(body: dict[str, Any], schema: Mapping[str, Any], mode: SchemaMode, *, with_tools: bool) -> None:
    """Add the schema. With tools it goes into the prompt: a server that forces JSON output cannot call a function."""
    if mode == "json_schema" and not with_tools:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema)}}
        return
    if mode == "json_object" and not with_tools:
        body["response_format"] = {"type": "json_object"}
    instruction = (JSON_UNLESS_TOOL if with_tools else JSON_ONLY) + json.dumps(schema, ensure_ascii=False)
    body["messages"] = [{"role": "system", "content": instruction}, *body["messages"]]


def _message(message: ModelMessage) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id or "", "content": message.text}
    if message.role != "model":
        return {"role": message.role, "content": message.text}
    turn: dict[str, Any] = {"role": "assistant", "content": message.text or None}
    if message.tool_calls:
        turn["tool_calls"] = [_call(call) for call in message.tool_calls]
    return turn


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": safe_name(call.name), "arguments": json.dumps(dict(call.args), ensure_ascii=False)}
    return {"id": call.id, "type": "function", "function": function, **write_signature(call.signature)}


def read_signature(extra_content: object) -> str | None:
    """Return a tool call's signature from the field where Gemini's own OpenAI endpoint puts it, None without one."""
    google = extra_content.get("google") if isinstance(extra_content, Mapping) else None
    signature = google.get("thought_signature") if isinstance(google, Mapping) else None
    return signature if isinstance(signature, str) else None


def write_signature(signature: str | None) -> dict[str, Any]:
    """Return the fields that carry a tool call's signature: none without one."""
    return {"extra_content": {"google": {"thought_signature": signature}}} if signature else {}


def _tools(tools: Sequence[ToolDeclaration]) -> list[dict[str, Any]]:
    if len({safe_name(tool.name) for tool in tools}) != len(tools):
        raise BadInput("Two tools have names that this provider cannot tell apart.")
    return [_tool(tool.name, tool.description, tool.parameters) for tool in tools]


def _tool(name: str, description: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {"name": safe_name(name), "description": description, "parameters": dict(parameters)},
    }


class OpenAIResponseCollector:
    """Collects one answer from JSON: a whole completion, or the chunks of a stream."""

    def __init__(self, request: ModelRequest) -> None:
        """Keep the tools' real names to reverse ``safe_name``."""
        self._names = {safe_name(tool.name): tool.name for tool in request.tools}
        self._calls: dict[int, dict[str, str]] = {}
        self.text: list[str] = []
        self.refusal = ""
        self.finish = ""
        self.model = ""
        self.usage: Mapping[str, Any] | None = None

    def add(self, piece: Mapping[str, Any]) -> str:
        """Add one completion or chunk and return its text. Raises ModelBadAnswer for an unknown shape."""
        usage, choices = piece.get("usage"), piece.get("choices")
        self.usage = usage if isinstance(usage, Mapping) else self.usage
        self.model = str(piece.get("model") or self.model)
        if not choices:
            return ""
        try:
            text = self._add_choice(choices[0])
        except (TypeError, AttributeError, KeyError, IndexError):
            raise ModelBadAnswer(
                "The model's answer could not be read.", fault="unreadable", provider="openai"
            ) from None
        self.text.append(text)
        return text

    def _add_choice(self, choice: Mapping[str, Any]) -> str:
        message = choice.get("message") or choice.get("delta") or {}
        self.finish = str(choice.get("finish_reason") or self.finish)
        self.refusal += str(message.get("refusal") or "")
        for index, call in enumerate(message.get("tool_calls") or []):
            self._add_call(call, index)
        return str(message.get("content") or "")

    def _add_call(self, call: Mapping[str, Any], index: int) -> None:
        position = call.get("index")
        parts = self._calls.setdefault(
            position if isinstance(position, int) else index, {"id": "", "name": "", "arguments": "", "signature": ""}
        )
        function = call.get("function") or {}
        parts["id"] = parts["id"] or str(call.get("id") or "")
        parts["name"] += str(function.get("name") or "")
        parts["arguments"] += str(function.get("arguments") or "")
        parts["signature"] = parts["signature"] or read_signature(call.get("extra_content")) or ""

    def response(self, model: str) -> ModelResponse:
        """Return the whole answer.

        Raises ModelBlocked, ModelBadAnswer (arguments of a call are not JSON), ModelUnavailable (the answer is
        incomplete).
        """
        text = "".join(self.text)
        if self.refusal or (self.finish == "content_filter" and not text):
            raise ModelBlocked(
                f"The model refused: {self.refusal or self.finish}"[:300], reason=self.finish, provider="openai"
            )
        if not self.finish:
            raise ModelUnavailable("The model's answer broke off before its end.", fault="cut", provider="openai")
        calls = tuple(self._tool_call(parts, number) for number, parts in sorted(self._calls.items()))
        finish: FinishReason = "tool_calls" if calls else FINISH.get(self.finish, "error")
        return ModelResponse(
            text=text,
            finish=finish,
            tool_calls=calls,
            usage=to_usage(self.usage),
            model=self.model or model,
            provider_finish=self.finish,
        )

    def _tool_call(self, parts: Mapping[str, str], number: int) -> ToolCall:
        try:
            args = json.loads(parts["arguments"] or "{}")
        except (ValueError, RecursionError):
            args = None
        if not isinstance(args, dict):
            raise ModelBadAnswer(
                f"The model called {parts['name']} with arguments that are not a JSON object.", provider="openai"
            )
        return ToolCall(
            id=parts["id"] or f"call_{number}",
            name=self._names.get(parts["name"], parts["name"]),
            args=args,
            signature=parts["signature"] or None,
        )


def to_usage(counts: Mapping[str, Any] | None) -> Usage:
    """Return the token counts of the server; without any, zeros marked as estimated."""
    if not counts:
        return Usage(estimated=True)
    thoughts = _count(counts.get("completion_tokens_details"), "reasoning_tokens")
    cached = _count(counts.get("prompt_tokens_details"), "cached_tokens")
    prompt, output = _count(counts, "prompt_tokens"), _count(counts, "completion_tokens")
    total = _count(counts, "total_tokens") or prompt + output
    return Usage(
        prompt_tokens=prompt,
        output_tokens=max(0, output - thoughts),
        thought_tokens=thoughts,
        total_tokens=total,
        cached_tokens=cached,
    )


def _count(counts: object, name: str) -> int:
    value = counts.get(name) if isinstance(counts, Mapping) else None
    return value if isinstance(value, int) else 0
