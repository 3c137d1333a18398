"""Recognize a wish for a new specialist: in so many words, or as a need that comes back. Pure rules, no model."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kingdom.cognition.message_reading.message_language import Language, fold_text
from kingdom.contracts.routes import TaskAnalysis, is_one_time_request
from kingdom.orchestrator.message_rules.growth_phrases import EXPLICIT, FREQUENCIES, NEEDS, any_of

MAX_WISH_CHARS = 400  # a longer message states a task with its data
_APOSTROPHES = re.compile("['’`´]")
_SPACE = re.compile(r"[^\S\n]+")
_FIGURE = re.compile(r"(?<![\w/])[\d][\d.,:]*(?![\w/])")  # not the one in "base64" or "/24"
_EXPLICIT: Mapping[Language, re.Pattern[str]] = {language: any_of(forms) for language, forms in EXPLICIT.items()}
_FREQUENCY: Mapping[Language, re.Pattern[str]] = {
    language: re.compile(pattern) for language, pattern in FREQUENCIES.items()
}
_COUNTED_TEXT = re.compile(
    r"\b(?:how (?:many|often|long)|count|wie ?(?:viele|oft)|zahle|combien|compte|cuant[oa]s|cuenta)\b[^:.?!\n]{0,80}"
    r"(?:[:\n]|\b(?:words?|letters?|appears?|occurs?|worte?r?|buchstaben|mots?|lettres?|palabras?|letras?)\b"
    r"[^:.?!\n]{0,40}\?)"
)
_HOW_OFTEN = re.compile(r"\b(?:how often|wie oft|combien de fois|cuantas veces)\b")
_RULE_TOLD = re.compile(  # what shall come of what, by an example
    r"\d[^.?!]{0,30}?(?:\b(?:becomes?|turns? into|goes to|should (?:be|become|give)|is then|wird(?: zu)?|werden zu"
    r"|soll \S+ (?:werden|sein)|devient|deviennent|donne|se convierten? en|pasa a|queda en)\b|->|=>|→)[^.?!]{0,20}?\d"
)
_LONG_EXAMPLE = re.compile(  # "for example 4006381333931" shows what comes back, and asks for nothing
    r"\b(?:for example|for instance|e ?\.? ?g|such as|like|z ?\.? ?b|zum beispiel|par exemple|por ejemplo)\b"
    r"[.,:]? \d{6,}\b"
)
_NEED: Mapping[Language, re.Pattern[str]] = {language: re.compile(pattern) for language, pattern in NEEDS.items()}


@dataclass(frozen=True)
class GrowthRequest:
    """A wish for a new specialist. ``explicit``: it asks to make or learn something; else a need comes back.

    ``task`` is the folded message without the words that only wish, the whole message when nothing else is left.
    """

    language: Language
    explicit: bool
    task: str
    tells_rule: bool = False  # by examples of its own: "so 3.12 becomes 3.49"

    def analysis(self) -> TaskAnalysis:
        """Return the task analysis that follows from the wish."""
        reason = (
            "The message asks for a new specialist." if self.explicit else "The message describes a recurring task."
        )
        return TaskAnalysis(
            complexity="low", frequency="frequent", should_create_specialist=True, reason=reason, by="rules"
        )


def fold_message(text: str) -> str:
    """Return a message as the phrases are written: lower case, no accents, single spaces, no apostrophes."""
    return _SPACE.sub(" ", _APOSTROPHES.sub(" ", fold_text(text))).strip()


def growth_request_of(text: str) -> GrowthRequest | None:
    """Return the wish for a new specialist in a message, None for any other message.

    A task with figures in it is no need that comes back: it wants its answer now. Something needed only once is none.
    """
    if len(text) > MAX_WISH_CHARS or is_one_time_request(text):
        return None
    plain = fold_message(text)
    for language, pattern in _EXPLICIT.items():
        if pattern.search(plain):
            task = _task(plain, pattern, _FREQUENCY[language])
            return GrowthRequest(language, explicit=True, task=task, tells_rule=_RULE_TOLD.search(plain) is not None)
    plain = _without_counted_text(plain)
    for language, pattern in _FREQUENCY.items():
        rest = pattern.sub(" ", plain)
        if rest != plain and _NEED[language].search(rest) and not _FIGURE.search(_LONG_EXAMPLE.sub(" ", rest)):
            return GrowthRequest(language, explicit=False, task=_task(plain, pattern))
    return None


def _without_counted_text(plain: str) -> str:
    """Return a message without a text to count: "how many words: we cook every sunday" needs nothing again.

    Nor does "how often": it asks for a frequency and tells none.
    """
    counted = _COUNTED_TEXT.search(plain)
    return _HOW_OFTEN.sub(" ", plain if counted is None else plain[: counted.end()])


def _task(plain: str, *wishes: re.Pattern[str]) -> str:
    task = plain
    for pattern in wishes:
        task = pattern.sub(" ", task)
    return _SPACE.sub(" ", task).strip(" .,;:!?") or plain
