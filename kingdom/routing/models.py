"""Embedding spaces side by side, which of them serves, and every switch of a space or a gate."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from kingdom.core.jobs import LeasedJob
from kingdom.specialists.models.specialist import Specialist

DIMENSIONS = 384  # MiniLM and the hashing space; another length is another column, never a cast


class AgentEmbedding(models.Model):
    """One text that routing knows a specialist by, in one embedding space."""

    class Kind(models.TextChoices):
        """What the text is; ``negative`` says that the specialist is wrong for it, ``centroid`` is computed."""

        PURPOSE = "purpose"
        EXAMPLE = "example"
        GENERATED = "generated"
        NEGATIVE = "negative"
        CENTROID = "centroid"

    class Source(models.TextChoices):
        """Where the text comes from: the current version's spec, or a user who chose."""

        SPEC = "spec"
        FEEDBACK = "feedback"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey(Specialist, on_delete=models.CASCADE, related_name="embeddings")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    text = models.TextField(blank=True)
    text_digest = models.CharField(max_length=64)
    encoder = models.CharField(max_length=80)
    vector = HalfVectorField(dimensions=DIMENSIONS)
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.SPEC)
    # A text with an owner counts for that user alone: what one user chose must not move everybody's routes, nor be read by them.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    # Whether it counts for all: no owner, and a specialist that is verified, global and routable. Kept by triggers for the partial
    # indexes; every answer is checked against dynamic_agents once more.
    shared = models.BooleanField(default=False, editable=False)

    class Meta:
        db_table = "agent_embeddings"
        constraints = [
            models.UniqueConstraint(
                fields=["specialist", "encoder", "kind", "text_digest", "owner"],
                name="embedding_once",
                nulls_distinct=False,
            )
        ]
        indexes = [
            models.Index(fields=["encoder"], condition=Q(shared=True, kind="centroid"), name="embedding_centroids"),
            models.Index(fields=["owner", "encoder"], condition=Q(owner__isnull=False), name="embedding_of_user"),
        ]

    def __str__(self) -> str:
        """Return the kind and whom it describes."""
        return f"{self.kind} of {self.specialist_id}"


class NegativeExample(models.Model):
    """A message for nobody: the bank of negatives that the gate compares with. Without an owner it counts for everybody."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    text = models.TextField()
    text_digest = models.CharField(max_length=64)
    encoder = models.CharField(max_length=80)
    vector = HalfVectorField(dimensions=DIMENSIONS)
    source = models.CharField(max_length=40, default="shipped")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "routing_bank"
        constraints = [
            models.UniqueConstraint(fields=["encoder", "text_digest", "owner"], name="bank_once", nulls_distinct=False)
        ]

    def __str__(self) -> str:
        """Return the start of the text."""
        return self.text[:60]


class RouterCalibration(models.Model):
    """One fitted gate of an embedding space; at most one a space is active."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    encoder = models.CharField(max_length=80)
    parameters = models.JSONField()
    head = models.BinaryField(null=True, blank=True)  # float32 little-endian, one row of weights and bias a specialist
    figures = models.JSONField(default=dict)
    inputs_digest = models.CharField(max_length=64)
    active = models.BooleanField(default=False)
    pinned = models.BooleanField(
        default=False
    )  # a person chose it: it is not refitted by itself until a person lets it

    class Meta:
        db_table = "routing_gates"
        constraints = [models.UniqueConstraint(fields=["encoder"], condition=Q(active=True), name="gate_one_active")]

    def __str__(self) -> str:
        """Return the space and when it was fitted."""
        return f"gate of {self.encoder} ({self.created_at:%Y-%m-%d %H:%M})"


class EmbeddingSpace(LeasedJob):
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
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(null=True, blank=True)
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


class ActiveEmbeddingSpace(models.Model):
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
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)  # outlives the account; "operator" for a command
    reason = models.TextField(blank=True)

    class Meta:
        db_table = "routing_changes"
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["what", "-created_at"], name="routing_change_time")]

    def __str__(self) -> str:
        """Return what led where."""
        return f"{self.what}: {self.before} → {self.after}"


EmbeddingKind = AgentEmbedding.Kind


POSITIVE_KINDS = (EmbeddingKind.PURPOSE.value, EmbeddingKind.EXAMPLE.value, EmbeddingKind.GENERATED.value)


# The kinds are spelled out and not bound: the partial index is used only when the planner can see that they are its own.
POSITIVE_KINDS_SQL = "kind IN ('purpose', 'example', 'generated')"
