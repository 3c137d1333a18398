"""Neighbours in meaning: a sentence nearer to a known attack than to anything harmless is shown to the judge. It decides nothing itself."""

import pkgutil
import re
from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, transaction

from kingdom.contracts.canonical import text_digest
from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.errors import KingdomError
from kingdom.ministers.guardian.judge.judge_prompt import iter_text_fields
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.ministers.models import GuardianNeighbour
from kingdom.ministers.selectors import nearest_similarity
from kingdom.runtime.ports import Embedder

# Measured with MiniLM and the shipped neighbours on 324 attacks, 302 harmless texts full of alarming words and 400 everyday messages,
# none of them among the neighbours: 25 %, 3.6 % and 0 % are shown to the judge.
MIN_ATTACK_SIMILARITY = 0.65  # cosine with the nearest attack
MIN_BENIGN_MARGIN = 0.10  # how much nearer than the nearest harmless text
FALLBACK_SPACE_PREFIX = "hashing"  # that embedder counts letters, not meaning
MAX_SENTENCES = 40  # of one item; embedding is what costs here
_SENTENCE = re.compile(r"[^.!?。！？\n]{8,400}")
_REASON = "It reads like a known attack."
_log = structlog.get_logger(__name__)


def guardian_embedder() -> Embedder:
    """Return this process's embedder, named by the setting ``GUARDIAN_EMBEDDER``."""
    made: Embedder = pkgutil.resolve_name(settings.GUARDIAN_EMBEDDER)()
    return made


def similarity_findings(kind: str, item: object, *, using: Embedder | None = None) -> Sequence[GuardianFinding]:
    """Return one soft finding when a sentence of the item is near an attack. No embedder or no neighbours: no finding, no effect."""
    texts = item.get("spec", item) if isinstance(item, Mapping) else item
    sentences = [
        (place, sentence)
        for place, text in iter_text_fields(texts)
        if "code" not in place
        for sentence in _SENTENCE.findall(text)
    ]
    if not sentences:
        return ()
    try:
        using = using or guardian_embedder()
        if using.space.startswith(FALLBACK_SPACE_PREFIX):
            return ()
        neighbours_seed(using)
        vectors = using.embed([sentence for _, sentence in sentences[:MAX_SENTENCES]], "query")
        for (place, _), vector in zip(sentences, vectors, strict=False):
            if _is_near_attack(using.space, [float(part) for part in vector]):
                return (
                    GuardianFinding(
                        rule_id="similarity.attack", layer="similarity", severity="soft", field=place, reason=_REASON
                    ),
                )
    except (KingdomError, DatabaseError, OSError) as error:  # a help that is away must not stop the judging
        _log.warning("guardian_similarity_unavailable", kind=kind, error=type(error).__name__)
    return ()


def _is_near_attack(space: str, vector: Sequence[float]) -> bool:
    attack = nearest_similarity(space=space, vector=vector, kind=GuardianNeighbour.Kind.ATTACK)
    benign = nearest_similarity(space=space, vector=vector, kind=GuardianNeighbour.Kind.BENIGN)
    return attack is not None and attack >= MIN_ATTACK_SIMILARITY and attack - (benign or 0.0) >= MIN_BENIGN_MARGIN


def neighbours_seed(using: Embedder) -> None:
    """Store the shipped neighbours of an embedder's space when it has none: the vectors of the text rules. Idempotent."""
    if GuardianNeighbour.objects.filter(encoder=using.space).exists():
        return
    rules = [ready.rule for ready in load_policy().rules if "request" in ready.rule.applies_to]
    shipped = [("attack", text) for rule in rules for text in rule.positive] + [
        ("benign", text) for rule in rules for text in rule.negative
    ]
    neighbours_add(using, shipped)


def neighbours_add(using: Embedder, texts: Sequence[tuple[str, str]], *, source: str = "shipped") -> int:
    """Store (kind, text) neighbours and return how many were new."""
    vectors = using.embed([text for _, text in texts], "document")
    rows = [
        _neighbour_row(using.space, kind, text, vector, source)
        for (kind, text), vector in zip(texts, vectors, strict=True)
    ]
    with transaction.atomic():
        return len(GuardianNeighbour.objects.bulk_create(rows, ignore_conflicts=True))


def _neighbour_row(space: str, kind: str, text: str, vector: Any, source: str) -> GuardianNeighbour:  # noqa: ANN401 - a row of a matrix
    return GuardianNeighbour(
        kind=kind,
        text=text,
        text_digest=text_digest(text),
        encoder=space,
        vector=[float(part) for part in vector],
        source=source,
    )
