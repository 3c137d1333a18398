"""A cluster to break things in: a PostgreSQL server of its own that may be killed, and worker processes over it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.core.deployment.embedded_postgres import embedded_database_settings
from kingdom.ops.launch.postgres_server import EmbeddedPostgres
from kingdom.ops.processes.child_processes import spawn
from tests.plugins.data_template import copy_template

READS = [f"{what} {n}" for n in range(3) for what in ("model", "tool")] + ["model 3"]


class Ended(NamedTuple):
    """The end of a process: its exit code (negative: the signal) and its result."""

    code: int
    result: Any


class Server:
    """The embedded server of a folder; ``kill`` kills the postmaster with SIGKILL."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._embedded = EmbeddedPostgres(data, log=data / "pg.log", parameters={"fsync": "on"})
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it serves. After a kill the children of the old server must end first."""
        self._embedded.prepare(sync=False)
        until = time.monotonic() + 30
        while True:
            self._process = spawn(self._embedded.program())
            try:
                self._embedded.wait_ready(self._process)
            except Exception:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
            else:
                return

    def kill(self) -> None:
        """Kill the postmaster; its children end by themselves."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def stop(self) -> None:
        """Shut it down fast."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(20)

    @property
    def url(self) -> str:
        """The URL of its database."""
        where = embedded_database_settings(self.data)
        return f"postgres://{where['USER']}@/{where['NAME']}?host={where['HOST']}&port={where['PORT']}"


class WorkerCluster:
    """The server, a zygote over it, and a folder for journals."""

    def __init__(self, folder: Path, *, lease_s: float) -> None:
        self.folder = folder / "data"
        copy_template("migrated", self.folder)
        self.server = Server(self.folder)
        self.server.start()
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("KINGDOM_", "TEST_", "DATABASE_URL", "CELERY_"))
        }
        self.environ = {
            **inherited,
            "DJANGO_SETTINGS_MODULE": "kingdom.settings",
            "KINGDOM_DATA": str(self.folder),
            "DATABASE_URL": self.server.url,
            "KINGDOM_LEASE_S": str(lease_s),
            "KINGDOM_LOG_LEVEL": "ERROR",
        }
        self._zygote = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.zygote"],
            env=self.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End everything."""
        if self._zygote.stdin is not None:
            self._zygote.stdin.close()
        self._zygote.wait(20)
        if self._zygote.stdout is not None:
            self._zygote.stdout.close()
        self.server.stop()

    def do(self, what: str, meanwhile: Callable[[], None] | None = None, **job: Any) -> Ended:  # noqa: ANN401 - a job's fields
        """Run a job in its own process; ``meanwhile`` is called while it runs."""
        stdin, stdout = self._zygote.stdin, self._zygote.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the zygote has no pipes")
        print(json.dumps({"do": what, **job}), file=stdin, flush=True)
        stdout.readline()
        if meanwhile is not None:
            meanwhile()
        ended = json.loads(stdout.readline())
        return Ended(ended["exit"], ended["result"])

    def journal(self, session: str) -> Path:
        """Return the file that records a session's side effects."""
        return self.folder / f"{session}.journal"

    def make(self, kind: str) -> str:
        """Open a session and return its id."""
        return str(self.do("make", kind=kind).result)

    def work(self, session: str, **fate: Any) -> Ended:  # noqa: ANN401 - a job's fields
        """Run one worker on a session."""
        return self.do("run", session=session, journal=str(self.journal(session)), **fate)

    def work_until_it_rests(self, session: str) -> dict[str, Any]:
        """Run workers until the session ends or waits, as the reaper would; returns the report."""
        until = time.monotonic() + 60
        while True:
            report: dict[str, Any] = self.do("report", session=session).result
            if report["state"] != "running" or time.monotonic() > until:
                return report
            ended = self.work(session)
            assert ended.code == 0
            if ended.result is False:
                self.do("reap")  # of what took down several workers it decides
                time.sleep(0.1)  # until the lease of the dead worker expires

    def acts(self, session: str) -> list[str]:
        """Return the recorded side effects, in order."""
        journal = self.journal(session)
        return journal.read_text().splitlines() if journal.exists() else []


def assert_whole(report: dict[str, Any]) -> None:
    """What must hold of every session, whatever was done to its workers."""
    assert report["state"] == "completed"
    assert report["seqs"] == list(range(1, len(report["seqs"]) + 1))
    kinds = Counter(report["kinds"])
    assert (kinds["user_message"], kinds["completed"], kinds["tick"]) == (1, 1, 1)
    assert all(status == "done" for _, _, status, _ in report["effects"])
    assert kinds["model_response"] + kinds["tool_result"] + kinds["worker_result"] + kinds["tick"] == len(
        report["effects"]
    )
    assert report["identical"]
    assert (report["telemetry"], report["wrong_counters"]) == ([[True, ""]], []), (
        "one execution is one row, however many workers it took"
    )
