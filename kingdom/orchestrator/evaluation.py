"""The King on labelled messages: specialists in a scratch space of the real tables, the real statement, the real gate.

Everything happens in one transaction that is rolled back: no user ever sees a scratch specialist.
"""

import json
import secrets
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import structlog
from django.db import connection, transaction

from kingdom.accounts.models import User
from kingdom.contracts.routes import Route
from kingdom.core.errors import BadInput
from kingdom.orchestrator.king.router import route_message
from kingdom.routing.calibration.cache import calibration_cache_clear
from kingdom.routing.calibration.metrics import OUT_OF_SCOPE, RoutingOutcomes, routing_metrics
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.erasure import text_digest
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.services import centroid_set, embeddings_add, purpose_line
from kingdom.routing.models import AgentEmbedding, RouterCalibration
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

Kind = AgentEmbedding.Kind
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class LabelledMessage:
    """One message and its specialist; None is nobody."""

    text: str
    label: str | None


@dataclass(frozen=True, kw_only=True)
class EvaluatedSpecialist:
    """One specialist of the evaluation."""

    id: str
    role: str
    purpose: str


@dataclass(frozen=True, kw_only=True)
class EvaluationSet:
    """What is evaluated: who there is, by which examples they are known, which messages are routed, and the texts for nobody."""

    specialists: Sequence[EvaluatedSpecialist]
    examples: Sequence[LabelledMessage]
    messages: Sequence[LabelledMessage]
    bank: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class EvaluationFiles:
    """JSON Lines files of a trial. ``oos`` holds further messages for nobody, ``bank`` texts for nobody that the gate may learn from.

    ``labels`` holds the known labels (a JSON list, an object with ``in_scope``, or one a line): messages of others
    are out of scope.
    """

    specialists: Path
    examples: Path
    messages: Path
    oos: Path | None = None
    bank: Path | None = None
    labels: Path | None = None


def evaluation_set_read(files: EvaluationFiles, *, k: int | None = None) -> EvaluationSet:
    """Read a trial; ``k`` takes the first k examples of each label. Raises BadInput naming the file and what is wrong with it."""
    known = {
        one.id: one for one in (_parse_specialist(files.specialists, row) for row in _read_rows(files.specialists))
    }
    if files.labels is not None:
        kept = set(_read_labels(files.labels))
        known = {name: one for name, one in known.items() if name in kept}
    if not known:
        raise BadInput(f"{files.specialists} and the labels leave no specialist.")
    shown = [one for one in _read_labelled(files.examples) if one.label in known]
    asked = [
        LabelledMessage(text=one.text, label=one.label if one.label in known else None)
        for one in _read_labelled(files.messages)
    ]
    asked += [
        LabelledMessage(text=one.text, label=None)
        for one in (_read_labelled(files.oos) if files.oos is not None else ())
    ]
    if not asked:
        raise BadInput(f"{files.messages} holds no message.")
    bank = [one.text for one in _read_labelled(files.bank)] if files.bank is not None else []
    return EvaluationSet(
        specialists=list(known.values()), examples=_first_of_each_label(shown, k), messages=asked, bank=bank
    )


def _read_rows(path: Path) -> Iterable[Mapping[str, object]]:
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise BadInput(f"{path}, line {number}: expected an object.")
                yield row
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}, line {number}: {error.msg}.") from error


def _parse_specialist(path: Path, row: Mapping[str, object]) -> EvaluatedSpecialist:
    try:
        return EvaluatedSpecialist(id=str(row["id"]), role=str(row["role"]), purpose=str(row["purpose"]))
    except KeyError as error:
        raise BadInput(f"{path}: a specialist without {error.args[0]}.") from error


def _read_labelled(path: Path) -> list[LabelledMessage]:
    found = []
    for row in _read_rows(path):
        if "text" not in row:
            raise BadInput(f"{path}: a message without text.")
        label = row.get("label")
        found.append(LabelledMessage(text=str(row["text"]), label=None if label is None else str(label)))
    return found


