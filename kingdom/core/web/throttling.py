"""Throttling by user and address. A module of its own: DRF imports it while its views are still loading."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from django.core.cache import caches
from rest_framework.throttling import ScopedRateThrottle

if TYPE_CHECKING:
    from django.http import HttpRequest
    from rest_framework.request import Request
    from rest_framework.views import APIView


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
