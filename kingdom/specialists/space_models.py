"""Embedding spaces side by side, which of them serves, and every switch of a space or a gate."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class EmbeddingSpace(models.Model):
    """The space of one embedder: whether its vectors are all there, and how far a build is. One that is ready is kept in step."""

    class State(models.TextChoices):
        """Where it stands. Only a ready one can be switched to."""

        QUEUED = "queued"
        BUILDING = "building"
        READY = "ready"
        FAILED = "failed"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=20, unique=True)  # of the embedder: minilm, gemini, hashing
    encoder = models.CharField(max_length=80, blank=True)  # the id that its vectors carry; a worker knows it first
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    started_at = models.DateTimeField(null=True, blank=True)
    touched_at = models.DateTimeField(null=True, blank=True)  # the builder's last sign of life
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "embedding_spaces"
        permissions = [("switch_routing", "Can build and switch embedding spaces, fit and switch gates")]
        ordering = ["kind"]

    def __str__(self) -> str:
        """Return which and how far it is."""
        return f"{self.kind}: {self.progress}"

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        return f"{self.done} of {self.total} texts" if self.state == self.State.BUILDING else str(self.state)


class RoutingChoice(models.Model):
    """The one row that says which embedder's space serves. Without it the setting does; the first switch makes it."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    kind = models.CharField(max_length=20)

    class Meta:
        db_table = "routing_choice"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="routing_choice_one_row")]

    def __str__(self) -> str:
        """Return what serves."""
        return self.kind


class RoutingChange(models.Model):
    """One switch by a person: of the embedding space, or of the gate in one. ``before`` is where the undoing leads."""

    class What(models.TextChoices):
        """What was switched."""

        SPACE = "space"
        GATE = "gate"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    what = models.CharField(max_length=5, choices=What.choices)
    encoder = models.CharField(max_length=80, blank=True)  # of the gate
    before = models.CharField(max_length=40)  # a kind of embedder, or the number of a gate
    after = models.CharField(max_length=40)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    actor_name = models.CharField(max_length=150)  # outlives the account; "operator" for a command
    reason = models.TextField(blank=True)

    class Meta:
        db_table = "routing_changes"
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["what", "-created_at"], name="routing_change_time")]

    def __str__(self) -> str:
        """Return what led where."""
        return f"{self.what}: {self.before} → {self.after}"
