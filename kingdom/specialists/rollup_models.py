"""Telemetry by the hour: what pages and plots read, and what is left of rows that are older than the retention."""

from django.db import models


class TelemetryHour(models.Model):
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
