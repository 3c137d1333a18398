"""The egress proxy of one run: checks a request, sends it, masks the response and records the exchange."""

import hashlib
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pydantic import SecretStr

from kingdom.adapters.egress_proxy.headers import decode_response_headers, redact_headers
from kingdom.adapters.egress_proxy.http_transport import (
    HttpRequest,
    HttpResponse,
    default_tls_context,
    resolve_host,
    resolve_public,
    send_request,
)
from kingdom.adapters.egress_proxy.masking import SecretMask
from kingdom.adapters.egress_proxy.placeholders import SecretPlaceholders
from kingdom.adapters.egress_proxy.port import (
    CheckConsent,
    CheckPermission,
    EgressBudget,
    EgressFailed,
    EgressPermissionRequest,
    EgressPolicy,
    EgressRecord,
    EgressRefused,
    EgressReply,
    ExchangeOutcome,
    HostResolver,
    RecordExchange,
    ResolveCredential,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.request_parser import OutboundRequest, parse_request
from kingdom.adapters.egress_proxy.url_parser import check_scheme, declared_host
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import CredentialError, KingdomError

_BODY_PREVIEW_CHARS = 2_000  # of a body on a permission card


class HttpSender(Protocol):
    """Sends one request to a host. Training replaces it by a mock."""

    def __call__(self, call: HttpRequest, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> HttpResponse:
        """Return the response. Raises EgressFailed."""
        ...


@dataclass(frozen=True, kw_only=True)
class EgressDeps:
    """The blocking callables that the proxy uses; the first four come from its user."""

    consent: CheckConsent
    permission: CheckPermission
    resolve: ResolveCredential
    record: RecordExchange
    lookup: HostResolver = resolve_host
    send: HttpSender = send_request
    tls: ssl.SSLContext = field(default_factory=default_tls_context)
    clock: Monotonic = monotonic


@dataclass
class _RequestTrace:
    """The record of a request in progress, and the secrets it has opened."""

    record: EgressRecord
    opened: dict[str, ResolvedSecret] = field(default_factory=dict)


class EgressProxy:
    """Answers ``ctx.http`` and ``ctx.secrets`` of one run. Its state: spent budget, placeholders and opened secrets."""

    ops = frozenset({"http", "secrets.get"})

    def __init__(self, policy: EgressPolicy, deps: EgressDeps, budget: EgressBudget | None = None) -> None:
        """Take the reachable hosts, the callables and the limits of the run."""
        self._policy, self._deps, self._budget = policy, deps, budget or EgressBudget()
        self._placeholders, self._mask = SecretPlaceholders(policy.credentials), SecretMask()
        self._addresses: dict[tuple[str, int], Sequence[str]] = {}
        self._calls, self._bytes, self._seconds = 0, 0, 0.0
        self.blocking_error: KingdomError | None = None
        """The last refusal that a person can resolve: a host without consent, an unusable credential, or a question of
        the permission gate.
        """

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - JSON values of the sandbox's frames
        """Answer ``secrets.get {"name"}`` or ``http {"method", "url", …}``. Raises KingdomError to refuse."""
        match op:
            case "secrets.get":
                return self._placeholders.issue(args.get("name") if isinstance(args, Mapping) else None)
            case "http":
                return self._http(args)
            case _:
                raise EgressRefused(f"There is no operation {op[:40]!r}.", reason="op")

    def _http(self, args: object) -> dict[str, Any]:
        started = self._deps.clock()
        trace = _RequestTrace(EgressRecord(outcome="refused", reason=""))
        try:
            reply = self._exchange(args, trace)
        except KingdomError as error:
            outcome: ExchangeOutcome = "failed" if isinstance(error, EgressFailed) else "refused"
            self._end(trace, started, outcome=outcome, reason=str(error.extra.get("reason", error.code)))
            raise
        except BaseException:  # an aborted run also leaves its record
            self._end(trace, started, outcome="failed", reason="interrupted")
            raise
        self._end(trace, started, outcome="answered", reason="")
        return reply.value()

    def _end(self, trace: _RequestTrace, started: float, *, outcome: ExchangeOutcome, reason: str) -> None:
        ms = round((self._deps.clock() - started) * 1000, 1)
        record = replace(trace.record, outcome=outcome, reason=reason, ms=ms)
        for secret in trace.opened.values():
            secret.close(outcome, record.status)
        self._deps.record(record)

    def _exchange(self, args: object, trace: _RequestTrace) -> EgressReply:
        request = parse_request(args, max_body_bytes=self._budget.request_bytes)
        trace.record = replace(trace.record, **self._describe(request))
        host = declared_host(request.target, self._policy.declared)
        check_scheme(request.target, self._policy)
        self._check_consent(host)
        opened = request.target.origin in self._policy.origins
        addresses = resolve_public(request.target, opened=opened, lookup=self._lookup)
        used = self._placeholders.check(request)
        trace.record = replace(trace.record, credentials=used)
        self._check_permission(request, used)
        self._count_call()
        values = self._open_secrets(request, used, trace)
        answer = self._send(request, values, addresses, trace)
        return self._reply(answer, trace)

    def _check_consent(self, host: str) -> None:
        """Check the running user's consent now: it may have been withdrawn since the last call of this run."""
        try:
            self._deps.consent(host)
        except KingdomError as error:
            self.blocking_error = error
            raise

    def _lookup(self, host: str, port: int) -> Sequence[str]:
        """Look a host up once a run, so that a later call connects to the addresses that were checked."""
        if (host, port) not in self._addresses:
            self._addresses[host, port] = list(self._deps.lookup(host, port))
        return self._addresses[host, port]

    def _check_permission(self, request: OutboundRequest, used: tuple[str, ...]) -> None:
        question = EgressPermissionRequest(
            method=request.method,
            url=self._placeholders.with_names(request.url),
            host=request.target.host,
            port=request.target.port,
            headers=redact_headers(request.headers),
            body_preview=request.body[: _BODY_PREVIEW_CHARS * 4].decode(errors="replace")[:_BODY_PREVIEW_CHARS],
            body_bytes=len(request.body),
            credentials=used,
        )
        try:
            verdict = self._deps.permission(question)
        except KingdomError as error:
            self.blocking_error = error
            raise
        if verdict != "allow":
            raise EgressRefused(
                f"{request.method} to {request.target.authority} was not allowed.",
                reason="permission",
                host=request.target.host,
            )

    def _count_call(self) -> None:
        budget = self._budget
        if self._calls >= budget.calls:
            raise EgressRefused(f"This run has used its {budget.calls} requests.", reason="budget_calls")
        if self._bytes >= budget.bytes:
            raise EgressRefused(f"This run has used its {budget.bytes} bytes.", reason="budget_bytes")
        if self._seconds >= budget.seconds:
            raise EgressRefused(
                f"This run has used its {budget.seconds:g} seconds of requests.", reason="budget_seconds"
            )
        self._calls += 1

    def _open_secrets(
        self, request: OutboundRequest, used: tuple[str, ...], trace: _RequestTrace
    ) -> dict[str, SecretStr]:
        try:
            for name in used:
                trace.opened[name] = self._deps.resolve(name, request.target)
        except (CredentialError, KeyServiceUnavailable) as error:
            self.blocking_error = error
            raise
        values = {name: secret.value for name, secret in trace.opened.items()}
        self._mask.add(values.values())
        return values

    def _send(
        self, request: OutboundRequest, values: Mapping[str, SecretStr], addresses: Sequence[str], trace: _RequestTrace
    ) -> HttpResponse:
        filled = self._placeholders.fill(request, values)
        sent = (
            len(filled.resource)
            + sum(len(name) + len(value) + 4 for name, value in filled.headers.items())
            + len(request.body)
        )
        self._bytes += sent
        trace.record = replace(trace.record, sent_bytes=sent)
        started, budget = self._deps.clock(), self._budget
        call = HttpRequest(
            method=request.method,
            target=request.target,
            resource=filled.resource,
            headers=filled.headers,
            body=request.body,
            addresses=addresses,
            deadline=started + min(budget.call_seconds, budget.seconds - self._seconds),
            # read more than is kept, so that no cut leaves a part of a secret
            max_body_bytes=self._max_body_bytes() + self._mask.longest,
        )
        try:
            return self._deps.send(call, tls=self._deps.tls, clock=self._deps.clock)
        finally:
            self._seconds += self._deps.clock() - started

    def _max_body_bytes(self) -> int:
        return min(self._budget.response_bytes, max(0, self._budget.bytes - self._bytes))

    def _reply(self, answer: HttpResponse, trace: _RequestTrace) -> EgressReply:
        most = self._max_body_bytes()
        self._bytes += answer.received
        body, masked = self._mask.apply(answer.body, most)
        headers = [(self._mask.apply(name), self._mask.apply(value)) for name, value in answer.headers]
        masked += sum(name[1] + value[1] for name, value in headers)
        reply = EgressReply(
            status=answer.status,
            headers=decode_response_headers((name[0], value[0]) for name, value in headers),
            body=body.decode(errors="replace"),
            truncated=answer.truncated or len(answer.body) > most,
            masked=masked,
        )
        trace.record = replace(
            trace.record,
            status=answer.status,
            address=answer.address,
            received_bytes=answer.received,
            response_digest=hashlib.sha256(body).hexdigest(),
            masked=masked,
        )
        return reply

    def _describe(self, request: OutboundRequest) -> dict[str, Any]:
        return {
            "method": request.method,
            "url": self._placeholders.with_names(request.url)[:2000],
            "host": request.target.host,
            "headers": redact_headers(request.headers),
            "body_digest": hashlib.sha256(request.body).hexdigest() if request.body else "",
        }
