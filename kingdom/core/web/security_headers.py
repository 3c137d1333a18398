"""Security headers that Django has no setting for."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# No inline script or style anywhere, nothing from other hosts. data: is for the small pictures in the API pages' style sheet.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

ResponseOrAwaitable = HttpResponseBase | Awaitable[HttpResponseBase]


class SecurityHeadersMiddleware:
    """Middleware: the same content policy on every answer, in both worlds (an event stream must not pass through a thread)."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], ResponseOrAwaitable]) -> None:
        """Keep what comes after."""
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> ResponseOrAwaitable:
        """Answer with the headers."""
        if self._is_async:
            return self._later(request)
        response = self._get_response(request)
        assert isinstance(response, HttpResponseBase)  # noqa: S101 - for the type checker
        return _with_headers(response)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        assert not isinstance(response, HttpResponseBase)  # noqa: S101 - for the type checker
        return _with_headers(await response)


def _with_headers(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    return response
