"""Similarity layer: a sentence that is nearer to a known attack than to any benign text gets a soft finding."""

import pkgutil
import re
import threading
from collections.abc import Mapping, Sequence
from itertools import islice

import structlog
from django.conf import settings
from django.db import DatabaseError, transaction

from kingdom.contracts.formats.canonical import text_digest
from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.errors import KingdomError
from kingdom.ministers.guardian.judge.judge_prompt import iter_text_fields
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.ministers.models import GuardianNeighbour
from kingdom.ministers.selectors import LabelledSimilarity, nearest_similarities
from kingdom.runtime.ports import Embedder

# Measured with MiniLM and the shipped texts on 324 attacks, 302 benign texts with alarming words and 400 everyday
# messages, none of them among the shipped texts: 25 %, 3.6 % and 0 % of them get a finding.
MIN_ATTACK_SIMILARITY = 0.65  # cosine with the nearest attack
MIN_BENIGN_MARGIN = 0.10  # difference to the cosine with the nearest benign text
FALLBACK_SPACE_PREFIX = "hashing"  # embedders of letters, not of meaning
MAX_SENTENCES = 40  # of one item; embedding dominates the cost
_SENTENCE = re.compile(r"[^.!?。！？\n]{8,400}")
_REASON = "It reads like a known attack."
_SEEDING = threading.Lock()  # else the first messages of a new installation embed the texts once each
_log = structlog.get_logger(__name__)


def guardian_embedder() -> Embedder:
    """Return this process's embedder; the setting ``GUARDIAN_EMBEDDER`` names its factory."""
    embedder: Embedder = pkgutil.resolve_name(settings.GUARDIAN_EMBEDDER)()
    return embedder


def similarity_findings(kind: str, item: object, *, embedder: Embedder | None = None) -> Sequence[GuardianFinding]:
    """Return one soft finding when a sentence of the item is near an attack.

    Returns none without sentences, without labelled texts, and when the embedder or the database is unavailable.
    """
    sentences = _sentences(item)
    if not sentences:
        return ()
    try:
        embedder = embedder or guardian_embedder()
        if embedder.space.startswith(FALLBACK_SPACE_PREFIX):
            return ()
        vectors = embedder.embed([sentence for _, sentence in sentences], "query")
        nearest = nearest_similarities(space=embedder.space, vectors=vectors)
        if nearest[0] == (None, None):  # the first message of a new installation
            neighbours_seed(embedder)
            nearest = nearest_similarities(space=embedder.space, vectors=vectors)
        for (pointer, _), similarity in zip(sentences, nearest, strict=True):
            if _is_near_attack(similarity):
                return (_finding(pointer),)
    except (KingdomError, DatabaseError, OSError) as error:  # fail open: this layer only adds doubt
        _log.warning("guardian_similarity_unavailable", kind=kind, error=type(error).__name__)
    return ()


def _sentences(item: object) -> list[tuple[str, str]]:
    """Return (JSON pointer, sentence) of the first sentences of an item, without its code."""
    texts = item.get("spec", item) if isinstance(item, Mapping) else item
    sentences = (
        (pointer, sentence)
        for pointer, text in iter_text_fields(texts)
        if "code" not in pointer
        for sentence in _SENTENCE.findall(text)
    )
    return list(islice(sentences, MAX_SENTENCES))


def _finding(pointer: str) -> GuardianFinding:
    return GuardianFinding(
        rule_id="similarity.attack", layer="similarity", severity="soft", field=pointer, reason=_REASON
    )


def _is_near_attack(similarity: LabelledSimilarity) -> bool:
    attack, benign = similarity
    return attack is not None and attack >= MIN_ATTACK_SIMILARITY and attack - (benign or 0.0) >= MIN_BENIGN_MARGIN


def neighbours_seed(embedder: Embedder) -> None:
    """Store the example texts of the rules for an embedder's space unless it has some. Idempotent."""
    if _is_seeded(embedder):
        return
    with _SEEDING:
        if not _is_seeded(embedder):
            rules = [compiled.rule for compiled in load_policy().rules if "request" in compiled.rule.applies_to]
            attacks = [("attack", text) for rule in rules for text in rule.positive]
            neighbours_add(embedder, attacks + [("benign", text) for rule in rules for text in rule.negative])


def _is_seeded(embedder: Embedder) -> bool:
    return GuardianNeighbour.objects.filter(space=embedder.space).exists()


def neighbours_add(embedder: Embedder, texts: Sequence[tuple[str, str]], *, source: str = "shipped") -> int:
    """Store (kind, text) pairs with their vectors and return the number of rows passed; known texts are skipped."""
    vectors = embedder.embed([text for _, text in texts], "document")
    rows = [
        GuardianNeighbour(
            kind=kind,
            text=text,
            text_digest=text_digest(text),
            space=embedder.space,
            vector=[float(part) for part in vector],
            source=source,
        )
        for (kind, text), vector in zip(texts, vectors, strict=True)
    ]
    with transaction.atomic():
        return len(GuardianNeighbour.objects.bulk_create(rows, ignore_conflicts=True))
