"""Real hosts on loopback, one over plain HTTP and one over TLS, and brokers whose room above is a few lists."""

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal, NamedTuple

import pytest
import trustme
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.port import (
    EgressBudget,
    EgressPermissionRequest,
    EgressPolicy,
    EgressRecord,
    ExchangeOutcome,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.contracts.spec import CredentialRequirement
from kingdom.core.errors import CredentialMissing

CANARY = "canary/+key=42&<a>-never-in-the-sandbox"
NAME = "api.sms.example"


class Seen(NamedTuple):
    """One request as the host saw it."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


Script = Callable[[Seen], tuple[int, Mapping[str, str], bytes]]


def echo(seen: Seen) -> tuple[int, Mapping[str, str], bytes]:
    """Answer with everything that was sent."""
    lines = [
        f"{seen.method} {seen.path}",
        *(f"{name}: {value}" for name, value in seen.headers.items()),
        seen.body.decode(),
    ]
    return 200, {"x-echo": seen.headers.get("authorization", "")}, "\n".join(lines).encode()


@dataclass
class Host:
    """A running server: what it saw, and how it answers."""

    port: int
    seen: list[Seen] = field(default_factory=list)
    script: Script = echo


def serve(tls: ssl.SSLContext | None, address: str = "127.0.0.1", port: int = 0) -> tuple[Host, ThreadingHTTPServer]:
    """Start a server on loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            seen = Seen(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            host.seen.append(seen)
            status, headers, text = host.script(seen)
            self.send_response(status)
            for name, value in {"content-length": str(len(text)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Clients that hang up are part of the tests."""

    server = Server((address, port), Handler)
    host = Host(server.server_address[1])
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return host, server


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="session")
def trust(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


@pytest.fixture
def plain() -> Iterator[Host]:
    host, server = serve(None)
    yield host
    server.shutdown()
    server.server_close()


@pytest.fixture
def secure(authority: trustme.CA) -> Iterator[Host]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(NAME).configure_cert(context)
    host, server = serve(context)
    yield host
    server.shutdown()
    server.server_close()


@dataclass
class Room:
    """The room above: what it was asked, what it keeps, and what it says."""

    verdict: Literal["allow", "deny"] = "allow"
    secrets: dict[str, str] = field(default_factory=lambda: {"sms_api_key": CANARY})
    addresses: Sequence[str] = ("127.0.0.1",)
    asked: list[EgressPermissionRequest] = field(default_factory=list)
    receipts: list[EgressRecord] = field(default_factory=list)
    uses: list[tuple[str, str, ExchangeOutcome, int | None]] = field(default_factory=list)
    lookups: list[tuple[str, int]] = field(default_factory=list)

    def permission(self, ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
        self.asked.append(ask)
        return self.verdict

    def resolve(self, name: str, host: str) -> ResolvedSecret:
        if name not in self.secrets:
            raise CredentialMissing(credential_key=name)
        return ResolvedSecret(
            value=SecretStr(self.secrets[name]), close=lambda end, status: self.uses.append((name, host, end, status))
        )

    def lookup(self, host: str, port: int) -> Sequence[str]:
        self.lookups.append((host, port))
        return self.addresses


def wanted(
    how: str = "header", host: str = NAME, field_name: str = "", name: str = "sms_api_key"
) -> CredentialRequirement:
    return CredentialRequirement.model_validate({"name": name, "host": host, "how": how, "field": field_name})


@dataclass
class Kit:
    """A broker towards both hosts, and what it can be varied by."""

    plain: Host
    secure: Host
    trust: ssl.SSLContext
    room: Room = field(default_factory=Room)

    @property
    def http(self) -> str:
        return f"http://{NAME}:{self.plain.port}"

    @property
    def https(self) -> str:
        return f"https://{NAME}:{self.secure.port}"

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset({f"{NAME}:{self.plain.port}", f"{NAME}:{self.secure.port}"})

    def broker(
        self, *credentials: CredentialRequirement, budget: EgressBudget | None = None, **changed: frozenset[str]
    ) -> EgressProxy:
        """Return a broker that may reach both hosts, or what ``changed`` says of declared, approved and origins."""
        sets = {
            "declared": self.hosts,
            "approved": self.hosts,
            "origins": frozenset({self.http, self.https}),
            **changed,
        }
        policy = EgressPolicy(
            declared=sets["declared"], approved=sets["approved"], origins=sets["origins"], credentials=credentials
        )
        door = EgressDeps(
            permission=self.room.permission,
            resolve=self.room.resolve,
            record=self.room.receipts.append,
            lookup=self.room.lookup,
            tls=self.trust,
        )
        return EgressProxy(policy, door, budget)


@pytest.fixture
def kit(plain: Host, secure: Host, trust: ssl.SSLContext) -> Kit:
    return Kit(plain, secure, trust)
