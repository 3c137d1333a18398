"""The server side of the OpenAI chat protocol.

Request bodies to Kingdom's model values, answers and errors back to JSON. Pure.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

import pydantic

from kingdom.adapters.models.openai_messages import read_signature, write_signature
from kingdom.contracts.model import ModelMessage, ModelRequest, ModelResponse, ToolCall, ToolDeclaration
from kingdom.core.errors import BadInput, KingdomError, ModelError

ANY_OBJECT: Mapping[str, Any] = {"type": "object"}
"""The schema of ``response_format: json_object``, which names none."""
MAX_STOPS, MAX_STOP_LENGTH = 4, 1_000


class _TextPart(pydantic.BaseModel):
    type: Literal["text"]
    text: str


class _Function(pydantic.BaseModel):
    name: str
    arguments: str = "{}"


class _ToolCall(pydantic.BaseModel):
    id: str
    function: _Function
    extra_content: dict[str, Any] | None = None


class _Message(pydantic.BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[_TextPart] | None = None
    tool_calls: list[_ToolCall] | None = None
    tool_call_id: str | None = None

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.content) if isinstance(self.content, list) else self.content or ""


class _FunctionDeclaration(pydantic.BaseModel):
    name: str
    description: str = ""
    parameters: dict[str, Any] = pydantic.Field(default_factory=dict)


class _Tool(pydantic.BaseModel):
    type: Literal["function"] = "function"
    function: _FunctionDeclaration


class _JsonSchema(pydantic.BaseModel):
    schema_: dict[str, Any] = pydantic.Field(alias="schema")


class _ResponseFormat(pydantic.BaseModel):
    type: Literal["text", "json_object", "json_schema"]
    json_schema: _JsonSchema | None = None

    @pydantic.model_validator(mode="after")
    def _has_schema(self) -> Self:
        if self.type == "json_schema" and self.json_schema is None:
            raise ValueError("json_schema needs a schema")
        return self


_StopText = Annotated[str, pydantic.Field(min_length=1, max_length=MAX_STOP_LENGTH)]


class _StreamOptions(pydantic.BaseModel):
    include_usage: bool = False


class _Body(pydantic.BaseModel):
    """The fields that are honoured; unknown ones are ignored, as clients send many."""

    model: str
    messages: list[_Message]
    n: Literal[1] | None = None
    stream: bool | None = None
    stream_options: _StreamOptions | None = None
    temperature: float | None = pydantic.Field(default=None, ge=0, le=2)
    max_tokens: int | None = pydantic.Field(default=None, ge=1)
    max_completion_tokens: int | None = pydantic.Field(default=None, ge=1)
    stop: _StopText | Annotated[list[_StopText], pydantic.Field(max_length=MAX_STOPS)] | None = None
    tools: list[_Tool] | None = None
    tool_choice: Literal["auto", "none"] | None = None
    response_format: _ResponseFormat | None = None


@dataclass(frozen=True, kw_only=True)
class ChatCompletionRequest:
    """One request of ``POST /v1/chat/completions``; ``model`` is the name that the client asks for."""

    model: str
    request: ModelRequest
    stream: bool
    include_usage: bool


def parse_chat_request(body: bytes) -> ChatCompletionRequest:
    """Return the request in a body. Raises BadInput with the faulty field in ``param``."""
    try:
        parsed = _Body.model_validate_json(body)
    except pydantic.ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        param = ".".join(str(key) for key in fault["loc"])
        raise BadInput(f"{param or 'The body'}: {fault['msg']}.", param=param) from None
    return ChatCompletionRequest(
        model=parsed.model,
        request=_model_request(parsed),
        stream=bool(parsed.stream),
        include_usage=parsed.stream_options is not None and parsed.stream_options.include_usage,
    )


def _model_request(body: _Body) -> ModelRequest:
    stop = [body.stop] if isinstance(body.stop, str) else body.stop or []
    tools = [] if body.tool_choice == "none" else body.tools or []
    return ModelRequest(
        messages=tuple(_messages(body.messages)),
        json_schema=_json_schema(body.response_format),
        tools=tuple(ToolDeclaration(**tool.function.model_dump()) for tool in tools),
        temperature=body.temperature,
        max_output_tokens=body.max_completion_tokens or body.max_tokens,
        stop=tuple(stop),
    )


def _json_schema(response_format: _ResponseFormat | None) -> Mapping[str, Any] | None:
    if response_format is None or response_format.type == "text":
        return None
    return response_format.json_schema.schema_ if response_format.json_schema is not None else ANY_OBJECT


def _messages(messages: list[_Message]) -> Iterator[ModelMessage]:
    """Yield the turns. A tool's result names its call only by id here; the name comes from the call itself."""
    tool_names: dict[str, str] = {}
    for message in messages:
        calls = tuple(_tool_call(call) for call in message.tool_calls or [])
        tool_names.update((call.id, call.name) for call in calls)
        if message.role == "tool":
            call_id = message.tool_call_id or ""
            yield ModelMessage(
                role="tool", text=message.text, tool_call_id=call_id, tool_name=tool_names.get(call_id, "")
            )
        elif message.role == "assistant":
            yield ModelMessage(role="model", text=message.text, tool_calls=calls)
        else:
            yield ModelMessage(role="user" if message.role == "user" else "system", text=message.text)


