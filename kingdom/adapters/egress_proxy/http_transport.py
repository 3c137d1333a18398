"""One HTTP exchange with a checked address: no second lookup, redirect, proxy or cookie, and a hard deadline."""

import socket
import ssl
import zlib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LookupTimeout
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpcore
import httpx

from kingdom.adapters.egress_proxy.ip_addresses import may_connect
from kingdom.adapters.egress_proxy.port import EgressFailed, EgressRefused, HostResolver, RequestTarget
from kingdom.core.clock import Monotonic, monotonic

_LOOKUPS = ThreadPoolExecutor(max_workers=8, thread_name_prefix="egress-lookup")
_LOOKUP_S = 10.0
_MAX_ADDRESSES = 3  # of one name


@cache
def default_tls_context() -> ssl.SSLContext:
    """Return a context that trusts certifi, or SSL_CERT_FILE. Certificates and host names are always verified."""
    return httpx.create_ssl_context()


def resolve_host(host: str, port: int) -> list[str]:
    """Return the addresses of a host from the system's resolver, within 10 s. Raises OSError."""
    lookup = _LOOKUPS.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        return list(dict.fromkeys(str(entry[4][0]) for entry in lookup.result(_LOOKUP_S)))
    except LookupTimeout:
        raise OSError("lookup timed out") from None


def resolve_public(target: RequestTarget, *, opened: bool, lookup: HostResolver = resolve_host) -> Sequence[str]:
    """Return the addresses of a target, all of which may be connected to.

    ``opened``: an admin opened the origin to private addresses. Raises EgressFailed for a host without an address,
    EgressRefused when any address is not public.
    """
    try:
        addresses = lookup(target.host, target.port)
    except OSError:
        raise EgressFailed(f"{target.host} has no address.", reason="lookup") from None
    if not addresses or not all(may_connect(address, opened=opened) for address in addresses):
        message = f"{target.host} leads to an address that is not on the public internet."
        raise EgressRefused(message, reason="address", host=target.host)
    return addresses


class _DeadlineStream(httpcore.NetworkStream):
    """A stream that fails at the deadline, also while bytes keep arriving."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: float, clock: Monotonic) -> None:
        self._inner, self._deadline, self._clock = inner, deadline, clock

    def _left(self, error: type[Exception]) -> float:
        left = self._deadline - self._clock()
        if left <= 0:
            raise error
        return left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._left(httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._left(httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        inner = self._inner.start_tls(ssl_context, server_hostname, self._left(httpcore.ConnectTimeout))
        return _DeadlineStream(inner, self._deadline, self._clock)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - httpcore's own signature
        return self._inner.get_extra_info(info)


class _PinnedBackend(httpcore.NetworkBackend):
    """Connects to the given addresses and never resolves the name; TLS still verifies the name."""

    def __init__(self, addresses: Sequence[str], deadline: float, clock: Monotonic) -> None:
        self._addresses, self._deadline, self._clock = addresses[:_MAX_ADDRESSES], deadline, clock
        self.address = ""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        last_error: Exception = httpcore.ConnectError("no address")
        for address in self._addresses:
            left = self._deadline - self._clock()
            if left <= 0:
                raise httpcore.ConnectTimeout
            try:
                stream = httpcore.SyncBackend().connect_tcp(address, port, timeout=left, socket_options=socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last_error = error
                continue
            self.address = address
            return _DeadlineStream(stream, self._deadline, self._clock)
        raise last_error


@dataclass(frozen=True, kw_only=True)
class HttpRequest:
    """One request. At most ``max_body_bytes`` of the response are read, until ``deadline`` (monotonic seconds)."""

    method: str
    target: RequestTarget
    resource: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    addresses: Sequence[str]
    deadline: float
    max_body_bytes: int


@dataclass(frozen=True, kw_only=True)
class HttpResponse:
    """One response. It may contain secrets: mask it before it leaves the proxy."""

    status: int
    headers: Sequence[tuple[bytes, bytes]] = field(repr=False)
    body: bytes = field(repr=False)
    truncated: bool
    address: str
    received: int


def send_request(call: HttpRequest, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> HttpResponse:
    """Send one request and read its response. Raises EgressFailed, whose message never contains what was sent."""
    backend = _PinnedBackend(call.addresses, call.deadline, clock)
    url = httpcore.URL(scheme=call.target.scheme, host=call.target.host, port=call.target.port, target=call.resource)
    try:
        with (
            httpcore.ConnectionPool(ssl_context=tls, network_backend=backend, max_connections=1, http2=False) as pool,
            pool.stream(call.method, url, headers=_headers(call), content=call.body) as response,
        ):
            return _read(response, call, backend)
    except httpcore.TimeoutException:
        raise EgressFailed(f"{call.target.host} did not answer in time. Try again later.", reason="timeout") from None
    except (httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError, OSError) as error:
        # from None, and the class alone: messages of these errors repeat headers with secrets
        message = f"{call.target.host} could not be reached, or its answer was not valid HTTP."
        raise EgressFailed(message, reason=type(error).__name__) from None


def _headers(call: HttpRequest) -> list[tuple[str, str]]:
    headers = {"host": call.target.authority, "accept-encoding": "gzip", "connection": "close"}
    if call.body or call.method in {"POST", "PUT", "PATCH"}:
        headers["content-length"] = str(len(call.body))
    return [*headers.items(), *({"user-agent": "Kingdom", "accept": "*/*"} | dict(call.headers)).items()]


def _read(response: httpcore.Response, call: HttpRequest, backend: _PinnedBackend) -> HttpResponse:
    encoding = next(
        (value.strip().lower() for name, value in response.headers if name.lower() == b"content-encoding"), b""
    )
    if encoding not in {b"", b"identity", b"gzip", b"x-gzip"}:
        raise EgressFailed(f"{call.target.host} answered in an encoding that was not requested.", reason="encoding")
    unpack = zlib.decompressobj(wbits=31) if encoding.endswith(b"gzip") else None
    received = sum(len(name) + len(value) + 4 for name, value in response.headers)
    body = bytearray()
    for chunk in response.iter_stream():
        received += len(chunk)
        # bounded while unpacking: a small compressed body can expand to a very large one
        left = call.max_body_bytes + 1 - len(body)
        body += _unpack(unpack, chunk, left) if unpack else chunk[:left]
        if len(body) > call.max_body_bytes:
            break
    return HttpResponse(
        status=response.status,
        headers=response.headers,
        body=bytes(body[: call.max_body_bytes]),
        truncated=len(body) > call.max_body_bytes,
        address=backend.address,
        received=received,
    )


def _unpack(unpack: "zlib._Decompress", chunk: bytes, most: int) -> bytes:
    try:
        return unpack.decompress(chunk, most)
    except zlib.error:
        raise EgressFailed("The answer is marked as compressed, but is not.", reason="encoding") from None
