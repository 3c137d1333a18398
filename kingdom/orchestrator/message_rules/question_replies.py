"""Read a short message as the answer to the King's question before it. Pure rules, no model."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kingdom.cognition.message_reading.message_language import Language
from kingdom.orchestrator.message_rules.growth_phrases import CHOICE_FILLER, FILLER, FREQUENCIES, NO, ORDINALS, YES
from kingdom.orchestrator.message_rules.growth_requests import fold_message

Question = Literal["offer", "choice", "unserved"]
MAX_REPLY_CHARS = 80  # a longer message says more than the answer to a question
_MARKS = re.compile(r"[^\w\s]+")
_WISHES: Mapping[Language, str] = {
    "en": r"(?:make|build|create|do|design) (?:it|that|one|me one|a specialist|the specialist|this)",
    "de": r"(?:mach|bau|erstell|entwickl)e? (?:es|das|einen|ihn|den spezialisten)(?: bitte| mal| an)?",
    "fr": r"(?:fais|cree|construis|faites|creez) (?:le|la|en un|ca|cela)(?: moi)?",
    "es": r"(?:haz|crea|construye)(?:lo|la|melo)?(?: eso)?",
}
_POSITIONS = re.compile("|".join(f"(?P<at{index}>{pattern})" for index, pattern in ORDINALS.items()))


@dataclass(frozen=True)
class QuestionReply:
    """An answer to a question of the King. ``position`` is that of the chosen one, from 0, -1 without a choice."""

    kind: Literal["yes", "no", "frequency", "choice"]
    language: Language
    position: int = -1


def question_reply_of(text: str, question: Question, roles: Sequence[str] = ()) -> QuestionReply | None:
    """Return the answer that a whole message is, None when it says anything else.

    ``offer`` and ``unserved`` take "yes", "no" or a frequency; ``choice`` takes one of ``roles``, by name or position.
    """
    if len(text) > MAX_REPLY_CHARS:
        return None
    plain = " ".join(_MARKS.sub(" ", fold_message(text)).replace("_", " ").split())
    if question == "choice":
        return _choice(plain, roles)
    frequency = _only(plain, FREQUENCIES)
    if frequency is not None:
        return QuestionReply("frequency", frequency)
    if question == "unserved":
        return None
    refused, accepted = _only(plain, NO), _only(plain, YES, _WISHES)
    if refused is not None:
        return QuestionReply("no", refused)
    return QuestionReply("yes", accepted) if accepted is not None else None


def _only(plain: str, *phrases: Mapping[Language, str]) -> Language | None:
    """Return the language in which a text holds these phrases and nothing else than filler; the fewest fillers win."""
    fillers: dict[Language, int] = {}
    for language in phrases[0]:
        found = re.compile(rf"\b(?:{'|'.join(f'(?:{kind[language]})' for kind in phrases)})\b")
        rest = found.sub(" ", plain)
        if rest != plain and not re.sub(rf"\b(?:{FILLER})\b", " ", rest).strip():
            fillers[language] = len(rest.split())
    return min(fillers, key=fillers.__getitem__, default=None)


def _choice(plain: str, roles: Sequence[str]) -> QuestionReply | None:
    """Return the choice of a role by its name, by words that no other role has, or by its position."""
    shared = Counter(word for role in roles for word in set(role.split("_")))
    found: set[int] = set()
    for word in plain.split():
        places = _places(word, roles, shared)
        if places is None:
            return None
        found |= places
    position = found.pop() if len(found) == 1 else -1
    return QuestionReply("choice", "en", position) if 0 <= position < len(roles) else None


def _places(word: str, roles: Sequence[str], shared: Mapping[str, int]) -> set[int] | None:
    """Return the places that a word names: none for filler and for a word of several roles, None for a strange word."""
    if word in shared:
        return {place for place, role in enumerate(roles) if word in role.split("_") and shared[word] == 1}
    match = _POSITIONS.fullmatch(word)
    if match is not None and match.lastgroup is not None:
        return {int(match.lastgroup.removeprefix("at"))}
    return set() if re.fullmatch(CHOICE_FILLER, word) else None
