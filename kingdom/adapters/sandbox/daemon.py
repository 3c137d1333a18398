"""sandboxd: the only process that may start sandboxes.

Start: ``python -m kingdom.adapters.sandbox.daemon --socket PATH [--data DIR]``. A client of its socket can run code in
a sandbox and nothing else: image, mounts, user and profile are constants here.
It runs without Django and ends with the process that started it (unless --detached); its sandboxes end with it.
"""

import argparse
import logging
import os
import resource
import signal
import socket
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from kingdom.adapters.sandbox.host.frames import ProtocolError
from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.adapters.sandbox.port import DEFAULT_WAIT_S, MAX_WAIT_S
from kingdom.adapters.sandbox.server_socket import server_socket
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.adapters.sandbox.socket_protocol import MessageSocket, decode_limits, decode_program, encode_error
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.deployment.heartbeat_file import heartbeat_file_touch
from kingdom.core.errors import BadConfiguration, Busy, KingdomError, ToolError

log = logging.getLogger("kingdom.sandboxd")
CONNECTIONS = 1024  # each has a thread; most of them wait for a slot
OPEN_FILES = 8192  # enough for all connections, each with a second descriptor while its call waits, and sandboxes
ACCEPT_RETRY_S = 0.1
PAYLOAD_S = 10.0  # between two pieces of a payload: meanwhile the call has a slot
ACCEPT_S = 0.5  # a signal that comes just before accept() blocks is not handled before accept() returns
PARENT_S = 0.5
STOP_S = 4.0


class ClientConnection:
    """One client: at most one open session, one call at a time."""

    def __init__(self, service: SandboxService, sock: socket.socket) -> None:
        """Take an accepted socket."""
        self.service, self.messages = service, MessageSocket(sock)
        self.session: ServiceSession | None = None

    def serve(self) -> None:
        """Answer until the client disconnects; then kill its sandbox."""
        try:
            while True:
                self.answer(self.messages.receive().value)
        except (EOFError, OSError):
            return
        except ProtocolError as error:
            log.warning("protocol error of a client: %s", error)
        finally:
            if self.session:
                self.session.close()
            self.messages.close()

    def answer(self, message: dict[str, Any]) -> None:
        """Answer one message."""
        try:
            match message.get("op"):
                case "status":
                    self.messages.send({"status": self.service.status()})
                case "open":
                    self.open(message)
                case "call":
                    self.call(message)
                case _:
                    raise ProtocolError(f"unknown operation {str(message.get('op'))[:40]!r}")
        except KingdomError as error:
            self.messages.send(encode_error(error))

    def open(self, message: dict[str, Any]) -> None:
        """Open a session; an open one is closed first."""
        if self.session:
            self.session.close()
            self.session = None
        program, limits = decode_program(message.get("program")), decode_limits(message.get("limits"))
        strict, owner = message.get("strict") is True, str(message.get("owner", ""))[:100]
        self.session = self.service.open(program, limits, strict=strict, owner=owner)
        self.session.user_key = str(message.get("user_key", ""))[:100]
        self.session.inner.abort, self.session.inner.abort_fd = (
            self.messages.is_peer_closed,
            self.messages.sock.fileno(),
        )
        self.messages.send({"opened": {"backend": self.service.name, "guarantees": sorted(self.service.guarantees)}})

    def call(self, message: dict[str, Any]) -> None:
        """Run one call and send its outcome."""
        timeout, now, wait_s = message.get("timeout"), message.get("now", ""), message.get("wait_s", DEFAULT_WAIT_S)
        if self.session is None or not isinstance(now, str) or not (timeout is None or _is_positive(timeout)):
            raise ProtocolError("not a call")
        if not _is_positive(wait_s):
            raise ProtocolError("not a call")
        answers = self.answer_request if message.get("relays_requests") is True else None
        outcome = self.session.call_encoded(self.receive_payload, timeout, now, answers, min(wait_s, MAX_WAIT_S))
        self.messages.send({"outcome": encode_outcome(outcome)})

    def receive_payload(self) -> bytes:
        """Ask the client for the payload of its call, which has a slot by now. Raises EOFError, OSError, ProtocolError.

        A client that has sent nothing for ``PAYLOAD_S`` seconds is disconnected.
        """
        self.messages.sock.settimeout(PAYLOAD_S)
        try:
            self.messages.send({"wants": "payload"})
            return self.messages.receive().blob
        finally:
            self.messages.sock.settimeout(None)

    def answer_request(self, request: bytes) -> bytes:
        """Send a request of the program to the client, and return the client's answer. Raises ToolError."""
        try:
            self.messages.send({"wants": "answer"}, request)
            return self.messages.receive().blob
        except (EOFError, OSError, ProtocolError) as error:
            raise ToolError(f"the client disconnected: {error}") from error


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


def encode_outcome(outcome: SandboxOutcome) -> dict[str, Any]:
    """Return an outcome as JSON."""
    return {**vars(outcome), "guarantees": sorted(outcome.guarantees)}


