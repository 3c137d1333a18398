"""Fixtures that run real processes: the worker over the real queue, and the whole product as a user starts it."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from kingdom.ops.launch.launcher import LOW_MEMORY_ENVIRONMENT
from tests.plugins.postgres import throwaway_folder, without_settings

ROOT = Path(__file__).resolve().parents[2]
READY_TIMEOUT_S = 300.0
GROUPED_FIXTURES = ("product", "product_with_model")  # all tests on one running product go to one xdist worker


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment without settings and keys, and with ``more``."""
    environ = dict(os.environ)
    without_settings(environ)
    return {**environ, **(more or {})}


@dataclass
class Product:
    """A running product."""

    data: Path
    port: int
    environ: dict[str, str]
    process: "subprocess.Popen[bytes]"
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return (self.data.parent / f"up-{self.data.name}.txt").read_text()

    def manage(self, *words: str) -> str:
        """Run a management command on its data folder and return what it printed; fails when the command does."""
        command = [sys.executable, "manage.py", *words, "--data", str(self.data)]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environ, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, f"{words}: {done.stderr[-2000:]}"
        return done.stdout

    def token(self, name: str, *, staff: bool = False) -> str:
        """Return a token of a user, who is made at the first call."""
        if name not in self.tokens:
            self.manage("user_create", name, "--password", f"pass of {name} 7!", *(["--staff"] if staff else []))
            self.tokens[name] = self.manage("token_create", name).strip()
        return self.tokens[name]

    def call(
        self, method: str, path: str, *, user: str = "alice", body: object = None, timeout_s: float = 30.0
    ) -> tuple[int, Any]:
        """Call the API as a user; return status and parsed body (None when it is no JSON)."""
        headers = {"Authorization": f"Token {self.token(user)}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as answer:
                status, raw = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, raw = error.code, error.read()
        try:
            return status, json.loads(raw)
        except ValueError:
            return status, None

    def stop(self, number: signal.Signals = signal.SIGTERM, *, timeout_s: float = 60.0) -> int:
        """Stop it and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(timeout=timeout_s)


@contextlib.contextmanager
def running_product(
    data: Path, *, environ: Mapping[str, str] | None = None, port: int | None = None
) -> Iterator[Product]:
    """Start ``manage.py up`` on a data folder, wait until it is ready, and stop it. Fails with its own words when it does not start."""
    port = port or free_port()
    clean = clean_environment(environ)
    data.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "manage.py", "up", "--data", str(data), "--port", str(port)]
    with (data.parent / f"up-{data.name}.txt").open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=clean, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
    product = Product(data, port, clean, process)
    try:
        end = time.monotonic() + READY_TIMEOUT_S
        while "Kingdom is ready" not in product.output:
            assert process.poll() is None, f"it ended:\n{product.output}"
            assert time.monotonic() < end, f"not ready after {READY_TIMEOUT_S} s:\n{product.output}"
            time.sleep(0.1)
        yield product
    finally:
        product.stop()


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    """The whole product, offline, on a data folder of its own; one for all tests that ask for it."""
    with throwaway_folder() as folder, running_product(folder / "data") as running:
        yield running


@pytest.fixture(scope="session")
def product_with_model() -> Iterator[tuple[Product, Any]]:
    """The same with a language model: (product, the local model server of tests/gemini_server)."""
    from tests.gemini_server.server import running_server  # noqa: PLC0415 - the pure rules' tests must not pay for it

    with running_server() as server, throwaway_folder() as folder:
        environ = {"GEMINI_API_KEY": server.key, "KINGDOM_GEMINI_BASE_URL": server.url}
        with running_product(folder / "data", environ=environ) as running:
            yield running, server


@pytest.fixture(scope="module")  # no longer: it would take the tasks that other tests only put into the queue
def worker_process(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator["subprocess.Popen[bytes]"]:
    """A real Celery worker on the test database, one for the module; ask for ``running_worker`` instead."""
    from django.db import connection  # noqa: PLC0415 - as above

    with django_db_blocker.unblock(), _queue_in_test_database(), throwaway_folder() as folder:
        environ = clean_environment(
            {
                **_test_database(connection.settings_dict),
                **LOW_MEMORY_ENVIRONMENT,
                "KINGDOM_DATA": os.environ["KINGDOM_DATA"],
            }
        )
        log = folder / "worker.log"
        command = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "kingdom.celery",
            "worker",
            "-c",
            "8",
            "--without-gossip",
            "--without-mingle",
        ]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        try:
            _wait_for_worker(process, log)
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def running_worker(transactional_db: None, worker_process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
    """A real worker that takes tasks from the real queue (pgmq) and sees what this test commits."""
    assert worker_process.poll() is None, "the worker ended in an earlier test"
    return worker_process


def _test_database(settings: Mapping[str, Any]) -> dict[str, str]:
    host = settings.get("HOST") or settings.get("OPTIONS", {}).get("host", "")
    return {"DATABASE_URL": f"postgresql://postgres:@/{settings['NAME']}?host={host}"}


@contextlib.contextmanager
def _queue_in_test_database() -> Iterator[None]:
    """Send this process's tasks to the test database: the settings were read before pytest-django gave it its own name."""
    from django.db import connection  # noqa: PLC0415 - as above

    from kingdom.celery import app  # noqa: PLC0415
    from kingdom.core.deployment.celery_broker import broker_settings  # noqa: PLC0415

    before = app.conf.broker_transport_options
    app.conf.broker_transport_options = broker_settings("", connection.settings_dict)[1]
    forget_queue_connections()
    try:
        yield
    finally:
        forget_queue_connections()
        app.conf.broker_transport_options = before


def forget_queue_connections() -> None:
    """Make this process as one that has not published a task yet."""
    from kombu import pools  # noqa: PLC0415 - as above

    from kingdom.celery import app  # noqa: PLC0415

    if app._pool is not None:
        app._pool.force_close_all()
    pools.reset()  # type: ignore[no-untyped-call] # kombu ships no types
    app._pool = None  # Celery has no public way to forget its connections
    app.amqp._producer_pool = None


def _wait_for_worker(process: "subprocess.Popen[bytes]", log: Path) -> None:
    from django.core.cache import cache  # noqa: PLC0415 - as above

    from kingdom.ops.tasks import echo, echo_key  # noqa: PLC0415

    token = secrets.token_hex(8)
    echo.delay(token)
    wait_for(
        lambda: cache.get(echo_key(token)) or process.poll() is not None, timeout_s=60, what="the worker's first task"
    )
    assert process.poll() is None, f"the worker ended:\n{log.read_text()[-3000:]}"


def wait_for(done: Callable[[], Any], *, timeout_s: float, what: str) -> None:
    """Ask again and again; fail when it is not so in time."""
    end = time.monotonic() + timeout_s
    while not done():
        assert time.monotonic() < end, f"waited {timeout_s} s for {what}"
        time.sleep(0.05)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of one running product in one xdist worker (``--dist loadgroup``): it is started once, not once a worker."""
    for item in items:
        for name in GROUPED_FIXTURES:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(name))
