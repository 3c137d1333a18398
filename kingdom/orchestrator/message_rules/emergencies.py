"""Recognize a message about an emergency: somebody's life is in danger now. Pure rules, no model.

The rules prefer a needless number to a missing one, but a task with such words in its data stays a task: quotes,
rows of a table and texts to work on are left out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kingdom.cognition.message_reading.message_language import Language, fold_text
from kingdom.orchestrator.message_rules.emergency_phrases import (
    FIGURATIVE,
    MEDICAL,
    SELF_HARM,
    TEXT_TASKS,
    EmergencyKind,
)

MAX_CHARS = 1_500  # a longer message is a document
_PHRASES: Mapping[EmergencyKind, Mapping[Language, Sequence[str]]] = {"self_harm": SELF_HARM, "medical": MEDICAL}
_QUOTED = re.compile(
    r"\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|`[^`\n]+`|(?<!\w)'[^'\n]{2,}'(?!\w)|[\[{][^\n]*[\]}]"
)
_ROW = re.compile(r"^(?:[^,;|\n]*[,;|](?=\S)){2}[^\n]*$|^[^;\n]*;(?=\S)[^\n]*$|^[^\n\t]*\t[^\n]*$", re.MULTILINE)
_TEXT_TASK = re.compile(rf"(?<!\w)(?:{TEXT_TASKS})(?!\w)")
_TURN_OF_SPEECH = re.compile(rf"[\s,]*(?:\w+ ){{0,2}}{FIGURATIVE}(?!\w)")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class Emergency:
    """What an emergency is about, and the language of the message (ISO 639-1)."""

    kind: EmergencyKind
    language: Language


def emergency_of(text: str) -> Emergency | None:
    """Return the emergency that a message tells of; None where it tells of none, or works on a text that does."""
    if len(text) > MAX_CHARS:
        return None
    told = _BLANKS.sub(" ", fold_text(_ROW.sub(" ", _QUOTED.sub(" ", text)))).replace("’", "'").strip()
    if _TEXT_TASK.search(told):
        return None
    return next((Emergency(kind, language) for kind, language, pattern in _patterns() if _is_told(pattern, told)), None)


def _is_told(pattern: re.Pattern[str], told: str) -> bool:
    return any(_TURN_OF_SPEECH.match(told, found.end()) is None for found in pattern.finditer(told))


@cache
def _patterns() -> Sequence[tuple[EmergencyKind, Language, re.Pattern[str]]]:
    return [
        (kind, language, re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})"))
        for kind, languages in _PHRASES.items()
        for language, phrases in languages.items()
    ]
