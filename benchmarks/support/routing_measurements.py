"""The measurements of ``benchmarks.routing``; imported when Django is set up."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from django.conf import settings
from django.db import connection

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.contracts.routes import Route
from kingdom.orchestrator.king.router import route_message
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.similarity import Vectors, centroids, unit_rows, vector_literal
from kingdom.routing.spaces.vector_index import space_drop, space_index_ensure
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

SPECIALISTS = {100: 10, 1_000: 100, 10_000: 500, 100_000: 2_000}  # by stored examples
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
    """The stored specialists of one size and the vectors of the messages for them."""

    space: str
    specialists: int
    examples: Vectors
    queries: Vectors


def load_encoder() -> Embedder:
    """Return the configured encoder, loaded."""
    encoder = build_embedder(settings.KINGDOM.embedder, settings.KINGDOM.resolved_data / "models")
    encoder.embed(["load"])
    return encoder


def fill(size: int, messages: int) -> Registry:
    """Store specialists with ``size`` examples in clusters, and negative examples, in a space of their own."""
    random, space, specialists = np.random.default_rng(size), f"bench-{size}", SPECIALISTS[size]
    each = size // specialists
    centres = unit_rows(random.normal(size=(specialists, WIDTH)))
    noise = random.normal(size=(size, WIDTH)).astype(np.float32) * (EXAMPLE_SPREAD / np.sqrt(WIDTH))
    examples = unit_rows(np.repeat(centres, each, axis=0) + noise)
    _store(space, examples, np.repeat(np.arange(specialists), each))
    negative = unit_rows(random.normal(size=(NEGATIVE_EXAMPLES, WIDTH)))
    negative_examples_add(space=space, texts=[str(n) for n in range(NEGATIVE_EXAMPLES)], vectors=negative)
    query_noise = random.normal(size=(messages, WIDTH)) * (QUERY_SPREAD / np.sqrt(WIDTH))
    queries = unit_rows(centres[random.integers(specialists, size=messages)] + query_noise)
    return Registry(space, specialists, examples, queries)


def _store(space: str, examples: Vectors, owners: "np.ndarray[Any, np.dtype[np.int64]]") -> None:
    """Write specialists, their examples and centroids by COPY."""
    count = int(owners[-1]) + 1
    specialists = [
        Specialist(role=f"{space}-{n}", spec_snapshot={"purpose": ""}, status="verified", scope="global")
        for n in range(count)
    ]
    Specialist.objects.bulk_create(specialists)
    versions = [SpecialistVersion(specialist=owner, number=1, digest=owner.role, spec={}) for owner in specialists]
    SpecialistVersion.objects.bulk_create(versions)
    for owner, version in zip(specialists, versions, strict=True):
        owner.current_version = version
    Specialist.objects.bulk_update(specialists, ["current_version"], batch_size=500)
    rows = [(owners[place], "example", str(place), vector) for place, vector in enumerate(examples)]
    rows += [(place, "centroid", "centroid", row) for place, row in enumerate(centroids(examples, owners, count))]
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY agent_embeddings ({COLUMNS}) FROM STDIN") as copy:
            for owner, kind, digest, vector in rows:
                key = specialists[owner].pk
                copy.write_row((key, space, kind, "", digest, vector_literal(vector), "spec", True, "now"))
        cursor.execute("VACUUM ANALYZE agent_embeddings")


def measure(registry: Registry, encoder: Embedder) -> dict[str, Any]:
    """Index the space, fit its calibration, route the messages, and return the figures. Removes the space."""
    started = time.perf_counter()
    indexed = space_index_ensure(space=registry.space)
    built = time.perf_counter()
    calibration = calibration_refit(space=registry.space)
    fitted = time.perf_counter()
    routes = _route_all(registry, encoder)
    space_drop(space=registry.space)
    return {
        "examples": len(registry.examples),
        "specialists": registry.specialists,
        "indexed": indexed,
        "head": bool(calibration and calibration.classifier),
        "index_build_s": round(built - started, 2),
        "gate_fit_s": round(fitted - built, 2),
        **_times(routes),
        "found_exactly": _agreement(routes, registry),
    }


def _route_all(registry: Registry, encoder: Embedder) -> list[Route]:
    user = User.objects.create(username=registry.space)
    embedder = PreparedVectorEmbedder(encoder, registry.space, registry.queries)
    routes = [
        route_message(user_id=user.pk, text=MESSAGES[n % len(MESSAGES)], model=None, embedder=embedder)
        for n in range(len(registry.queries) + WARM_UP)
    ]
    return routes[WARM_UP:]


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
    each = len(registry.examples) // registry.specialists
    hits = []
    for number, route in enumerate(routes):
        query = registry.queries[(number + WARM_UP) % len(registry.queries)]
        nearest = int((registry.examples @ query).argmax()) // each
        hits.append(f"{registry.space}-{nearest}" in {candidate.role for candidate in route.receipt.candidates})
    return round(float(np.mean(hits)), 4)
