"""The measurements of ``benchmarks.routing``; imported when Django is set up."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from django.conf import settings
from django.db import connection

from benchmarks.support.server_memory import ServerMemory
from kingdom.accounts.models import User
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.contracts.routes import Route
from kingdom.core.deployment.free_memory import release_free_memory
from kingdom.orchestrator.king.router import route_message
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.similarity import Vectors, centroids, unit_rows, vector_literal
from kingdom.routing.spaces.vector_index import index_name, space_drop, space_index_ensure
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

SPECIALISTS = {100: 10, 1_000: 100, 10_000: 500, 100_000: 2_000, 1_000_000: 20_000}  # by stored examples
CHUNK = 500  # specialists whose examples are in memory at a time
WIDTH, EXAMPLE_SPREAD, QUERY_SPREAD = 384, 0.7, 1.0
NEGATIVE_EXAMPLES = 300
WARM_UP = 5  # messages routed before the measurement; the first one also builds the recipes' router
MESSAGES = (
    "how many pounds are 14 kg",
    "is ann@example.com a valid address",
    "translate good morning into french",
    "what is 30 days from today",
)
PARTS = ("recipes", "embed", "gate", "sql", "score", "total")
COLUMNS = "specialist_id, encoder, kind, text, text_digest, vector, source, shared, created_at"
T = TypeVar("T")


class PreparedVectorEmbedder:
    """Encodes each message for its time, and returns a prepared vector. Other texts get their real vectors."""

    def __init__(self, inner: Embedder, space: str, vectors: Vectors) -> None:
        """``vectors`` has one row per message; they repeat."""
        self._inner, self.space, self._vectors, self._next = inner, space, vectors, 0
        self.dimensions = inner.dimensions

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return the next prepared vector for a single query, else the encoder's own."""
        vectors = self._inner.embed(texts, purpose)
        if purpose != "query" or len(texts) != 1:
            return vectors
        self._next += 1
        return self._vectors[[(self._next - 1) % len(self._vectors)]]


class Registry(NamedTuple):
    """The stored specialists of one size by the centres of their examples, and the vectors of the messages for them."""

    space: str
    centres: Vectors
    each: int
    queries: Vectors
    insert_s: float = 0.0

    @property
    def specialists(self) -> int:
        """Their number."""
        return len(self.centres)

    @property
    def size(self) -> int:
        """The number of all examples."""
        return self.specialists * self.each

    def examples(self) -> Iterator[tuple[int, Vectors]]:
        """Yield the first specialist and the examples of some hundred at a time, the same ones at each call."""
        for first in range(0, self.specialists, CHUNK):
            centres = np.repeat(self.centres[first : first + CHUNK], self.each, axis=0)
            random = np.random.default_rng([self.size, first])
            noise = random.standard_normal(centres.shape, dtype=np.float32) * (EXAMPLE_SPREAD / np.sqrt(WIDTH))
            yield first, unit_rows(centres + noise)


def load_encoder() -> Embedder:
    """Return the configured encoder, loaded."""
    encoder = build_embedder(settings.KINGDOM.embedder, settings.KINGDOM.resolved_data / "models")
    encoder.embed(["load"])
    return encoder


