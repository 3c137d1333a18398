"""Models of the Auditor: reports and findings."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes


@field_classes(staff="standards", of="")
class AuditReport(models.Model):
    """The report of one audit, also of one without findings. ``slot`` makes it unique per scheduled time."""

    class Kind(models.TextChoices):
        """Subject of the audit."""

        PERFORMANCE = "performance"
        DEMAND = "demand"
        DUPLICATES = "duplicates"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    slot = models.DateTimeField()
    looked_at = models.PositiveIntegerField(default=0)
    standards = models.JSONField(default=dict)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "audit_reports"
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["kind", "slot"], name="audit_report_slot")]

    def __str__(self) -> str:
        """Return the kind and the time."""
        return f"{self.kind} {self.created_at:%Y-%m-%d %H:%M}"


@field_classes(staff="key code level message action figures evidence resolution", of="specialist__created_by")
class AuditFinding(models.Model):
    """One finding. A repetition updates ``last_seen`` and the figures of the open finding."""

    class State(models.TextChoices):
        """State of the finding; ``gone`` if a later audit did not find it again."""

        OPEN = "open"
        ACTED = "acted"
        DISMISSED = "dismissed"
        GONE = "gone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    report = models.ForeignKey(AuditReport, on_delete=models.CASCADE, related_name="findings")
    specialist = models.ForeignKey(
        "specialists.Specialist", on_delete=models.CASCADE, null=True, blank=True, related_name="audit_findings"
    )
    version = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    key = models.CharField(max_length=200)  # identifies repetitions of the same finding
    code = models.CharField(max_length=40)
    level = models.CharField(max_length=8)
    message = models.TextField()
    action = models.CharField(max_length=24)
    figures = models.JSONField(default=dict)
    evidence = models.JSONField(default=list)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    last_seen = models.DateTimeField()
    change = models.ForeignKey(
        "specialists.StatusChange", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    resolution = models.TextField(blank=True)

    class Meta:
        db_table = "audit_findings"
        permissions = [("resolve_finding", "Can close the Auditor's findings")]
        ordering = ["-last_seen"]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(state="open"), name="audit_finding_open_once")
        ]
        indexes = [models.Index(fields=["state", "-last_seen"], name="audit_finding_state")]
        verbose_name_plural = "audit findings"

    def __str__(self) -> str:
        """Return the code and the start of the message."""
        return f"{self.code}: {self.message[:80]}"
