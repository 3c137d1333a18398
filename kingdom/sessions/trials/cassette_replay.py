"""Replays a cassette in trials: recorded replies by method, address and form of the body, and nothing else."""

import ssl
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from kingdom.adapters.egress_proxy.http_transport import HttpRequest, HttpResponse
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.contracts.capabilities.sending import written_names
from kingdom.contracts.spec import AgentSpec, MockResponse
from kingdom.core.clock import Monotonic, monotonic
from kingdom.sessions.gateway.exchange_shape import ExchangeShape, exchange_shape
from kingdom.sessions.models import Cassette
from kingdom.sessions.trials.mock_transport import matching_reply, mock_response

REPLAY_BACKEND = "recorded"
UNRECORDED = "unrecorded"  # reason of a receipt
_UNRECORDED_MESSAGE = "Its recording holds no request like this: {request}. Record a supervised use that makes it."


@dataclass(frozen=True, kw_only=True)
class RecordedReply:
    """One exchange of a cassette."""

    shape: ExchangeShape
    read_only: bool
    status: int
    headers: Mapping[str, str]
    body: str


@dataclass(frozen=True, kw_only=True)
class ReplayCassette:
    """The message of a supervised use and its exchanges, in their order.

    ``names`` are the names of keys and parameters that the recorded version writes itself.
    """

    input_text: str
    names: Set[str]
    replies: Sequence[RecordedReply]


def replay_cassette(cassette: Cassette) -> ReplayCassette:
    """Return a stored cassette for a replay."""
    replies = [
        RecordedReply(
            shape=ExchangeShape(
                method=row.method, origin=row.origin, path=row.path, parameters=row.parameters, body=row.body_shape
            ),
            read_only=row.read_only,
            status=row.status,
            headers=row.headers,
            body=row.body,
        )
        for row in cassette.exchanges.order_by("number")
    ]
    names = written_names(AgentSpec.model_validate(cassette.version.spec))
    return ReplayCassette(input_text=cassette.input_text, names=names, replies=tuple(replies))


class CassetteTransport:
    """Transport of the egress proxy. ``faults`` answer first, then the recorded exchanges of the same form in turn.

    The last one of a form repeats, so that a test may send more often than the recorded use did.
    """

    def __init__(self, cassette: ReplayCassette, spec: AgentSpec, *, faults: Sequence[MockResponse] = ()) -> None:
        """Store the exchanges; ``spec`` says which names and parts of a path a message may show."""
        self._cassette, self._spec, self._faults = cassette, spec, faults
        self._sent: dict[ExchangeShape, int] = {}  # requests answered so far, by the form that was recorded

    def __call__(self, call: HttpRequest, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> HttpResponse:
        """Return the recorded reply. Raises EgressRefused with the reason ``unrecorded`` when there is none."""
        fault = matching_reply(self._faults, call)
        if fault is not None:
            return mock_response(call, fault)
        shape = _shape(call, self._cassette.names)
        matching = [reply for reply in self._cassette.replies if shape.is_of(reply.shape)]
        if not matching:
            request = _shape(call, written_names(self._spec)).label(self._spec.handler_code)
            raise EgressRefused(_UNRECORDED_MESSAGE.format(request=request), reason=UNRECORDED, host=call.target.host)
        turn = self._sent.get(matching[0].shape, 0)
        self._sent[matching[0].shape] = turn + 1
        return _response(call, matching[min(turn, len(matching) - 1)])


def _shape(call: HttpRequest, names: Set[str]) -> ExchangeShape:
    return exchange_shape(
        method=call.method,
        origin=call.target.origin,
        resource=call.resource,
        headers=call.headers,
        body=call.body,
        names=names,
    )


def _response(call: HttpRequest, reply: RecordedReply) -> HttpResponse:
    content = reply.body.encode()
    return HttpResponse(
        status=reply.status,
        headers=[(name.encode("latin-1", "replace"), value.encode()) for name, value in reply.headers.items()],
        body=content[: call.max_body_bytes],
        truncated=len(content) > call.max_body_bytes,
        address=REPLAY_BACKEND,
        received=len(content),
    )
