"""The offer of a creation for a message that no specialist serves. It opens nothing: only the user's click does."""

import uuid
from collections.abc import Sequence
from typing import Any

from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.council.presenters import spec_card, test_counts
from kingdom.council.recipes.catalogue import Recipe, recipe_by_name
from kingdom.council.recipes.matcher import RecipeMatch, recipes_rank_wish
from kingdom.council.rules.capability_card import test_count_label
from kingdom.providers.language_models import is_model_configured
from kingdom.routing.spaces.active_embedder import active_embedder

CREATIONS_URL = "/api/v1/creations/"
MAX_NEAREST = 3  # recipes listed where nothing can be designed
MIN_NEAREST_PROBABILITY = 0.02  # a less likely recipe has nothing to do with the message
_MODEL_NEEDED = "Designing a new specialist for it needs a language model, and none is set up here."


def creation_offer(
    text: str,
    *,
    task: str = "",
    recipe: str = "",
    message_id: uuid.UUID | None = None,
    conversation_id: uuid.UUID | None = None,
    required: RequiredAbilities | None = None,
) -> dict[str, Any]:
    """Return the offer for a message, in the worker, since it embeds the text.

    ``task`` is the message without the words that only wish; ``recipe`` names the recipe that fits, empty to look for
    one that has the ``required`` abilities.

    ``{"available", "reason", "recipe", "role", "summary", "purpose", "power", "can", "cannot", "tests", "url",
    "body", "nearest"}``: ``body`` is what the user's click posts to ``url``. Without a fitting recipe ``role`` is
    empty; without a language model as well it is not available, and ``nearest`` holds the nearest recipes as
    ``{"name", "summary", "body"}``.
    """
    ranked = [] if recipe else _able_recipes(text, task or text, required)
    chosen = recipe_by_name(recipe) if recipe else next((match.recipe for match in ranked if match.fits), None)
    body = {
        "request": text[:4_000],
        "recipe": chosen.name if chosen is not None else "",
        **{"message": _id_or_none(message_id), "conversation": _id_or_none(conversation_id)},
    }
    offer: dict[str, Any] = {
        **{"available": True, "reason": "", "recipe": "", "role": "", "nearest": []},
        **{"url": CREATIONS_URL, "body": body},
    }
    if chosen is not None:
        return {**offer, **_recipe_facts(chosen)}
    if not is_model_configured():
        nearest = _nearest(ranked, body)
        return {**offer, "available": False, "reason": _MODEL_NEEDED, "needs": "language_model", "nearest": nearest}
    return offer


def _able_recipes(text: str, task: str, required: RequiredAbilities | None) -> list[RecipeMatch]:
    """Return the recipes that have the required abilities, the best match first."""
    ranked = recipes_rank_wish(text, task, active_embedder())
    return [match for match in ranked if required is None or match.recipe.is_able(required)]


def _id_or_none(key: uuid.UUID | None) -> str | None:
    return str(key) if key is not None else None


def _recipe_facts(recipe: Recipe) -> dict[str, Any]:
    card = spec_card(recipe.spec)
    facts = {name: card[name] for name in ("role", "purpose", "power", "can", "cannot", "limits")}
    tests = {**test_counts(recipe.tests), "words": test_count_label(recipe.tests)}
    return {**facts, "recipe": recipe.name, "summary": recipe.summary, "tests": tests}


def _nearest(ranked: Sequence[RecipeMatch], body: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"name": match.recipe.name, "summary": match.recipe.summary, "body": {**body, "recipe": match.recipe.name}}
        for match in ranked[:MAX_NEAREST]
        if match.probability >= MIN_NEAREST_PROBABILITY
    ]
