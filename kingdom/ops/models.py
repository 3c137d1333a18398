"""Heartbeats of the processes."""

from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="name details", of="")
class Heartbeat(models.Model):
    """One running process; it renews the row every few seconds and deletes it when it shuts down in order."""

    class Kind(models.TextChoices):
        """What the process does."""

        WEB = "web"
        WORKER = "worker"
        BEAT = "beat"

    name = models.CharField(max_length=200, primary_key=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        db_table = "ops_heartbeats"

    def __str__(self) -> str:
        """Return the process's name."""
        return self.name
