"""Hook that the room above fills: which specialist a request in plain words belongs to."""

from collections.abc import Callable
from typing import NamedTuple


class RequestRoute(NamedTuple):
    """The specialist that a request belongs to with certainty ("" for none), and the reason for people."""

    role: str
    reason: str = ""


# Takes the id of a user and a request.
REQUEST_ROUTERS: list[Callable[[int, str], RequestRoute]] = []


def request_route(user_id: int, text: str) -> RequestRoute:
    """Return the route of one request; none while no room routes."""
    return REQUEST_ROUTERS[0](user_id, text) if REQUEST_ROUTERS else RequestRoute("")
