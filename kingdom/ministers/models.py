"""What the Guardian said, how each of its rules stands, and what its judge and its neighbours are remembered by."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField, HnswIndex

DIMENSIONS = 384  # of every embedding space of this house


class GuardianReview(models.Model):
    """One verdict on one content. The content itself is not kept; its digest is what an approval binds to."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    subject = models.CharField(max_length=200)
    kind = models.CharField(max_length=10)
    content_sha256 = models.CharField(max_length=64)
    policy_version = models.CharField(max_length=12)
    verdict = models.CharField(max_length=8)
    risk_level = models.CharField(max_length=6)
    reason = models.TextField()
    findings = models.JSONField(default=list)
    needs_human = models.BooleanField(default=False)
    overturned_at = models.DateTimeField(null=True, blank=True)
    overturned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    overturn_reason = models.CharField(max_length=1000, blank=True)

    class Meta:
        db_table = "guardian_reviews"
        constraints = [
            models.UniqueConstraint(
                fields=["subject", "kind", "content_sha256", "policy_version"], name="guardian_review_once"
            ),
            models.CheckConstraint(condition=Q(verdict__in=["APPROVED", "BLOCKED"]), name="guardian_review_verdict"),
            models.CheckConstraint(
                condition=Q(overturned_at__isnull=True) | ~Q(overturn_reason=""), name="guardian_overturn_has_reason"
            ),
        ]
        indexes = [
            models.Index(fields=["-created_at"], name="guardian_review_time"),
            models.Index(fields=["content_sha256"], name="guardian_review_content"),
            models.Index(
                fields=["content_sha256"], name="guardian_review_overturned", condition=Q(overturned_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        """Return what was judged and how."""
        return f"{self.kind} of {self.subject}: {self.verdict}"


class RuleHit(models.Model):
    """One rule that fired in one review, and how it stood then."""

    id = models.BigAutoField(primary_key=True)
    review = models.ForeignKey(GuardianReview, on_delete=models.CASCADE, related_name="hits")
    rule_id = models.CharField(max_length=60)
    severity = models.CharField(max_length=4)

    class Meta:
        db_table = "guardian_rule_hits"
        constraints = [models.UniqueConstraint(fields=["review", "rule_id"], name="guardian_hit_once")]
        indexes = [models.Index(fields=["rule_id", "-id"], name="guardian_hit_rule")]

    def __str__(self) -> str:
        """Return the rule."""
        return f"{self.rule_id} ({self.severity})"


class RuleMode(models.Model):
    """A rule that does not stand as its file says: in shadow (noted, no effect) or soft (asks the judge)."""

    class Mode(models.TextChoices):
        """How it stands."""

        HARD = "hard", "as written"
        SOFT = "soft", "asks the judge"
        SHADOW = "shadow", "noted, no effect"

    rule_id = models.CharField(primary_key=True, max_length=60)
    mode = models.CharField(max_length=6, choices=Mode.choices)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "guardian_rule_modes"

    def __str__(self) -> str:
        """Return the rule and its mode."""
        return f"{self.rule_id}: {self.mode}"


class RuleModeEvent(models.Model):
    """One change of a rule's mode; ``by`` is empty when the count of overturns did it."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    rule_id = models.CharField(max_length=60)
    before = models.CharField(max_length=6)
    after = models.CharField(max_length=6)
    reason = models.CharField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "guardian_rule_mode_events"
        indexes = [models.Index(fields=["rule_id", "-id"], name="guardian_mode_event_rule")]

    def __str__(self) -> str:
        """Return the move."""
        return f"{self.rule_id}: {self.before} to {self.after}"


class JudgeAnswer(models.Model):
    """One answer of the judge, kept by the digest of content, rules, model and prompts."""

    key = models.CharField(primary_key=True, max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=9)
    categories = models.JSONField(default=list)
    fields = models.JSONField(default=list)

    class Meta:
        db_table = "guardian_judge_answers"

    def __str__(self) -> str:
        """Return the answer."""
        return f"{self.state} {self.categories}"


class JudgeHealth(models.Model):
    """How many calls a judge had since its last canary; with 0 the next call asks for one first."""

    judge = models.CharField(primary_key=True, max_length=200)
    calls = models.PositiveIntegerField(default=0)
    right = models.BooleanField(default=False)
    checked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "guardian_judge_health"
        verbose_name_plural = "judge health"

    def __str__(self) -> str:
        """Return the judge and how it stands."""
        return f"{self.judge}: {'right' if self.right else 'not trusted'}"


class GuardianNeighbour(models.Model):
    """A text that is known to be an attack or to be harmless, in one embedding space: neighbours for what no rule names."""

    class Kind(models.TextChoices):
        """What it is."""

        ATTACK = "attack"
        BENIGN = "benign"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    text = models.TextField()
    text_digest = models.CharField(max_length=64)
    encoder = models.CharField(max_length=80)
    vector = HalfVectorField(dimensions=DIMENSIONS)
    source = models.CharField(max_length=40, default="shipped")

    class Meta:
        db_table = "guardian_neighbours"
        constraints = [models.UniqueConstraint(fields=["encoder", "text_digest"], name="guardian_neighbour_once")]
        indexes = [HnswIndex(fields=["vector"], opclasses=["halfvec_cosine_ops"], name="guardian_neighbour_hnsw")]

    def __str__(self) -> str:
        """Return the start of the text."""
        return f"{self.kind}: {self.text[:60]}"
