"""What every response gets that Django has no settings for: content policy, ban on caches, compression."""

import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_cache_control, patch_vary_headers

# No inline scripts or styles, nothing from other hosts.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
REVALIDATED = "private, no-cache"  # the Cache-Control of a view that answers If-None-Match after its access check
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

COMPRESSIBLE = ("text/", "image/svg+xml", "application/javascript", "application/json")
MAX_COMPRESSED_FILES = 500  # static files kept compressed in memory; all of them take about 2 MB

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

    Streams stay as they are: an event would wait in the compressor for the next one. Static files are streams to
    Django, too; each is compressed once per process.
    """

    _files: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if that makes it smaller."""
        if isinstance(response, FileResponse) and request.path.startswith(settings.STATIC_URL):
            return self._static_file(request, response)
        return response if response.streaming else super().process_response(request, response)

    def _static_file(self, request: HttpRequest, response: FileResponse) -> HttpResponseBase:
        """Return a whole text file compressed; a part of one, a picture or an unchanged file as it is."""
        if response.status_code != 200 or not response.headers.get("Content-Type", "").startswith(COMPRESSIBLE):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if request.method != "GET" or not re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
            return response
        key = (request.path, response.headers.get("ETag", ""))
        if key not in self._files:
            self._files[key] = gzip.compress(b"".join(response), 9, mtime=0)
            if len(self._files) > MAX_COMPRESSED_FILES:
                self._files.popitem(last=False)
        if response.file_to_stream is not None:
            response.file_to_stream.close()  # closing the response would say that the request is over
        headers = {**response.headers, "Content-Encoding": "gzip", "Content-Length": str(len(self._files[key]))}
        return HttpResponse(self._files[key], headers=headers)
