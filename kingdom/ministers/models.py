"""Reviews of the Guardian, the modes of its rules, the judge's cache, and labelled texts for the similarity layer."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField, HnswIndex

from kingdom.core.field_classes import field_classes

DIMENSIONS = 384  # of every embedding space of this installation


@field_classes(
    staff="subject kind content_sha256 policy_version verdict risk_level overturn_reason",
    owner="reason findings",
    of="",
)
class GuardianReview(models.Model):
    """One verdict on one content. The content is not stored; an approval is bound to its digest."""

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
        """Return the kind, subject and verdict."""
        return f"{self.kind} of {self.subject}: {self.verdict}"


@field_classes(staff="rule_id severity", of="")
class RuleHit(models.Model):
    """One rule that matched in one review, with its severity at that time."""

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


@field_classes(staff="rule_id", of="")
class RuleMode(models.Model):
    """A rule with another mode than in its file: shadow (recorded without effect) or soft (asks the judge)."""

    class Mode(models.TextChoices):
        """Effect of a match."""

        HARD = "hard", "as written"
        SOFT = "soft", "asks the judge"
        SHADOW = "shadow", "recorded, no effect"

    rule_id = models.CharField(primary_key=True, max_length=60)
    mode = models.CharField(max_length=6, choices=Mode.choices)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "guardian_rule_modes"

    def __str__(self) -> str:
        """Return the rule and its mode."""
        return f"{self.rule_id}: {self.mode}"


@field_classes(staff="rule_id before after reason", of="")
class RuleModeEvent(models.Model):
    """One change of a rule's mode; ``changed_by`` is empty when the number of overturns caused it."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    rule_id = models.CharField(max_length=60)
    before = models.CharField(max_length=6)
    after = models.CharField(max_length=6)
    reason = models.CharField(max_length=1000)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "guardian_rule_mode_events"
        indexes = [models.Index(fields=["rule_id", "-id"], name="guardian_mode_event_rule")]

    def __str__(self) -> str:
        """Return the rule and both modes."""
        return f"{self.rule_id}: {self.before} to {self.after}"


@field_classes(staff="key state", owner="categories fields", of="")
class JudgeAnswer(models.Model):
    """One cached answer of the judge; the key is a digest of content, policy version, model and prompts."""

    key = models.CharField(primary_key=True, max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=9)
    categories = models.JSONField(default=list)
    fields = models.JSONField(default=list)

    class Meta:
        db_table = "guardian_judge_answers"

    def __str__(self) -> str:
        """Return the beginning of the key, and the state."""
        return f"answer {self.key[:12]} ({self.state})"


@field_classes(staff="judge", of="")
class JudgeHealth(models.Model):
    """The calls of a judge since its last known-answer probe; with 0 the next call is preceded by a probe."""

    judge = models.CharField(primary_key=True, max_length=200)
    calls_since_probe = models.PositiveIntegerField(default=0)
    is_trusted = models.BooleanField(default=False)
    checked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "guardian_judge_health"
        verbose_name_plural = "judge health"

    def __str__(self) -> str:
        """Return the judge and whether it is trusted."""
        return f"{self.judge}: {'trusted' if self.is_trusted else 'not trusted'}"


@field_classes(staff="text text_digest space source vector", of="")
class GuardianNeighbour(models.Model):
    """A text labelled as attack or benign, with its vector in one embedding space, for the similarity layer."""

    class Kind(models.TextChoices):
        """Label of the text."""

        ATTACK = "attack"
        BENIGN = "benign"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    text = models.TextField()
    text_digest = models.CharField(max_length=64)
    space = models.CharField(max_length=80)
    vector = HalfVectorField(dimensions=DIMENSIONS)
    source = models.CharField(max_length=40, default="shipped")

    class Meta:
        db_table = "guardian_neighbours"
        constraints = [models.UniqueConstraint(fields=["space", "text_digest"], name="guardian_neighbour_once")]
        indexes = [HnswIndex(fields=["vector"], opclasses=["halfvec_cosine_ops"], name="guardian_neighbour_hnsw")]

    def __str__(self) -> str:
        """Return the start of the text."""
        return f"{self.kind}: {self.text[:60]}"
