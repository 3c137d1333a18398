"""What nobody here does yet, but a shipped recipe would: who is merely near then does not take such a message."""

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
    """Return the recipe that fits a message (d,), None when none does or somebody here is made from it.

    Routing goes on without recipes when they cannot be read.
    """
    try:
        best = next((match for match in recipes_rank_vector(message, embedder) if match.fits), None)
    except KingdomError as error:
        _log.warning("recipes_unread", code=error.code)
        return None
    if best is None or any(_is_made_from(best.recipe, one) for one in ranked):
        return None
    return best


def _is_made_from(recipe: Recipe, candidate: RankedCandidate) -> bool:
    """Whether a candidate is the recipe at work, under whatever name: the example it is nearest by is the recipe's."""
    return candidate.found.role == recipe.name or candidate.found.nearest in recipe.spec.examples
