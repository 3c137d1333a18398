"""Answers of the King when no specialist runs. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from kingdom.contracts.routes import RouteReceipt
from kingdom.core.errors import ModelNotConfigured

MAX_LISTED_ROLES = 12


def _available_now(roles: Sequence[str]) -> str:
    return f" I can do now: {', '.join(f'**{role}**' for role in roles[:MAX_LISTED_ROLES])}." if roles else ""


def no_model_reply(able: Sequence[str], role: str = "", recipe: str = "") -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer when a language model is needed and none is configured.

    ``able`` are the roles that work without a model. ``recipe`` is an uninstalled recipe that would do the task
    without one.
    """
    text = f"{f'**{role}**' if role else 'This'} needs a language model, and none is set. "
    text += _in_code(" ".join((ModelNotConfigured.__doc__ or "").split()).partition(" none is set. ")[2])
    if recipe:
        text += " For a recurring task, say how often it recurs: the Council has a tested recipe for it, "
        text += f"**{recipe}**, without a model."
    return text + _available_now(able), {"needs": "language_model", "can_do_now": list(able), "recipe": recipe}


def creation_offer_reply(offer: Mapping[str, Any], able: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer that offers a new specialist, or says what the Council lacks.

    ``offer`` comes from ``kingdom.council.proposals.creation_offer``; it opens no creation. ``able`` are the roles
    that work without a model.
    """
    text = "Nobody here does that yet. "
    if not offer["available"]:
        text += f"{_in_code(str(offer['reason']))}{_available_now(able)} To use one of them, select it under *why?*."
    elif offer["role"]:
        text += f"The Council can make a specialist for you: **{offer['role']}** (from a recipe). "
        text += f"{offer['summary']} {offer['power']} {offer['tests']['words']}"
    else:
        text += "The Council can design a specialist for it. You review the proposal first; nothing is created without "
        text += "your approval."
    return text, {"offer": "create_specialist", **offer, "can_do_now": list(able)}


def _in_code(text: str) -> str:
    return text.replace("GEMINI_API_KEY", "`GEMINI_API_KEY`").replace("KINGDOM_MODEL_URL", "`KINGDOM_MODEL_URL`")


def near_tie_reply(receipt: RouteReceipt, purposes: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the question and its choices for a near tie: the two best candidates with their purposes."""
    choices = [
        {
            "specialist_id": candidate.specialist_id,
            "role": candidate.role,
            "purpose": purposes.get(candidate.specialist_id, ""),
            "probability": candidate.probability,
        }
        for candidate in receipt.candidates[:2]
    ]
    lines = [f"- **{choice['role']}**: {choice['purpose']}" for choice in choices]
    text = "\n".join(["Two specialists match about equally well. Which one should answer?", "", *lines])
    return text, {"choices": choices}
