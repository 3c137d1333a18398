"""``manage.py up``: the whole product under one supervisor. Does not import Django, to stay small."""

import argparse
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from kingdom.core.deployment.child_environment import (
    TRACES_PREFIX,
    application_environment,
    beat_environment,
    sandboxd_environment,
)
from kingdom.core.deployment.heartbeat_file import HEARTBEAT_FILE_VARIABLE
from kingdom.core.errors import BadConfiguration, KingdomError
from kingdom.ops.launch.postgres_server import EmbeddedPostgres
from kingdom.ops.launch.preflight import bind_port, describe_os_error, lock_data_folder, prepare_data_folder
from kingdom.ops.launch.readiness import health_fetch, welcome_text
from kingdom.ops.launch.restore_commit import complete_restore
from kingdom.ops.processes.child_processes import (
    ChildProcess,
    ProcessRegister,
    ProgramSpec,
    failure_reason,
    spawn,
    terminate_leftovers,
)
from kingdom.ops.processes.forked_processes import ForkServer
from kingdom.ops.processes.supervisor import POLL_INTERVAL_S, CrashLoop, StopRequested, Supervisor, print_error

BASE_DIR = Path(__file__).resolve().parents[3]
HEALTH_TIMEOUT_S = 90.0
WORKER_SHUTDOWN_TIMEOUT_S = 20.0  # what runs is given back at once; only a write that has begun is waited for
LEFTOVERS_GRACE_S = 6.0
LOG_ROTATION_BYTES = 10 * 2**20
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
# Two malloc arenas per process instead of eight per core: threads otherwise hold tens of megabytes of unused memory.
# No system checks in Celery processes: they import every view.
# Byte code is always cached: compiling five hundred files in each process would double the start-up time.
LOW_MEMORY_ENVIRONMENT = {
    "MALLOC_ARENA_MAX": "2",
    "PYTHONUNBUFFERED": "1",
    "CELERY_SKIP_CHECKS": "1",
    "PYTHONDONTWRITEBYTECODE": "",
}

