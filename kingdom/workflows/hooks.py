"""Hooks for the rooms above: what a request and a conversation belong to, and that a workflow is over."""

import uuid
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.dispatch import Signal

from kingdom.core.errors import NotFound

CALLS_FOLDER = "calls/"  # of a workflow's files: what the caller of a webhook sent comes from outside
# Sent with ``workflow`` in the transaction that ends it, and again when it ends after a node was run again.
workflow_finished = Signal()


class RequestRoute(NamedTuple):
    """The specialist that a request belongs to with certainty ("" for none), and the reason for people.

    ``is_read``: a handler read the request and has all that it needs; ``is_unread``: it left most of it out.
    """

    role: str
    reason: str = ""
    is_read: bool = False
    is_unread: bool = False


class RequestPart(NamedTuple):
    """One of several requests that need nothing of each other, with its route."""

    text: str
    route: RequestRoute


# Takes the id of a user and a request.
REQUEST_ROUTERS: list[Callable[[int, str], RequestRoute]] = []


def request_route(user_id: int, text: str) -> RequestRoute:
    """Return the route of one request; none while no room routes."""
    return REQUEST_ROUTERS[0](user_id, text) if REQUEST_ROUTERS else RequestRoute("")


# Each takes the id of a user and a request; a reader also a sample of the data that the request will get, and whether
# it reads only what its words leave open.
REQUEST_READERS: list[Callable[[int, str, str, bool], RequestRoute]] = []
REQUEST_CUTTERS: list[Callable[[int, str], Sequence[RequestPart]]] = []


def request_read(user_id: int, text: str, sample: str = "", *, only_open: bool = False) -> RequestRoute:
    """Return the route of one request with its data, or a sample of it; handlers read both. Blocking.

    With ``only_open`` a request that its words give to somebody is not read: reading takes long.
    """
    return REQUEST_READERS[0](user_id, text, sample, only_open) if REQUEST_READERS else request_route(user_id, text)


def request_parts(user_id: int, text: str) -> Sequence[RequestPart]:
    """Return the requests that a text consists of, cut like a message of a chat; none for a single one. Blocking."""
    return REQUEST_CUTTERS[0](user_id, text) if REQUEST_CUTTERS else ()


# Takes the ids of a user and of a conversation; raises NotFound for one that is not the user's.
CONVERSATION_CHECKS: list[Callable[[int, uuid.UUID], object]] = []


def conversation_check(user_id: int, conversation_id: uuid.UUID) -> None:
    """Raise NotFound for a conversation that a user does not have; for each while no room knows conversations."""
    if not CONVERSATION_CHECKS:
        raise NotFound("You have no such conversation.")
    CONVERSATION_CHECKS[0](user_id, conversation_id)
