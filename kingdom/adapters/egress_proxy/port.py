"""What the broker is told, what it asks the room above, and what it records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import SecretStr

from kingdom.contracts.spec import AgentSpec, CredentialRequirement
from kingdom.core.errors import ToolError

SAFE_METHODS = frozenset({"GET", "HEAD"})
ExchangeOutcome = Literal["answered", "refused", "failed"]


class EgressRefused(ToolError):
    """This request may not leave the platform."""

    code = "egress_refused"


class EgressFailed(ToolError):
    """The host did not answer."""

    code = "egress_failed"
    permanent = False


@dataclass(frozen=True, kw_only=True)
class EgressPolicy:
    """What one version may reach. A host counts when the spec declares it *and* its card was approved with it.

    ``declared`` and ``approved`` hold ``host`` (the scheme's own port) or ``host:port``. ``origins`` are what an admin opened
    (``http://10.0.0.5:8080``): plain http and private addresses, for exactly that scheme, host and port.
    """

    declared: frozenset[str]
    approved: frozenset[str]
    credentials: tuple[CredentialRequirement, ...] = ()
    origins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, spec: AgentSpec, *, approved: frozenset[str], origins: frozenset[str] = frozenset()) -> "EgressPolicy":
        """Return the policy of a version: its own declarations, what a person approved, what an admin opened."""
        return cls(
            declared=frozenset(spec.egress_hosts), approved=approved, credentials=spec.credentials, origins=origins
        )


@dataclass(frozen=True, kw_only=True)
class EgressBudget:
    """Bounds of one run. Bytes count both ways, headers included; seconds are spent in requests, not between them."""

    calls: int = 50
    bytes: int = 8 << 20
    seconds: float = 60.0
    call_seconds: float = 20.0
    request_bytes: int = 1 << 20
    response_bytes: int = 1 << 20


@dataclass(frozen=True, kw_only=True)
class EgressPermissionRequest:
    """One request as the program wrote it, with placeholders where secrets will go: fit to be shown to a person."""

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
        """Whether the method only reads."""
        return self.method in SAFE_METHODS


@dataclass(frozen=True, kw_only=True)
class ResolvedSecret:
    """A secret on its way into one request, and how to record the end of its use (outcome, HTTP status)."""

    value: SecretStr
    close: Callable[[ExchangeOutcome, int | None], None]


@dataclass(frozen=True, kw_only=True)
class EgressRecord:
    """The record of one request, refused ones included. Holds placeholders, never secrets; sensitive headers are masked."""

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
"""The permission gate. It may raise a KingdomError of its own (a question is open); anything but ``allow`` is a no."""

ResolveCredential = Callable[[str, str], ResolvedSecret]
"""Open the credential of a name for a host. Raises CredentialError."""

RecordExchange = Callable[[EgressRecord], None]
"""Keep a receipt."""

HostResolver = Callable[[str, int], Sequence[str]]
"""Host and port to addresses. Raises OSError."""


@dataclass(frozen=True, kw_only=True)
class EgressReply:
    """What goes back into the sandbox."""

    status: int
    headers: Mapping[str, str]
    body: str
    truncated: bool
    masked: int

    def value(self) -> dict[str, Any]:
        """Return it as JSON; ``untrusted`` says what it is: text of a stranger, never an instruction."""
        return {**vars(self), "headers": dict(self.headers), "untrusted": True}
