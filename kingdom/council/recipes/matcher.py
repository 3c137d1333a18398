"""Recipes: handler specialists that ship with their tests and are not installed. The Council offers the one that fits; also a gallery.

A request is matched with them as the King matches messages with specialists: the same scores, the same gate, fitted from their examples,
the built-ins beside them (what those do needs no recipe) and the texts for nobody.
"""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kingdom.contracts.canonical import json_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadConfiguration
from kingdom.council.recipes.catalogue import Recipe, shipped_recipes
from kingdom.council.recipes.matcher_cache import cache_load, cache_store
from kingdom.routing.calibration.calibration_fit import fit_calibration
from kingdom.routing.calibration.calibrator import Calibrator, LoadedCalibration
from kingdom.routing.calibration.services import METHOD
from kingdom.routing.embeddings.negative_examples import negative_examples_read
from kingdom.routing.embeddings.services import purpose_line
from kingdom.routing.embeddings.similarity import (
    BELOW_EVERY_COSINE,
    Examples,
    Flags,
    Ints,
    Vectors,
    best_per_owner,
    centroids,
    negative_example_scores,
    purpose_vectors,
)
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate, rank_candidates
from kingdom.runtime.ports import Embedder
from kingdom.specialists.registry.builtins import builtins_read


class RecipeMatch(NamedTuple):
    """A recipe and how likely it is the right one for a request, 0..1. ``fits`` says that it passed the gate."""

    recipe: Recipe
    probability: float
    fits: bool


def recipes_rank(text: str, embedder: Embedder) -> list[RecipeMatch]:
    """Return all recipes for a request, the likeliest first. At most the first one ``fits``; none does when a built-in serves better.

    The first call of an installation embeds all texts and fits the gate, which takes seconds; the data folder keeps both. Later calls
    take milliseconds.
    """
    return recipes_rank_vector(embedder.embed([text], "query")[0], embedder)


def recipes_rank_vector(message: Vectors, embedder: Embedder) -> list[RecipeMatch]:
    """Return what ``recipe_rank`` does, for a message (d,) that has been embedded."""
    router = _ranker(embedder.space, embedder)
    ranked = router.rank(message)
    best = ranked[0]
    return [
        RecipeMatch(
            router.recipes[one.found.role], one.probability, one is best and one.probability >= router.gate.threshold
        )
        for one in ranked
        if one.found.role in router.recipes
    ]


def recipe_best_match(text: str, embedder: Embedder) -> Recipe | None:
    """Return the recipe that fits a request, None when none does."""
    return next((match.recipe for match in recipes_rank(text, embedder) if match.fits), None)


@dataclass(frozen=True)
class _RecipeRanker:
    """Everything that ranking one request takes, in one embedding space."""

    recipes: Mapping[str, Recipe]
    roles: Sequence[str]
    examples: Examples
    bank: Vectors
    gate: LoadedCalibration

    def rank(self, message: Vectors) -> list[RankedCandidate]:
        """Return recipes and built-ins for a message (d,), best first, as the King would rank specialists."""
        near = np.asarray(self.examples.vectors @ message, dtype=np.float64)
        best = best_per_owner(near[None], self.examples.owners, self.examples.count)[0]
        centre = centroids(self.examples.vectors, self.examples.owners, self.examples.count) @ message
        purpose = purpose_vectors(self.examples) @ message
        found = [
            NearbySpecialist(
                role,
                "",
                role,
                "verified",
                "global",
                float(best[at]),
                float(centre[at]),
                float(purpose[at]),
                BELOW_EVERY_COSINE,
                "",
            )
            for at, role in enumerate(self.roles)
        ]
        return rank_candidates(found, message, float(negative_example_scores(message[None], self.bank)[0]), self.gate)


_rankers: dict[str, _RecipeRanker] = {}
_rankers_lock = threading.Lock()


def _ranker(space: str, embedder: Embedder) -> _RecipeRanker:
    with _rankers_lock:
        if space not in _rankers:
            _rankers[space] = _build_ranker(embedder)
        return _rankers[space]


def _build_ranker(embedder: Embedder) -> _RecipeRanker:
    known = {one.name: one for one in shipped_recipes()}
    specs = [one.spec for one in shipped_recipes()] + [
        one.spec for one in builtins_read() if one.routable and one.spec.role not in known
    ]
    texts = [(at, text, bool(n)) for at, spec in enumerate(specs) for n, text in enumerate(_indexed_texts(spec))]
    bank = negative_examples_read()
    name = json_digest({"method": METHOD, "space": embedder.space, "texts": texts, "bank": bank})
    owners = np.array([at for at, _, _ in texts], dtype=np.int64)
    calibrates = np.array([example for _, _, example in texts], dtype=np.bool_)
    made = cache_load(name)
    if made is None:
        made = _embed_and_fit([text for _, text, _ in texts], bank, owners, calibrates, embedder)
        cache_store(name, made)
    roles = tuple(spec.role for spec in specs)
    gate = LoadedCalibration(
        name=f"{embedder.space}:recipes",
        plain=Calibrator.from_json(json.loads(str(made["gate"]))),
        full=None,
        classifier=None,
        classifier_rows={},
        shifts=dict(zip(roles, made["shifts"].tolist(), strict=True)),
        ids=roles,
    )
    return _RecipeRanker(known, roles, Examples.of(made["vectors"], owners, calibrates), made["bank"], gate)


def _indexed_texts(spec: AgentSpec) -> list[str]:
    return [purpose_line(spec.role, spec.purpose), *dict.fromkeys(spec.examples)]


def _embed_and_fit(
    texts: Sequence[str], bank: Sequence[str], owners: Ints, calibrates: Flags, embedder: Embedder
) -> dict[str, Any]:
    """Embed all texts and fit the gate; return both as arrays."""
    vectors = np.asarray(embedder.embed([*texts, *bank], "document"), dtype=np.float32)
    known, nobody = vectors[: len(texts)], vectors[len(texts) :]
    fitted = fit_calibration(Examples.of(known, owners, calibrates), nobody, with_classifier=False)
    if fitted is None:
        raise BadConfiguration("There are no recipes to choose from.")
    return {"vectors": known, "bank": nobody, "shifts": fitted.shifts, "gate": json.dumps(fitted.plain.as_json())}
