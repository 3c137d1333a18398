"""Throttling of the REST API. A module of its own: DRF imports it while its views are still loading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.core.cache import caches
from rest_framework.throttling import ScopedRateThrottle

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


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
