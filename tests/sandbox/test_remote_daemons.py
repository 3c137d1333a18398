"""Sandbox daemons of other machines: mutual TLS, and several of them, the least busy first."""

import shutil
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox_certificates import certificates_make
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import BadConfiguration, KingdomError, SandboxLost
from tests.factories.sandboxd import Sandboxd, wait_for
from tests.plugins.product import free_port

pytestmark = pytest.mark.sandbox
ECHO = Program(code="def handle(p, ctx):\n    return p\n")
LENGTH = Program(code="def handle(p, ctx):\n    return len(p)\n")
NAP = Program(code="import time\n\ndef handle(p, ctx):\n    time.sleep(0.2)\n    return p\n")
SPIN = Program(code="def handle(p, ctx):\n    while True:\n        pass\n")
HOST = "127.0.0.1"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    certificates_make(folder, hosts=[HOST], days=2)
    return folder


@pytest.fixture(scope="module")
def daemons(
    certificates: Path, tmp_path_factory: pytest.TempPathFactory, backend_there: dict[str, str]
) -> Iterator[list[tuple[str, Sandboxd]]]:
    """Two daemons with their TLS addresses; a test may kill the second one."""
    if backend_there["bubblewrap"]:
        pytest.skip(backend_there["bubblewrap"])
    with ExitStack() as stack:
        made: list[tuple[str, Sandboxd]] = []
        for name in ("first", "second"):
            port = free_port()
            options = ["--listen", f"{HOST}:{port}", "--tls", str(certificates)]
            daemon = Sandboxd(tmp_path_factory.mktemp(name), "bubblewrap", options=options)
            stack.callback(daemon.close)
            made.append((f"tls://{HOST}:{port}", daemon))
        yield made


def client_of(daemons: list[tuple[str, Sandboxd]], certificates: Path, *, count: int = 1) -> SandboxClient:
    addresses = ",".join(address for address, _daemon in daemons[:count])
    return SandboxClient(addresses, certificates=str(certificates))


def test_a_program_of_another_machine_runs_and_asks_its_host(
    daemons: list[tuple[str, Sandboxd]], certificates: Path
) -> None:
    client = client_of(daemons, certificates)
    assert client.run(LENGTH, "ü" * 300_000, SandboxLimits()).value == 300_000
    assert client.guarantees == daemons[0][1].client.guarantees
    code = "def handle(p, ctx):\n    return ctx.http.get('https://example.com/')\n"
    asked: list[str] = []

    def answer(op: str, _args: object) -> object:
        asked.append(op)
        return {"status": 200, "headers": {}, "body": "hello", "url": "https://example.com/"}

    client.run(Program(code=code), {}, SandboxLimits(), on_request=answer)
    assert asked, "the program's request came through the connection"


def test_an_aborted_call_ends_and_its_sandbox_with_it(daemons: list[tuple[str, Sandboxd]], certificates: Path) -> None:
    client = client_of(daemons, certificates)
    daemon = daemons[0][1]
    with client.open(SPIN, SandboxLimits(timeout_s=60)) as session:
        aborted = threading.Timer(1.0, session.abort)
        aborted.start()
        started = time.monotonic()
        with pytest.raises(SandboxLost):
            session.call(1)
        assert time.monotonic() - started < 30
    wait_for(lambda: daemon.client.status()["running"] == 0, 20)


@pytest.mark.parametrize("case", ["none", "another authority", "a server's", "another host"])
def test_only_a_client_of_this_authority_is_served(
    case: str, daemons: list[tuple[str, Sandboxd]], certificates: Path, tmp_path: Path
) -> None:
    address = daemons[0][0]
    if case == "none":
        context = ssl.create_default_context(cafile=str(certificates / "ca.pem"))
        _assert_refused(context, int(address.rpartition(":")[2]))
        return
    if case == "another authority":
        certificates_make(tmp_path, hosts=[HOST], days=2)
        shutil.copy(certificates / "ca.pem", tmp_path / "ca.pem")  # it trusts the daemon; the daemon does not trust it
    else:
        shutil.copytree(certificates, tmp_path, dirs_exist_ok=True)
    if case == "a server's":
        shutil.copy(tmp_path / "server.pem", tmp_path / "client.pem")
    if case == "another host":
        address = address.replace(HOST, "localhost")
    with pytest.raises(KingdomError, match=r"No sandboxd answers|ended during a call"):
        SandboxClient(address, certificates=str(tmp_path)).status()


def _assert_refused(context: ssl.SSLContext, port: int) -> None:
    """Check that a client without a certificate gets no answer: in TLS 1.3 its first read tells, not the handshake."""
    with socket.create_connection((HOST, port), 5) as plain:
        secured = context.wrap_socket(plain, server_hostname=HOST)
        with secured, suppress(ssl.SSLError, ConnectionError):
            secured.sendall(b'15\n{"op":"status"}')
            assert secured.recv(1) == b""


def test_calls_of_a_crowd_run_on_both_daemons(daemons: list[tuple[str, Sandboxd]], certificates: Path) -> None:
    client = client_of(daemons, certificates, count=2)
    busy: set[str] = set()

    def is_done() -> bool:
        busy.update(address for address, status in client.status()["daemons"].items() if status and status["running"])
        return all(call.done() for call in calls)

    with ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(client.run, NAP, number, SandboxLimits()) for number in range(24)]
        wait_for(is_done, 60)
    assert [call.result().value for call in calls] == list(range(24))
    assert busy == {address for address, _daemon in daemons}


def test_a_daemon_that_died_loses_no_later_call(daemons: list[tuple[str, Sandboxd]], certificates: Path) -> None:
    client = client_of(daemons, certificates, count=2)
    daemons[1][1].close()
    started = time.monotonic()
    values = [client.run(ECHO, number, SandboxLimits()).value for number in range(6)]
    assert values == list(range(6))
    assert time.monotonic() - started < 60
    assert client.status()["daemons"][daemons[1][0]] is None


@pytest.mark.parametrize(
    ("addresses", "certificates", "words"),
    [
        ("tcp://a:1", "x", "neither a path nor tls://HOST:PORT"),
        ("tls://a", "x", "neither a path nor tls://HOST:PORT"),
        ("tls://a:99999", "x", "neither a path nor tls://HOST:PORT"),
        ("/run/a.sock, tls://a:1", "", "KINGDOM_SANDBOX_TLS must name"),
    ],
)
def test_a_wrong_address_says_what_to_do(addresses: str, certificates: str, words: str) -> None:
    with pytest.raises(BadConfiguration, match=words):
        SandboxClient(addresses, certificates=certificates)


def test_certificates_are_made_again_by_the_same_authority(tmp_path: Path) -> None:
    files = certificates_make(tmp_path, hosts=["a.example", "10.0.0.1"], days=2)
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    before = {file.name: file.read_bytes() for file in files}
    certificates_make(tmp_path, hosts=["a.example"], days=2)
    after = {file.name: file.read_bytes() for file in files}
    assert {name for name in before if before[name] != after[name]} == {"server.pem", "client.pem"}
