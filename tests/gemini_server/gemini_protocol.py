"""The Gemini REST protocol, server side: shapes only, no sockets."""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.gemini_server.answers import Answer, Seen
from tests.gemini_server.vectors import embed

MAX_EMBED_REQUESTS = 100
MAX_DIMENSIONS = 3072
MODELS = ("gemini-2.5-flash", "gemini-2.5-pro", "gemini-embedding-001")

Reply = tuple[int, dict[str, Any]]


def error_body(answer: Answer) -> dict[str, Any]:
    """Return the provider's error object for a scripted failure."""
    details: list[dict[str, Any]] = []
    if answer.error_reason:
        info = "type.googleapis.com/google.rpc.ErrorInfo"
        details.append({"@type": info, "reason": answer.error_reason, "domain": "googleapis.com"})
    if answer.retry_after is not None:
        details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{answer.retry_after:g}s"})
    error = {"code": answer.status, "message": answer.error_message, "status": answer.error_status, "details": details}
    return {"error": error}


def refusal(code: int, status: str, message: str, reason: str = "") -> Reply:
    """Return an error the service gives of its own accord."""
    return code, error_body(Answer(status=code, error_status=status, error_message=message, error_reason=reason))


def signature_of(call_id: str) -> str:
    """Return the thought signature the server issues with a call id (base64, opaque to clients)."""
    return base64.b64encode(hashlib.blake2b(call_id.encode(), digest_size=12).digest()).decode()


def check_signatures(seen: Seen) -> Reply | None:
    """Refuse a conversation with a function call that lacks its thought signature, as Gemini 3 does."""
    for content in seen.body.get("contents", []):
        for part in content.get("parts", []):
            call_id = (part.get("functionCall") or {}).get("id", "")
            # protobuf's JSON takes both base64 alphabets, and the SDK answers in the other one
            sent = str(part.get("thoughtSignature", "")).replace("-", "+").replace("_", "/")
            if call_id.startswith("srv-") and sent != signature_of(call_id):
                return refusal(
                    400, "INVALID_ARGUMENT", "Function call is missing a thought_signature in functionCall parts."
                )
    return None


def _call_part(number: int, index: int, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
    call_id = f"srv-{number}-{index}"
    return {
        "functionCall": {"id": call_id, "name": name, "args": dict(args)},
        "thoughtSignature": signature_of(call_id),
    }


def _usage(seen: Seen, answer: Answer) -> dict[str, int]:
    prompt, output, thoughts = answer.usage or (
        sum(len(text.split()) for text in seen.texts),
        len(answer.text.split()) + 5 * len(answer.tool_calls),
        len(answer.thoughts.split()),
    )
    counts = {"promptTokenCount": prompt, "candidatesTokenCount": output, "totalTokenCount": prompt + output + thoughts}
    return {**counts, "thoughtsTokenCount": thoughts} if thoughts else counts


def _candidate(parts: list[dict[str, Any]], finish: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if finish is not None:
        candidate["finishReason"] = finish
    return candidate


def _envelope(seen: Seen, answer: Answer, candidates: list[dict[str, Any]] | None) -> dict[str, Any]:
    body: dict[str, Any] = {"usageMetadata": _usage(seen, answer), "modelVersion": seen.model, "responseId": "local"}
    if candidates is not None:
        body["candidates"] = candidates
    return body


def generate(seen: Seen, answer: Answer, number: int) -> dict[str, Any]:
    """Return the whole answer of ``generateContent``. ``number`` makes call ids unique."""
    if answer.blocked:
        return {**_envelope(seen, answer, None), "promptFeedback": {"blockReason": answer.blocked}}
    parts: list[dict[str, Any]] = []
    if answer.thoughts:
        parts.append({"text": answer.thoughts, "thought": True})
    if answer.text:
        parts.append({"text": answer.text})
    parts += [_call_part(number, index, name, args) for index, (name, args) in enumerate(answer.tool_calls)]
    return _envelope(seen, answer, [_candidate(parts, answer.finish)])


def stream(seen: Seen, answer: Answer, number: int) -> Iterator[dict[str, Any]]:
    """Yield the events of ``streamGenerateContent``; only the last has a finish reason, each has the usage."""
    if answer.blocked:
        yield generate(seen, answer, number)
        return
    if answer.thoughts:
        yield _envelope(seen, answer, [_candidate([{"text": answer.thoughts, "thought": True}], None)])
    for piece in answer.split():
        yield _envelope(seen, answer, [_candidate([{"text": piece}], None)])
    last = [_call_part(number, index, name, args) for index, (name, args) in enumerate(answer.tool_calls)]
    yield _envelope(seen, answer, [_candidate(last or [{"text": ""}], answer.finish)])


def _text_of(content: Mapping[str, Any]) -> str:
    return " ".join(str(part.get("text", "")) for part in content.get("parts", []))


def embed_batch(seen: Seen) -> Reply:
    """Answer ``batchEmbedContents`` within the service's limits."""
    requests = seen.body.get("requests", [])
    if len(requests) > MAX_EMBED_REQUESTS:
        return refusal(400, "INVALID_ARGUMENT", f"at most {MAX_EMBED_REQUESTS} requests can be in one batch")
    vectors = []
    for request in requests:
        dimensions = int(request.get("outputDimensionality") or MAX_DIMENSIONS)
        if not 0 < dimensions <= MAX_DIMENSIONS:
            return refusal(400, "INVALID_ARGUMENT", f"output_dimensionality must be at most {MAX_DIMENSIONS}")
        vectors.append({"values": embed(_text_of(request.get("content", {})), dimensions)})
    return 200, {"embeddings": vectors}


def embed_one(seen: Seen) -> Reply:
    """Answer ``embedContent``."""
    code, body = embed_batch(Seen(**{**seen.__dict__, "body": {"requests": [seen.body]}}))
    return (code, {"embedding": body["embeddings"][0]}) if code == 200 else (code, body)


def count_tokens(seen: Seen) -> Reply:
    """Answer ``countTokens`` with a word count."""
    return 200, {"totalTokens": sum(len(text.split()) for text in seen.texts)}


def list_models() -> Reply:
    """Answer the list of models."""
    return 200, {"models": [{"name": f"models/{name}", "displayName": name} for name in MODELS]}


def event(body: Mapping[str, Any]) -> bytes:
    """Return one server-sent event as Gemini frames it."""
    return b"data: " + json.dumps(body).encode() + b"\r\n\r\n"


DIRECT = {"batchEmbedContents": embed_batch, "embedContent": embed_one, "countTokens": count_tokens}
