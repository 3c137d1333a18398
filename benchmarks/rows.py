"""Lists over many rows: ``python -m benchmarks.rows [--rows N] [--times N] [--keep FOLDER] [--smoke]``.

Prints one JSON object. A seeded generator fills a database of its own with N executions (10,000,000 unless said
otherwise) and what belongs to them: a tenth as many sessions with their logs, routes, messages, tool receipts and
domain events, a hundredth as many users, half a hundredth as many specialists, over two years. Then every list of the
API and of the console is fetched by a user who owns a hundredth of everything, and every list of the admin by an
administrator (Django's test client: the whole stack, no network): milliseconds (p50 of N times) and the number of SQL
statements; ``slow`` names those above 300 ms, ``tables`` the size of each large table, ``tasks_ms`` one run of each
periodic task. Two sizes show a growth curve.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.support.database import QUIET, database

# A month of the two years is older: the periodic tasks delete it.
RETENTION = {"KINGDOM_LOG_DAYS": "700", "KINGDOM_TELEMETRY_DAYS": "700"}


def main() -> None:
    """Start a database, fill it, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--keep", help="a folder that keeps the filled database for the next run")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    rows, times, every = (5_000, 1, 10) if options.smoke else (options.rows, options.times, 1)
    with tempfile.TemporaryDirectory(prefix="kingdom-rows-bench-") as made:
        folder = Path(options.keep or made)
        folder.mkdir(exist_ok=True)
        with database(folder, durable=False, kept=bool(options.keep), settings=QUIET | RETENTION):
            print(json.dumps(_measured(rows, times, every), indent=2))


def _measured(rows: int, times: int, every: int) -> dict[str, Any]:
    from benchmarks.support.rows_measurements import figures  # noqa: PLC0415 - imports models: Django is set up first
    from benchmarks.support.rows_seed import fill  # noqa: PLC0415 - after django.setup

    started = time.perf_counter()
    cast = fill(rows)
    filled = time.perf_counter() - started
    return {"rows": rows, "filled_s": round(filled, 1), **figures(cast, times, every=every)}


if __name__ == "__main__":
    main()
