"""Evaluation of the router on labelled messages, with the real tables, SQL and calibration.

It runs in a scratch embedding space inside a transaction that is rolled back: no user ever sees a scratch specialist.
"""

import secrets
import time
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from django.db import connection, transaction

from kingdom.accounts.models import User
from kingdom.contracts.formats.canonical import stripped_text_digest, text_digest
from kingdom.contracts.routes import Route
from kingdom.orchestrator.evaluation_set import EvaluatedSpecialist, EvaluationSet
from kingdom.orchestrator.king.router import route_message
from kingdom.routing.calibration.cache import calibration_cache_clear
from kingdom.routing.calibration.metrics import OUT_OF_SCOPE, RoutingOutcomes, routing_metrics
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.embeddings.services import centroid_set, embeddings_add, purpose_line
from kingdom.routing.models import AgentEmbedding
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

Kind = AgentEmbedding.Kind
TextsByKey = dict[tuple[str, str], str]  # (kind, digest) -> text


def evaluation_run(evaluation_set: EvaluationSet, *, embedder: Embedder | None = None) -> dict[str, float | str]:
    """Route every message and return the metrics (fractions), the figures of the fit, and latencies (milliseconds).

    A near tie counts as routed to the first of the two.
    """
    embedder = embedder or active_embedder()
    space = f"{embedder.space}|trial-{uuid.uuid4().hex[:12]}"
    try:
        with transaction.atomic():
            indexes = _store_specialists(evaluation_set, embedder, space)
            calibration = calibration_refit(space=space)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE agent_embeddings")  # the planner has no statistics of rows just inserted
            timed = TimedEmbedder(embedder)
            routes = _route_messages(evaluation_set, timed, space)
            transaction.set_rollback(True)
    finally:
        calibration_cache_clear(space)
    fitted = calibration.figures if calibration is not None else {}
    return {
        **_metrics(evaluation_set, routes, indexes),
        **_latencies(routes, timed),
        "messages": float(len(routes)),
        "asked": round(float(np.mean([route.kind == "ask" for route in routes])), 5),
        "calibration": "uncalibrated" if routes[0].receipt.gate == "uncalibrated" else "fitted",
        "threshold": routes[0].receipt.threshold,
        "threshold_low": routes[0].receipt.threshold_low,
        **{f"fit_{name}": round(value, 4) for name, value in fitted.items()},
    }


def _store_specialists(evaluation_set: EvaluationSet, embedder: Embedder, space: str) -> dict[str, int]:
    """Store specialists, their texts and the negative examples; return each specialist's index by its scratch id."""
    texts_by_label = _texts_by_label(evaluation_set)
    negative = list(evaluation_set.negative_examples)
    distinct = list(dict.fromkeys([text for texts in texts_by_label.values() for text in texts.values()] + negative))
    vectors = dict(zip(distinct, request_vectors(distinct, embedder, "document"), strict=True))
    indexes = {}
    for index, evaluated in enumerate(evaluation_set.specialists):
        specialist = _create_specialist(evaluated, space, index)
        texts = texts_by_label[evaluated.id]
        matrix = np.stack([vectors[text] for text in texts.values()])
        embeddings_add(specialist_id=specialist.pk, space=space, texts=texts, vectors=matrix)
        centroid_set(specialist_id=specialist.pk, space=space)
        indexes[str(specialist.pk)] = index
    if negative:
        negative_examples_add(space=space, texts=negative, vectors=np.stack([vectors[text] for text in negative]))
    return indexes


def _texts_by_label(evaluation_set: EvaluationSet) -> Mapping[str, TextsByKey]:
    texts: defaultdict[str, TextsByKey] = defaultdict(dict)
    for specialist in evaluation_set.specialists:
        line = purpose_line(specialist.role, specialist.purpose)
        texts[specialist.id][Kind.PURPOSE.value, stripped_text_digest(line)] = line
    for example in evaluation_set.examples:
        texts[str(example.label)][Kind.EXAMPLE.value, stripped_text_digest(example.text)] = example.text
    return texts


def _create_specialist(evaluated: EvaluatedSpecialist, space: str, index: int) -> Specialist:
    specialist = Specialist.objects.create(
        id=uuid.UUID(int=index << 96 | secrets.randbits(96)),  # the fit orders by id: repeated runs must agree
        role=f"{evaluated.role[:60]} {uuid.uuid4().hex}",  # verified roles are unique, and the real ones exist too
        spec_snapshot={"role": evaluated.role, "purpose": evaluated.purpose},
        status=Specialist.Status.VERIFIED,
        scope=Specialist.Scope.GLOBAL,
    )
    version = SpecialistVersion.objects.create(
        specialist=specialist, number=1, digest=text_digest(space + evaluated.id), spec={}
    )
    specialist.current_version = version
    specialist.save(update_fields=["current_version"])
    return specialist


class TimedEmbedder:
    """An embedder that records the duration of each call."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.milliseconds: list[float] = []

    @property
    def space(self) -> str:
        """The id of the embedding space."""
        return self._inner.space

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return self._inner.dimensions

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return one unit row per text, and record the duration."""
        start = time.perf_counter()
        vectors = self._inner.embed(texts, purpose)
        self.milliseconds.append((time.perf_counter() - start) * 1000)
        return vectors


def _route_messages(evaluation_set: EvaluationSet, embedder: Embedder, space: str) -> list[Route]:
    user = User.objects.create(username=f"trial-{uuid.uuid4().hex[:12]}", is_active=False)
    return [
        route_message(user_id=user.pk, text=message.text, model=None, embedder=embedder, space=space)
        for message in evaluation_set.messages
    ]


def _metrics(
    evaluation_set: EvaluationSet, routes: Sequence[Route], indexes: Mapping[str, int]
) -> dict[str, float | str]:
    index_of = {specialist.id: index for index, specialist in enumerate(evaluation_set.specialists)}
    labels = [OUT_OF_SCOPE if one.label is None else index_of[one.label] for one in evaluation_set.messages]
    outcomes = RoutingOutcomes(
        best=np.array([_best_index(route, indexes) for route in routes], dtype=np.int64),
        probability=np.array([_best_probability(route) for route in routes]),
        accepted=np.array([route.kind in ("specialist", "ask") for route in routes], dtype=np.bool_),
        labels=np.array(labels, dtype=np.int64),
    )
    return {name: round(value, 5) for name, value in routing_metrics(outcomes).items()}


def _latencies(routes: Sequence[Route], embedder: TimedEmbedder) -> dict[str, float | str]:
    timings = [route.receipt.timings_ms for route in routes]
    routing = np.array([parts["total"] - parts["embed"] for parts in timings])
    return {
        "encode_p50_ms": round(float(np.median(embedder.milliseconds)), 3),
        "route_p50_ms": round(float(np.median(routing)), 3),
        "route_p95_ms": round(float(np.quantile(routing, 0.95)), 3),
    }


def _best_index(route: Route, indexes: Mapping[str, int]) -> int:
    """Return the index of the chosen specialist, else of the first candidate; -2 without candidates."""
    first = next((candidate.specialist_id for candidate in route.receipt.candidates), "")
    return indexes.get(route.specialist_id or first, -2)


def _best_probability(route: Route) -> float:
    return next((candidate.probability for candidate in route.receipt.candidates), 0.0)
