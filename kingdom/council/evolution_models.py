"""What became of the wish for other rules."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class Evolution(models.Model):
    """One try to find better rules for a specialist that a finding of the Auditor is about. It ends in a case, or in the reason why not."""

    class State(models.TextChoices):
        """Where it stands; the last two are final."""

        QUEUED = "queued"
        WORKING = "working"
        PROPOSED = "proposed"
        NONE = "none"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    entry = models.ForeignKey("specialists.AuditEntry", on_delete=models.CASCADE, related_name="evolutions")
    base = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")  # to whom it will be offered
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    automatic = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    reason = models.TextField(blank=True)
    case = models.ForeignKey("council.Case", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    attempts = models.PositiveSmallIntegerField(default=0)
    touched_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "evolutions"
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(state__in=["queued", "working"]), name="evolution_one_open"),
        ]
        indexes = [models.Index(fields=["-created_at"], name="evolution_time", condition=Q(automatic=True))]

    def __str__(self) -> str:
        """Return how it stands."""
        return f"{self.state}: {self.reason[:60]}" if self.reason else str(self.state)
