"""Throttling by user and address, and of streams that stay open.

A module of its own: DRF imports it while its views are still loading.
"""

from __future__ import annotations

import threading
import weakref
from collections import Counter
from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import caches
from rest_framework.throttling import ScopedRateThrottle

from kingdom.core.errors import Busy

if TYPE_CHECKING:
    from django.http import HttpRequest
    from rest_framework.request import Request
    from rest_framework.views import APIView


STREAM_RETRY_S = 5
HOME_BITS = 64  # of an IPv6 address: one subscriber has at least all addresses that begin with them (RFC 6177)


def throttled_address(request: HttpRequest | Request) -> str | None:
    """Return the address that limits count by: of IPv6 the first of its /64 network, which one client has whole.

    None when the server gave none (a socket file).
    """
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", "").partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv4Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or IPv6Network((address, HOME_BITS), strict=False).network_address)


class MethodThrottle(ScopedRateThrottle):
    """Throttle by the view's ``throttle_scopes[method]``, else its ``throttle_scope``, else as a read.

    Limits on sign-in and on messages are counted across all processes.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count this request under its scope; return False when the scope's rate is exhausted."""
        scopes: Mapping[str, str] = getattr(view, "throttle_scopes", {})
        self.scope = scopes.get(str(request.method), getattr(view, "throttle_scope", "read"))
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        # Each process counts its reads by itself: a shared count costs two statements, as many as some reads.
        self.cache = caches["local" if self.scope == "read" else "default"]
        return super(ScopedRateThrottle, self).allow_request(request, view)

    def get_ident(self, request: Request) -> str:
        """Return what a caller without an account is counted by."""
        return throttled_address(request) or ""


class TooManyStreams(Busy):
    """You hold too many event streams open. Close one, then open this one again."""

    code = "too_many_streams"


class OpenStreams:
    """Counts the open streams of users in this process. Each reads the database again and again while it is open."""

    def __init__(self) -> None:
        """No stream is open."""
        self._open = Counter[int]()
        self._lock = threading.RLock()  # the collector may end a stream while this thread holds it

    def take(self, user_id: int, holder: object) -> Callable[[], object]:
        """Take a place for a user, and return what gives it back; the end of ``holder`` does so, too.

        Raises TooManyStreams.
        """
        most = settings.KINGDOM.user_streams
        with self._lock:
            if self._open[user_id] >= most:
                raise TooManyStreams(
                    f"You have {most} event streams open, which is the most. Close one of them.",
                    retry_after=STREAM_RETRY_S,
                )
            self._open[user_id] += 1
        return weakref.finalize(holder, self._give_back, user_id)

    def _give_back(self, user_id: int) -> None:
        with self._lock:
            self._open[user_id] -= 1
            if self._open[user_id] <= 0:
                del self._open[user_id]


open_streams = OpenStreams()
