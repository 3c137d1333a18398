"""Telemetry by the hour: what pages and plots read, and what is left of rows that are older than the retention."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Case, Q, Value, When

from kingdom.specialists.models.specialist import SpecialistVersion


class Execution(models.Model):
    """The evidence of one execution: exactly one row a finished session.

    It holds no word of the conversation and outlives it: deleting one's failures must not improve a specialist's record.
    """

    class Feedback(models.TextChoices):
        """What the user said of the answer."""

        GOOD = "good"
        BAD = "bad"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.OneToOneField(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="telemetry"
    )
    version = models.ForeignKey(
        SpecialistVersion, on_delete=models.CASCADE, related_name="telemetry", db_index=False
    )  # its own is below
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    routed = models.CharField(max_length=20)
    success = models.BooleanField()
    confidence = models.FloatField(null=True, blank=True)
    latency_ms = models.FloatField()
    prompt_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(default=0)
    tool_calls = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=60, blank=True)
    feedback = models.CharField(max_length=4, choices=Feedback.choices, blank=True)
    # What counts: it succeeded, and its user has not said that it is wrong. A user's praise does not make a failure a success.
    good = models.GeneratedField(
        expression=Case(When(Q(success=True) & ~Q(feedback="bad"), then=Value(True)), default=Value(False)),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        db_table = "task_telemetry"
        verbose_name = "execution"
        indexes = [
            models.Index(
                fields=["version", "-created_at"], include=["good", "confidence"], name="telemetry_of_version"
            ),
            models.Index(fields=["-created_at", "-id"], name="telemetry_newest"),
            models.Index(fields=["error_code", "-created_at"], condition=~Q(error_code=""), name="telemetry_error"),
            models.Index(
                fields=["-created_at", "-id"], include=["routed"], condition=Q(success=False), name="telemetry_failures"
            ),
        ]

    def __str__(self) -> str:
        """Return whether it went well."""
        return f"{'success' if self.success else 'failure'} of {self.version_id}"


class HourlyMetrics(models.Model):
    """Sums of one version's executions for one user in one hour (UTC), added up in the transaction that writes each row.

    ``user_ref`` is the number of an account that may be gone (0: nobody's): no foreign key, so that deleting a person changes no sum.
    """

    id = models.BigAutoField(primary_key=True)
    hour = models.DateTimeField()
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="+")
    user_ref = models.BigIntegerField(default=0)
    executions = models.PositiveIntegerField(default=0)
    successes = models.PositiveIntegerField(default=0)
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
        """Return which hour of which version it is."""
        return f"{self.version_id} {self.hour:%Y-%m-%d %H}h"
