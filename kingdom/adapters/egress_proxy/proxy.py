"""The broker of one run: every check in its order, then one exchange, then one receipt."""

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
    send_request,
)
from kingdom.adapters.egress_proxy.ip_addresses import may_connect
from kingdom.adapters.egress_proxy.masking import SecretMask
from kingdom.adapters.egress_proxy.placeholders import SecretPlaceholders
from kingdom.adapters.egress_proxy.port import (
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
from kingdom.adapters.egress_proxy.url_parser import RequestTarget, check_host, check_scheme
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import CredentialError, KingdomError

_BODY_PREVIEW_CHARS = 2_000  # characters of a body on a permission card


class HttpSender(Protocol):
    """One exchange with a host; training puts made-up answers here."""

    def __call__(self, call: HttpRequest, *, tls: ssl.SSLContext, clock: Monotonic = monotonic) -> HttpResponse:
        """Return what came back. Raises EgressFailed."""
        ...


@dataclass(frozen=True, kw_only=True)
class EgressDeps:
    """What the room above lends the broker, and the world's side of it. Blocking, all of it."""

    permission: CheckPermission
    resolve: ResolveCredential
    record: RecordExchange
    lookup: HostResolver = resolve_host
    send: HttpSender = send_request
    tls: ssl.SSLContext = field(default_factory=default_tls_context)
    clock: Monotonic = monotonic


@dataclass
class _RequestTrace:
    """What a receipt will say, as far as the request has come."""

    receipt: EgressRecord
    opened: dict[str, ResolvedSecret] = field(default_factory=dict)


class EgressProxy:
    """Answers ``ctx.http`` and ``ctx.secrets`` of one run. Not shared between runs: budget, placeholders and mask are its state."""

    ops = frozenset({"http", "secrets.get"})

    def __init__(self, policy: EgressPolicy, door: EgressDeps, budget: EgressBudget | None = None) -> None:
        """Take what the version may reach, the callables, and the bounds of the run."""
        self._policy, self._door, self._budget = policy, door, budget or EgressBudget()
        self._placeholders, self._mask = SecretPlaceholders(policy.credentials), SecretMask()
        self._found: dict[tuple[str, int], Sequence[str]] = {}
        self._calls, self._bytes, self._seconds = 0, 0, 0.0
        self.blocked: KingdomError | None = None
        """The last refusal that a person can lift: a credential that is missing or cannot be opened, a question of the permission gate."""

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - JSON values of the sandbox's frames
        """Answer one framed request: ``secrets.get {"name"}`` or ``http {"method", "url", …}``. Raises KingdomError to refuse."""
        match op:
            case "secrets.get":
                return self._placeholders.issue(args.get("name") if isinstance(args, Mapping) else None)
            case "http":
                return self._http(args)
            case _:
                raise EgressRefused(f"There is nothing here by the name {op[:40]!r}.", reason="op")

    def _http(self, args: object) -> dict[str, Any]:
        started = self._door.clock()
        trail = _RequestTrace(EgressRecord(outcome="refused", reason=""))
        try:
            reply = self._go(args, trail)
        except KingdomError as error:
            outcome: ExchangeOutcome = "failed" if isinstance(error, EgressFailed) else "refused"
            self._end(trail, started, outcome=outcome, reason=str(error.extra.get("reason", error.code)))
            raise
        except BaseException:  # a run that is killed in the middle leaves its receipt, too
            self._end(trail, started, outcome="failed", reason="interrupted")
            raise
        self._end(trail, started, outcome="answered", reason="")
        return reply.value()

    def _end(self, trail: _RequestTrace, started: float, *, outcome: ExchangeOutcome, reason: str) -> None:
        receipt = replace(
            trail.receipt, outcome=outcome, reason=reason, ms=round((self._door.clock() - started) * 1000, 1)
        )
        for secret in trail.opened.values():
            secret.close(outcome, receipt.status)
        self._door.record(receipt)

    def _go(self, args: object, trail: _RequestTrace) -> EgressReply:
        draft = parse_request(args, longest_body=self._budget.request_bytes)
        trail.receipt = replace(trail.receipt, **self._described(draft))
        check_host(draft.target, self._policy)
        check_scheme(draft.target, self._policy)
        addresses = self._addresses(draft.target)
        used = self._placeholders.check(draft)
        trail.receipt = replace(trail.receipt, credentials=used)
        self._permitted(draft, used)
        self._affordable()
        values = self._open(draft, used, trail)
        answer = self._send(draft, values, addresses, trail)
        return self._reply(answer, trail)

    def _addresses(self, target: RequestTarget) -> Sequence[str]:
        """Look the host up once a run: what was checked is what every later call connects to."""
        key = (target.host, target.port)
        if key not in self._found:
            try:
                self._found[key] = list(self._door.lookup(*key))
            except OSError:
                raise EgressFailed(f"{target.host} has no address.", reason="lookup") from None
        found, opened = self._found[key], target.origin in self._policy.origins
        if not found or not all(may_connect(address, opened=opened) for address in found):
            raise EgressRefused(
                f"{target.host} leads to an address that is not on the public internet.",
                reason="address",
                host=target.host,
            )
        return found

    def _permitted(self, draft: OutboundRequest, used: tuple[str, ...]) -> None:
        ask = EgressPermissionRequest(
            method=draft.method,
            url=self._placeholders.named(draft.url),
            host=draft.target.host,
            port=draft.target.port,
            headers=redact_headers(draft.headers),
            body_preview=draft.body[: _BODY_PREVIEW_CHARS * 4].decode(errors="replace")[:_BODY_PREVIEW_CHARS],
            body_bytes=len(draft.body),
            credentials=used,
        )
        try:
            verdict = self._door.permission(ask)
        except KingdomError as error:
            self.blocked = error
            raise
        if verdict != "allow":
            raise EgressRefused(
                f"{draft.method} to {draft.target.authority} was not allowed.",
                reason="permission",
                host=draft.target.host,
            )

    def _affordable(self) -> None:
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

    def _open(self, draft: OutboundRequest, used: tuple[str, ...], trail: _RequestTrace) -> dict[str, SecretStr]:
        try:
            for name in used:
                trail.opened[name] = self._door.resolve(name, draft.target.host)
        except (CredentialError, KeyServiceUnavailable) as error:
            self.blocked = error
            raise
        values = {name: secret.value for name, secret in trail.opened.items()}
        self._mask.add(values.values())
        return values

    def _send(
        self, draft: OutboundRequest, values: Mapping[str, SecretStr], addresses: Sequence[str], trail: _RequestTrace
    ) -> HttpResponse:
        filled = self._placeholders.fill(draft, values)
        sent = (
            len(filled.resource)
            + sum(len(name) + len(value) + 4 for name, value in filled.headers.items())
            + len(draft.body)
        )
        self._bytes += sent
        trail.receipt = replace(trail.receipt, sent_bytes=sent)
        started, budget = self._door.clock(), self._budget
        call = HttpRequest(
            method=draft.method,
            target=draft.target,
            resource=filled.resource,
            headers=filled.headers,
            body=draft.body,
            addresses=addresses,
            deadline=started + min(budget.call_seconds, budget.seconds - self._seconds),
            # beyond what is kept, so that a cut never goes through a secret
            keep=self._most() + self._mask.longest,
        )
        try:
            return self._door.send(call, tls=self._door.tls, clock=self._door.clock)
        finally:
            self._seconds += self._door.clock() - started

    def _most(self) -> int:
        return min(self._budget.response_bytes, max(0, self._budget.bytes - self._bytes))

    def _reply(self, answer: HttpResponse, trail: _RequestTrace) -> EgressReply:
        most = self._most()
        self._bytes += answer.received
        body, masked = self._mask.apply(answer.body, most)
        pairs = [(self._mask.apply(name), self._mask.apply(value)) for name, value in answer.headers]
        masked += sum(name[1] + value[1] for name, value in pairs)
        reply = EgressReply(
            status=answer.status,
            headers=decode_response_headers((name[0], value[0]) for name, value in pairs),
            body=body.decode(errors="replace"),
            truncated=answer.more or len(answer.body) > most,
            masked=masked,
        )
        trail.receipt = replace(
            trail.receipt,
            status=answer.status,
            address=answer.address,
            received_bytes=answer.received,
            response_digest=hashlib.sha256(body).hexdigest(),
            masked=masked,
        )
        return reply

    def _described(self, draft: OutboundRequest) -> dict[str, Any]:
        return {
            "method": draft.method,
            "url": self._placeholders.named(draft.url)[:2000],
            "host": draft.target.host,
            "headers": redact_headers(draft.headers),
            "body_digest": hashlib.sha256(draft.body).hexdigest() if draft.body else "",
        }
