"""A specialist's standing: every change of its status with who, when, why and the evidence of that moment, and runs of its tests."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class StatusChange(models.Model):
    """One change of a specialist's standing. Rows are never changed and go only with their specialist (triggers hold it)."""

    class Kind(models.TextChoices):
        """What was decided; the law book is ``kingdom.specialists.rules.standing``."""

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
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    actor_name = models.CharField(max_length=150)  # outlives the account; "auditor" for the Auditor's own
    automatic = models.BooleanField(default=False)
    reason = models.TextField()
    evidence = models.JSONField(default=dict)
    successor = models.ForeignKey("specialists.Specialist", on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "agent_status_changes"
        permissions = [("decide_standing", "Can promote, suspend, demote, deprecate and restore specialists")]
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["specialist", "-created_at"], name="status_change_time")]

    def __str__(self) -> str:
        """Return what was decided, and by whom."""
        return f"{self.kind} by {self.actor_name}"


class SuiteRun(models.Model):
    """One run of all tests of a version in the sandbox, asked for by a person or by a decision that needs it."""

    class State(models.TextChoices):
        """Where it stands; the last three are final."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="suite_runs")
    digest = models.CharField(max_length=64)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    passed = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    mock = models.BooleanField(default=False)
    results = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    touched_at = models.DateTimeField(null=True, blank=True)  # a worker's last sign of life
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "agent_suite_runs"
        permissions = [("run_suites", "Can have the tests of any specialist run")]
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["version"], condition=Q(state__in=["queued", "running"]), name="suite_run_one_open"),
        ]
        indexes = [models.Index(fields=["version", "-finished_at"], name="suite_run_newest")]

    def __str__(self) -> str:
        """Return how far it is."""
        return f"{self.state}: {self.passed} of {self.total}"
