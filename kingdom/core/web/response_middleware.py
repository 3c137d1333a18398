"""What every response gets that Django has no settings for: content policy, ban on caches, compression."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

# No inline scripts or styles, nothing from other hosts. data: is for the images in the API pages' style sheet.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
REVALIDATED = "private, no-cache"  # the Cache-Control of a view that answers If-None-Match after its access check
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

ResponseOrAwaitable = HttpResponseBase | Awaitable[HttpResponseBase]


class SecurityHeadersMiddleware:
    """Sets the headers of every response, sync or async (an event stream must not use a thread).

    Answers are private: no cache keeps one, but the reader's browser one whose view asks for that, and it asks again
    before it shows it. Static files are served before this middleware and may be kept.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], ResponseOrAwaitable]) -> None:
        """``get_response`` is the next middleware or the view."""
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> ResponseOrAwaitable:
        """Return the response with the headers."""
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
    if response.headers.get("Cache-Control") != REVALIDATED:
        patch_cache_control(response, private=True, no_store=True)
    return response


class CompressionMiddleware(GZipMiddleware):
    """Compresses whole responses of 200 bytes and more; Django pads them, so that sizes tell nothing of CSRF tokens.

    Streams stay as they are: an event would wait in the compressor for the next one.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if that makes it smaller."""
        return response if response.streaming else super().process_response(request, response)
