"""From ``git clone`` to the first answer, as a new user does it: ``python3 scripts/first_answer.py [SOURCE]``.

Clones SOURCE (by default this repository) into a temporary folder, sets it up, starts it, asks one question, and starts
it once more. Prints one JSON object with the seconds of each step and the idle product's memory in MB (PSS, a minute
after the second start). Needs nothing but git, make and Python; what pip has downloaded before is in its cache.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
QUESTION, ANSWER = "14 kg in pounds", "30.86"
READY = "Kingdom is ready"
TIMEOUT_S = 600.0
IDLE_S = 60.0
_SETTINGS = re.compile("KINGDOM_|DATABASE_URL|CELERY_|DJANGO_|VIRTUAL_ENV|PYTHON|VENV|DATA$|HOST$|PORT$|MAKE")


def main() -> None:
    """Do each step, print the figures."""
    source = sys.argv[1] if len(sys.argv) > 1 else str(ROOT)
    seconds: dict[str, float] = {}
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="kingdom-first-") as folder:
        Path(folder).chmod(0o755)  # the database's account goes through it
        clone = Path(folder) / "kingdom"
        with timed(seconds, "clone"):
            subprocess.run(["git", "clone", "-q", source, str(clone)], check=True)
        with timed(seconds, "setup"):
            subprocess.run(["make", "setup"], cwd=clone, env=environment(), stdout=sys.stderr, check=True)
        with running(clone, seconds, "first_start") as (_, url):
            token = new_token(clone)
            with timed(seconds, "answer"):
                answer = ask(url, token)
            seconds["total"] = round(time.perf_counter() - started, 1)
        assert ANSWER in answer, answer
        with running(clone, seconds, "second_start") as (process, _):
            time.sleep(IDLE_S)
            memory = {"idle": round(memory_mb(process.pid), 1)}
    print(json.dumps({"seconds": seconds, "memory_mb": memory}, indent=2))


@contextmanager
def timed(seconds: dict[str, float], name: str) -> Iterator[None]:
    """Keep how long the block takes."""
    started = time.perf_counter()
    yield
    seconds[name] = round(time.perf_counter() - started, 1)
    sys.stderr.write(f"{name} {seconds[name]} s\n")


@contextmanager
def running(clone: Path, seconds: dict[str, float], name: str) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """Run ``make up`` until the block ends; yield its process and address. Keeps the seconds until it was ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        ["make", "up", f"PORT={port}"],
        cwd=clone,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        with timed(seconds, name):
            wait_ready(process)
        yield process, f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)


def wait_ready(process: "subprocess.Popen[str]") -> None:
    """Read a product's output until it is ready, and the rest on a thread. Fails with it otherwise."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if READY in line:
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return
    raise SystemExit("".join(lines))


def new_token(clone: Path) -> str:
    """Create a user and return an API token."""
    manage = [str(clone / ".venv" / "bin" / "python"), "manage.py"]
    created = [*manage, "user_create", "ann", "--password", "a long password of ann"]
    subprocess.run(created, cwd=clone, env=environment(), capture_output=True, check=True)
    done = subprocess.run(
        [*manage, "token_create", "ann"], cwd=clone, env=environment(), capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def ask(url: str, token: str) -> str:
    """Ask the question and return the answer."""
    conversation = call(url, token, "/api/v1/conversations/", {})["id"]
    posted = call(url, token, f"/api/v1/conversations/{conversation}/messages/", {"content": QUESTION})
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        session = call(url, token, f"/api/v1/sessions/{posted['session_id']}/")
        if session["state"] != "running":
            return str(session["answer"])
        time.sleep(0.05)
    raise SystemExit("no answer")


def call(url: str, token: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - any JSON
    """Return what the API answers."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}{path}", data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def environment() -> dict[str, str]:
    """Return this process's environment without settings of a product, of make and of Python."""
    return {name: value for name, value in os.environ.items() if not _SETTINGS.match(name)}


def memory_mb(pid: int) -> float:
    """Return the MB of a process and all below it. Shared pages count once, in parts."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    total, waiting = 0.0, [pid]
    while waiting:
        one = waiting.pop()
        waiting += parents.get(one, [])
        try:
            rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
    return total


if __name__ == "__main__":
    main()
