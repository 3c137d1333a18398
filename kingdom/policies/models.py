"""Patterns, and each time that one fired."""

import uuid
from typing import cast

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes
from kingdom.policies.rules.pattern_definition import ActionKind, PatternDefinition


@field_classes(staff="key name trigger_event condition reason text dry_run last_error", of="author", shared=True)
class Pattern(models.Model):
    """One policy: a trigger event, a condition, an action. ``covers``: whose events it is about; None: everybody's."""

    class State(models.TextChoices):
        """State; only an active pattern acts."""

        DRAFT = "draft"
        ACTIVE = "active"
        INACTIVE = "inactive"

    class Action(models.TextChoices):
        """Action, from the mildest to the most severe."""

        NOTIFY = "Notify", "notify"
        REQUEST_APPROVAL = "RequestApproval", "request an approval"
        BLOCK = "Block", "block"
        SUSPEND = "Suspend", "suspend"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    trigger_event = models.CharField(max_length=40)
    condition = models.CharField(max_length=1000)
    action = models.CharField(max_length=20, choices=Action.choices)
    reason = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    text = models.TextField(blank=True)  # the rule in plain words
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    covers = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    dry_run = models.JSONField(default=dict, blank=True)
    error_count = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "policy_patterns"
        permissions = [("activate_pattern", "Can activate and deactivate policies")]
        indexes = [models.Index(fields=["trigger_event"], name="pattern_active", condition=Q(state="active"))]

    def __str__(self) -> str:
        """Return the name and the state."""
        return f"{self.name} ({self.state})"

    @property
    def definition(self) -> PatternDefinition:
        """The pattern as a value."""
        return PatternDefinition(
            key=self.key,
            name=self.name,
            trigger_event=self.trigger_event,
            condition=self.condition,
            action=cast(ActionKind, self.action),
            reason=self.reason,
        )


@field_classes(staff="subject outcome", of="user")
class PatternFired(models.Model):
    """A pattern fired on an event. ``decisive``: its action was the most severe of those that fired on the same one."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    pattern = models.ForeignKey(Pattern, on_delete=models.CASCADE, related_name="fired")
    event = models.ForeignKey("events.DomainEvent", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    subject = models.CharField(max_length=250)  # the event, or the call that was judged
    action = models.CharField(max_length=20, choices=Pattern.Action.choices)
    outcome = models.CharField(max_length=60)
    decisive = models.BooleanField(default=True)

    class Meta:
        db_table = "policy_patterns_fired"
        verbose_name_plural = "patterns fired"
        constraints = [models.UniqueConstraint(fields=["pattern", "subject"], name="pattern_fired_once")]

    def __str__(self) -> str:
        """Return the action and the outcome."""
        return f"{self.action}: {self.outcome}"
