"""The OpenAI-compatible protocol, server side: shapes only, no sockets."""

import json
from collections.abc import Iterator
from typing import Any

from tests.gemini_server.answers import Answer, Seen

FINISH = {"STOP": "stop", "MAX_TOKENS": "length", "SAFETY": "content_filter"}
MODELS = ("local-model",)


def error_body(answer: Answer) -> dict[str, Any]:
    """Return the provider's error object for a scripted failure."""
    return {
        "error": {
            "message": answer.error_message,
            "type": answer.error_status.lower(),
            "param": None,
            "code": answer.error_reason or None,
        }
    }


def _finish(answer: Answer) -> str:
    return "tool_calls" if answer.tool_calls else FINISH.get(answer.finish, answer.finish.lower())


def _usage(seen: Seen, answer: Answer) -> dict[str, Any]:
    prompt = sum(len(text.split()) for text in seen.texts)
    prompt, output, thoughts = answer.usage or (prompt, len(answer.text.split()), 0)
    details = {"completion_tokens_details": {"reasoning_tokens": thoughts}}
    return {
        "prompt_tokens": prompt,
        "completion_tokens": output + thoughts,
        "total_tokens": prompt + output + thoughts,
        **details,
    }


def _calls(answer: Answer, number: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"call_{number}_{index}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(dict(args))},
        }
        for index, (name, args) in enumerate(answer.tool_calls)
    ]


def complete(seen: Seen, answer: Answer, number: int) -> dict[str, Any]:
    """Return the whole answer of ``chat/completions``."""
    message: dict[str, Any] = {"role": "assistant", "content": answer.text or None}
    if answer.tool_calls:
        message["tool_calls"] = _calls(answer, number)
    choice = {"index": 0, "message": message, "finish_reason": _finish(answer)}
    head = {"id": f"chatcmpl-{number}", "object": "chat.completion", "created": 1, "model": seen.model}
    return {**head, "choices": [choice], "usage": _usage(seen, answer)}


def stream(seen: Seen, answer: Answer, number: int) -> Iterator[dict[str, Any]]:
    """Yield the chunks of a streamed completion.

    The arguments of a call come in two halves, the usage last when asked for.
    """
    head = {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": 1, "model": seen.model}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    for piece in answer.split():
        yield chunk({"role": "assistant", "content": piece})
    for index, call in enumerate(_calls(answer, number)):
        whole = call["function"]["arguments"]
        half = len(whole) // 2
        first = {"index": index, "id": call["id"], "type": "function"}
        yield chunk(
            {"tool_calls": [{**first, "function": {"name": call["function"]["name"], "arguments": whole[:half]}}]}
        )
        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": whole[half:]}}]})
    yield chunk({}, _finish(answer))
    if (seen.body.get("stream_options") or {}).get("include_usage"):
        yield {**head, "choices": [], "usage": _usage(seen, answer)}


def list_models() -> dict[str, Any]:
    """Return the list of models."""
    return {
        "object": "list",
        "data": [{"id": name, "object": "model", "created": 1, "owned_by": "local"} for name in MODELS],
    }


def refuses_schema(seen: Seen) -> bool:
    """Say whether the request wants ``json_schema``: older servers answer 400 to it."""
    return (seen.body.get("response_format") or {}).get("type") == "json_schema"


def event(body: dict[str, Any] | None) -> bytes:
    """Return one server-sent event; None is the closing ``[DONE]``."""
    return b"data: " + (b"[DONE]" if body is None else json.dumps(body).encode()) + b"\n\n"
