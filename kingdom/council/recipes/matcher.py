"""Matching of requests with recipes: handler specialists that ship with tests and are not installed.

A request is ranked as the King ranks messages: the same scores and the same calibration, fitted to the recipes'
examples, with the built-ins as competitors and the negative examples.
"""

import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kingdom.cognition.message_reading.message_language import fold_text
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadConfiguration
from kingdom.council.recipes.catalogue import Recipe, available_recipes
from kingdom.council.recipes.matcher_cache import cache_load, cache_store
from kingdom.routing.calibration.calibration_fit import fit_calibration
from kingdom.routing.calibration.calibrator import Calibrator, LoadedCalibration
from kingdom.routing.calibration.services import METHOD
from kingdom.routing.embeddings.negative_examples import negative_examples_read
from kingdom.routing.embeddings.request_text import request_text, request_vectors
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

MAX_SUBJECT_CHARS = 400  # leading characters of a wish; a longer text is data, and names many things
MAX_WORDS_BETWEEN = 5  # of the words of a subject
_WORD = re.compile("[a-z0-9]+")


class RecipeMatch(NamedTuple):
    """A recipe and the probability (0..1) that it is the right one for a request.

    ``fits``: it passed the calibration's threshold, or the wish names its subject (``named``).
    """

    recipe: Recipe
    probability: float
    fits: bool
    named: bool = False


def recipes_rank(text: str, embedder: Embedder) -> list[RecipeMatch]:
    """Return all recipes for a request, the likeliest first.

    At most the first one ``fits``, none when a built-in ranks higher. The first call of an installation embeds all
    texts and fits the calibration, which takes seconds; both are cached in the data folder. Later calls take
    milliseconds.
    """
    return recipes_rank_vector(request_vectors([text], embedder, "query")[0], embedder)


def recipes_rank_vector(message: Vectors, embedder: Embedder) -> list[RecipeMatch]:
    """Return what ``recipes_rank`` returns, for the embedding (d,) of a request."""
    ranker = _ranker(embedder.space, embedder)
    ranked = ranker.rank(message)
    fits = ranked[0].probability >= ranker.calibration.threshold
    return [
        RecipeMatch(ranker.recipes[candidate.found.role], candidate.probability, fits and candidate is ranked[0])
        for candidate in ranked
        if candidate.found.role in ranker.recipes
    ]


def recipe_best_match(text: str, embedder: Embedder) -> Recipe | None:
    """Return the recipe that fits a request, None when none does."""
    return next((match.recipe for match in recipes_rank(text, embedder) if match.fits), None)


def recipes_rank_wish(wish: str, task: str, embedder: Embedder) -> list[RecipeMatch]:
    """Return all recipes for a wish to have something made, the likeliest first; at most the first one ``fits``.

    ``task`` is the wish without the words that only wish ("make me a"). A recipe whose subject the wish names comes
    before all others: the encoder knows few words of other languages than English.
    """
    best = _best_matches(wish, task, embedder)
    hits = {name: subject_hits(wish, match.recipe.subjects) for name, match in best.items()}
    found = [match._replace(named=hits[name] > 0) for name, match in best.items()]
    ranked = sorted(found, key=lambda match: (hits[match.recipe.name], *_certainty(match)), reverse=True)
    return [match._replace(fits=index == 0 and (match.named or match.fits)) for index, match in enumerate(ranked)]


def _best_matches(wish: str, task: str, embedder: Embedder) -> dict[str, RecipeMatch]:
    """Return the better match of each recipe with the two texts, without those that the wish excludes."""
    best: dict[str, RecipeMatch] = {}
    for match in (match for text in {wish, task} for match in recipes_rank(text, embedder)):
        best[match.recipe.name] = max(best.get(match.recipe.name, match), match, key=_certainty)
    return {name: match for name, match in best.items() if not is_excluded(wish, match.recipe.subjects)}


def _certainty(match: RecipeMatch) -> tuple[bool, float]:
    return match.fits, match.probability


def subject_hits(text: str, subjects: Iterable[str]) -> int:
    """Return how many words the longest subject of a recipe has that the text names, 0 when it names none.

    A subject is one or more words that all occur near each other, in any order; ``*`` stands for any ending.
    """
    words = _WORD.findall(fold_text(text[:MAX_SUBJECT_CHARS]))
    return max(
        (len(subject.split()) for subject in subjects if subject[0] != "!" and _is_named(subject, words)), default=0
    )


def is_excluded(text: str, subjects: Iterable[str]) -> bool:
    """Return whether a text names what a recipe is not for: the words behind a subject's "!", one behind the other."""
    plain = " ".join(_WORD.findall(fold_text(text[:MAX_SUBJECT_CHARS])))
    return any(_phrase(subject[1:]).search(plain) for subject in subjects if subject.startswith("!"))


@lru_cache(maxsize=512)
def _phrase(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(words).replace(chr(92) + '*', '[a-z0-9]*')}\b")