def _tool_call(call: _ToolCall) -> ToolCall:
    try:
        args = json.loads(call.function.arguments or "{}")
    except (ValueError, RecursionError):
        args = None
    if not isinstance(args, dict):
        raise BadInput("The arguments of a tool call must be a JSON object.", param="messages")
    return ToolCall(id=call.id, name=call.function.name, args=args, signature=read_signature(call.extra_content))


@dataclass(frozen=True, kw_only=True)
class CompletionWriter:
    """Writes one answer.

    ``created`` is its time in seconds since 1970; ``refusal`` is the sentence of a blocked request.
    """

    completion_id: str
    created: int
    model: str

    def completion(self, response: ModelResponse, refusal: str = "") -> dict[str, Any]:
        """Return the whole answer; without ``usage`` when the provider counted nothing."""
        message = {"role": "assistant", "content": response.text or None, **_refusal(refusal), **_calls(response)}
        choice = {"index": 0, "message": message, "finish_reason": response.finish, "logprobs": None}
        head = self._head("chat.completion") | {"model": response.model or self.model}
        return {**head, "choices": [choice], **_usage(response)}

    def text_chunk(self, text: str) -> dict[str, Any]:
        """Return the chunk of a streamed piece of text."""
        return self._chunk({"role": "assistant", "content": text})

    def last_chunks(self, response: ModelResponse, refusal: str, *, include_usage: bool) -> Iterator[dict[str, Any]]:
        """Yield the chunks after a stream's text: tool calls, the finish reason and, if requested, the usage."""
        delta = {**_refusal(refusal), **_calls(response)}
        if delta:
            yield self._chunk({"role": "assistant", **delta})
        model = {"model": response.model or self.model}
        yield {**self._chunk({}, response.finish), **model}
        if include_usage and _usage(response):
            yield {**self._head("chat.completion.chunk"), **model, "choices": [], **_usage(response)}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.completion_id, "object": kind, "created": self.created, "model": self.model}

    def _chunk(self, delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
        return {**self._head("chat.completion.chunk"), "choices": [choice]}


def _refusal(sentence: str) -> dict[str, Any]:
    return {"refusal": sentence} if sentence else {}


def _calls(response: ModelResponse) -> dict[str, Any]:
    calls = [
        {
            "index": index,
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(dict(call.args), ensure_ascii=False)},
            **write_signature(call.signature),
        }
        for index, call in enumerate(response.tool_calls)
    ]
    return {"tool_calls": calls} if calls else {}


def _usage(response: ModelResponse) -> dict[str, Any]:
    usage = response.usage
    if usage.estimated:
        return {}
    counts = {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.output_tokens + usage.thought_tokens,
        "total_tokens": usage.total_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
        "completion_tokens_details": {"reasoning_tokens": usage.thought_tokens},
    }
    return {"usage": counts}


def model_body(name: str) -> dict[str, Any]:
    """Return one entry of ``GET /v1/models``."""
    return {"id": name, "object": "model", "created": 0, "owned_by": "kingdom"}


def error_body(message: str, code: str, param: object = None, kind: str = "api_error") -> dict[str, Any]:
    """Return the protocol's error object."""
    return {"error": {"message": message, "type": kind, "param": param or None, "code": code}}


def error_status(error: KingdomError) -> int:
    """Return the HTTP status by which OpenAI clients tell what to do: try again (429, 5xx) or not (400)."""
    if error.extra.get("fault") == "quota":
        return 429
    return 400 if isinstance(error, ModelError) and error.permanent else error.status
