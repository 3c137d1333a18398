"""The model port over HTTP: what goes over the wire, both ways. Pure.

``POST <url>/generate`` with ``Authorization: Bearer <token>`` and ``{"context": {…, "left_s"}, "request": {…}, "stream": bool}``.
Whole: 200 ``{"response": {…}}``, or an error's status and ``{"error": {"code", "message", "extra"}}``.
Streamed: 200 ``text/event-stream`` of ``delta`` events ``{"text"}``, then one ``done`` ``{"response"}`` or ``error`` ``{"error"}``.
A deadline travels as the seconds that are left: monotonic clocks of two hosts have nothing in common. Grants do not travel.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pydantic

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.errors import (
    BadInput,
    Busy,
    KingdomError,
    ModelBadAnswer,
    ModelBlocked,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
    NotAllowed,
    TooLarge,
)

MAX_REQUEST_BYTES = 10_000_000

_REQUEST = pydantic.TypeAdapter(ModelRequest)
_RESPONSE = pydantic.TypeAdapter(ModelResponse)
_PASSED: Mapping[str, type[KingdomError]] = {
    one.code: one
    for one in (
        BadInput,
        Busy,
        NotAllowed,
        TooLarge,
        ModelNotConfigured,
        ModelUnavailable,
        ModelBlocked,
        ModelBadAnswer,
        ModelError,
    )
}


@dataclass(frozen=True, kw_only=True)
class RemoteModelRequest:
    """A request as it came over the wire; ``ctx`` has its deadline on this host's clock."""

    ctx: CallContext
    request: ModelRequest
    stream: bool


def write_request(ctx: CallContext, request: ModelRequest, *, stream: bool, now: float) -> bytes:
    """Return the body of a request; ``now`` is this host's monotonic time in seconds."""
    left = None if ctx.deadline is None else max(0.0, ctx.deadline - now)
    context = {
        "trace_id": ctx.trace_id,
        "user_id": ctx.user_id,
        "session_id": ctx.session_id,
        "agent_id": ctx.agent_id,
        "left_s": left,
    }
    return json.dumps(
        {"context": context, "request": _REQUEST.dump_python(request, mode="json"), "stream": stream}
    ).encode()


def read_request(body: bytes, *, now: float) -> RemoteModelRequest:
    """Read the body of a request. Raises BadInput, TooLarge."""
    if len(body) > MAX_REQUEST_BYTES:
        raise TooLarge(f"A model request is at most {MAX_REQUEST_BYTES} bytes.")
    try:
        data = json.loads(body)
        context = data["context"]
        left = context.get("left_s")
        ctx = CallContext(
            trace_id=str(context["trace_id"]),
            user_id=str(context.get("user_id", "")),
            session_id=str(context.get("session_id", "")),
            agent_id=str(context.get("agent_id", "")),
            deadline=None if left is None else now + float(left),
        )
        return RemoteModelRequest(
            ctx=ctx, request=_REQUEST.validate_python(data["request"]), stream=bool(data.get("stream"))
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(f"This is not a model request ({type(error).__name__}).") from None


def write_response(response: ModelResponse) -> dict[str, Any]:
    """Return the wire form of an answer."""
    return {"response": _RESPONSE.dump_python(response, mode="json")}


def read_response(data: object) -> ModelResponse:
    """Read an answer. Raises ModelBadAnswer when it is none."""
    try:
        return _RESPONSE.validate_python(data["response"])  # type: ignore[index]  # a wrong shape raises TypeError here
    except (ValueError, KeyError, TypeError):
        raise ModelBadAnswer(
            "The remote model's answer could not be read.", fault="unreadable", provider="remote"
        ) from None


def write_error(error: KingdomError) -> dict[str, Any]:
    """Return the wire form of an error; one that is not a caller's business becomes a neutral one."""
    known = error if error.code in _PASSED else ModelError("The remote model failed.")
    return {"error": {"code": known.code, "message": known.message, "extra": dict(known.extra)}}


def read_error(data: object, status: int) -> KingdomError:
    """Return the error that an answer of a status other than 200 tells of; anything unreadable is a model that is not there."""
    error = data.get("error") if isinstance(data, Mapping) else None
    if isinstance(error, Mapping) and error.get("code") in _PASSED:
        extra = error.get("extra")
        kept = {str(key): value for key, value in extra.items()} if isinstance(extra, Mapping) else {}
        kept = {key: value for key, value in kept.items() if key not in ("self", "message")}
        return _PASSED[error["code"]](str(error.get("message") or ""), **kept)
    return ModelUnavailable(
        f"The remote model answered {status}.", fault="server", provider="remote", http_status=status
    )


def write_event(name: str, data: Mapping[str, Any]) -> bytes:
    """Return one server-sent event."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
