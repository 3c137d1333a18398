"""What the King says himself when no specialist runs. Pure: words out of values."""

from collections.abc import Mapping, Sequence
from typing import Any

from kingdom.contracts.routes import RouteReceipt
from kingdom.core.errors import ModelNotConfigured

MAX_LISTED_ROLES = 12


def _role_list(roles: Sequence[str]) -> str:
    return ", ".join(f"**{role}**" for role in roles[:MAX_LISTED_ROLES])


def no_model_reply(able: Sequence[str], role: str = "", recipe: str = "") -> tuple[str, dict[str, Any]]:
    """Return the answer and its structured form when a language model is needed and none is set; ``able`` work without one.

    ``recipe`` would do it without a model, were somebody made from it; that is worth it only for a need that comes back.
    """
    needed = (
        f"**{role}** needs a language model, and none is set."
        if role
        else "This needs a language model, and none is set."
    )
    tail = (ModelNotConfigured.__doc__ or "").strip().partition(" none is set. ")[2]
    tail = _in_code(tail)
    now = f" I can do now: {_role_list(able)}." if able else ""
    if recipe:
        now = f" If you need this again and again, say how often: the Council has a tested recipe for it, **{recipe}**, without a model.{now}"
    return f"{needed} {tail}{now}", {"needs": "language_model", "can_do_now": list(able), "recipe": recipe}


def creation_offer_reply(offer: Mapping[str, Any], able: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the answer and its structured form when a new specialist would be worth making: what the Council offers, or what it needs.

    ``offer`` is the Council's (``kingdom.council.proposals.creation_offer``); nothing is opened by saying it. ``able`` answer without a language model.
    """
    now = f" I can do now: {_role_list(able)}." if able else ""
    if not offer["available"]:
        text = f"Nobody here does that yet. {_in_code(str(offer['reason']))}{now} If one of them fits after all, choose it under *why?*."
    elif offer["role"]:
        made = f"**{offer['role']}** (from a recipe). {offer['summary']} {offer['power']} {offer['tests']['words']}"
        text = f"Nobody here does that yet. The Council can make a specialist for you: {made}"
    else:
        text = (
            "Nobody here does that yet. The Council can design a specialist for it. You see what it will be able to do, and nothing is "
            "made before you say yes."
        )
    return text, {"offer": "create_specialist", **offer, "can_do_now": list(able)}


def _in_code(text: str) -> str:
    return text.replace("GEMINI_API_KEY", "`GEMINI_API_KEY`").replace("KINGDOM_MODEL_URL", "`KINGDOM_MODEL_URL`")


def near_tie_reply(receipt: RouteReceipt, purposes: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the question and its choices for a near tie: the two best candidates, with what each is for."""
    choices = [
        {
            "specialist_id": one.specialist_id,
            "role": one.role,
            "purpose": purposes.get(one.specialist_id, ""),
            "probability": one.probability,
        }
        for one in receipt.candidates[:2]
    ]
    lines = [f"- **{choice['role']}**: {choice['purpose']}" for choice in choices]
    return "\n".join(["Two specialists fit this about equally well. Which one shall answer?", "", *lines]), {
        "choices": choices
    }
