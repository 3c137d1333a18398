"""The offer of a creation for a message that no specialist serves. It opens nothing: only the user's click does."""

import uuid
from typing import Any

from kingdom.council.presenters import spec_card, test_counts
from kingdom.council.recipes.matcher import recipe_best_match
from kingdom.council.rules.capability_card import test_count_label
from kingdom.providers.language_models import is_model_configured
from kingdom.routing.spaces.active_embedder import active_embedder

CREATIONS_URL = "/api/v1/creations/"
_MODEL_NEEDED = (
    "It looks like something you will need again. "
    "Designing a specialist for it needs a language model, and none is set up here."
)


def creation_offer(
    text: str, *, message_id: uuid.UUID | None = None, conversation_id: uuid.UUID | None = None
) -> dict[str, Any]:
    """Return the offer for a message, in the worker, since it embeds the text.

    ``{"available", "reason", "recipe", "role", "summary", "purpose", "power", "can", "cannot", "tests", "url",
    "body"}``: ``body`` is what the user's click posts to ``url``. Without a fitting recipe ``role`` is empty; without a
    language model as well it is not available.
    """
    recipe = recipe_best_match(text, active_embedder())
    body = {
        "request": text[:4_000],
        "recipe": recipe.name if recipe else "",
        "message": str(message_id) if message_id else None,
        "conversation": str(conversation_id) if conversation_id else None,
    }
    offer: dict[str, Any] = {
        "available": True,
        "reason": "",
        "recipe": "",
        "role": "",
        "url": CREATIONS_URL,
        "body": body,
    }
    if recipe is not None:
        card = spec_card(recipe.spec)
        facts = {name: card[name] for name in ("role", "purpose", "power", "can", "cannot", "limits")}
        tests = {**test_counts(recipe.tests), "words": test_count_label(recipe.tests)}
        return {**offer, **facts, "recipe": recipe.name, "summary": recipe.summary, "tests": tests}
    if not is_model_configured():
        return {**offer, "available": False, "reason": _MODEL_NEEDED, "needs": "language_model"}
    return offer
