"""Fixtures that start the whole product as a user does: one offline, one with a language model."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.plugins.data_template import copy_template
from tests.plugins.django_shell import DjangoShell
from tests.plugins.postgres import throwaway_folder, without_settings

ROOT = Path(__file__).resolve().parents[2]
READY_TIMEOUT_S = 300.0
SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0  # between two polls of what is waited for
# Keys that an operator may have in the environment of ``up``: Kingdom's own, and two of other programs.
OPERATORS_KEYS = {
    "KINGDOM_VAULT_KEYS": "9fQ0vN3z8m2bq7Jc5kXtYw1LrUeHsAo6PdGiZxCvBn4=",
    "KINGDOM_SIGNING_KEYS": "c2lnbmluZy1rZXktc2lnbmluZy1rZXktc2lnbmluZy0=",
    "KINGDOM_SECRET_KEY": "sk-canary-0002-sk-canary-0002-sk-canary-0002-sk-canary-0002",
    "AWS_SECRET_ACCESS_KEY": "aws-canary-0005",
    "GITHUB_TOKEN": "ghp-canary-0009",
}
CREATE_USER = """
from kingdom.accounts.services import token_create, user_create
user = user_create(name={name!r}, password={password!r}, staff={staff!r})
print(token_create(user=user, name="tests")[1])
"""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment without settings and keys, plus ``more``."""
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
    root: Path = ROOT  # of its code

    @property
    def url(self) -> str:
        """The address, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        """The output so far."""
        return (self.data.parent / f"up-{self.data.name}.txt").read_text()

    def child(self, name: str) -> psutil.Process:
        """Return a running part: web, worker, beat, sandboxd or database. Raises psutil.NoSuchProcess meanwhile."""
        children = json.loads((self.data / "run" / "children.json").read_text())
        return psutil.Process(children[name]["pid"])

    def manage(self, *arguments: str) -> str:
        """Run a management command on its data folder and return the output. Fails when the command does."""
        command = [sys.executable, "manage.py", *arguments, "--data", str(self.data)]
        done = subprocess.run(
            command, cwd=self.root, env=self.environ, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, f"{arguments}: {done.stderr[-2000:]}{done.stdout[-2000:]}"
        return done.stdout

    @cached_property
    def _shell(self) -> DjangoShell:
        return DjangoShell({**self.environ, "KINGDOM_DATA": str(self.data)}, cwd=self.root)

    def run_python(self, code: str) -> str:
        """Run Python code in a process with Django set up on this product's data; return what it printed."""
        return self._shell.run(code)

    def close_shell(self) -> None:
        """End the process of ``run_python``; the next call starts another."""
        if "_shell" in self.__dict__:
            self.__dict__.pop("_shell").close()

    def token(self, name: str, *, staff: bool = False) -> str:
        """Return an API token of a user. The first call creates the user."""
        if name not in self.tokens:
            code = CREATE_USER.format(name=name, password=f"pass of {name} 7!", staff=staff)
            self.tokens[name] = self.run_python(code).strip()
        return self.tokens[name]

    def call(
        self, method: str, path: str, *, user: str = "alice", body: object = None, timeout_s: float = 30.0
    ) -> tuple[int, Any]:
        """Call the API as a user, with JSON or raw bytes; return the status and the parsed body (None if no JSON)."""
        media_type = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        headers = {"Authorization": f"Token {self.token(user)}", "Content-Type": media_type}
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
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
        self.close_shell()
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(timeout=timeout_s)


@contextlib.contextmanager
def running_product(
    data: Path, *, environ: Mapping[str, str] | None = None, port: int | None = None, root: Path = ROOT
) -> Iterator[Product]:
    """Start ``manage.py up`` on a data folder, wait until it is ready, and stop it. Fails with its output otherwise.

    ``root`` is the folder of its code: another release of it may be elsewhere.
    """
    port = port or free_port()
    clean = clean_environment(environ)
    data.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "manage.py", "up", "--data", str(data), "--port", str(port)]
    with (data.parent / f"up-{data.name}.txt").open("wb") as output:
        process = subprocess.Popen(
            command, cwd=root, env=clean, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
    product = Product(data, port, clean, process, root=root)
    try:
        end = time.monotonic() + READY_TIMEOUT_S
        while "Kingdom is ready" not in product.output:
            assert process.poll() is None, f"it exited:\n{product.output}"
            assert time.monotonic() < end, f"not ready after {READY_TIMEOUT_S} s:\n{product.output}"
            time.sleep(0.1)
        yield product
    finally:
        product.stop()


@contextlib.contextmanager
def prepared_product(*, environ: Mapping[str, str] | None = None) -> Iterator[Product]:
    """Run the product on a copy of the prepared data folder, with ``environ`` added to its environment."""
    with throwaway_folder() as folder:
        copy_template("bootstrapped", folder / "data")
        with running_product(folder / "data", environ=environ) as running:
            yield running


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    """The whole product, offline; one for all tests."""
    with prepared_product() as running:
        yield running


@pytest.fixture(scope="session")
def short_lease_product() -> Iterator[Product]:
    """The product, offline, with leases of three seconds and keys in its environment; one for all that kill parts."""
    with prepared_product(environ={"KINGDOM_LEASE_S": "3", **OPERATORS_KEYS}) as running:
        yield running


@pytest.fixture(scope="session")
def product_with_model() -> Iterator[tuple[Product, Any]]:
    """The product with a language model: (product, the local model server of tests/gemini_server)."""
    from tests.gemini_server.server import running_server  # noqa: PLC0415 - the pure rules' tests must not pay for it

    with running_server() as server:
        environ = {"GEMINI_API_KEY": server.key, "KINGDOM_GEMINI_BASE_URL": server.url}
        with prepared_product(environ=environ) as running:
            yield running, server


def wait_for(done: Callable[[], Any], *, timeout_s: float, what: str) -> None:
    """Poll until ``done()`` is true; fail after the timeout.

    The pauses grow with the wait, by a twentieth of it: a poll of a product costs 20 ms of processor time in both.
    """
    start = time.monotonic()
    while not done():
        waited_s = time.monotonic() - start
        assert waited_s < timeout_s, f"waited {timeout_s} s for {what}"
        time.sleep(min(max(waited_s / 20, SHORTEST_PAUSE_S), LONGEST_PAUSE_S))
