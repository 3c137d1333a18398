"""Converts Kingdom's model values to google-genai's and back. Pure."""

import base64
import json
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from google.genai import types

from kingdom.adapters.models.gemini.schema import to_gemini_schema, with_property_ordering
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

LOCAL_CALL_ID_PREFIX = "own-"
"""Prefix of call ids created here because the service sent none; they are not sent back to it."""

STOPPED = frozenset({"STOP"})
CUT = frozenset({"MAX_TOKENS", "CONTINUATION"})
BLOCKED = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT",
        "IMAGE_RECITATION",
        "ESCALATION",
        "PUP_LIMITED_DISABLED",
        "MODEL_ARMOR",
    }
)
BROKEN = frozenset(
    {
        "MALFORMED_FUNCTION_CALL",
        "MALFORMED_RESPONSE",
        "UNEXPECTED_TOOL_CALL",
        "TOO_MANY_TOOL_CALLS",
        "MISSING_THOUGHT_SIGNATURE",
    }
)

JSON_ONLY = "Unless you call a function, answer with one JSON value and nothing else. It must fit this JSON schema: "


def build_contents(messages: Sequence[ModelMessage]) -> list[types.Content]:
    """Return the turns.

    Consecutive messages of one side are merged, because the service expects all tool results in one turn.

    Raises BadInput without a turn.
    """
    contents: list[types.Content] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "model" if message.role == "model" else "user"
        parts = _parts(message)
        if contents and contents[-1].role == role:
            contents[-1].parts = [*(contents[-1].parts or []), *parts]
        elif parts:
            contents.append(types.Content(role=role, parts=parts))
    if not contents:
        raise BadInput("There is no message to answer.")
    return contents


def _parts(message: ModelMessage) -> list[types.Part]:
    if message.role == "tool":
        call_id = (
            message.tool_call_id
            if message.tool_call_id and not message.tool_call_id.startswith(LOCAL_CALL_ID_PREFIX)
            else None
        )
        reply = types.FunctionResponse(id=call_id, name=message.tool_name or "", response=_tool_result(message.text))
        return [types.Part(function_response=reply)]
    parts = [types.Part(text=message.text)] if message.text else []
    return parts + [_call_part(call) for call in message.tool_calls]


def _tool_result(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    return value if isinstance(value, dict) else {"result": value}


def _call_part(call: ToolCall) -> types.Part:
    call_id = None if call.id.startswith(LOCAL_CALL_ID_PREFIX) else call.id
    signature = base64.b64decode(call.signature) if call.signature else None
    return types.Part(
        function_call=types.FunctionCall(id=call_id, name=call.name, args=dict(call.args)), thought_signature=signature
    )


def build_config(request: ModelRequest) -> types.GenerateContentConfig:
    """Return the call's configuration.

    Automatic function calling is off, so that nothing runs outside the permission gate.

    With tools *and* a schema the schema goes into the system instruction: models before Gemini 3 refuse both at once.
    """
    system = [message.text for message in request.messages if message.role == "system"]
    config = types.GenerateContentConfig(
        temperature=request.temperature,
        max_output_tokens=request.max_output_tokens,
        stop_sequences=list(request.stop) or None,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )
    if request.tools:
        config.tools = [types.Tool(function_declarations=[_declaration(tool) for tool in request.tools])]
        if request.json_schema is not None:
            system.append(JSON_ONLY + json.dumps(request.json_schema, ensure_ascii=False))
    elif request.json_schema is not None:
        config.response_mime_type = "application/json"
        config.response_json_schema = with_property_ordering(to_gemini_schema(request.json_schema))
    if system:
        config.system_instruction = "\n\n".join(system)
    return config


def _declaration(tool: ToolDeclaration) -> types.FunctionDeclaration:
    schema = to_gemini_schema(tool.parameters)
    return types.FunctionDeclaration(name=tool.name, description=tool.description, parameters_json_schema=schema)


class GeminiResponseCollector:
    """Collects the pieces of one answer: one piece of a whole call, many of a stream."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.calls: list[ToolCall] = []
        self.finish = ""
        self.blocked = ""
        self.model = ""
        self.usage: types.GenerateContentResponseUsageMetadata | None = None

    def add(self, piece: types.GenerateContentResponse) -> str:
        """Add one piece and return its text, without thoughts."""
        self.usage = piece.usage_metadata or self.usage
        self.model = piece.model_version or self.model
        self.blocked = _block_reason(piece) or self.blocked
        if not piece.candidates:
            return ""
        candidate = piece.candidates[0]
        if candidate.finish_reason is not None:
            self.finish = _name(candidate.finish_reason)
        text = "".join(self._part(part) for part in (candidate.content.parts if candidate.content else None) or [])
        self.text.append(text)
        return text

    def _part(self, part: types.Part) -> str:
        if part.function_call is not None:
            call = part.function_call
            signature = base64.b64encode(part.thought_signature).decode() if part.thought_signature else None
            call_id = call.id or f"{LOCAL_CALL_ID_PREFIX}{uuid.uuid4().hex[:12]}"
            self.calls.append(ToolCall(id=call_id, name=call.name or "", args=call.args or {}, signature=signature))
        return part.text or "" if not part.thought else ""

    def response(self, model: str) -> ModelResponse:
        """Return the whole answer.

        Raises ModelBlocked (prompt blocked, or answer stopped before its first word), ModelBadAnswer (malformed
        function call) and ModelUnavailable (no finish reason: the answer is incomplete).
        """
        text = "".join(self.text)
        if self.blocked:
            raise ModelBlocked(f"Gemini blocked this request ({self.blocked}).", reason=self.blocked, provider="gemini")
        if not self.finish:
            raise ModelUnavailable("Gemini's answer broke off before its end.", fault="cut", provider="gemini")
        if self.finish in BLOCKED and not text:
            raise ModelBlocked(f"Gemini stopped its answer ({self.finish}).", reason=self.finish, provider="gemini")
        if self.finish in BROKEN:
            raise ModelBadAnswer(
                f"Gemini's answer was malformed ({self.finish}).", reason=self.finish, provider="gemini"
            )
        return ModelResponse(
            text=text,
            finish=to_finish_reason(self.finish, self.calls),
            tool_calls=tuple(self.calls),
            usage=to_usage(self.usage),
            model=self.model or model,
            provider_finish=self.finish,
        )


def to_finish_reason(reason: str, calls: Iterable[ToolCall]) -> FinishReason:
    """Return the port's finish reason for Gemini's; ``error`` for an unknown one."""
    if reason in BLOCKED:
        return "content_filter"
    if reason in CUT:
        return "length"
    if reason in STOPPED:
        return "tool_calls" if list(calls) else "stop"
    return "error"


def to_usage(counts: types.GenerateContentResponseUsageMetadata | None) -> Usage:
    """Return the token counts of the service; without any, zeros marked as estimated."""
    if counts is None:
        return Usage(estimated=True)
    prompt = (counts.prompt_token_count or 0) + (counts.tool_use_prompt_token_count or 0)
    output, thoughts = counts.candidates_token_count or 0, counts.thoughts_token_count or 0
    total = counts.total_token_count or prompt + output + thoughts
    return Usage(
        prompt_tokens=prompt,
        output_tokens=output,
        thought_tokens=thoughts,
        total_tokens=total,
        cached_tokens=counts.cached_content_token_count or 0,
    )


def _block_reason(piece: types.GenerateContentResponse) -> str:
    feedback = piece.prompt_feedback
    return _name(feedback.block_reason) if feedback is not None and feedback.block_reason is not None else ""


def _name(value: object) -> str:
    return str(getattr(value, "value", value))
