"""Reads of the Guardian's reviews, rule modes and labelled texts."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.db.models import Model, QuerySet
from pgvector.django import HalfVector

from kingdom.approvals.disclosures import disclosable_row
from kingdom.core.errors import NotFound
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.ministers.guardian.review import EnforcementMode
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.ministers.models import DIMENSIONS, GuardianReview, RuleHit, RuleMode
from kingdom.runtime.ports import Matrix

# Whose words a review judged, by the first part of its subject. Staff may read specs; the unknown counts as words.
_SPEC_SUBJECTS = frozenset({"suite"})
_SUBJECT_MODELS = {"message": "orchestrator.message", "case": "council.creationcase"}
HIT_WINDOW = 100  # newest hits of a rule in which its overturns are counted
# MATERIALIZED: a literal is read once, not for each row that it is compared with.
_NEAREST = f"""
WITH sentences AS MATERIALIZED (
    SELECT place, literal::halfvec({DIMENSIONS}) AS vector
    FROM unnest(%(vectors)s::text[]) WITH ORDINALITY AS sent(literal, place)
)
SELECT
    (SELECT 1 - (known.vector <=> sentences.vector) FROM guardian_neighbours known
     WHERE known.space = %(space)s AND known.kind = 'attack' ORDER BY known.vector <=> sentences.vector LIMIT 1),
    (SELECT 1 - (known.vector <=> sentences.vector) FROM guardian_neighbours known
     WHERE known.space = %(space)s AND known.kind = 'benign' ORDER BY known.vector <=> sentences.vector LIMIT 1)
FROM sentences ORDER BY place
"""  # noqa: S608 - formatted from a constant
# The newest hits of each rule are read from the index; a window over all hits would read every one.
_OVERTURN_COUNTS = """
SELECT asked.rule_id, count(*), count(review.overturned_at)
FROM unnest(%(rules)s::text[]) AS asked(rule_id)
CROSS JOIN LATERAL (
    SELECT hit.review_id FROM guardian_rule_hits hit
    WHERE hit.rule_id = asked.rule_id AND hit.severity = 'hard' ORDER BY hit.id DESC LIMIT %(window)s
) newest
JOIN guardian_reviews review ON review.id = newest.review_id
GROUP BY asked.rule_id
"""


@dataclass(frozen=True, kw_only=True)
class RuleRecord:
    """The newest hits of one rule, and how many of them people overturned."""

    rule_id: str
    mode: EnforcementMode
    hits: int = 0
    overturned: int = 0

    @property
    def rate(self) -> float | None:
        """Share of hits that were overturned, None without hits."""
        return self.overturned / self.hits if self.hits else None


def rule_modes() -> dict[str, EnforcementMode]:
    """Return the mode of each rule that differs from its file, by id."""
    return {row.rule_id: _enforcement_mode(row.mode) for row in _changed_modes.rows()}


def _changed_modes_query() -> QuerySet[RuleMode]:
    return RuleMode.objects.exclude(mode=RuleMode.Mode.HARD)


_changed_modes = ComposedQuery(_changed_modes_query)


def _enforcement_mode(value: str) -> EnforcementMode:
    return "shadow" if value == "shadow" else "soft" if value == "soft" else "hard"


def rule_overturn_counts(rule_ids: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return (hits, overturned) among the last 100 reviews that each rule blocked, by rule; none without a hit."""
    with connection.cursor() as cursor:
        cursor.execute(_OVERTURN_COUNTS, {"rules": list(rule_ids), "window": HIT_WINDOW})
        return {rule_id: (hits, overturned) for rule_id, hits, overturned in cursor.fetchall()}


def rule_records() -> list[RuleRecord]:
    """Return the record of each rule with hits or a changed mode and of each text rule, most overturned first."""
    modes = rule_modes()
    fired = RuleHit.objects.order_by().values_list("rule_id", flat=True).distinct()
    rule_ids = {*fired, *modes, *(compiled.rule.id for compiled in load_policy().rules)}
    counts = rule_overturn_counts(rule_ids)
    records = []
    for rule_id in rule_ids:
        hits, overturned = counts.get(rule_id, (0, 0))
        records.append(RuleRecord(rule_id=rule_id, mode=modes.get(rule_id, "hard"), hits=hits, overturned=overturned))
    return sorted(records, key=lambda record: (-(record.rate or 0), -record.hits, record.rule_id))


def overturned_review(*, kind: str, content_sha256: str) -> GuardianReview | None:
    """Return the newest overturned review of exactly this content, under any policy version, or None."""
    rows = GuardianReview.objects.filter(kind=kind, content_sha256=content_sha256, overturned_at__isnull=False)
    return rows.order_by("-overturned_at").first()


def overturned_digests(subject: str) -> tuple[str, ...]:
    """Return the sorted digests of contents that were blocked for a subject and overturned since, for any subject."""
    blocked = GuardianReview.objects.filter(subject=subject, verdict="BLOCKED").values("content_sha256")
    overturned = GuardianReview.objects.filter(content_sha256__in=blocked, overturned_at__isnull=False)
    return tuple(overturned.order_by("content_sha256").values_list("content_sha256", flat=True).distinct())


def is_about_user_words(subject: str) -> bool:
    """Return whether a review of this subject judged the words of a user, not a stored spec."""
    return subject.partition(":")[0] not in _SPEC_SUBJECTS


def review_subject_row(subject: str) -> Model | None:
    """Return the row with the text that a review judged (a message or a creation); None if it was deleted."""
    kind, _, object_id = subject.partition(":")
    try:
        return disclosable_row(_SUBJECT_MODELS.get(kind, ""), object_id)
    except NotFound:
        return None


def blocked_subjects(*, kind: str, content_sha256: str) -> list[str]:
    """Return the sorted subjects for which exactly this content was blocked."""
    rows = GuardianReview.objects.filter(kind=kind, content_sha256=content_sha256, verdict="BLOCKED")
    return list(rows.order_by("subject").values_list("subject", flat=True).distinct())


class LabelledSimilarity(NamedTuple):
    """The cosines of a sentence with the nearest attack and the nearest benign text, None where the space has none."""

    attack: float | None
    benign: float | None


def nearest_similarities(*, space: str, vectors: Matrix) -> list[LabelledSimilarity]:
    """Return the similarities of each sentence's vector (n, d), by one statement for all of them."""
    literals = [HalfVector(vector).to_text() for vector in vectors]
    with connection.cursor() as cursor:
        cursor.execute(_NEAREST, {"vectors": literals, "space": space})
        return [LabelledSimilarity(*row) for row in cursor.fetchall()]
