"""Prefer an uninstalled recipe over a weakly matching specialist."""

from collections.abc import Callable, Sequence

import structlog

from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.core.errors import KingdomError
from kingdom.council.recipes.catalogue import Recipe
from kingdom.council.recipes.matcher import RecipeMatch, recipes_rank_vector, recipes_rank_wish
from kingdom.orchestrator.king.routing_rules import RouteVerdict, beaten_by_recipe, wish_verdict
from kingdom.orchestrator.message_rules.growth_requests import GrowthRequest
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.ranking import RankedCandidate
from kingdom.runtime.ports import Embedder

_log = structlog.get_logger(__name__)


def uninstalled_recipe_match(
    message: Vectors, ranked: Sequence[RankedCandidate], embedder: Embedder, required: RequiredAbilities
) -> RecipeMatch | None:
    """Return the recipe that matches a message vector (d,); None without a match or when a candidate is built from it.

    A recipe without an ability that the message needs matches nothing. Unreadable recipes are logged and ignored.
    """
    return _uninstalled(lambda: recipes_rank_vector(message, embedder), ranked, required)


def wished_route(
    text: str,
    wish: GrowthRequest,
    verdict: RouteVerdict,
    ranked: Sequence[RankedCandidate],
    embedder: Embedder,
    required: RequiredAbilities,
) -> tuple[RouteVerdict, RecipeMatch | None]:
    """Return the verdict on a wish for a new specialist, and the uninstalled recipe that fits it.

    ``verdict`` is the one by similarity. A recipe that fits is offered, unless the chosen specialist is the user's own
    or the wish does not name the recipe's subject, and the recipe does not match much better.
    """
    match = _uninstalled(lambda: recipes_rank_wish(text, wish.task, embedder), ranked, required)
    if match is None:
        return wish_verdict(verdict, "", explicit=wish.explicit, tells_rule=wish.tells_rule), None
    chosen = verdict.chosen if verdict.kind == "specialist" else None
    beaten = beaten_by_recipe(verdict, match.recipe.name, match.probability)
    if chosen is not None and beaten is None and not (match.named and chosen.found.shared):
        return wish_verdict(verdict, "", explicit=wish.explicit, tells_rule=wish.tells_rule), None
    reason = beaten.reason if beaten is not None else f"The message asks for what recipe {match.recipe.name} does."
    return wish_verdict(verdict, reason, explicit=wish.explicit), match


def _uninstalled(
    rank: Callable[[], Sequence[RecipeMatch]], ranked: Sequence[RankedCandidate], required: RequiredAbilities
) -> RecipeMatch | None:
    try:
        best = next((match for match in rank() if match.fits and match.recipe.is_able(required)), None)
    except KingdomError as error:
        _log.warning("recipes_unreadable", code=error.code)
        return None
    if best is None or any(_is_built_from(best.recipe, candidate) for candidate in ranked):
        return None
    return best


def _is_built_from(recipe: Recipe, candidate: RankedCandidate) -> bool:
    """Return whether a candidate is built from the recipe: same name, or its nearest example is one of the recipe's."""
    return candidate.found.role == recipe.name or candidate.found.nearest in recipe.spec.examples
