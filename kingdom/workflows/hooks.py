"""Hooks for the rooms above: which specialist a request in plain words belongs to, and that a workflow is over."""

from collections.abc import Callable
from typing import NamedTuple

from django.dispatch import Signal

# Sent with ``workflow`` in the transaction that ends it, and again when it ends after a node was run again.
workflow_finished = Signal()


class RequestRoute(NamedTuple):
    """The specialist that a request belongs to with certainty ("" for none), and the reason for people."""

    role: str
    reason: str = ""


# Takes the id of a user and a request.
REQUEST_ROUTERS: list[Callable[[int, str], RequestRoute]] = []


def request_route(user_id: int, text: str) -> RequestRoute:
    """Return the route of one request; none while no room routes."""
    return REQUEST_ROUTERS[0](user_id, text) if REQUEST_ROUTERS else RequestRoute("")
