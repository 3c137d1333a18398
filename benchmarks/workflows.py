"""What the workflow kernel adds to its sessions: ``python -m benchmarks.workflows [--workers 1,2,4] [--smoke]``.

The sessions are those of ``unit_converter``, in the real sandbox, on real Celery workers over a database with the
product's own durable settings. For each number of worker processes it prints, as JSON with times in milliseconds:

- ``map``: one node over so many items, and ``canvas``: the same sessions as a ``celery.group`` in the same run, each
  as wall time for one session (``ratio`` is map to canvas; the aim is 1.5);
- ``graph``: workflows of 50 nodes (the most that a manifest may have) in five layers, which wait for each other, and
  ``graph_canvas``: the same graphs as a ``celery.group`` of chains (``graph_ratio``; the aim is 1.5);
- ``joined`` and ``joined_canvas``: such graphs in which each node waits for all of the layer above, and the same as a
  ``celery.chord`` for each layer (``joined_ratio``). A chord needs a result backend, which the product has not: a Redis
  of the benchmark's own. Without that program they are left out;
- ``one_after_the_other``: medians from the end of one session to that of the next, in a map with one session at a time
  and without a workflow (``plain_ms``), in turns; ``kernel_ms`` is what a node costs beyond its session (the aim is
  40).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.support.database import database
from benchmarks.support.measuring import probe_us
from benchmarks.support.result_backend import redis_program, result_backend
from benchmarks.support.sandbox_process import ROOT, sandbox_daemon

LAYERS, WIDTH = 5, 10
RESULTS = "CELERY_RESULT_BACKEND"  # Celery's own variable
WORKER = (
    *("-m", "celery", "-A", "kingdom.celery", "worker", "-P", "threads", "-I", "benchmarks.support.canvas_tasks"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def main() -> None:
    """Start what is needed, measure with each number of workers, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="1,2,4", help="numbers of worker processes")
    parser.add_argument("--items", type=int, default=1000, help="items of the map")
    parser.add_argument("--graphs", type=int, default=4, help="workflows of 50 nodes")
    parser.add_argument("--backend", default="bubblewrap", choices=["docker", "bubblewrap"])
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    if options.smoke:
        options.workers, options.items, options.graphs = "1", 2, 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kingdom-workflows-bench-")))
        settings = {
            **{"KINGDOM_SANDBOX_SOCKET": str(folder / "s.sock"), "KINGDOM_LOG_LEVEL": "WARNING"},
            **{"KINGDOM_WORKFLOW_PARALLEL": "64", "KINGDOM_DATABASE_POOL": "0"},
        }
        program = redis_program()
        if options.graphs and program is not None:
            settings[RESULTS] = stack.enter_context(result_backend(folder, program))
        stack.enter_context(database(folder, settings=settings))
        stack.enter_context(sandbox_daemon(folder / "s.sock", options.backend))
        figures = [_measured(int(count), options, folder) for count in options.workers.split(",")]
        print(json.dumps({"load": os.getloadavg(), "probe_us": probe_us(), "runs": figures}, indent=2))


def _measured(count: int, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    # imports models: Django is set up first
    from benchmarks.support.workflow_runs import WorkflowRuns  # noqa: PLC0415 - after django.setup

    runs = WorkflowRuns()
    with workers(count, folder):
        runs.warm_up(count)
        canvas = runs.canvas(options.items)
        mapped = runs.mapped(options.items)
        found = {
            "workers": count,
            "items": options.items,
            "canvas": canvas,
            "map": mapped,
            "ratio": round(mapped["session_ms"] / canvas["session_ms"], 2),
            "one_after_the_other": runs.one_after_the_other(min(options.items, 20)),
        }
        if options.graphs:
            found["graph_canvas"] = runs.graph_canvas(options.graphs, LAYERS, WIDTH)
            found["graph"] = runs.graphs(options.graphs, LAYERS, WIDTH)
            found["graph_ratio"] = round(found["graph"]["session_ms"] / found["graph_canvas"]["session_ms"], 2)
        if options.graphs and RESULTS in os.environ:
            found["joined_canvas"] = runs.joined_canvas(options.graphs, LAYERS, WIDTH)
            found["joined"] = runs.graphs(options.graphs, LAYERS, WIDTH, joined=True)
            found["joined_ratio"] = round(found["joined"]["session_ms"] / found["joined_canvas"]["session_ms"], 2)
    return found


@contextmanager
def workers(count: int, folder: Path) -> Iterator[None]:
    """Run so many worker processes, with the product's own pools: a connection for each thread is too many."""
    environ = {name: value for name, value in os.environ.items() if name != "KINGDOM_DATABASE_POOL"}
    with (folder / "workers.log").open("ab") as log:
        processes = [
            subprocess.Popen(
                [sys.executable, *WORKER, "-n", f"w{number}@bench"], cwd=ROOT, env=environ, stdout=log, stderr=log
            )
            for number in range(count)
        ]
        try:
            yield
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(60)


if __name__ == "__main__":
    main()
