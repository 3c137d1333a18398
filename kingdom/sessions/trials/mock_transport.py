"""Mock HTTP transport: training answers requests without sending them."""

import json
import ssl
from collections.abc import Sequence

from kingdom.adapters.egress_proxy.http_transport import HttpRequest, HttpResponse
from kingdom.adapters.egress_proxy.port import EgressFailed
from kingdom.contracts.spec import MockResponse
from kingdom.core.clock import Monotonic, monotonic
from kingdom.sessions.trials.mock_tools import MOCK_BACKEND

PLACEHOLDER_ADDRESS = "8.8.8.8"  # any public address passes the proxy's check; nothing connects to it


class MockTransport:
    """Transport of the egress proxy. The first matching reply answers.

    A request without a match gets a default reply with ``answers``, else it fails.
    """

    def __init__(self, replies: Sequence[MockResponse], *, answers: bool) -> None:
        """Store the replies."""
        self._replies, self._answers = replies, answers

    def __call__(self, call: HttpRequest, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> HttpResponse:
        """Return the first matching reply, else the default one. Raises EgressFailed without ``answers``."""
        reply = matching_reply(self._replies, call)
        if reply is None and not self._answers:
            raise EgressFailed(f"{call.target.host} did not answer in time.", reason="timeout")
        return mock_response(call, reply or _default_reply(call))


def matching_reply(replies: Sequence[MockResponse], call: HttpRequest) -> MockResponse | None:
    """Return the first reply for a request, None without one."""
    address = call.target.origin + call.target.resource
    return next(
        (reply for reply in replies if reply.method in ("", call.method) and address.startswith(reply.url)), None
    )


def _default_reply(call: HttpRequest) -> MockResponse:
    body = {
        "mock": True,
        "method": call.method,
        "path": call.target.path,
        "message": "A mock reply: no host was asked.",
    }
    return MockResponse(body=body)


def mock_response(call: HttpRequest, reply: MockResponse) -> HttpResponse:
    """Return a mock reply as the response of a host."""
    content_type, text = "application/json", "" if reply.body is None else json.dumps(reply.body)
    if isinstance(reply.body, str):
        content_type, text = "text/plain; charset=utf-8", reply.body
    named = {"content-type": content_type, **reply.headers}
    content = text.encode()
    return HttpResponse(
        status=reply.status,
        headers=[(name.encode(), value.encode()) for name, value in named.items()],
        body=content[: call.max_body_bytes],
        truncated=len(content) > call.max_body_bytes,
        address=MOCK_BACKEND,
        received=len(content),
    )
