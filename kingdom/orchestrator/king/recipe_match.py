"""Prefer an uninstalled recipe over a weakly matching specialist."""

from collections.abc import Sequence

import structlog

from kingdom.core.errors import KingdomError
from kingdom.council.recipes.catalogue import Recipe
from kingdom.council.recipes.matcher import RecipeMatch, recipes_rank_vector
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.ranking import RankedCandidate
from kingdom.runtime.ports import Embedder

_log = structlog.get_logger(__name__)


def uninstalled_recipe_match(
    message: Vectors, ranked: Sequence[RankedCandidate], embedder: Embedder
) -> RecipeMatch | None:
    """Return the recipe that matches a message vector (d,); None without a match or when a candidate is built from it.

    Unreadable recipes are logged and ignored.
    """
    try:
        best = next((match for match in recipes_rank_vector(message, embedder) if match.fits), None)
    except KingdomError as error:
        _log.warning("recipes_unreadable", code=error.code)
        return None
    if best is None or any(_is_built_from(best.recipe, candidate) for candidate in ranked):
        return None
    return best


def _is_built_from(recipe: Recipe, candidate: RankedCandidate) -> bool:
    """Return whether a candidate is built from the recipe: same name, or its nearest example is one of the recipe's."""
    return candidate.found.role == recipe.name or candidate.found.nearest in recipe.spec.examples
