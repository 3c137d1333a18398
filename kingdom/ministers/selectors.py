"""Reading what the Guardian said and how its rules stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q
from pgvector.django import CosineDistance, HalfVector

from kingdom.ministers.guardian.review import EnforcementMode
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.ministers.models import GuardianNeighbour, GuardianReview, RuleHit, RuleMode

HIT_WINDOW = 100  # hits of a rule that its overturns are counted in
NEIGHBOUR_COUNT = 5


@dataclass(frozen=True, kw_only=True)
class RuleRecord:
    """One rule in its last hits: how often a person found it wrong. ``rate`` is None before the first hit."""

    rule_id: str
    mode: EnforcementMode
    hits: int = 0
    overturned: int = 0

    @property
    def rate(self) -> float | None:
        """Share of hits that were overturned."""
        return self.overturned / self.hits if self.hits else None


def rule_modes() -> dict[str, EnforcementMode]:
    """Return the rules that do not stand as written, by id."""
    return {row.rule_id: _enforcement_mode(row.mode) for row in RuleMode.objects.exclude(mode=RuleMode.Mode.HARD)}


def _enforcement_mode(value: str) -> EnforcementMode:
    return "shadow" if value == "shadow" else "soft" if value == "soft" else "hard"


def rule_overturn_counts(rule_id: str) -> tuple[int, int]:
    """Return (hits, overturned) among the last 100 reviews that this rule blocked."""
    last = RuleHit.objects.filter(rule_id=rule_id, severity="hard").order_by("-id").values("pk")[:HIT_WINDOW]
    counted = RuleHit.objects.filter(pk__in=last).aggregate(
        hits=Count("pk"), overturned=Count("pk", filter=Q(review__overturned_at__isnull=False))
    )
    return counted["hits"], counted["overturned"]


def rule_records() -> list[RuleRecord]:
    """Return every rule that has fired or stands otherwise than written, the most overturned first, then the text rules without a hit."""
    modes = rule_modes()
    fired = RuleHit.objects.order_by().values_list("rule_id", flat=True).distinct()
    named = sorted({*fired, *modes, *(ready.rule.id for ready in load_policy().rules)})
    made = []
    for rule_id in named:
        hits, overturned = rule_overturn_counts(rule_id)
        made.append(RuleRecord(rule_id=rule_id, mode=modes.get(rule_id, "hard"), hits=hits, overturned=overturned))
    return sorted(made, key=lambda one: (-(one.rate or 0), -one.hits, one.rule_id))


def overturned_review(*, kind: str, content_sha256: str) -> GuardianReview | None:
    """Return the review of the very same content that an administrator overturned, if any, whatever the rules were then."""
    rows = GuardianReview.objects.filter(kind=kind, content_sha256=content_sha256, overturned_at__isnull=False)
    return rows.order_by("-overturned_at").first()


def overturned_digests(subject: str) -> tuple[str, ...]:
    """Return the digests, in order, of what was blocked under a subject and is let pass by now, for this subject or any other."""
    blocked = GuardianReview.objects.filter(subject=subject, verdict="BLOCKED").values("content_sha256")
    passed = GuardianReview.objects.filter(content_sha256__in=blocked, overturned_at__isnull=False)
    return tuple(passed.order_by("content_sha256").values_list("content_sha256", flat=True).distinct())


def blocked_subjects(*, kind: str, content_sha256: str) -> list[str]:
    """Return, in order, what was blocked because it holds this very content."""
    rows = GuardianReview.objects.filter(kind=kind, content_sha256=content_sha256, verdict="BLOCKED")
    return list(rows.order_by("subject").values_list("subject", flat=True).distinct())


def nearest_similarity(*, space: str, vector: Sequence[float], kind: str) -> float | None:
    """Return the mean cosine of the nearest neighbours of one kind, None when there are none in this space."""
    rows = GuardianNeighbour.objects.filter(encoder=space, kind=kind).annotate(
        away=CosineDistance("vector", HalfVector(vector))
    )
    found = [float(away) for away in rows.order_by(F("away")).values_list("away", flat=True)[:NEIGHBOUR_COUNT]]
    return 1 - min(found) if found else None