def _read_labels(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return [line.strip() for line in text.splitlines() if line.strip()]
    names = value.get("in_scope", []) if isinstance(value, dict) else value
    if not isinstance(names, list):
        raise BadInput(f"{path}: expected a list of labels, or an object with in_scope.")
    return [str(name) for name in names]


def _first_of_each_label(shown: Sequence[LabelledMessage], k: int | None) -> list[LabelledMessage]:
    taken: dict[str | None, int] = {}
    kept = []
    for one in shown:
        taken[one.label] = taken.get(one.label, 0) + 1
        if k is None or taken[one.label] <= k:
            kept.append(one)
    return kept


def evaluation_run(trial: EvaluationSet, *, embedder: Embedder | None = None) -> dict[str, float | str]:
    """Route every message of a trial by the King and return the figures (fractions) and the times (milliseconds).

    A message that the King would ask about counts as routed to the first of the two.
    """
    embedder = embedder or active_embedder()
    space = f"{embedder.space}|trial-{uuid.uuid4().hex[:12]}"
    try:
        with transaction.atomic():
            numbers, fitted = _seed(trial, embedder, space)
            found = _route_all(trial, embedder, space, numbers)
            transaction.set_rollback(True)
    finally:
        calibration_cache_clear(space)
    return found | {f"fit_{name}": round(value, 4) for name, value in fitted.items()}


def _seed(trial: EvaluationSet, embedder: Embedder, space: str) -> tuple[dict[str, int], dict[str, float]]:
    """Enter specialists, their texts and the bank, and fit the gate; return places by specialist id, and the fit's own figures."""
    texts: dict[str, dict[tuple[str, str], str]] = {}
    for one in trial.specialists:
        line = purpose_line(one.role, one.purpose)
        texts[one.id] = {(Kind.PURPOSE.value, text_digest(line)): line}
    for shown in trial.examples:
        texts[str(shown.label)][Kind.EXAMPLE.value, text_digest(shown.text)] = shown.text
    distinct = list(dict.fromkeys([text for rows in texts.values() for text in rows.values()] + list(trial.bank)))
    vectors = dict(zip(distinct, embedder.embed(distinct, "document"), strict=True))
    numbers = {}
    for place, one in enumerate(trial.specialists):
        specialist = _create_specialist(one, space, place)
        own = texts[one.id]
        embeddings_add(
            specialist_id=specialist.pk,
            space=space,
            texts=own,
            vectors=np.stack([vectors[text] for text in own.values()]),
        )
        centroid_set(specialist_id=specialist.pk, space=space)
        numbers[str(specialist.pk)] = place
    if trial.bank:
        negative_examples_add(space=space, texts=trial.bank, vectors=np.stack([vectors[text] for text in trial.bank]))
    gate = calibration_refit(space=space)
    with connection.cursor() as cursor:
        cursor.execute(
            "ANALYZE agent_embeddings"
        )  # as autovacuum would have done for rows that were not staged a moment ago
    return numbers, dict(_calibration_figures(gate))


def _calibration_figures(gate: RouterCalibration | None) -> Mapping[str, float]:
    return gate.figures if gate is not None else {}


def _create_specialist(one: EvaluatedSpecialist, space: str, place: int) -> Specialist:
    specialist = Specialist.objects.create(
        id=uuid.UUID(
            int=place << 96 | secrets.randbits(96)
        ),  # a fit goes by the order of ids: two runs shall print the same figures
        role=f"{one.role[:60]} {uuid.uuid4().hex}",  # verified roles are unique, and the real ones are there too
        spec_snapshot={"role": one.role, "purpose": one.purpose},
        status=Specialist.Status.VERIFIED,
        scope=Specialist.Scope.GLOBAL,
    )
    version = SpecialistVersion.objects.create(
        specialist=specialist, number=1, digest=text_digest(space + one.id), spec={}
    )
    specialist.current_version = version
    specialist.save(update_fields=["current_version"])
    return specialist


class TimedEmbedder:
    """The embedder with a stop-watch for the texts one by one."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.milliseconds: list[float] = []

    @property
    def space(self) -> str:
        return self._inner.space

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        start = time.perf_counter()
        vectors = self._inner.embed(texts, purpose)
        self.milliseconds.append((time.perf_counter() - start) * 1000)
        return vectors


def _route_all(
    trial: EvaluationSet, embedder: Embedder, space: str, numbers: Mapping[str, int]
) -> dict[str, float | str]:
    user = User.objects.create(username=f"trial-{uuid.uuid4().hex[:12]}", is_active=False)
    places = {one.id: place for place, one in enumerate(trial.specialists)}
    timed = TimedEmbedder(embedder)
    routes = [
        route_message(user_id=user.pk, text=one.text, model=None, embedder=timed, space=space) for one in trial.messages
    ]
    outcomes = RoutingOutcomes(
        best=np.array([_best_index(route, numbers) for route in routes], dtype=np.int64),
        probability=np.array([_probability(route) for route in routes]),
        accepted=np.array([route.kind in ("specialist", "ask") for route in routes], dtype=np.bool_),
        labels=np.array(
            [OUT_OF_SCOPE if one.label is None else places[one.label] for one in trial.messages], dtype=np.int64
        ),
    )
    spent = np.array([route.receipt.timings_ms["total"] - route.receipt.timings_ms["embed"] for route in routes])
    return {
        **{name: round(value, 5) for name, value in routing_metrics(outcomes).items()},
        "encode_p50_ms": round(float(np.median(timed.milliseconds)), 3),
        "route_p50_ms": round(float(np.median(spent)), 3),
        "route_p95_ms": round(float(np.quantile(spent, 0.95)), 3),
        "messages": float(len(routes)),
        "asked": round(float(np.mean([route.kind == "ask" for route in routes])), 5),
        "gate": "uncalibrated" if routes[0].receipt.gate == "uncalibrated" else "fitted",
        "threshold": routes[0].receipt.threshold,
        "threshold_low": routes[0].receipt.threshold_low,
    }


def _best_index(route: Route, numbers: Mapping[str, int]) -> int:
    """Return the place of the specialist that was chosen, else of the one that came nearest; -2 when there was none."""
    name = route.specialist_id or (route.receipt.candidates[0].specialist_id if route.receipt.candidates else "")
    return numbers.get(name, -2)


def _probability(route: Route) -> float:
    return route.receipt.candidates[0].probability if route.receipt.candidates else 0.0
