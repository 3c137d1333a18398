"""Answers of the King when no specialist runs. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.attachments import AttachedFile, FileKind
from kingdom.contracts.routes import RouteReceipt
from kingdom.orchestrator.replies.ability_replies import missing_abilities_reply, missing_abilities_sentence
from kingdom.orchestrator.replies.growth_texts import (
    ABLE_NOW,
    GROWTH_TEXTS,
    HELP_MESSAGES,
    NO_MODEL,
    SETUP_HINTS,
    STAFF_SETUP,
    GrowthTexts,
)

MAX_LISTED_ROLES = 12


def _available_now(roles: Sequence[str], language: Language) -> str:
    sentence, cut = ABLE_NOW[language]
    listed = ", ".join(f"**{role}**" for role in roles[:MAX_LISTED_ROLES])
    more = cut.format(count=len(roles) - MAX_LISTED_ROLES) if len(roles) > MAX_LISTED_ROLES else ""
    return sentence.format(roles=f"{listed}{more}") if roles else ""


def no_model_reply(
    able: Sequence[str], *, staff: bool = False, language: Language = "en"
) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer when no specialist fits and no language model is configured.

    ``able`` are the roles that work without a model. The output is
    ``{"needs", "can_do_now", "examples"}``: an example is a message to try next. Only staff read names of settings:
    nobody else can act on them.
    """
    setup = STAFF_SETUP if staff else SETUP_HINTS[language]
    text = " ".join(filter(None, [NO_MODEL[language], setup, _available_now(able, language)]))
    examples = [{"role": "", "purpose": "", "example": HELP_MESSAGES[language]}] if able else []
    return text, {"needs": "language_model", "can_do_now": list(able), "examples": examples}


def creation_offer_reply(
    offer: Mapping[str, Any],
    able: Sequence[str],
    *,
    staff: bool = False,
    language: Language = "en",
    accepted: bool = False,
    missing: Sequence[str] = (),
) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer that offers a new specialist, or says what the Council lacks.

    ``offer`` comes from ``kingdom.council.proposals.creation_offer``; it opens no creation. ``able`` are the roles
    that work without a model. ``accepted``: the user accepted this offer and has only to press its button.
    ``missing`` are the abilities that the message needs and nobody near has.
    """
    texts = GROWTH_TEXTS[language]
    nobody = missing_abilities_sentence(missing, language) or texts.nobody
    output = {"offer": "create_specialist", **offer, "can_do_now": list(able), "missing_abilities": list(missing)}
    if not offer["available"]:
        setup = STAFF_SETUP if staff else SETUP_HINTS[language]
        return f"{nobody} {texts.model_needed} {setup}\n\n{_nearest_recipes(offer, texts)}", output
    if accepted:
        name = f"**{offer['role']}**" if offer["role"] else texts.new_one
        return texts.press.format(name=name), output
    if not offer["role"]:
        return f"{nobody} {texts.designed}", output
    facts = f"{offer['summary']} {offer['power']} {offer['tests']['words']}"
    return f"{nobody} {texts.from_recipe.format(role=offer['role'])} {facts}", output


def schedule_instead_reply(
    offer: Mapping[str, Any], missing: Sequence[str], language: Language, text: str
) -> tuple[str, dict[str, Any]] | None:
    """Return the answer to a wish ``text`` for what begins by itself, where the Council can make nothing; else None.

    It ends at a schedule: a language model would bring none either.
    """
    if offer.get("available", True) or "schedule" not in missing:
        return None
    answer, output = missing_abilities_reply(missing, language, text, can_design=False)
    return "\n\n".join(filter(None, [answer, _recipe_lines(offer)])), output


def _nearest_recipes(offer: Mapping[str, Any], texts: GrowthTexts) -> str:
    lines = _recipe_lines(offer)
    return f"{texts.nearest}\n\n{lines}" if lines else texts.none_near


def _recipe_lines(offer: Mapping[str, Any]) -> str:
    return "\n".join(f"- **{recipe['name']}**: {recipe['summary']}" for recipe in offer.get("nearest", ()))


def existing_specialist_reply(role: str, purpose: str, example: str, language: Language) -> tuple[str, dict[str, Any]]:
    """Return the answer to a wish for what a specialist does already, with an example of it as a button.

    The output is ``{"offer": "existing", "role", "examples"}``.
    """
    text = GROWTH_TEXTS[language].exists.format(role=role, purpose=purpose)
    examples = [{"role": role, "purpose": purpose, "example": example}] if example else []
    return text, {"offer": "existing", "role": role, "examples": examples}


def declined_offer_reply(language: Language) -> tuple[str, dict[str, Any]]:
    """Return the answer to the rejection of an offer."""
    return GROWTH_TEXTS[language].declined, {"offer": "declined", "examples": []}


def no_offer_reply(language: Language) -> tuple[str, dict[str, Any]]:
    """Return the answer to a wish for a specialist from a program that offers none."""
    return GROWTH_TEXTS[language].elsewhere, {"offer": "elsewhere", "examples": []}


_MARKUP = re.compile(r"[\\`*_\[\]<>#|!~]")  # answers are Markdown, names of files are not
_FILE_QUESTIONS: Mapping[FileKind, tuple[tuple[str, str], ...]] = {  # by kind: (role, message to try)
    "table": (("csv_statistics", "statistics of {}"),),
    "spreadsheet": (("csv_statistics", "statistics of {}"),),
    "json": (("json_formatter", "is {} valid JSON?"),),
    "yaml": (("json_formatter", "turn {} into JSON"),),
    "text": (("text_statistics", "how many words are in {}"),),
    "pdf": (("text_statistics", "how many words are in {}"),),
    "document": (("text_statistics", "how many words are in {}"),),
}


def file_alone_reply(files: Sequence[AttachedFile], able: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the question about files that came without a message, with messages to try.

    ``able`` are the roles that work now. The output is ``{"needs", "examples"}`` as for a missing model.
    """
    lines = "\n".join(f"- {line}" for line in (_MARKUP.sub(r"\\\g<0>", file.routing_line) for file in files))
    examples = [
        {"role": role, "purpose": "", "example": pattern.format(file.name)}
        for file in files
        if not file.problem
        for role, pattern in _FILE_QUESTIONS.get(file.kind, ())
        if role in able
    ]
    return f"What shall I do with this? Write what you need.\n\n{lines}", {"needs": "message", "examples": examples[:4]}


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