class Daemon:
    """Accepts connections on a Unix socket, one thread each."""

    def __init__(self, path: Path, service: SandboxService, group: str = "") -> None:
        """Bind the socket: mode 0600, or 0660 for a group. Raises OSError when another daemon answers there."""
        self.path, self.service = path, service
        self.socket = server_socket(path, group=group)
        self.socket.settimeout(ACCEPT_S)
        self._open = threading.BoundedSemaphore(CONNECTIONS)
        self.stopping, self.stopped = threading.Event(), threading.Event()

    def listen(self, address: str, certificates: Path | str) -> None:
        """Also serve clients of other machines on ``HOST:PORT``, by mutual TLS. Raises BadConfiguration, OSError."""
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal() or not str(certificates):
            raise BadConfiguration("--listen takes HOST:PORT, and --tls the folder of the certificates.")
        tls = import_module("kingdom.adapters.sandbox.tls")  # by name: without it the daemon stays small
        context = tls.server_context(Path(certificates))
        tls.TlsListener(host.strip("[]"), int(port), context, self.path).start()
        log.info("sandboxd: serves other machines on %s by mutual TLS", address)

    def serve(self) -> None:
        """Accept connections until stopped."""
        threading.Thread(target=self._prepare, name="sandbox-prepare", daemon=True).start()
        while not self.stopping.is_set():
            heartbeat_file_touch()
            try:
                sock, _address = self.socket.accept()
            except TimeoutError:
                continue
            except OSError:  # stopped, or no descriptor is free until another connection closes
                self.stopping.wait(ACCEPT_RETRY_S)
                continue
            if not self._open.acquire(blocking=False):
                self._refuse(sock)
                continue
            try:
                threading.Thread(target=self._connection, args=(sock,), daemon=True).start()
            except RuntimeError:  # the machine gives no further thread
                self._open.release()
                self._refuse(sock)

    def _refuse(self, sock: socket.socket) -> None:
        with suppress(OSError):
            sock.setblocking(False)
            MessageSocket(sock).send(encode_error(Busy("sandboxd has too many callers. Try again in a moment.")))
        sock.close()

    def _connection(self, sock: socket.socket) -> None:
        try:
            ClientConnection(self.service, sock).serve()
        except Exception:  # an error of one connection must not end the daemon
            log.exception("a connection failed")
        finally:
            self._open.release()

    def _prepare(self) -> None:
        """Choose and test a backend at start, so that the first client does not wait for it."""
        try:
            self.service.ready()
            passed_over = "; ".join(f"not {name}: {reason}" for name, reason in self.service.passed_over.items())
            log.info("sandboxd: %s passed its self-test and serves. %s", self.service.name, passed_over)
        except KingdomError as error:
            log.warning("sandboxd cannot run code: %s", error.message)

    def stop(self) -> None:
        """Close the socket and kill every sandbox."""
        self.stopping.set()
        with suppress(OSError):  # already closed
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.path.unlink(missing_ok=True)
        self.service.close()
        self.stopped.set()


def exit_with_parent(parent: int, stop: threading.Event) -> None:
    """Send this process SIGTERM when its parent has ended, also by SIGKILL."""
    while not stop.wait(PARENT_S):
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)
            return


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="sandboxd", description="Run programs in sandboxes for the processes that may open its socket."
    )
    parser.add_argument("--socket", type=Path, help="the Unix socket (default: <data>/run/sandboxd.sock)")
    parser.add_argument("--data", type=Path, default=Path(".kingdom"), help="the product's data folder")
    parser.add_argument("--listen", default="", metavar="HOST:PORT", help="also serve other machines, by mutual TLS")
    parser.add_argument("--tls", type=Path, help="the folder of the certificates (default: KINGDOM_SANDBOX_TLS)")
    parser.add_argument("--group", default="", help="a group that may also use the socket")
    parser.add_argument(
        "--backend", choices=["auto", "docker", "bubblewrap"], help="default: KINGDOM_SANDBOX_BACKEND or auto"
    )
    parser.add_argument("--pool", type=int, help="empty sandboxes kept ready (default 2)")
    parser.add_argument("--detached", action="store_true", help="keep running when the parent process ends")
    return parser.parse_args(arguments)


def raise_open_files() -> None:
    """Raise this process's soft limit of open files to OPEN_FILES, or to the hard limit if that is lower."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main(arguments: list[str]) -> int:
    """Serve until SIGTERM or SIGINT; return the exit status."""
    options = parse_arguments(arguments)
    raise_open_files()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s", stream=sys.stderr)
    parent = os.getppid()
    try:
        service = SandboxService(load_sandbox_config(backend=options.backend, pool=options.pool))
        daemon = Daemon(options.socket or options.data / "run" / "sandboxd.sock", service, options.group)
        if options.listen:
            daemon.listen(options.listen, options.tls or os.environ.get("KINGDOM_SANDBOX_TLS", ""))
    except (KingdomError, OSError, KeyError) as error:
        print(f"sandboxd cannot start: {error}", file=sys.stderr)
        return 1

    def stop(_number: int, _frame: FrameType | None) -> None:
        # A hanging close() must not keep sandboxes alive: each pid 1 ends when this process exits and its pipe closes.
        threading.Timer(STOP_S, os._exit, (1,)).start()
        threading.Thread(target=daemon.stop, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if not options.detached and parent != 1:
        threading.Thread(target=exit_with_parent, args=(parent, daemon.stopping), daemon=True).start()
    daemon.serve()
    daemon.stopped.wait(STOP_S)
    os._exit(0)  # client threads may still wait for killed sandboxes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
