"""Targets of the attacks on the host: listeners, a canary file, a victim process, secrets in the environment."""

import fcntl
import os
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SIOCGIFADDR = 0x8915
CANARY = "canary-7d1f0c5e-do-not-find"


@dataclass
class World:
    """The host around a sandbox. ``hits`` records connections."""

    folder: Path
    victim: "subprocess.Popen[bytes]"
    hits: list[str] = field(default_factory=list)
    ports: dict[str, Any] = field(default_factory=dict)

    def payload(self) -> dict[str, Any]:
        """Return the targets, which attacks get as payload."""
        paths = {
            "canary": str(self.folder / "canary"),
            "canary_text": CANARY,
            "victim": self.victim.pid,
            "daemon": os.getpid(),
        }
        return {**paths, **self.ports}

    def problem(self) -> str:
        """Return what was reached since the last call, or ''."""
        hits, self.hits = self.hits, []
        if self.victim.poll() is not None:
            return "the victim process is dead"
        if (self.folder / "canary").read_text() != CANARY:
            return "the canary was changed"
        return f"reached: {hits}" if hits else ""


def _own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses (netdevice(7), SIOCGIFADDR) and another loopback address."""
    found = ["127.0.0.2"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # an interface without an address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _accept(world: World, listener: socket.socket, name: str) -> None:
    while True:
        try:
            if listener.type == socket.SOCK_DGRAM:
                listener.recv(100)
            else:
                with listener.accept()[0] as guest:
                    guest.settimeout(1)
                    guest.recv(10)
        except OSError:
            return
        world.hits.append(name)


def _listen(world: World, name: str, family: int, kind: int, address: Any) -> socket.socket | None:  # noqa: ANN401 - depends on the family
    """Listen and record the port; None on a machine without the family."""
    listener = socket.socket(family, kind)
    try:
        listener.bind(address)
    except OSError:
        listener.close()
        world.ports[name] = 9
        return None
    if kind == socket.SOCK_STREAM:
        listener.listen(16)
    world.ports[name] = listener.getsockname()[1] if family != socket.AF_UNIX else ""
    threading.Thread(target=_accept, args=(world, listener, name), daemon=True).start()
    return listener


@contextmanager
def running_world(folder: Path) -> Iterator[World]:
    """Set up the targets and remove them afterwards."""
    folder.chmod(0o755)
    (folder / "canary").write_text(CANARY)
    nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    victim = subprocess.Popen([*nobody, "sleep", "3600"], env={"PATH": "/usr/bin:/bin", "TEST_CANARY": CANARY})
    world = World(folder, victim)
    abstract = f"kingdom-test-{os.getpid()}"
    addresses: dict[str, tuple[int, int, Any]] = {
        "port": (socket.AF_INET, socket.SOCK_STREAM, ("0.0.0.0", 0)),
        "udp": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        "port6": (socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
        "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, "\0" + abstract),
        "unix": (socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "s")),
    }
    listeners = [found for name, address in addresses.items() if (found := _listen(world, name, *address)) is not None]
    world.ports.update(abstract=abstract, unix=str(folder / "s"), addresses=_own_addresses())
    (folder / "s").chmod(0o777)
    try:
        yield world
    finally:
        for listener in listeners:
            listener.shutdown(socket.SHUT_RDWR) if listener.type == socket.SOCK_STREAM else None
            listener.close()
        victim.send_signal(signal.SIGKILL)
        victim.wait()
