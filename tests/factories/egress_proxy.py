"""An egress proxy towards two real servers; permission, secrets, lookup and records are kept in lists."""

import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import pytest
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.port import (
    EgressBudget,
    EgressPermissionRequest,
    EgressPolicy,
    EgressRecord,
    EgressRefused,
    ExchangeOutcome,
    RequestTarget,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.contracts.spec import CredentialRequirement
from kingdom.core.errors import CredentialMissing
from tests.factories.http_hosts import CANARY, NAME, Host


@dataclass
class RecordingDeps:
    """What the proxy gets from the host: settable answers, and every call recorded."""

    verdict: Literal["allow", "deny"] = "allow"
    secrets: dict[str, str] = field(default_factory=lambda: {"sms_api_key": CANARY})
    without_consent: set[str] = field(default_factory=set)
    consents: list[str] = field(default_factory=list)
    addresses: Sequence[str] = ("127.0.0.1",)
    permission_requests: list[EgressPermissionRequest] = field(default_factory=list)
    records: list[EgressRecord] = field(default_factory=list)
    uses: list[tuple[str, str, ExchangeOutcome, int | None]] = field(default_factory=list)
    lookups: list[tuple[str, int]] = field(default_factory=list)

    def permission(self, request: EgressPermissionRequest) -> Literal["allow", "deny"]:
        """Record the request and return the verdict."""
        self.permission_requests.append(request)
        return self.verdict

    def consent(self, host: str) -> None:
        """Raise EgressRefused for a host without consent, as the product does where nobody can be asked."""
        self.consents.append(host)
        if host in self.without_consent:
            raise EgressRefused(f"Nobody has agreed to {host}.", reason="unapproved", host=host)

    def resolve(self, name: str, target: RequestTarget) -> ResolvedSecret:
        """Return a stored secret; its end is recorded. Raises CredentialMissing."""
        if name not in self.secrets:
            raise CredentialMissing(credential_key=name)
        return ResolvedSecret(
            value=SecretStr(self.secrets[name]),
            close=lambda outcome, status: self.uses.append((name, target.host, outcome, status)),
        )

    def lookup(self, host: str, port: int) -> Sequence[str]:
        """Record the lookup and return the addresses."""
        self.lookups.append((host, port))
        return self.addresses


def credential_requirement(
    how: str = "header", host: str = NAME, field_name: str = "", name: str = "sms_api_key"
) -> CredentialRequirement:
    """Return the requirement of one credential for one host."""
    return CredentialRequirement.model_validate({"name": name, "host": host, "how": how, "field": field_name})


@dataclass
class ProxyKit:
    """Builds proxies that may reach an HTTP and an HTTPS server."""

    plain: Host
    secure: Host
    trust: ssl.SSLContext
    deps: RecordingDeps = field(default_factory=RecordingDeps)

    @property
    def http(self) -> str:
        """The origin of the HTTP server."""
        return f"http://{NAME}:{self.plain.port}"

    @property
    def https(self) -> str:
        """The origin of the HTTPS server."""
        return f"https://{NAME}:{self.secure.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """Both servers as ``name:port``."""
        return frozenset({f"{NAME}:{self.plain.port}", f"{NAME}:{self.secure.port}"})

    def proxy(
        self, *credentials: CredentialRequirement, budget: EgressBudget | None = None, **changed: frozenset[str]
    ) -> EgressProxy:
        """Return a proxy that may reach both servers; ``changed`` replaces declared or origins."""
        sets = {"declared": self.hosts, "origins": frozenset({self.http, self.https}), **changed}
        policy = EgressPolicy(declared=sets["declared"], origins=sets["origins"], credentials=credentials)
        deps = EgressDeps(
            consent=self.deps.consent,
            permission=self.deps.permission,
            resolve=self.deps.resolve,
            record=self.deps.records.append,
            lookup=self.deps.lookup,
            tls=self.trust,
        )
        return EgressProxy(policy, deps, budget)


@pytest.fixture
def kit(plain: Host, secure: Host, trust: ssl.SSLContext) -> ProxyKit:
    """Both servers and the proxies towards them."""
    return ProxyKit(plain, secure, trust)
