"""The registry under a million executions: ``python -m benchmarks.registry [--rows N] [--times N] [--smoke]``.

Prints one JSON object. ``pages`` are pages of the admin as a signed-in administrator gets them (Django's test client:
the whole stack of middleware, no network): milliseconds (p50, p95), the number of SQL statements, and ``by_probe``, the
p50 in units of ``probe``: the smallest page of the admin in the same run, so that figures of two machines, or of a busy
one, can be set side by side. ``work`` is the same for reads and decisions: the evidence on one specialist, a decision
in its transaction (each rolled back), the Auditor's round over all specialists, the route of a message, one more
execution on record. A database of its own is started for it, which waits for its disk as the product's does. It holds
as many rows of telemetry, over 200 specialists, 1000 users and 90 days, with their hourly sums.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.support.database import QUIET, database

SPECIALISTS = 200


def main() -> None:
    """Start a database, fill it, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--keep", help="a folder that keeps the filled database for the next run")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    rows, specialists, times = (500, 10, 1) if options.smoke else (options.rows, SPECIALISTS, options.times)
    with tempfile.TemporaryDirectory(prefix="kingdom-registry-bench-") as made:
        folder = Path(options.keep or made)
        folder.mkdir(exist_ok=True)
        with database(folder, kept=bool(options.keep), settings=QUIET):
            print(json.dumps(_measured(rows, specialists, times), indent=2))


def _measured(rows: int, specialists: int, times: int) -> dict[str, Any]:
    from benchmarks.support.registry_measurements import figures  # noqa: PLC0415 - imports models: Django is set up first
    from benchmarks.support.registry_seed import fill  # noqa: PLC0415 - after django.setup

    started = time.perf_counter()
    cast = fill(rows, specialists)
    filled = time.perf_counter() - started
    return {"rows": rows, "filled_s": round(filled, 1), **figures(cast, rows, times)}


if __name__ == "__main__":
    main()
