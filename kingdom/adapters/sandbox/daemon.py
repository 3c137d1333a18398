"""sandboxd: the one process that may start sandboxes. ``python -m kingdom.adapters.sandbox.daemon --socket PATH [--data DIR]``.

Whoever may open its socket can have code run inside the fence and nothing else: image, mounts, user and profile are constants here.
It runs without Django, ends with the process that started it (unless --detached), and takes its sandboxes with it.
"""

import argparse
import grp
import logging
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Any

from kingdom.adapters.sandbox.host.frames import ProtocolError
from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.adapters.sandbox.port import OnRequest
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.adapters.sandbox.socket_protocol import MessageSocket, decode_limits, decode_program, encode_error
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import KingdomError, ToolError

log = logging.getLogger("kingdom.sandboxd")
CONNECTIONS = 256
PARENT_S = 0.5
STOP_S = 4.0


class ClientConnection:
    """One client: at most one open session, its calls one after another."""

    def __init__(self, service: SandboxService, sock: socket.socket) -> None:
        """Take over an accepted socket."""
        self.service, self.wire = service, MessageSocket(sock)
        self.session: ServiceSession | None = None

    def serve(self) -> None:
        """Answer until the client leaves; then its sandbox is gone too."""
        try:
            while True:
                self.answer(self.wire.receive())
        except (EOFError, OSError):
            return
        except ProtocolError as error:
            log.warning("a client broke the protocol: %s", error)
        finally:
            if self.session:
                self.session.close()
            self.wire.close()

    def answer(self, asked: dict[str, Any]) -> None:
        """Answer one message."""
        try:
            match asked.get("op"):
                case "status":
                    self.wire.send({"status": self.service.status()})
                case "open":
                    self.open(asked)
                case "call":
                    self.call(asked)
                case _:
                    raise ProtocolError(f"unknown operation {str(asked.get('op'))[:40]!r}")
        except KingdomError as error:
            self.wire.send(encode_error(error))

    def open(self, asked: dict[str, Any]) -> None:
        """Open a session; one that was open is closed."""
        if self.session:
            self.session.close()
            self.session = None
        program, limits = decode_program(asked.get("program")), decode_limits(asked.get("limits"))
        self.session = self.service.open(program, limits, strict=asked.get("strict") is True)
        self.session.inner.abort, self.session.inner.abort_fd = self.wire.left, self.wire.sock.fileno()
        self.wire.send({"opened": {"backend": self.service.name, "guarantees": sorted(self.service.guarantees)}})

    def call(self, asked: dict[str, Any]) -> None:
        """Run one call and send its outcome."""
        timeout, now = asked.get("timeout"), asked.get("now", "")
        if (
            self.session is None
            or not isinstance(now, str)
            or not (timeout is None or (isinstance(timeout, int | float) and timeout > 0))
        ):
            raise ProtocolError("not a call")
        on_request = self.relay() if asked.get("broker") is True else None
        outcome = self.session.call(asked.get("payload"), timeout, now, on_request)
        self.wire.send({"outcome": encode_outcome(outcome)})

    def relay(self) -> OnRequest:
        """Return a callback that puts the program's requests to the client."""

        def ask(op: str, args: Any) -> Any:  # noqa: ANN401 - any JSON value
            try:
                self.wire.send({"request": {"op": op, "args": args}})
                answer = self.wire.receive()
            except (EOFError, OSError, ProtocolError) as error:
                raise ToolError(f"the client went away: {error}") from error
            if "refused" in answer:
                raise ToolError(str(answer["refused"]))
            return answer.get("value")

        return ask


def encode_outcome(outcome: SandboxOutcome) -> dict[str, Any]:
    """Return an outcome as JSON."""
    return {**asdict(outcome), "guarantees": sorted(outcome.guarantees)}


