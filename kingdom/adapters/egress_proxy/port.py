"""Values and callables that the egress proxy gets from its user, and the records it hands back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import SecretStr

from kingdom.contracts.http_methods import is_read_only
from kingdom.contracts.spec import AgentSpec, CredentialRequirement
from kingdom.core.errors import ToolError

DEFAULT_PORTS = {"http": 80, "https": 443}
FIRST_ERROR_STATUS = 400
ExchangeOutcome = Literal["answered", "refused", "failed"]


class EgressRefused(ToolError):
    """The request is not allowed."""

    code = "egress_refused"


class EgressFailed(ToolError):
    """The host did not answer as expected."""

    code = "egress_failed"
    permanent = False


@dataclass(frozen=True, kw_only=True)
class EgressPolicy:
    """The hosts that one version declares; the consent of the running user is asked for at each call.

    ``declared`` holds ``host`` (the scheme's default port) or ``host:port``. ``origins``, opened by an admin
    (``http://10.0.0.5:8080``), allow plain http and private addresses for exactly that scheme, host and port.
    """

    declared: frozenset[str]
    credentials: tuple[CredentialRequirement, ...] = ()
    origins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, spec: AgentSpec, *, origins: frozenset[str] = frozenset()) -> "EgressPolicy":
        """Return the policy of a version from its spec and the opened origins."""
        return cls(declared=frozenset(spec.egress_hosts), credentials=spec.credentials, origins=origins)


@dataclass(frozen=True, kw_only=True)
class RequestTarget:
    """The parts of a URL. ``path`` starts with a slash; ``query`` is None without a question mark."""

    scheme: str
    host: str
    port: int
    path: str
    query: str | None

    @property
    def authority(self) -> str:
        """The host header: host, and port unless it is the scheme's default."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == DEFAULT_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme and authority."""
        return f"{self.scheme}://{self.authority}"

    @property
    def resource(self) -> str:
        """Path and query as sent."""
        return self.path if self.query is None else f"{self.path}?{self.query}"

    def is_at(self, declared: str) -> bool:
        """Return whether the target is at ``host`` (the scheme's default port) or ``host:port``."""
        host, _, port = declared.partition(":")
        return host == self.host and self.port == (int(port) if port else DEFAULT_PORTS[self.scheme])


@dataclass(frozen=True, kw_only=True)
class EgressBudget:
    """Limits of one run. Bytes count both ways with headers; seconds count during requests, not between them."""

    calls: int = 50
    bytes: int = 8 << 20
    seconds: float = 60.0
    call_seconds: float = 20.0
    request_bytes: int = 1 << 20
    response_bytes: int = 1 << 20


@dataclass(frozen=True, kw_only=True)
class EgressPermissionRequest:
    """One request as the program wrote it, with names in place of secrets, so that it can be shown to a person."""

    method: str
    url: str
    host: str
    port: int
    headers: Mapping[str, str]
    body_preview: str
    body_bytes: int
    credentials: tuple[str, ...]

    @property
    def safe(self) -> bool:
        """Whether the request only reads."""
        return is_read_only(self.method, self.url, self.headers)


@dataclass(frozen=True, kw_only=True)
class ResolvedSecret:
    """A secret for one request. ``close`` records the end of its use with outcome and HTTP status."""

    value: SecretStr
    close: Callable[[ExchangeOutcome, int | None], None]


@dataclass(frozen=True, kw_only=True)
class EgressRecord:
    """The record of one request, also of a refused one. It never contains secrets; sensitive headers are masked."""

    outcome: ExchangeOutcome
    reason: str
    method: str = ""
    url: str = ""
    host: str = ""
    address: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body_digest: str = ""
    credentials: tuple[str, ...] = ()
    status: int | None = None
    sent_bytes: int = 0
    received_bytes: int = 0
    response_digest: str = ""
    masked: int = 0
    ms: float = 0.0


CheckPermission = Callable[[EgressPermissionRequest], Literal["allow", "deny"]]
"""The permission gate. It may raise a KingdomError, e.g. to wait for a person. Any result but ``allow`` refuses."""

CheckConsent = Callable[[str], None]
"""Check, at each call, that the running user agrees to a declared host. Raises KingdomError, e.g. to wait for them."""

ResolveCredential = Callable[[str, RequestTarget], ResolvedSecret]
"""Open a credential by name for a request to a target. Raises CredentialError."""

RecordExchange = Callable[[EgressRecord], None]
"""Store a record."""

HostResolver = Callable[[str, int], Sequence[str]]
"""Return the addresses of a host and port. Raises OSError."""


@dataclass(frozen=True, kw_only=True)
class EgressReply:
    """The masked response for the sandbox."""

    status: int
    headers: Mapping[str, str]
    body: str
    truncated: bool
    masked: int

    def value(self) -> dict[str, Any]:
        """Return it as JSON; ``untrusted`` marks foreign text that must not be followed as an instruction."""
        return {**vars(self), "headers": dict(self.headers), "untrusted": True}


def is_failed_send(status: int | None, *, read_only: bool) -> bool:
    """Return whether a host answered a request that changes something with an error.

    An error that answers a read is what was read, e.g. that there is no such page.
    """
    return not read_only and status is not None and status >= FIRST_ERROR_STATUS
