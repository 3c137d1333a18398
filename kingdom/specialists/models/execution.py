"""Models of executions and their hourly sums."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Case, Q, Value, When

from kingdom.core.field_classes import field_classes
from kingdom.specialists.models.specialist import SpecialistVersion


@field_classes(staff="routed error_code outcome", sealed="message_fingerprint")
class Execution(models.Model):
    """One execution: exactly one row per finished session.

    It holds no text of the conversation and outlives it, so that deleting conversations does not improve a record.
    """

    class Feedback(models.TextChoices):
        """Feedback of the user on the answer."""

        GOOD = "good"
        BAD = "bad"

    class Outcome(models.TextChoices):
        """What became of the message (docs/metrics.md). Only served, failed and corrected executions count."""

        SERVED = "served", "served"
        DECLINED = "declined", "honestly declined"
        ASKED = "asked", "asked back"
        FAILED = "failed", "failed"
        CORRECTED = "corrected", "corrected"
        ABANDONED = "abandoned", "abandoned"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.OneToOneField(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="telemetry"
    )
    # No index of its own: ``telemetry_of_version`` below covers it.
    version = models.ForeignKey(SpecialistVersion, on_delete=models.CASCADE, related_name="telemetry", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    message_fingerprint = models.CharField(max_length=32, blank=True)  # keyed; the same for near-identical messages
    routed = models.CharField(max_length=20)
    success = models.BooleanField()
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    latency_ms = models.FloatField()
    prompt_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(default=0)
    tool_calls = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=60, blank=True)
    feedback = models.CharField(max_length=4, choices=Feedback.choices, blank=True)
    # True for a success without the feedback "bad". The feedback "good" does not make a failure a success.
    counts_as_success = models.GeneratedField(
        expression=Case(When(Q(success=True) & ~Q(feedback="bad"), then=Value(True)), default=Value(False)),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        db_table = "task_telemetry"
        verbose_name = "execution"
        indexes = [
            models.Index(
                fields=["version", "-created_at"],
                include=["counts_as_success", "confidence"],
                name="telemetry_of_version",
            ),
            models.Index(fields=["-created_at", "-id"], name="telemetry_newest"),
            models.Index(fields=["error_code", "-created_at"], condition=~Q(error_code=""), name="telemetry_error"),
            models.Index(
                fields=["-created_at", "-id"], include=["routed"], condition=Q(success=False), name="telemetry_failures"
            ),
        ]

    def __str__(self) -> str:
        """Return the result and the time."""
        return f"{'success' if self.success else 'failure'}, {self.created_at:%Y-%m-%d %H:%M}"


@field_classes(of="user_ref")
class HourlyMetrics(models.Model):
    """Sums of the executions of one version for one user in one hour (UTC).

    They outlive the retention of executions. ``user_ref`` is a user id (0 for none) without a foreign key, so that
    deleting an account changes no sum.
    """

    id = models.BigAutoField(primary_key=True)
    hour = models.DateTimeField()
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="+")
    user_ref = models.BigIntegerField(default=0)
    executions = models.PositiveIntegerField(default=0)
    successes = models.PositiveIntegerField(default=0)
    uncounted = models.PositiveIntegerField(default=0)  # declined, asked back, abandoned: neither success nor failure
    confidence_count = models.PositiveIntegerField(default=0)
    confidence_sum = models.FloatField(default=0)
    latency_ms_sum = models.FloatField(default=0)
    tokens = models.PositiveBigIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(default=0)

    class Meta:
        db_table = "telemetry_hours"
        constraints = [models.UniqueConstraint(fields=["version", "hour", "user_ref"], name="telemetry_hour_once")]
        indexes = [models.Index(fields=["hour"], name="telemetry_hour_time")]

    def __str__(self) -> str:
        """Return the version id and the hour."""
        return f"{self.version_id} {self.hour:%Y-%m-%d %H}h"


UNCOUNTED = (Execution.Outcome.DECLINED, Execution.Outcome.ASKED, Execution.Outcome.ABANDONED)
