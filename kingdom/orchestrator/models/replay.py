"""Models of replays: the last messages routed again under a change."""

import uuid

from django.conf import settings
from django.db import models

from kingdom.core.background.jobs import WaitingJob
from kingdom.core.field_classes import field_classes


@field_classes(staff="lease_owner target label active_target error", of="")
class ReplayRun(WaitingJob):
    """A replay requested by staff: the change, its progress, and the number of messages routed differently.

    ``target`` is a kind of embedder, the id of a calibration, the role or id of a specialist, or the id of a version;
    ``active_target`` is the kind or calibration that a switch would replace. Messages are routed newest first; the
    cursor is the last one.
    """

    class Change(models.TextChoices):
        """Kind of change."""

        SPACE = "space"
        CALIBRATION = "calibration"
        WITHOUT = "without"
        WITH_VERSION = "with_version"

    class State(models.TextChoices):
        """State; the last three are final."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    change = models.CharField(max_length=12, choices=Change.choices)
    target = models.CharField(max_length=100)
    label = models.CharField(max_length=160)
    active_target = models.CharField(max_length=40, blank=True)
    message_count = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    difference_count = models.PositiveIntegerField(default=0)
    current_ms = models.FloatField(default=0)  # routing time of all messages, without and with the change
    changed_ms = models.FloatField(default=0)
    cursor_at = models.DateTimeField(null=True, blank=True)
    cursor_id = models.UUIDField(null=True, blank=True)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "route_replays"
        permissions = [("replay_routes", "Can route the last messages of all users again")]
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Return the change and the state."""
        return f"{self.label}: {self.state}"

    @property
    def is_open(self) -> bool:
        """Whether the replay is queued or running."""
        return self.state in (self.State.QUEUED, self.State.RUNNING)

    @property
    def share(self) -> float:
        """Fraction of the messages routed differently, 0 for none."""
        return self.difference_count / self.done if self.done else 0.0

    @property
    def time_ratio(self) -> float | None:
        """Routing time with the change over the one without; None before the first batch."""
        return self.changed_ms / self.current_ms if self.current_ms else None


@field_classes(owner="current changed", of="message__conversation__user")
class ReplayDifference(models.Model):
    """A message routed differently, with both routes. It is deleted with its message."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(ReplayRun, on_delete=models.CASCADE, related_name="differences")
    message = models.ForeignKey("orchestrator.Message", on_delete=models.CASCADE, related_name="+")
    current = models.JSONField()
    changed = models.JSONField()

    class Meta:
        db_table = "route_replay_differences"
        constraints = [models.UniqueConstraint(fields=["run", "message"], name="replay_difference_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        """Return the message's id."""
        return f"difference of message {self.message_id}"
