"""Replays that are kept to be looked at: what a change would do to the last messages. No word of a message is stored with them."""

import uuid

from django.conf import settings
from django.db import models


class ReplayRun(models.Model):
    """One replay, asked for by a person: the change, how far it is, and how many messages would go elsewhere."""

    class Change(models.TextChoices):
        """What would be done."""

        SPACE = "space"
        GATE = "gate"
        WITHOUT = "without"
        WITH_VERSION = "with_version"

    class State(models.TextChoices):
        """Where it stands; the last three are final."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    change = models.CharField(max_length=12, choices=Change.choices)
    target = models.CharField(max_length=100)  # a kind of embedder, the number of a gate, a role, the id of a specialist or a version
    label = models.CharField(max_length=160)  # the change in words, as it was when it was asked for
    serving = models.CharField(max_length=40, blank=True)  # what would be switched from: a kind of embedder or the number of a gate
    last = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    flips = models.PositiveIntegerField(default=0)
    now_ms = models.FloatField(default=0)  # of all routes as things are, and as they would be
    then_ms = models.FloatField(default=0)
    after_at = models.DateTimeField(null=True, blank=True)  # the last message that was routed: newest first, so the next is older
    after_id = models.UUIDField(null=True, blank=True)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    touched_at = models.DateTimeField(null=True, blank=True)  # a worker's last sign of life
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "route_replays"
        permissions = [("replay_routes", "Can have the last messages of all users routed again, and see how they begin")]
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Return what it is about."""
        return f"{self.label}: {self.state}"

    @property
    def open(self) -> bool:
        """Whether it still goes on."""
        return self.state in (self.State.QUEUED, self.State.RUNNING)

    @property
    def share(self) -> float:
        """Fraction of the messages that would go elsewhere, 0 for none."""
        return self.flips / self.done if self.done else 0.0

    @property
    def slower(self) -> float | None:
        """Time of a route as it would be over the time as things are; None before the first."""
        return self.then_ms / self.now_ms if self.now_ms else None


class ReplayFlip(models.Model):
    """One message that would go elsewhere, with both receipts. It goes with its message."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(ReplayRun, on_delete=models.CASCADE, related_name="found")
    message = models.ForeignKey("orchestrator.Message", on_delete=models.CASCADE, related_name="+")
    now = models.JSONField()
    then = models.JSONField()

    class Meta:
        db_table = "route_replay_flips"
        constraints = [models.UniqueConstraint(fields=["run", "message"], name="replay_flip_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        """Return both ends."""
        return f"{self.now.get('intent')} → {self.then.get('intent')}"
