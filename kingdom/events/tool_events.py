"""The domain events of tool calls."""

import posixpath
import unicodedata
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.egress_proxy.url_parser import parse_url
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.http_methods import method_as_taken
from kingdom.contracts.identity import identity_of
from kingdom.contracts.tools import ToolRequest
from kingdom.events.event_store import EventRun, NewEvent
from kingdom.events.recipients import recipient_count

TOOL_REQUESTED, TOOL_COMPLETED = "ToolRequested", "ToolCompleted"
_MAX_NAME_LENGTH, _MAX_PATH_LENGTH = 120, 1024
# Each returns the URL that every call of a tool goes to, whatever its arguments say; "" for a tool of another kind.
TOOL_ADDRESSES: list[Callable[[str], str]] = []


def tool_event_fields(agent_id: str, request: ToolRequest) -> dict[str, Any]:
    """Return the fields that every event of a tool call has; nothing else of its arguments is stored."""
    url, method = request.args.get("url"), request.args.get("method")
    address = next(filter(None, (address_of(request.name) for address_of in TOOL_ADDRESSES)), "")
    if address:
        url, method = address, "POST"
    return {
        "call": request.call_id[:_MAX_NAME_LENGTH],
        "tool": request.name[:_MAX_NAME_LENGTH],
        "agent": agent_id,
        "identity": str(identity_of(agent_id) or ""),
        "host": _host(url) if isinstance(url, str) else "",
        "method": _method(method, request.args) if isinstance(url, str) else "",
        "path": _path(request.args.get("path")),
        "recipients": recipient_count({**request.args, "method": method or "GET"}) or None
        if isinstance(url, str)
        else None,
    }


def tool_event_run(ctx: CallContext) -> EventRun:
    """Return the run that the events of a session's calls belong to."""
    return EventRun(user_id=int(ctx.user_id), session_id=uuid.UUID(ctx.session_id))


def tool_requested_events(ctx: CallContext, requests: Sequence[ToolRequest]) -> list[NewEvent]:
    """Return the events of calls that an agent asks for; none of a trial, which is a test and no work."""
    if ctx.trial:
        return []
    return [NewEvent(TOOL_REQUESTED, tool_event_fields(ctx.agent_id, request)) for request in requests]


def tool_completed_events(
    ctx: CallContext, request: ToolRequest, *, outcome: str, reason: str, seconds: float
) -> list[NewEvent]:
    """Return the event of the end of a call; none of a trial."""
    if ctx.trial:
        return []
    fields = tool_event_fields(ctx.agent_id, request)
    return [NewEvent(TOOL_COMPLETED, {**fields, "outcome": outcome, "reason": reason, "seconds": round(seconds, 3)})]


def _path(path: object) -> str:
    """Return a path as policies compare it: without ``.`` and ``..``, in small letters; "" for no path."""
    if not isinstance(path, str) or not path.strip():
        return ""
    normal = posixpath.normpath(unicodedata.normalize("NFC", path).replace("\\", "/")).lstrip("/")
    return normal.casefold()[:_MAX_PATH_LENGTH]


def _host(url: str) -> str:
    try:
        return parse_url(url).host
    except EgressRefused:  # such a request is never sent
        return ""


def _method(method: object, args: Mapping[str, Any]) -> str:
    """Return the method that the host may take the request for: a policy against writes finds disguised ones."""
    own = method if isinstance(method, str) and method else "GET"
    return method_as_taken(own, args.get("url"), args.get("headers"), args.get("params"))[:_MAX_NAME_LENGTH]
