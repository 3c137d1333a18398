"""How long a route takes with 100 to 1,000,000 stored examples, and where the time goes. Prints JSON.

    python -m benchmarks.routing [--sizes 100,1000] [--specialists N] [--messages 200] [--peer PYTHON]
                                [--smoke]

It starts a database of its own. Stored vectors are synthetic clusters. Messages are real texts through the real
encoder: its time counts, its vector is replaced by one near a cluster. ``--peer`` names a Python that has
semantic-router 1.x installed: it then routes the same vectors over the same examples in the same run.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.support.database import database

if TYPE_CHECKING:
    from benchmarks.support.routing_measurements import Registry

PEER_SCRIPT = Path(__file__).resolve().parent / "support" / "semantic_router_peer.py"
SMALLEST = "100"
PEER_MAX_EXAMPLES = 100_000  # it holds vectors as lists of Python floats: 12 kB each


def main() -> None:
    """Measure each size and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,1000,10000,100000", help="of 100, 1000, 10000, 100000, 1000000")
    parser.add_argument("--specialists", type=int, default=0, help="their number at every size; of 0, one a size")
    parser.add_argument("--messages", type=int, default=200)
    parser.add_argument("--peer", help="a Python with semantic-router 1.x")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    sizes, messages = (SMALLEST, 10) if options.smoke else (options.sizes, options.messages)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the server is stopped however this ends
    settings = {"KINGDOM_DATABASE_POOL": "0", "KINGDOM_LOG_LEVEL": "WARNING"}
    with (
        tempfile.TemporaryDirectory(prefix="kingdom-routing-bench-") as folder,
        database(Path(folder), settings=settings),
    ):
        found = _measured([int(size) for size in sizes.split(",")], options.specialists, messages, options.peer)
        print(json.dumps(found, indent=2))


def _measured(sizes: list[int], specialists: int, messages: int, peer: str | None) -> dict[str, Any]:
    # imports models: Django is set up first
    from benchmarks.support.routing_measurements import fill, load_encoder, measure  # noqa: PLC0415 - after django.setup

    encoder = load_encoder()
    found = []
    for size in sizes:
        registry = fill(size, messages, specialists)
        figures = measure(registry, encoder)
        if peer is not None and size > PEER_MAX_EXAMPLES:
            figures["peer"] = {"not_run": f"it would need {size * 12_300 >> 30} GB for the lists of its vectors"}
        elif peer is not None:
            figures["peer"] = _measure_peer(peer, registry, figures["vector_ready_p50_ms"])
        sys.stderr.write(json.dumps(figures) + "\n")
        found.append(figures)
    return {"encoder": encoder.space, "cores": os.cpu_count(), "load_average": os.getloadavg()[0], "sizes": found}


def _measure_peer(python: str, registry: "Registry", ours: float) -> dict[str, Any]:
    """Run the other router on the same vectors in its own environment; return its times and the ratio ours / theirs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.npz"
        examples = np.concatenate([part for _first, part in registry.examples()])
        np.savez(path, examples=examples, asked=registry.queries, specialists=registry.specialists)
        done = subprocess.run([python, PEER_SCRIPT, path], capture_output=True, text=True, check=False)
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it did not run"}
    figures: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**figures, "ratio": round(ours / figures["vector_ready_p50_ms"], 3)}


if __name__ == "__main__":
    main()
