"""What the training of a specialist costs: ``python benchmarks/council.py [--backend docker|bubblewrap] [--rounds N] [--recipe NAME]``.

A recipe's 24 tests run as real sessions in the real sandbox, with the product's own database settings (nothing unsafe is switched off);
no language model is asked, so its time is left out by nature. Prints one JSON object, times in seconds: ``training`` is the whole stage
(draft, 24 graded sessions, results stored), ``to_registered`` that and the release. A database and a sandboxd of its own are started.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from kingdom.ops.launch.child_processes import spawn  # noqa: E402
from kingdom.ops.launch.postgres_server import EmbeddedPostgres  # noqa: E402 - the path comes first


def main() -> None:
    """Start what is needed, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="bubblewrap", choices=["docker", "bubblewrap"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--recipe", default="roman_numerals")
    parser.add_argument("--profile", default="", help="a file for the profile of one round")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="kingdom-council-bench-") as folder,
        _database_and_sandbox(Path(folder), options.backend),
    ):
        print(json.dumps({"backend": options.backend, **_measured(options)}, indent=2))


@contextmanager
def _database_and_sandbox(folder: Path, backend: str) -> Iterator[None]:
    folder.chmod(0o755)
    (folder / "static").mkdir()
    server = EmbeddedPostgres(folder, log=folder / "database.log")
    server.prepare()
    database = spawn(server.program())
    server.wait_ready(database)
    path = folder / "s.sock"
    command = [sys.executable, "-m", "kingdom.adapters.sandbox.daemon", "--socket", str(path), "--backend", backend]
    sandboxd = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT)
    os.environ.update(
        {
            "DATABASE_URL": f"postgresql://postgres:@/postgres?host={server.folder}",
            "KINGDOM_DATA": str(folder),
            "KINGDOM_SANDBOX_SOCKET": str(path),
            "KINGDOM_LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "kingdom.settings",
        }
    )
    try:
        yield
    finally:
        for process, sign in ((sandboxd, signal.SIGTERM), (database, signal.SIGINT)):  # SIGINT: do not wait for clients
            process.send_signal(sign)
            process.wait(30)


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    import django  # noqa: PLC0415 - the settings read the environment, which is made first

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    from benchmarks.support.training_rounds import Bench, ready  # noqa: PLC0415

    ready()
    bench = Bench(options.recipe)
    bench.round()  # the first one imports and connects
    if options.profile:
        bench.profile(options.profile)
    rounds = [bench.round() for _ in range(options.rounds)]
    return {
        "tests": bench.total,
        "rounds": options.rounds,
        "training_s": _summarize([one.training for one in rounds]),
        "to_registered_s": _summarize([one.registered for one in rounds]),
        "processor_s": _summarize([one.processor for one in rounds]),
        "statements_a_test": round(rounds[-1].statements / bench.total, 1),
        "confidence": rounds[-1].confidence,
        "load": [round(one, 2) for one in os.getloadavg()],
        "probe_us": _probe(),
    }


def _summarize(took: list[float]) -> dict[str, float]:
    return {"best": round(min(took), 3), "median": round(statistics.median(took), 3), "worst": round(max(took), 3)}


def _probe() -> float:
    """Return microseconds of a fixed piece of work, so that two machines' figures can be set side by side."""
    started = time.perf_counter()
    for _ in range(2000):
        uuid.uuid4().hex.encode()
    return round((time.perf_counter() - started) / 2000 * 1e6, 2)


if __name__ == "__main__":
    main()