def fill(size: int, messages: int, specialists: int = 0) -> Registry:
    """Store specialists with ``size`` examples in clusters, and negative examples, in a space of their own."""
    random, space, specialists = np.random.default_rng(size), f"bench-{size}", specialists or SPECIALISTS[size]
    centres = unit_rows(random.normal(size=(specialists, WIDTH)).astype(np.float32))
    negative = unit_rows(random.normal(size=(NEGATIVE_EXAMPLES, WIDTH)))
    query_noise = random.normal(size=(messages, WIDTH)) * (QUERY_SPREAD / np.sqrt(WIDTH))
    queries = unit_rows(centres[random.integers(specialists, size=messages)] + query_noise)
    registry = Registry(space, centres, size // specialists, queries)
    started = time.perf_counter()
    _store(registry)
    registry = registry._replace(insert_s=time.perf_counter() - started)
    negative_examples_add(space=space, texts=[str(n) for n in range(NEGATIVE_EXAMPLES)], vectors=negative)
    return registry


def _store(registry: Registry) -> None:
    """Write specialists, their examples and centroids by COPY."""
    keys = _store_specialists(registry)
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY agent_embeddings ({COLUMNS}) FROM STDIN") as copy:
            for first, examples in registry.examples():
                owners = np.repeat(np.arange(len(examples) // registry.each), registry.each)
                rows = [
                    (int(owner), "example", str(place)) for place, owner in enumerate(owners, first * registry.each)
                ]
                means = centroids(examples, owners, int(owners[-1]) + 1)
                rows += [(owner, "centroid", "centroid") for owner in range(len(means))]
                for (owner, kind, digest), vector in zip(rows, [*examples, *means], strict=True):
                    key = keys[first + owner]
                    copy.write_row((key, registry.space, kind, "", digest, vector_literal(vector), "spec", True, "now"))
        cursor.execute("VACUUM ANALYZE agent_embeddings")


def _store_specialists(registry: Registry) -> Sequence[Any]:
    """Store the specialists, each with a version; return their keys."""
    specialists = [
        Specialist(role=f"{registry.space}-{n}", spec_snapshot={"purpose": ""}, status="verified", scope="global")
        for n in range(registry.specialists)
    ]
    Specialist.objects.bulk_create(specialists, batch_size=CHUNK)
    versions = [SpecialistVersion(specialist=owner, number=1, digest=owner.role, spec={}) for owner in specialists]
    SpecialistVersion.objects.bulk_create(versions, batch_size=CHUNK)
    for owner, version in zip(specialists, versions, strict=True):
        owner.current_version = version
    Specialist.objects.bulk_update(specialists, ["current_version"], batch_size=CHUNK)
    return [specialist.pk for specialist in specialists]


def measure(registry: Registry, encoder: Embedder) -> dict[str, Any]:
    """Index the space, fit its calibration, route the messages, and return the figures. Removes the space."""
    with ServerMemory() as server:
        index_s, indexed = _timed(lambda: space_index_ensure(space=registry.space))
    sizes = _sizes_mb(registry.space)
    before_mb = _reset_peak_memory()
    with ServerMemory() as fit_server:
        fit_s, calibration = _timed(lambda: calibration_refit(space=registry.space))
    peak_mb = _peak_memory_mb()
    user = User.objects.create(username=registry.space)
    routes = _route_all(user, registry, encoder)
    during = _route_during_fit(user, registry, encoder)
    space_drop(space=registry.space)
    return {
        "examples": registry.size,
        "specialists": registry.specialists,
        "insert_s": round(registry.insert_s, 1),
        "indexed": indexed,
        **sizes,
        "index_build_s": round(index_s, 1),
        "index_build_server_peak_mb": server.peak_mb,
        "classifier": bool(calibration and calibration.classifier),
        "sampled_examples": calibration.figures.get("sampled_examples") if calibration else None,
        "calibration_fit_s": round(fit_s, 1),
        "memory_before_fit_mb": before_mb,
        "calibration_fit_peak_mb": peak_mb,
        "calibration_fit_server_peak_mb": fit_server.peak_mb,
        **_times(routes),
        "found_exactly": _agreement(routes, registry),
        "during_fit": during,
    }


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds that some work takes, and its result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def _sizes_mb(space: str) -> dict[str, int]:
    """Return the sizes of the table with its plain indexes and of the vector index, in MB."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_table_size('agent_embeddings'), coalesce(pg_relation_size(to_regclass(%s)), 0)",
            [index_name(space)],
        )
        table, index = cursor.fetchone()
    return {"table_mb": int(table) >> 20, "index_mb": int(index) >> 20}


def _reset_peak_memory() -> int:
    """Let the kernel measure the largest memory of this process anew, and return the present one in MB."""
    release_free_memory()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _peak_memory_mb()


def _peak_memory_mb() -> int:
    """Return the largest resident memory of this process since the reset, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def _route_all(user: User, registry: Registry, encoder: Embedder) -> list[Route]:
    routes = islice(_routes(user, registry, encoder), len(registry.queries) + WARM_UP)
    return list(routes)[WARM_UP:]


def _routes(user: User, registry: Registry, encoder: Embedder) -> Iterator[Route]:
    embedder = PreparedVectorEmbedder(encoder, registry.space, registry.queries)
    for text in cycle(MESSAGES):
        yield route_message(user_id=user.pk, text=text, model=None, embedder=embedder)


def _route_during_fit(user: User, registry: Registry, encoder: Embedder) -> dict[str, Any]:
    """Route in this thread while another one fits, as the threads of a worker do; return the times of the routes."""

    def fit() -> None:
        try:
            calibration_refit(space=registry.space, seed=1)
        finally:
            connection.close()

    routes = _routes(user, registry, encoder)
    fitting = threading.Thread(target=fit)
    fitting.start()
    times = []
    while fitting.is_alive():
        times.append(next(routes).receipt.timings_ms["total"])
    fitting.join()
    p50, p95, worst = (round(float(np.quantile(times, share)), 1) for share in (0.5, 0.95, 1.0))
    return {"routes": len(times), "total_p50_ms": p50, "total_p95_ms": p95, "total_max_ms": worst}


def _times(routes: Sequence[Route]) -> dict[str, Any]:
    parts = {name: np.array([route.receipt.timings_ms.get(name, 0.0) for route in routes]) for name in PARTS}
    ready, whole = parts["total"] - parts["embed"], parts["total"].sum()
    share = {name: round(float(parts[name].sum() / whole), 3) for name in ("recipes", "embed", "sql")}
    share["score"] = round(float((parts["score"] + parts["gate"]).sum() / whole), 3)
    share["rest"] = round(1.0 - sum(share.values()), 3)
    return {
        "total_p50_ms": round(float(np.quantile(parts["total"], 0.5)), 3),
        "total_p95_ms": round(float(np.quantile(parts["total"], 0.95)), 3),
        "vector_ready_p50_ms": round(float(np.quantile(ready, 0.5)), 3),
        "vector_ready_p95_ms": round(float(np.quantile(ready, 0.95)), 3),
        "share": share,
    }


def _agreement(routes: Sequence[Route], registry: Registry) -> float:
    """Return how often the nearest specialist by an exact scan is among the receipt's candidates."""
    numbers = [(number + WARM_UP) % len(registry.queries) for number in range(len(routes))]
    queries = registry.queries[numbers]
    nearest, best = np.zeros(len(routes), dtype=int), np.full(len(routes), -np.inf)
    for first, examples in registry.examples():
        scores = examples @ queries.T
        places, here = scores.argmax(axis=0), scores.max(axis=0)
        nearest = np.where(here > best, first + places // registry.each, nearest)
        best = np.maximum(best, here)
    hits = [
        f"{registry.space}-{owner}" in {candidate.role for candidate in route.receipt.candidates}
        for owner, route in zip(nearest, routes, strict=True)
    ]
    return round(float(np.mean(hits)), 4)
