"""A specialist's standing: every change of its status with who, when, why and the evidence of that moment, and runs of its tests."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class StatusChange(models.Model):
    """One change of a specialist's standing. Rows are never changed and go only with their specialist (triggers hold it)."""

    class Kind(models.TextChoices):
        """What was decided; the law book is ``kingdom.specialists.status.rules``."""

        PROMOTE = "promote"
        SUSPEND = "suspend"
        DEMOTE = "demote"
        DEPRECATE = "deprecate"
        RESTORE = "restore"
        REVERT = "revert"
        REVISE = "revise"  # another version took the place of the current one; never by a decision alone: ``revision_services``

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey("specialists.Specialist", on_delete=models.CASCADE, related_name="status_changes")
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    old_status = models.CharField(max_length=12)
    new_status = models.CharField(max_length=12)
    old_scope = models.CharField(max_length=6)
    new_scope = models.CharField(max_length=6)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)  # outlives the account; "auditor" for the Auditor's own
    automatic = models.BooleanField(default=False)
    reason = models.TextField()
    evidence = models.JSONField(default=dict)
    successor = models.ForeignKey(
        "specialists.Specialist", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "agent_status_changes"
        permissions = [("set_specialist_status", "Can promote, suspend, demote, deprecate and restore specialists")]
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["specialist", "-created_at"], name="status_change_time")]

    def __str__(self) -> str:
        """Return what was decided, and by whom."""
        return f"{self.kind} by {self.actor_name}"


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
    previous = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    share = models.FloatField()
    needed = models.PositiveIntegerField()
    executions = models.PositiveIntegerField(default=0)
    successes = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=7, choices=State.choices, default=State.RUNNING)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "agent_canaries"
        verbose_name_plural = "canaries"
        constraints = [
            models.UniqueConstraint(fields=["specialist"], condition=Q(state="running"), name="canary_one_running")
        ]

    def __str__(self) -> str:
        """Return how far it is."""
        return f"{self.state}: {self.successes} of {self.executions}, {self.needed} asked"
