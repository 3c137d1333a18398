"""The frames that the texts of a spec fill: rules, purpose, examples and the descriptions in its schemas."""

import re
from collections.abc import Iterator

from kingdom.ministers.guardian.relations.frames import Frame, load_frames
from kingdom.ministers.guardian.relations.part_weights import load_weights, parts_of
from kingdom.ministers.guardian.spec_mood import asks_people, orders_of
from kingdom.ministers.guardian.text.normalization import normalize_text

# An example shows an answer; what stands in brackets or quotation marks in it may give an order all the same.
_ASIDE = re.compile(
    r"\([^)]{12,400}\)|\[[^\]]{12,400}\]|\{[^}]{12,400}\}|[\"“„«][^\"”»]{12,400}[\"”»]|<!--.{5,400}?-->|'[^'\n]{12,400}'"
)
_ORDER_ASIDE = re.compile(
    r"(?:^\W*|[.;:]\s|,\s|\b(?:and|then|also|now|please|und|dann|et|puis|y|luego)\s)(?:and |then |also |now "
    r"|please |by the way,? )*"
    r"(?:read|open|look|fetch|load|append|attach|copy|list|send|forward|upload|delete|run|execute|call|search|print|output|save"
    r"|show|add|mail|post|lies|[oö]ffne|hole|lade|kopiere|sende|schicke|l[oö]sche|zeige|lis|ouvre|charge|ajoute|copie|envoie"
    r"|supprime|affiche|lee|abre|carga|a[nñ]ade|copia|env[ií]a|borra|muestra)\b",
    re.I,
)
_EXAMPLE = "example_aside"
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n+")
_LONGEST = 20_000  # characters of a rule


def frame_rules(sentence: str, purpose: str, *, is_order: bool, is_rule: bool) -> Iterator[str]:
    """Yield the rules of the frames that a sentence of a spec fills; a sentence that forbids fills few of them."""

    def is_read(frame: Frame) -> bool:
        return frame.id != _EXAMPLE and (is_order or frame.forbidding) and (is_rule or not frame.rules_only)

    for frame in load_frames().read(sentence).matching("spec", is_read, normalize_text(purpose)):
        yield frame.rule


def rule_sentences(rule: str) -> list[tuple[str, str]]:
    """Return (sentence, form) of a rule: whether it orders or forbids."""
    sentences = [sentence for sentence in _SENTENCES.split(rule[:_LONGEST]) if sentence.strip()]
    return [(sentence, "order" if orders_of(sentence) else "forbids") for sentence in sentences]


def adds_up(rule: str) -> bool:
    """Return whether the parts of a sentence of a rule sum up to an attack."""
    weights = load_weights()["spec"]
    return any(
        weights.exceeds(parts_of(sentence, form, with_words=True)) and not asks_people(sentence)
        for sentence, form in rule_sentences(rule)
    )


def aside_rules(sentence: str, purpose: str) -> Iterator[str]:
    """Yield the rules of orders that stand aside in a sentence: to open or send what the purpose does not name."""
    for found in _ASIDE.finditer(sentence):
        if _ORDER_ASIDE.search(found.group()[1:]):
            reading = load_frames().read(found.group())
            for frame in reading.matching("spec", lambda frame: frame.id == _EXAMPLE, normalize_text(purpose)):
                yield frame.rule
