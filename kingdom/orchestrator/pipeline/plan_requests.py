"""How the King reads the steps of a workflow: routed, read and cut into parts like a message of a chat."""

from collections.abc import Sequence
from functools import partial

from kingdom.contracts.routes import Route
from kingdom.core.clock import utc_now
from kingdom.core.errors import SandboxLost
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.parts.part_routing import RoutedPart, message_parts
from kingdom.orchestrator.pipeline.reading_probe import (
    MIN_READ_SHARE,
    are_read,
    handlers_of,
    is_read_whole,
    route_by_reading,
    share_read,
)
from kingdom.workflows.hooks import RequestPart, RequestRoute

MAX_ASKED_OF_STEP = 4  # handlers that read one step: its sender waits for the plan


def specialist_of_request(user_id: int, text: str) -> RequestRoute:
    """Return the specialist that the King would choose for a step of a workflow, and can answer now."""
    return _request_route(route_message(user_id=user_id, text=text))


def specialist_by_reading(user_id: int, text: str, sample: str = "") -> RequestRoute:
    """Return the specialist of a step with its data, or a sample of it, that reads both.

    The one that its words choose is asked first, then the nearest others, as in a chat without a model. Where nobody
    reads it, and without a free sandbox, the words alone decide.
    """
    now, route = _now(), route_message(user_id=user_id, text=text)
    shown = f"{text}\n\n{sample}" if sample else text
    try:
        if _is_read(route, shown, user_id, now):
            return _request_route(route)._replace(is_read=True)
        other = route_by_reading(route, shown, user_id=user_id, now=now, most=MAX_ASKED_OF_STEP)
    except SandboxLost:
        return _request_route(route)
    return _request_route(other)._replace(is_read=other is not route)


def parts_of_request(user_id: int, text: str) -> Sequence[RequestPart]:
    """Return the requests that a step consists of, as the King would cut it in a chat; none for a single one."""
    now = _now()
    reader = partial(route_by_reading, user_id=user_id, now=now)
    try:
        parts = message_parts(user_id=user_id, text=text, model=None, reader=reader)
        if not parts or _stays_whole(parts, text, user_id, now):
            return ()
    except SandboxLost:
        return ()
    return [RequestPart(part.text, _request_route(part.route)) for part in parts]


def _stays_whole(parts: Sequence[RoutedPart], text: str, user_id: int, now: str) -> bool:
    """Return whether one handler serves the whole step. Each part was routed: its route names who is chosen."""
    if not are_read(parts, text, user_id=user_id, now=now):
        return True
    return is_read_whole((), parts, text, user_id=user_id, now=now)


def _is_read(route: Route, text: str, user_id: int, now: str) -> bool:
    chosen = [one for one in route.receipt.candidates if one.specialist_id == route.specialist_id]
    specs = handlers_of(chosen).values() if route.kind == "specialist" else ()
    return any(share_read(spec, text, user_id, now, None) >= MIN_READ_SHARE for spec in specs)


def _request_route(route: Route) -> RequestRoute:
    is_certain = route.kind == "specialist" and not route.receipt.unavailable
    return RequestRoute(route.role or "" if is_certain else "", "" if is_certain else route.receipt.reason)


def _now() -> str:
    return utc_now().isoformat(timespec="seconds")
