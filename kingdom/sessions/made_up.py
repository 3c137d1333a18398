"""Answers that no host gave: what training on made-up responses puts in the place of the world."""

import json
import ssl
from collections.abc import Sequence

from kingdom.adapters.broker.port import EgressFailed
from kingdom.adapters.broker.wire import Answer, Call
from kingdom.adapters.search.port import Found, Hit
from kingdom.contracts.calls import CallContext
from kingdom.contracts.spec import MockReply
from kingdom.core.clock import Monotonic, monotonic

SOMEWHERE = "8.8.8.8"  # any public address passes the broker's check; nothing here connects to it
BACKEND = "made up"


class MadeUpWire:
    """Stands where the broker would send. The replies are tried in order; without ``answers`` a request that none fits fails."""

    def __init__(self, replies: Sequence[MockReply], *, answers: bool) -> None:
        """Keep the replies."""
        self._replies, self._answers = replies, answers

    def __call__(self, call: Call, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> Answer:
        """Return the first fitting reply, else a general one. Raises EgressFailed where hosts are to fail."""
        address = call.target.origin + call.target.resource
        reply = next((one for one in self._replies if one.method in ("", call.method) and address.startswith(one.url)), None)
        if reply is None and not self._answers:
            raise EgressFailed(f"{call.target.host} did not answer in time.", reason="timeout")
        return _answer(call, reply or _general(call))


class MadeUpSearch:
    """A search that finds one made-up page."""

    async def find(self, ctx: CallContext, query: str, most: int) -> Found:
        """Return one hit that says what it is."""
        hit = Hit(title=f"About {query[:80]}", url="https://example.org/made-up", snippet=f"A made-up page about {query[:200]}.")
        return Found(hits=(hit,)[:most], backend=BACKEND)


def _general(call: Call) -> MockReply:
    told = {"mock": True, "method": call.method, "path": call.target.path, "message": "A made-up answer: no host was asked."}
    return MockReply(body=told)


def _answer(call: Call, reply: MockReply) -> Answer:
    text = reply.body if isinstance(reply.body, str) else "" if reply.body is None else json.dumps(reply.body)
    kind = "text/plain; charset=utf-8" if isinstance(reply.body, str) else "application/json"
    headers = [(name.encode(), value.encode()) for name, value in {"content-type": kind, **reply.headers}.items()]
    body = text.encode()[: call.keep]
    return Answer(
        status=reply.status, headers=headers, body=body, more=len(text.encode()) > call.keep, address=BACKEND, received=len(text.encode())
    )
