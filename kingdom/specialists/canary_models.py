"""Versions that are let in by and by."""

import uuid

from django.db import models
from django.db.models import Q


class Canary(models.Model):
    """A newly verified version that gets a share of its messages until enough of them went well."""

    class State(models.TextChoices):
        """How it ended; ``ended`` when another decision came first."""

        RUNNING = "running"
        PASSED = "passed"
        FAILED = "failed"
        ENDED = "ended"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey("specialists.Specialist", on_delete=models.CASCADE, related_name="canaries")
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="+")
    previous = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    share = models.FloatField()
    needed = models.PositiveIntegerField()
    executions = models.PositiveIntegerField(default=0)
    successes = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=7, choices=State.choices, default=State.RUNNING)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "agent_canaries"
        verbose_name_plural = "canaries"
        constraints = [models.UniqueConstraint(fields=["specialist"], condition=Q(state="running"), name="canary_one_running")]

    def __str__(self) -> str:
        """Return how far it is."""
        return f"{self.state}: {self.successes} of {self.executions}, {self.needed} asked"
