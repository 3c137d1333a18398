"""``manage.py up`` as a user meets it: starting, killing, stopping, and every sentence of what can be wrong."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.factories.trace_collector import CollectedSpan, TraceCollector, running_collector
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import ROOT, Product, clean_environment, free_port, running_product, wait_for

pytestmark = pytest.mark.journey
STOP_BOUND_S = 25.0  # the promise is 10 s on a quiet machine; tests share theirs


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short folder of its own."""
    with throwaway_folder() as made:
        yield made


def _up(
    data: Path | str, *options: str, environ: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run ``up`` where it must not start; it has a minute to say why."""
    command = [sys.executable, "manage.py", "up", "--data", str(data), "--port", str(free_port()), *options]
    return subprocess.run(
        command, cwd=ROOT, env=clean_environment(environ), capture_output=True, text=True, timeout=60, check=False
    )


def _of_this_run(data: Path) -> list[psutil.Process]:
    """Return every process that belongs to a data folder, by command line or environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
                continue
            words = " ".join(process.cmdline())
            if str(data) in words or process.environ().get("KINGDOM_DATA") == str(data):
                found.append(process)
        except psutil.Error:
            continue
    return found


def _well(product: Product) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", product.port), timeout=5):
            pass
        status, health = product.call("GET", "/healthz", timeout_s=30)
    except OSError:
        return False
    return bool(status == 200 and health["worker"] == "ok" and health["beat"] == "ok")


def _is_as_promised(product: Product) -> None:
    status, health = product.call("GET", "/healthz")
    assert (status, health["status"]) == (200, "ok")
    for words in (
        "database ready",
        "tables ready",
        "specialists ready",
        "web ready",
        "worker ready",
        "beat ready",
        "/sign-in/",
    ):
        assert words in product.output
    assert "No language model is set" in product.output
    assert (product.data / "keys" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert (product.data / "pg").stat().st_mode & 0o077 == 0, (
        "others may not reach the database's socket: it asks for no password"
    )
    found = json.loads(product.manage("doctor", "--json"))
    assert {one["name"]: one["state"] for one in found["checks"] if one["state"] != "ok"} == {"language model": "warn"}


def _refuses_a_second(product: Product) -> None:
    second = _up(product.data)
    assert second.returncode == 1
    assert second.stderr.strip() == (
        f"Kingdom already runs on {product.data} at {product.url} (process {product.process.pid}). "
        "Stop it first, or choose another folder with --data."
    )


def _printed(product: Product, words: str) -> bool:
    return words in product.output


def _mends_itself(product: Product) -> None:
    for name in ("worker", "database"):
        product.child(name).kill()
        words = f"{name} was killed by signal 9; starting it again"
        wait_for(partial(_printed, product, words), timeout_s=20, what=words)
    product.child("application").kill()  # web and worker end with what they were forked from
    words = "web was killed by signal 9; starting it again"
    wait_for(partial(_printed, product, words), timeout_s=20, what=words)
    wait_for(lambda: _well(product), timeout_s=90, what="recovery")


def _traced_to(collector: TraceCollector) -> dict[str, str]:
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}


def _traces_a_message(product: Product, collector: TraceCollector) -> None:
    """One trace goes from the POST through the worker to the sandbox, and has no word of the message."""
    conversation = product.call("POST", "/api/v1/conversations/", body={})[1]["id"]
    path = f"/api/v1/conversations/{conversation}/messages/"
    status, posted = product.call("POST", path, body={"content": "is zorro@example.org a valid address?"})
    assert status == 202
    session_path = f"/api/v1/sessions/{posted['session_id']}/"
    wait_for(lambda: product.call("GET", session_path)[1]["state"] == "completed", timeout_s=60, what="the answer")

    def spans() -> dict[str, CollectedSpan]:
        trace_id = product.call("GET", session_path)[1]["trace_id"]
        return {span.name: span for span in collector.spans if span.trace_id == trace_id}

    wait_for(lambda: len(spans()) >= 4, timeout_s=20, what="the spans")
    found = spans()
    post = found["POST api/v1/conversations/<uuid:conversation_id>/messages/"]
    assert (post.parent_id, post.attributes["http.response.status_code"]) == ("", "202")
    run = found["run session"]
    assert (run.parent_id, run.attributes["kingdom.session.id"]) == (post.span_id, posted["session_id"])
    assert found["route message"].parent_id == found["run in sandbox"].parent_id == run.span_id
    assert found["run in sandbox"].attributes["kingdom.sandbox.status"] == "ok"
    assert not any(b"zorro" in body for body in collector.raw)


def test_a_life_of_the_product(folder: Path) -> None:
    """Start, kill parts, kill the supervisor, start again on the same data, stop: one test, since a start is slow."""
    data = folder / "the data"
    with running_product(data) as first:
        _is_as_promised(first)
        _refuses_a_second(first)
        _mends_itself(first)
        first.close_shell()
        first.process.kill()
        first.process.wait()
        wait_for(lambda: not _of_this_run(data), timeout_s=20, what="the orphans' end")

    with running_collector() as collector, running_product(data, environ=_traced_to(collector)) as again:
        again.tokens = first.tokens
        assert again.call("GET", "/api/v1/me/")[0] == 200, "alice and her token are still there"
        _traces_a_message(again, collector)
        start = time.monotonic()
        assert again.stop(signal.SIGINT) == 0
        assert time.monotonic() - start < STOP_BOUND_S
        wait_for(lambda: not _of_this_run(data), timeout_s=30, what="the end of every process")
        assert "stopped" in again.output


def test_a_taken_port(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = _up(folder / "data", "--port", str(port))
    assert done.returncode == 1
    assert done.stderr == f"Port {port} is taken by another program. Choose another, e.g. --port {port + 1}.\n"


def test_settings_that_are_wrong_are_listed_without_their_values(folder: Path) -> None:
    done = _up(folder / "data", environ={"KINGDOM_CROWN": "gold", "KINGDOM_LEASE_S": "soon-secret"})
    assert done.returncode == 1
    assert "Kingdom cannot start with these settings" in done.stderr
    assert "KINGDOM_CROWN: no such setting" in done.stderr
    assert "KINGDOM_LEASE_S: " in done.stderr
    assert "soon-secret" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr + done.stdout
    wait_for(lambda: not _of_this_run(folder / "data"), timeout_s=10, what="the end of every process")


def test_a_database_elsewhere_that_does_not_answer(folder: Path) -> None:
    done = _up(
        folder / "data", environ={"DATABASE_URL": f"postgresql://ann:word-secret@127.0.0.1:{free_port()}/kingdom"}
    )
    assert done.returncode == 1
    assert done.stderr.startswith("The database does not answer: ")
    assert "word-secret" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr + done.stdout


_MOUNT = """
set -e
mount -t tmpfs -o size={size} tmpfs "$1"
{then}
exec "$2" manage.py up --data "$1/data" --port "$3"
"""


def _up_on_mount(folder: Path, *, size: str, then: str = "") -> "subprocess.CompletedProcess[str]":
    """Run ``up`` on a small file system of its own, in a mount namespace that ends with it."""
    script = _MOUNT.format(size=size, then=then)
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    command = [*unshare, "sh", "-c", script, "up", str(folder), sys.executable, str(free_port())]
    done = subprocess.run(
        command, cwd=ROOT, env=clean_environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert "mount" not in done.stderr, f"this machine cannot mount a small file system for the test: {done.stderr}"
    return done


@pytest.mark.skipif(sys.platform != "linux", reason="mount namespaces are Linux's")
def test_a_full_disk(folder: Path) -> None:
    done = _up_on_mount(folder, size="20m")
    assert done.returncode == 1
    assert done.stderr.startswith(f"The disk of {folder}/data is full: ")
    assert done.stderr.endswith("MB free, Kingdom needs 300 MB. Free some space, or use --data.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="mount namespaces are Linux's")
def test_a_disk_without_a_single_byte(folder: Path) -> None:
    done = _up_on_mount(folder, size="1m", then='head -c 2m /dev/zero > "$1/filler" 2>/dev/null || true')
    assert done.returncode == 1
    assert done.stderr.startswith(f"The disk of {folder}/data is full")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="mount namespaces are Linux's")
def test_a_read_only_folder(folder: Path) -> None:
    done = _up_on_mount(folder, size="1m", then='mount -o remount,ro "$1"')
    assert done.returncode == 1
    assert done.stderr == (
        f"{folder}/data cannot be written (Read-only file system). "
        "Choose another folder with --data, or change its rights.\n"
    )


def test_a_foreign_python_is_told_by_manage_py() -> None:
    script = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (1, "Kingdom needs Python 3.11, 3.12 or 3.13; this is 3.9.\n")


def test_a_foreign_python_is_told_by_setup(folder: Path) -> None:
    old = folder / "python3.9"
    old.write_text('#!/bin/sh\ncase "$2" in *exit*) exit 1;; *) echo 3.9.2;; esac\n')
    old.chmod(0o755)
    environ = {**clean_environment(), "PYTHON": str(old), "VENV": str(folder / "venv")}
    done = subprocess.run(
        ["scripts/setup.sh"], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (1, f"setup: Kingdom needs Python 3.11, 3.12 or 3.13; {old} is 3.9.2.\n")
    assert not (folder / "venv").exists()
