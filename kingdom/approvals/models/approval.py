"""Approvals and their events."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes


@field_classes(staff="args_hash choices choice channel", owner="subject title text rule_preview note")
class Approval(models.Model):
    """One question to a user. It is bound to the hash of its subject, is answered once, and expires."""

    class Kind(models.TextChoices):
        """Subject of the question."""

        TOOL = "tool"
        CREATION = "creation"
        RESOURCES = "resources"
        QUALITY = "quality"
        SAFETY = "safety"
        UNKNOWN_OUTCOME = "unknown_outcome"
        HOST = "host"

    class State(models.TextChoices):
        """State; all but the first are final."""

        PENDING = "pending"
        DECIDED = "decided"
        EXPIRED = "expired"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="approvals")
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.CASCADE, null=True, blank=True, related_name="approvals"
    )
    session_seq = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    subject = models.JSONField()
    args_hash = models.CharField(max_length=64)
    title = models.CharField(max_length=500)
    text = models.TextField()
    choices = models.JSONField()
    rule_preview = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    choice = models.CharField(max_length=20, blank=True)
    note = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    channel = models.CharField(max_length=20, blank=True)
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "approvals"
        permissions = [("decide_for_others", "Can answer the questions of others")]
        indexes = [
            models.Index(fields=["user", "state", "-created_at"], name="approval_user_state"),
            models.Index(fields=["expires_at"], name="approval_expiry", condition=Q(state="pending")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "session_seq", "kind"], name="approval_once_asked", condition=Q(state="pending")
            ),
            models.UniqueConstraint(
                fields=["user", "kind", "args_hash"],
                name="approval_once_asked_alone",
                condition=Q(state="pending", session=None),
            ),
            models.CheckConstraint(
                name="approval_decided_has_choice",
                condition=Q(state="decided", decided_at__isnull=False) & ~Q(choice="")
                | ~Q(state="decided") & Q(choice=""),
            ),
        ]

    def __str__(self) -> str:
        """Return the kind and the state."""
        return f"{self.kind} ({self.state})"


@field_classes(staff="channel choice", owner="reason", of="approval__user")
class ApprovalEvent(models.Model):
    """One change of an approval, stored in the transaction that made it."""

    class Kind(models.TextChoices):
        """Kind of change."""

        ASKED = "asked"
        DECIDED = "decided"
        EXPIRED = "expired"
        CANCELLED = "cancelled"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    approval = models.ForeignKey(Approval, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    channel = models.CharField(max_length=20, blank=True)
    choice = models.CharField(max_length=20, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        db_table = "approval_events"
        ordering = ["id"]

    def __str__(self) -> str:
        """Return the approval and the kind of change."""
        return f"{self.approval_id} {self.kind}"