class Daemon:
    """Accepts connections on a Unix socket, a thread each."""

    def __init__(self, path: Path, service: SandboxService, group: str = "") -> None:
        """Bind the socket: mode 0600, or 0660 for a group. Raises OSError when another daemon lives there."""
        self.path, self.service = path, service
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not _is_stale_socket(path):
            raise OSError(f"another sandboxd answers at {path}")
        path.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            self.socket.bind(str(path))
        finally:
            os.umask(before)
        if group:
            os.chown(path, -1, grp.getgrnam(group).gr_gid)
            path.chmod(0o660)
        self.socket.listen(64)
        self._open = threading.BoundedSemaphore(CONNECTIONS)
        self.stopping, self.stopped = threading.Event(), threading.Event()

    def serve(self) -> None:
        """Accept until stopped."""
        threading.Thread(target=self._prepare, name="sandbox-prepare", daemon=True).start()
        while not self.stopping.is_set():
            try:
                sock, _address = self.socket.accept()
            except OSError:
                break
            if self._open.acquire(blocking=False):
                threading.Thread(target=self._connection, args=(sock,), daemon=True).start()
            else:
                sock.close()

    def _connection(self, sock: socket.socket) -> None:
        try:
            ClientConnection(self.service, sock).serve()
        except Exception:  # one client's fault must not end the daemon of all
            log.exception("a connection failed")
        finally:
            self._open.release()

    def _prepare(self) -> None:
        """Choose and test a backend at once, so that the first client does not wait for it."""
        try:
            self.service.ready()
            log.info("sandboxd: %s passed its self-test", self.service.name)
        except KingdomError as error:
            log.warning("sandboxd refuses to run code: %s", error.message)

    def stop(self) -> None:
        """Close the door, kill every sandbox."""
        self.stopping.set()
        with suppress(OSError):  # already closed
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.path.unlink(missing_ok=True)
        self.service.close()
        self.stopped.set()


def _is_stale_socket(path: Path) -> bool:
    """Tell whether a socket file has nobody behind it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except OSError:
            return True
    return False


def exit_with_parent(parent: int, stop: threading.Event) -> None:
    """Send ourselves SIGTERM when the process that started us is gone, killed with -9 included."""
    while not stop.wait(PARENT_S):
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)
            return


def parse_arguments(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="sandboxd", description="Runs programs in sandboxes for the processes that may open its socket."
    )
    parser.add_argument("--socket", type=Path, help="the Unix socket (default: <data>/run/sandboxd.sock)")
    parser.add_argument("--data", type=Path, default=Path(".kingdom"), help="the product's data folder")
    parser.add_argument("--group", default="", help="a group that may use the socket too")
    parser.add_argument(
        "--backend", choices=["auto", "docker", "bubblewrap"], help="default: KINGDOM_SANDBOX_BACKEND or auto"
    )
    parser.add_argument("--pool", type=int, help="empty sandboxes kept ready (default 2)")
    parser.add_argument("--detached", action="store_true", help="go on when the process that started this one ends")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Serve until SIGTERM or SIGINT; return the exit status."""
    given = parse_arguments(words)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s", stream=sys.stderr)
    parent = os.getppid()
    try:
        service = SandboxService(load_sandbox_config(backend=given.backend, pool=given.pool))
        daemon = Daemon(given.socket or given.data / "run" / "sandboxd.sock", service, given.group)
    except (KingdomError, OSError, KeyError) as error:
        print(f"sandboxd cannot start: {error}", file=sys.stderr)
        return 1

    def stop(_number: int, _frame: FrameType | None) -> None:
        # What hangs must not keep sandboxes alive: pid 1 of each sees its pipe close when we exit.
        threading.Timer(STOP_S, os._exit, (1,)).start()
        threading.Thread(target=daemon.stop, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if not given.detached and parent != 1:
        threading.Thread(target=exit_with_parent, args=(parent, daemon.stopping), daemon=True).start()
    daemon.serve()
    daemon.stopped.wait(STOP_S)
    os._exit(0)  # threads of clients may still wait for sandboxes that are gone


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
