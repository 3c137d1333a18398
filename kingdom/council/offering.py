"""What the Council can offer for a message that nobody serves. Saying it opens nothing: only the user's own click does."""

import uuid
from typing import Any

from kingdom.core.errors import ModelNotConfigured
from kingdom.council.recipes import recipe_for
from kingdom.council.reports import counted, shown_spec
from kingdom.council.rules.card import tests_words
from kingdom.sessions.capabilities import model_is_set
from kingdom.specialists.embedding_services import process_embedder

CREATIONS = "/api/v1/creations/"
_DESIGN = "It looks like something you will need again. Designing a specialist for it needs a language model, and none is set."


def creation_offer(text: str, *, message_id: uuid.UUID | None = None, conversation_id: uuid.UUID | None = None) -> dict[str, Any]:
    """Return the offer for a message, in the worker (it embeds the text).

    ``{"available", "reason", "recipe", "role", "summary", "purpose", "power", "can", "cannot", "tests", "url", "body"}``: ``body`` is what
    the user's click posts to ``url``. Without a fitting recipe ``role`` is empty; without a language model as well it is not available.
    """
    found = recipe_for(text, process_embedder())
    body = {
        "request": text[:4_000],
        "recipe": found.name if found else "",
        "message": str(message_id) if message_id else None,
        "conversation": str(conversation_id) if conversation_id else None,
    }
    offer: dict[str, Any] = {"available": True, "reason": "", "recipe": "", "role": "", "url": CREATIONS, "body": body}
    if found is not None:
        shown = shown_spec(found.spec)
        kept = {name: shown[name] for name in ("role", "purpose", "power", "can", "cannot", "limits")}
        tests = {**counted(found.tests), "words": tests_words(found.tests)}
        return {**offer, **kept, "recipe": found.name, "summary": found.summary, "tests": tests}
    if not model_is_set():
        return {**offer, "available": False, "reason": f"{_DESIGN}{_how()}", "needs": "language_model"}
    return offer


def _how() -> str:
    tail = (ModelNotConfigured.__doc__ or "").strip().partition(" none is set.")[2]
    return tail.rstrip()
