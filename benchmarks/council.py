"""What the training of a specialist costs: ``python -m benchmarks.council [--backend NAME] [--rounds N] [--smoke]``.

A recipe's 24 tests run as real sessions in the real sandbox, on a database with the product's own durable settings. No
language model is called. Prints one JSON object, times in seconds: ``training`` is the whole stage (draft, 24 graded
sessions, results stored), ``to_registered`` is training and release. It starts a database and a sandboxd of its own.
"""

import argparse
import json
import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.support.database import database
from benchmarks.support.measuring import probe_us
from benchmarks.support.sandbox_process import sandbox_daemon


def main() -> None:
    """Start what is needed, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="bubblewrap", choices=["docker", "bubblewrap"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--recipe", default="roman_numerals")
    parser.add_argument("--profile", default="", help="a file for the profile of one round")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    options.rounds = 1 if options.smoke else options.rounds
    with tempfile.TemporaryDirectory(prefix="kingdom-council-bench-") as name:
        folder = Path(name)
        settings = {"KINGDOM_SANDBOX_SOCKET": str(folder / "s.sock"), "KINGDOM_LOG_LEVEL": "WARNING"}
        with database(folder, settings=settings), sandbox_daemon(folder / "s.sock", options.backend):
            print(json.dumps({"backend": options.backend, **_measured(options)}, indent=2))


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    # imports models: Django is set up first
    from benchmarks.support.training_rounds import TrainingBenchmark, wait_for_sandbox  # noqa: PLC0415 - after django.setup

    wait_for_sandbox()
    bench = TrainingBenchmark(options.recipe)
    bench.round()  # warms up: the first round imports and connects
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
        "probe_us": probe_us(),
    }


def _summarize(took: list[float]) -> dict[str, float]:
    return {"best": round(min(took), 3), "median": round(statistics.median(took), 3), "worst": round(max(took), 3)}


if __name__ == "__main__":
    main()