def _is_named(subject: str, words: Sequence[str]) -> bool:
    """Return whether the words of a subject occur as near as in one phrase: not "work out … over 4 hours"."""
    patterns = [_pattern(part) for part in subject.split()]
    reach = len(patterns) + MAX_WORDS_BETWEEN
    starts = range(max(1, len(words) - reach + 1)) if all(any(map(one.fullmatch, words)) for one in patterns) else ()
    return any(all(any(map(one.fullmatch, words[at : at + reach])) for one in patterns) for at in starts)


@lru_cache(maxsize=2048)
def _pattern(part: str) -> re.Pattern[str]:
    return re.compile(re.escape(part).replace(r"\*", "[a-z0-9]*"))


@dataclass(frozen=True)
class _RecipeRanker:
    """The data for ranking one request in one embedding space."""

    recipes: Mapping[str, Recipe]
    roles: Sequence[str]
    examples: Examples
    centres: Vectors
    purposes: Vectors
    negatives: Vectors
    calibration: LoadedCalibration

    def rank(self, message: Vectors) -> list[RankedCandidate]:
        """Return recipes and built-ins for a message (d,), best first, as the King ranks specialists."""
        cosines = np.asarray(self.examples.vectors @ message, dtype=np.float64)
        best = best_per_owner(cosines[None], self.examples.owners, self.examples.count)[0]
        centre, purpose = self.centres @ message, self.purposes @ message
        nearby = [
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
        negative_score = float(negative_example_scores(message[None], self.negatives)[0])
        return rank_candidates(nearby, message, negative_score, self.calibration)


_rankers: dict[str, _RecipeRanker] = {}
_rankers_lock = threading.Lock()


def _ranker(space: str, embedder: Embedder) -> _RecipeRanker:
    with _rankers_lock:
        if space not in _rankers:
            _rankers[space] = _build_ranker(embedder)
        return _rankers[space]


def _build_ranker(embedder: Embedder) -> _RecipeRanker:
    recipes = {recipe.name: recipe for recipe in available_recipes()}
    specs = [*(recipe.spec for recipe in recipes.values()), *_competing_specs(recipes)]
    rows = [(owner, place > 0, text) for owner, spec in enumerate(specs) for place, text in _indexed_texts(spec)]
    owners = np.array([owner for owner, _, _ in rows], dtype=np.int64)
    is_example = np.array([example for _, example, _ in rows], dtype=np.bool_)
    fitted = _fitted_arrays([text for _, _, text in rows], owners, is_example, embedder)
    roles = tuple(spec.role for spec in specs)
    calibration = LoadedCalibration(
        name=f"{embedder.space}:recipes",
        plain=Calibrator.from_json(json.loads(str(fitted["calibration"]))),
        full=None,
        classifier=None,
        classifier_rows={},
        shifts=dict(zip(roles, fitted["shifts"].tolist(), strict=True)),
        ids=roles,
    )
    examples = Examples.of(fitted["vectors"], owners, is_example)
    centres = centroids(examples.vectors, examples.owners, examples.count)
    return _RecipeRanker(recipes, roles, examples, centres, purpose_vectors(examples), fitted["negatives"], calibration)


def _competing_specs(recipes: Mapping[str, Recipe]) -> list[AgentSpec]:
    return [builtin.spec for builtin in builtins_read() if builtin.routable and builtin.spec.role not in recipes]


def _indexed_texts(spec: AgentSpec) -> Iterator[tuple[int, str]]:
    """Return the texts that routing knows a spec by, numbered: the purpose line first, then the examples."""
    return enumerate([purpose_line(spec.role, spec.purpose), *dict.fromkeys(spec.examples)])


def _fitted_arrays(texts: Sequence[str], owners: Ints, is_example: Flags, embedder: Embedder) -> Mapping[str, Any]:
    """Return the embedded texts and the fitted calibration as arrays, cached by the digest of the texts."""
    negatives = negative_examples_read()
    indexed = [[int(owner), request_text(text)] for owner, text in zip(owners, texts, strict=True)]
    key = json_digest({"method": METHOD, "space": embedder.space, "texts": indexed, "negatives": negatives})
    cached = cache_load(key)
    if cached is None:
        cached = _embed_and_fit(texts, negatives, owners, is_example, embedder)
        cache_store(key, cached)
    return cached


def _embed_and_fit(
    texts: Sequence[str], negatives: Sequence[str], owners: Ints, is_example: Flags, embedder: Embedder
) -> dict[str, Any]:
    vectors = np.asarray(request_vectors([*texts, *negatives], embedder, "document"), dtype=np.float32)
    known, nobody = vectors[: len(texts)], vectors[len(texts) :]
    fitted = fit_calibration(Examples.of(known, owners, is_example), nobody, with_classifier=False)
    if fitted is None:
        raise BadConfiguration("There are no recipes to choose from.")
    calibration = json.dumps(fitted.plain.as_json())
    return {"vectors": known, "negatives": nobody, "shifts": fitted.shifts, "calibration": calibration}
