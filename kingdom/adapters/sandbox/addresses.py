"""The daemons that a process may use: Unix sockets of this machine and TLS addresses of others, least busy first."""

import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kingdom.adapters.sandbox.tls import client_context
from kingdom.core.errors import BadConfiguration, SandboxUnavailable

CONNECT_S = 2.0
LOAD_TTL_S = 2.0
DOWN_S = 5.0  # a daemon that did not answer comes last for so long
SCHEME = "tls"
_context = lru_cache(maxsize=4)(client_context)


@dataclass(frozen=True)
class SandboxAddress:
    """A daemon's Unix socket, or its host and port with the folder of the client's certificate."""

    path: str = ""
    host: str = ""
    port: int = 0
    certificates: str = ""

    def __str__(self) -> str:
        """Return it as the setting names it."""
        return self.path or f"{SCHEME}://{self.host}:{self.port}"

    def connect(self) -> socket.socket:
        """Return a connected socket. Raises OSError (ssl.SSLError too), BadConfiguration without certificates."""
        if self.path:
            connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connected.settimeout(CONNECT_S)
                connected.connect(self.path)
            except OSError:
                connected.close()
                raise
            return connected
        context = _context(Path(self.certificates))
        plain = socket.create_connection((self.host, self.port), CONNECT_S)
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return context.wrap_socket(plain, server_hostname=self.host)
        except OSError:
            plain.close()
            raise


def parse_addresses(text: str, certificates: str = "") -> tuple[SandboxAddress, ...]:
    """Return the addresses of KINGDOM_SANDBOX_SOCKET, comma-separated paths and ``tls://host:port``.

    Raises BadConfiguration for an address that is neither, and for a TLS address without a folder of certificates.
    """
    return tuple(_parsed(part.strip(), certificates) for part in text.split(",") if part.strip())


def _parsed(text: str, certificates: str) -> SandboxAddress:
    if "://" not in text:
        return SandboxAddress(path=text)
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme != SCHEME or not host or not port or parts.path.strip("/"):
        raise BadConfiguration(f"KINGDOM_SANDBOX_SOCKET: {text!r} is neither a path nor tls://HOST:PORT.")
    if not certificates:
        raise BadConfiguration(
            f"KINGDOM_SANDBOX_SOCKET names {text}, so KINGDOM_SANDBOX_TLS must name the folder of the certificates "
            "(`manage.py sandbox_certificates` makes them)."
        )
    return SandboxAddress(host=host, port=port, certificates=certificates)


class LoadBalancer:
    """Orders daemons by their load, as this process knows it: their status, and what it has sent since. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Know nothing yet."""
        self._clock = clock
        self._lock = threading.Lock()
        self._loads: dict[SandboxAddress, float] = {}
        self._slots: dict[SandboxAddress, int] = {}
        self._read_at: dict[SandboxAddress, float] = {}
        self._down_until: dict[SandboxAddress, float] = {}

    def ordered(
        self, addresses: Sequence[SandboxAddress], read_status: Callable[[SandboxAddress], Mapping[str, Any]]
    ) -> list[SandboxAddress]:
        """Return the addresses, the least busy first, those that did not answer last.

        ``read_status`` returns a daemon's status and raises SandboxUnavailable when it gives none. One alone is not
        asked.
        """
        if len(addresses) < 2:
            return list(addresses)
        for address in addresses:
            if self._is_stale(address):
                try:
                    self._learn(address, read_status(address))
                except SandboxUnavailable:
                    self.failed(address)
        with self._lock:
            now = self._clock()
            return sorted(addresses, key=lambda at: (self._down_until.get(at, 0) > now, self._loads.get(at, 0.0)))

    def sent(self, address: SandboxAddress) -> None:
        """Count one more call of this process at a daemon, until its status is read again."""
        with self._lock:
            self._loads[address] = self._loads.get(address, 0.0) + 1 / max(self._slots.get(address, 1), 1)

    def failed(self, address: SandboxAddress) -> None:
        """Put a daemon that did not answer last for ``DOWN_S`` seconds."""
        with self._lock:
            self._down_until[address] = self._clock() + DOWN_S

    def _is_stale(self, address: SandboxAddress) -> bool:
        with self._lock:
            now = self._clock()
            if self._down_until.get(address, 0) > now or now - self._read_at.get(address, -LOAD_TTL_S) < LOAD_TTL_S:
                return False
            self._read_at[address] = now  # the other threads go on with what is known
            return True

    def _learn(self, address: SandboxAddress, status: Mapping[str, Any]) -> None:
        slots = max(int(status.get("slots", 1)), 1)
        busy = int(status.get("running", 0)) + int(status.get("waiting", 0))
        is_serving = status.get("state") == "ready"
        with self._lock:
            self._slots[address] = slots
            self._loads[address] = busy / slots
            if not is_serving:
                self._down_until[address] = self._clock() + DOWN_S


BALANCER = LoadBalancer()
