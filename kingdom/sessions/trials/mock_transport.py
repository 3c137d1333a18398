"""Answers that no host gave: what training on made-up responses puts in the place of the world."""

import json
import ssl
from collections.abc import Sequence

from kingdom.adapters.egress_proxy.http_transport import HttpRequest, HttpResponse
from kingdom.adapters.egress_proxy.port import EgressFailed
from kingdom.contracts.spec import MockResponse
from kingdom.core.clock import Monotonic, monotonic
from kingdom.sessions.trials.mock_tools import MOCK_BACKEND

PLACEHOLDER_ADDRESS = "8.8.8.8"  # any public address passes the broker's check; nothing here connects to it


class MockTransport:
    """Stands where the broker would send. The replies are tried in order; without ``answers`` a request that none fits fails."""

    def __init__(self, replies: Sequence[MockResponse], *, answers: bool) -> None:
        """Keep the replies."""
        self._replies, self._answers = replies, answers

    def __call__(self, call: HttpRequest, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> HttpResponse:
        """Return the first fitting reply, else a general one. Raises EgressFailed where hosts are to fail."""
        address = call.target.origin + call.target.resource
        reply = next(
            (one for one in self._replies if one.method in ("", call.method) and address.startswith(one.url)), None
        )
        if reply is None and not self._answers:
            raise EgressFailed(f"{call.target.host} did not answer in time.", reason="timeout")
        return _answer(call, reply or _default_reply(call))


def _default_reply(call: HttpRequest) -> MockResponse:
    told = {
        "mock": True,
        "method": call.method,
        "path": call.target.path,
        "message": "A made-up answer: no host was asked.",
    }
    return MockResponse(body=told)


def _answer(call: HttpRequest, reply: MockResponse) -> HttpResponse:
    text = reply.body if isinstance(reply.body, str) else "" if reply.body is None else json.dumps(reply.body)
    kind = "text/plain; charset=utf-8" if isinstance(reply.body, str) else "application/json"
    headers = [(name.encode(), value.encode()) for name, value in {"content-type": kind, **reply.headers}.items()]
    body = text.encode()[: call.max_body_bytes]
    return HttpResponse(
        status=reply.status,
        headers=headers,
        body=body,
        truncated=len(text.encode()) > call.max_body_bytes,
        address=MOCK_BACKEND,
        received=len(text.encode()),
    )
