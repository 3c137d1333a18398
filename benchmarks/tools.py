"""What the permission gate costs per call: ``python -m benchmarks.tools [--calls N] [--durable] [--smoke]``.

Prints one JSON object, times in milliseconds (least, p50, p95, worst): ``judge`` is the judgement of one call (known,
granted, arguments, rate, content, permission), ``whole`` a call of a tool that does nothing, by the gate's own door:
judgement, the mark that it begins, its receipt in the chain; ``batch_of_8`` the same for eight calls in one request,
per call. ``content`` is the first look at a page of text, which the other figures do not pay again: its verdict is
kept. ``statements`` are those of one call, the pool's own checks left out; ``cpu`` is this process's own time for one
call, which a busy machine stretches less than the others. A database of its own is started for it: without its safety
nets, or as the product runs it (``--durable``: the disk is waited for).
"""

import argparse
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.support.database import database
from benchmarks.support.measuring import probe_us, time_ms

Figures = dict[str, float]


HIGH_RATE_LIMITS = {
    "KINGDOM_TOOL_RATE_USER": "100000",
    "KINGDOM_TOOL_RATE_SESSION": "100000",
    "KINGDOM_LOG_LEVEL": "WARNING",
}


def main() -> None:
    """Start a database, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=400)
    parser.add_argument("--durable", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="kingdom-tools-bench-") as folder,
        database(Path(folder), durable=options.durable, settings=HIGH_RATE_LIMITS),
    ):
        print(json.dumps(_measured(10 if options.smoke else options.calls), indent=2))


def _measured(calls: int) -> dict[str, Any]:
    from benchmarks.support.gate_calls import bench  # noqa: PLC0415 - imports models: Django is set up first

    work = bench()
    work.calls(20, 1)
    return {
        "calls": calls,
        "judge": _summarize([time_ms(work.judged) for _ in range(calls)]),
        "whole": _summarize(work.calls(calls, 1)),
        "batch_of_8": _summarize([took / 8 for took in work.calls(max(10, calls // 8), 8)]),
        "content": _summarize([time_ms(work.looked) for _ in range(min(calls, 100))]),
        "statements": work.statements(),
        "cpu": work.cpu(calls),
        "probe_us": probe_us(),
    }


def _summarize(took: list[float]) -> Figures:
    took.sort()
    return {
        "least": round(took[0], 2),
        "p50": round(statistics.median(took), 2),
        "p95": round(took[int(len(took) * 0.95)], 2),
        "worst": round(took[-1], 2),
    }


if __name__ == "__main__":
    main()
