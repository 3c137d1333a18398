"""Models of routing: embeddings, embedding spaces, router calibrations and the changes between them."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from kingdom.core.background.jobs import WaitingJob
from kingdom.core.field_classes import field_classes
from kingdom.specialists.models.specialist import Specialist

DIMENSIONS = 384  # of MiniLM and the hashing space; another length needs another column, never a cast


@field_classes(staff="kind encoder source", owner="text text_digest vector", of="owner", shared=True)
class AgentEmbedding(models.Model):
    """The vector of one text of a specialist in one embedding space."""

    class Kind(models.TextChoices):
        """Kind of text: ``negative`` marks a message that the specialist is wrong for, ``centroid`` is computed."""

        PURPOSE = "purpose"
        EXAMPLE = "example"
        GENERATED = "generated"
        NEGATIVE = "negative"
        CENTROID = "centroid"

    class Source(models.TextChoices):
        """Origin of the text: the spec of the current version, or a user's override of a route."""

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
    # Only the owner's routes use a text with an owner: one user's override must not change or disclose anything to
    # others.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    # True for a text without an owner of a verified, global, routable specialist. Triggers maintain it for the partial
    # indexes; the candidate query checks dynamic_agents as well.
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
        """Return the kind and the specialist id."""
        return f"{self.kind} of {self.specialist_id}"


@field_classes(staff="encoder source", owner="text text_digest vector", of="owner", shared=True)
class NegativeExample(models.Model):
    """A message that no specialist should get, with its vector. Without an owner it applies to all users."""

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
        db_table = "negative_examples"
        constraints = [
            models.UniqueConstraint(
                fields=["encoder", "text_digest", "owner"], name="negative_example_once", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        """Return the id."""
        return f"negative example {self.pk}"


@field_classes(staff="encoder parameters classifier figures inputs_digest", of="")
class RouterCalibration(models.Model):
    """A calibration fitted for one embedding space. At most one per space is active."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    encoder = models.CharField(max_length=80)
    parameters = models.JSONField()
    classifier = models.BinaryField(
        null=True, blank=True
    )  # float32 little-endian: weights and bias, one row per specialist
    figures = models.JSONField(default=dict)
    inputs_digest = models.CharField(max_length=64)
    active = models.BooleanField(default=False)
    pinned = models.BooleanField(default=False)  # chosen by a person: no automatic refit until a person unpins it

    class Meta:
        db_table = "router_calibrations"
        constraints = [
            models.UniqueConstraint(fields=["encoder"], condition=Q(active=True), name="calibration_one_active")
        ]

    def __str__(self) -> str:
        """Return the space and the time of the fit."""
        return f"calibration of {self.encoder} ({self.created_at:%Y-%m-%d %H:%M})"


@field_classes(staff="lease_owner kind encoder error", of="")
class EmbeddingSpace(WaitingJob):
    """The embedding space of one embedder and its build. A ready space is kept up to date with the registry."""

    class State(models.TextChoices):
        """State of the build. Only a ready space can be activated."""

        QUEUED = "queued"
        BUILDING = "building"
        READY = "ready"
        FAILED = "failed"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=20, unique=True)  # the embedder: minilm, gemini, hashing
    encoder = models.CharField(
        max_length=80, blank=True
    )  # the id stored with its vectors; empty until a worker begins the build
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
        permissions = [("switch_routing", "Can build and switch embedding spaces, fit and switch calibrations")]
        ordering = ["kind"]

    def __str__(self) -> str:
        """Return the kind and the progress."""
        return f"{self.kind}: {self.progress}"

    @property
    def progress(self) -> str:
        """The progress in words."""
        return f"{self.done} of {self.total} texts" if self.state == self.State.BUILDING else str(self.state)


@field_classes(staff="kind", of="")
class ActiveEmbeddingSpace(models.Model):
    """The single row that names the active embedding space. Before the first switch the setting decides."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    kind = models.CharField(max_length=20)

    class Meta:
        db_table = "active_embedding_space"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="active_space_one_row")]

    def __str__(self) -> str:
        """Return the active kind."""
        return self.kind


@field_classes(staff="encoder before after actor_name reason", of="")
class RoutingChange(models.Model):
    """One switch of the embedding space or of a calibration by a person. An undo restores ``before``."""

    class Subject(models.TextChoices):
        """The thing that was switched."""

        SPACE = "space"
        CALIBRATION = "calibration"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    subject = models.CharField(max_length=11, choices=Subject.choices)
    encoder = models.CharField(max_length=80, blank=True)  # of a calibration
    before = models.CharField(max_length=40)  # a kind of embedder, or the id of a calibration
    after = models.CharField(max_length=40)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)  # outlives the account; "operator" for a command
    reason = models.TextField(blank=True)

    class Meta:
        db_table = "routing_changes"
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["subject", "-created_at"], name="routing_change_time")]

    def __str__(self) -> str:
        """Return the subject, the value before and the value after."""
        return f"{self.subject}: {self.before} → {self.after}"


EmbeddingKind = AgentEmbedding.Kind
POSITIVE_KINDS = (EmbeddingKind.PURPOSE.value, EmbeddingKind.EXAMPLE.value, EmbeddingKind.GENERATED.value)
# Literals, not parameters: the planner uses the partial index only when the predicate text is the same.
POSITIVE_KINDS_SQL = "kind IN ('purpose', 'example', 'generated')"