EnvironmentFilter = Callable[[Mapping[str, str]], dict[str, str]]
ENVIRONMENTS: Mapping[str, EnvironmentFilter] = {
    "application": application_environment,
    "sandboxd": sandboxd_environment,
    "web": application_environment,
    "worker": application_environment,
    "beat": beat_environment,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options; ``--data`` is extracted earlier, for every command."""
    parser.add_argument("--port", type=int, default=8000, help="port of the web pages and the API (default 8000)")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)"
    )


def print_progress(text: str, seconds: float | None = None) -> None:
    """Print one line of progress. The product goes on where nobody can read it: a full disk, a closed pipe."""
    with suppress(OSError):
        sys.stdout.write(f"  {text}\n" if seconds is None else f"  {text} {seconds:.1f} s\n")
        sys.stdout.flush()


class Launcher:
    """One start of the whole product on one data folder."""

    def __init__(self, *, data: Path, host: str, port: int, environ: Mapping[str, str]) -> None:
        """``data`` is absolute; ``environ`` is the operator's environment."""
        self._data, self._host, self._port, self._environ = data, host, port, environ
        self._register = ProcessRegister(data / "run" / "children.json")
        self._supervisor = Supervisor(register=self._register, report=print_progress)
        self._sandbox = "refused"
        self._serving_since: float | None = None
        self._address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def run(self) -> int:
        """Start, print the address, supervise until a request to stop; return the exit code."""
        prepare_data_folder(self._data)
        with (
            lock_data_folder(self._data, address=self._address),
            bind_port(self._host, self._port) as listener,
            self._supervisor.signals(),
        ):
            try:
                if complete_restore(self._data):
                    print_progress("completed a restore that was interrupted")
                self._start(listener)
                self._supervisor.run()
            except StopRequested:
                return 0
            except CrashLoop as error:
                print_error(error.message)
                return 1
            finally:
                print_progress("stopping")
                start = time.monotonic()
                self._supervisor.stop()
                if "_fork_server" in self.__dict__ and self._fork_server:
                    self._fork_server.close()
                print_progress("stopped", time.monotonic() - start)
        return 0

    def _start(self, listener: socket.socket) -> None:
        print_progress(f"Kingdom starts on {self._data}")
        start = time.monotonic()
        _rotate_logs(self._data / "logs")
        if aside := self._register.set_aside_damaged():
            print_progress(
                f"run/children.json was damaged and is now {aside.name}. If a port or the database is reported as "
                f"taken, processes of an earlier run are left: find them with `ps ax | grep {self._data}`, end them, "
                "and start again."
            )
        if count := terminate_leftovers(self._register, shutdown_timeout_s=LEFTOVERS_GRACE_S):
            print_progress(f"cleaned up after a killed run ({count} processes)", time.monotonic() - start)
        if self._fork_server:
            self._fork_server.begin()  # imports while the database starts, as beat does
        start_fd, self._start_pipe = os.pipe()
        self._supervisor.start(self._beat(start_fd))
        if not self._environ.get("DATABASE_URL"):
            self._start_database()
        if not self._environ.get("KINGDOM_SANDBOX_SOCKET"):  # when set, the operator runs a daemon of their own
            self._supervisor.start(self._sandboxd())
        sign_in = self._bootstrap(listener)
        self._serve(listener)
        self._wait_healthy()
        text = welcome_text(
            self._environ,
            address=self._environ.get("KINGDOM_PUBLIC_URL") or self._address,
            sign_in=sign_in,
            sandbox=self._sandbox,
            seconds=time.monotonic() - start,
        )
        sys.stdout.write(text)
        sys.stdout.flush()

    def _start_database(self) -> None:
        start = time.monotonic()
        embedded = EmbeddedPostgres(self._data, log=self._data / "logs" / "database.log")
        if embedded.prepare():
            print_progress("database made", time.monotonic() - start)
        embedded.wait_ready(self._supervisor.start(embedded.program(), vital=True))

    @cached_property
    def _fork_server(self) -> ForkServer | None:
        """The process that web, worker and bootstrap are forked from; None where the system lacks what it needs."""
        if not hasattr(os, "pidfd_open"):
            return None
        program = self._program("application", "kingdom.ops.processes.fork_server", "--data", str(self._data))
        # exports of traces have threads, which would not survive the fork: each program begins its own
        environment = {name: value for name, value in program.env.items() if not name.startswith(TRACES_PREFIX)}
        program.log.write_bytes(b"")
        return ForkServer(
            replace(program, env=environment), record=self._register.record, check=self._supervisor.check_stop
        )

    def _start_application(self, program: ProgramSpec, *, stdout: int | None = None) -> ChildProcess:
        """Start a program that uses the application: forked from one that has imported it."""
        return (self._fork_server.start if self._fork_server else spawn)(program, stdout=stdout)

    def _environment(self, select: EnvironmentFilter = application_environment) -> dict[str, str]:
        """Return a child's whole environment; ``select`` picks from the operator's by the child's kind."""
        return {
            **select(self._environ),
            **LOW_MEMORY_ENVIRONMENT,
            "KINGDOM_DATA": str(self._data),
            "DJANGO_SETTINGS_MODULE": "kingdom.settings",
            **self._hosts(),
        }

    def _hosts(self) -> dict[str, str]:
        if self._host in LOOPBACK_HOSTS or self._environ.get("KINGDOM_ALLOWED_HOSTS"):
            return {}
        names = {"localhost", "127.0.0.1", "[::1]", socket.gethostname()}
        if self._host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
            with suppress(OSError):
                names.update(str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None))
        else:
            names.add(self._host)
        return {"KINGDOM_ALLOWED_HOSTS": ",".join(sorted(names))}

    def _program(self, name: str, *argv: str, **more: Any) -> ProgramSpec:  # noqa: ANN401 - fields of ProgramSpec
        log = self._data / "logs" / f"{name}.log"
        env = self._environment(ENVIRONMENTS[name])
        return ProgramSpec(name=name, argv=[sys.executable, "-m", *argv], log=log, env=env, cwd=str(BASE_DIR), **more)

    def _sandboxd(self) -> ProgramSpec:
        path = self._data / "run" / "sandboxd.sock"
        module = "kingdom.adapters.sandbox.daemon"
        # SIGTERM when orphaned: it must end its sandboxes
        program = self._program(
            "sandboxd", module, "--socket", str(path), "--data", str(self._data), orphaned=signal.SIGTERM
        )
        return self._with_heartbeat(program)

    def _web(self, listener: socket.socket) -> ProgramSpec:
        module, descriptor = "kingdom.ops.launch.web_process", listener.fileno()
        return self._with_heartbeat(self._program("web", module, "--fd", str(descriptor), keep_fds=(descriptor,)))

    def _beat(self, start_fd: int) -> ProgramSpec:
        """Return beat, which begins when the other end of ``start_fd`` is closed: at once when it is started again."""
        module = "kingdom.ops.launch.beat_process"
        options = ("--start-fd", str(start_fd))
        program = self._program("beat", module, *options, keep_fds=(start_fd,), shutdown_timeout_s=4.0)
        environment = {**program.env, "DJANGO_SETTINGS_MODULE": "kingdom.beat_settings"}
        return self._with_heartbeat(replace(program, env=environment))

    def _with_heartbeat(self, program: ProgramSpec) -> ProgramSpec:
        """Return a program that touches a file while it works; a silent one is started again."""
        heartbeat = self._data / "run" / f"{program.name}.heartbeat"
        environment = {**program.env, HEARTBEAT_FILE_VARIABLE: str(heartbeat)}
        return replace(program, env=environment, heartbeat=heartbeat)

    def _worker(self) -> ProgramSpec:
        module = "kingdom.ops.processes.worker_process"
        return self._with_heartbeat(self._program("worker", module, shutdown_timeout_s=WORKER_SHUTDOWN_TIMEOUT_S))

    def _serve(self, listener: socket.socket) -> None:
        """Start web and worker, and let beat begin, once."""
        if self._serving_since is None:
            self._serving_since = time.monotonic()
            self._supervisor.start(self._web(listener), vital=True, starter=self._start_application)
            self._supervisor.start(self._worker(), starter=self._start_application)
            os.close(self._start_pipe)

    def _bootstrap(self, listener: socket.socket) -> Mapping[str, Any]:
        """Run the bootstrap steps in a child process, which frees their memory; return the first sign-in."""
        log = self._data / "logs" / "bootstrap.log"
        log.write_bytes(b"")
        argv = [sys.executable, str(BASE_DIR / "manage.py"), "bootstrap", "--json"]
        program = ProgramSpec(name="bootstrap", argv=argv, log=log, env=self._environment(), cwd=str(BASE_DIR))
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb", buffering=0) as events:
            with os.fdopen(writing, "wb") as output:
                child = self._start_application(program, stdout=output.fileno())
            return self._follow_bootstrap(child, events, log, listener)

    def _follow_bootstrap(
        self, child: ChildProcess, events: IO[bytes], log: Path, listener: socket.socket
    ) -> Mapping[str, Any]:
        self._register.record("bootstrap", child.pid)
        sign_in: Mapping[str, Any] = {}
        try:
            for event in self._events(events):
                if "text" in event:
                    print_progress(event["text"], event["seconds"])
                    if event["may_serve"]:
                        self._serve(listener)
                else:
                    sign_in = event
        finally:
            if child.poll() is None:
                child.kill()
            code = child.wait()
        if code != 0 or not sign_in:
            reason = failure_reason(log) or failure_reason(log.with_name("application.log"))  # they may end together
            raise BadConfiguration(reason or "The bootstrap ended and gave no reason.")
        return sign_in

    def _events(self, output: IO[bytes]) -> Iterator[dict[str, Any]]:
        buffer = b""
        while True:
            self._supervisor.restart_exited()
            if not select.select([output], [], [], POLL_INTERVAL_S)[0]:
                continue
            chunk = output.read(65536)
            if not chunk:
                return
            *lines, buffer = (buffer + chunk).split(b"\n")
            yield from (json.loads(line) for line in lines if line.startswith(b"{"))

    def _wait_healthy(self) -> None:
        ready: set[str] = set()
        start = self._serving_since or time.monotonic()

        def healthy() -> bool:
            health = health_fetch(self._host, self._port)
            for name in ("web", "worker", "beat"):
                if health.get(name) == "ok" and name not in ready:
                    ready.add(name)
                    print_progress(f"{name} ready", time.monotonic() - start)
            self._sandbox = health.get("sandbox", "refused")
            return len(ready) == 3

        if not self._supervisor.wait(healthy, timeout_s=HEALTH_TIMEOUT_S):
            missing = ", ".join(name for name in ("web", "worker", "beat") if name not in ready)
            raise BadConfiguration(
                f"{missing} did not become ready in {HEALTH_TIMEOUT_S:.0f} s. The reason is in {self._data / 'logs'}."
            )


def _rotate_logs(folder: Path) -> None:
    """Rotate large logs, one old file each. Only a start does this: processes hold running logs open."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > LOG_ROTATION_BYTES:
            log.replace(log.with_suffix(".log.1"))


def main(argv: Sequence[str]) -> int:
    """Run ``up`` with its options; return the exit code. An error prints one sentence on stderr."""
    parser = argparse.ArgumentParser(
        prog="manage.py up", description="Start the whole of Kingdom. Option of every command: --data DIR."
    )
    add_arguments(parser)
    options = parser.parse_args(argv)
    data = Path(os.environ.get("KINGDOM_DATA") or ".kingdom").expanduser().absolute()
    try:
        return Launcher(data=data, host=options.host, port=options.port, environ=os.environ).run()
    except KingdomError as error:
        print_error(error.message)
    except OSError as error:  # the disk fills up, or the folder changes during the start
        print_error(describe_os_error(error, error.filename or data))
    return 1
