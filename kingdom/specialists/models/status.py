"""Models of status changes and canaries."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes


@field_classes(
    staff="digest old_status new_status old_scope new_scope actor_name reason evidence", of="specialist__created_by"
)
class StatusChange(models.Model):
    """One status change of a specialist. Append-only: triggers prevent changes, and deletion without the specialist."""

    class Kind(models.TextChoices):
        """Kind of status change. ``kingdom.specialists.status.rules`` has the allowed ones."""

        PROMOTE = "promote"
        SUSPEND = "suspend"
        DEMOTE = "demote"
        DEPRECATE = "deprecate"
        RESTORE = "restore"
        REVERT = "revert"
        REVISE = "revise"  # a new version replaced the current one, by ``version_release`` only

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
    actor_name = models.CharField(max_length=150)  # outlives the account; "auditor" for the Auditor
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
        """Return the kind and the actor."""
        return f"{self.kind} by {self.actor_name}"


@field_classes(of="specialist__created_by")
class Canary(models.Model):
    """A canary: a new version that gets a share of the messages until enough executions succeeded."""

    class State(models.TextChoices):
        """State of the canary; ``ended`` if another status change came first."""

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
    required_executions = models.PositiveIntegerField()
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
        """Return the state and the counts."""
        return f"{self.state}: {self.successes} of {self.executions}, {self.required_executions} required"
