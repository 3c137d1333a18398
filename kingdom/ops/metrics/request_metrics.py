"""Durations of HTTP requests by route, as a Prometheus histogram of this process and as spans."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Histogram

from kingdom.core.tracing import SpanKind, span

BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NO_ROUTE = "(none)"  # one value for all addresses that do not exist: a client's words are no label

request_registry = CollectorRegistry()
_DURATION = Histogram(
    "http_server_request_duration_seconds",
    "Time until an answer begins, by route, method and status.",
    ("http_route", "http_request_method", "http_response_status_code"),
    buckets=BUCKETS_S,
    registry=request_registry,
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


_UNTRACED = frozenset({"/healthz", "/livez", "/metrics"})  # asked every few seconds by machines


class RequestMetricsMiddleware:
    """Observes each request. Streams count until they begin.

    Each request begins a trace of its own: a ``traceparent`` of an unknown client would choose the ids of our traces.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request and observe its duration."""
        if request.path in _UNTRACED:
            return self._observed(request)[0]
        with span("HTTP", kind=SpanKind.SERVER) as traced:
            response, (route, method, status) = self._observed(request)
            traced.update_name(f"{method} {route}")
            traced.set_attributes({"http.route": route, "http.request.method": method})
            traced.set_attribute("http.response.status_code", int(status))
        return response

    def _observed(self, request: HttpRequest) -> tuple[HttpResponse, tuple[str, str, str]]:
        started = time.perf_counter()
        response = self._get_response(request)
        match = request.resolver_match
        method = request.method if request.method in _METHODS else "_OTHER"
        labels = (match.route if match is not None else NO_ROUTE, str(method), str(response.status_code))
        _DURATION.labels(*labels).observe(time.perf_counter() - started)
        return response, labels
