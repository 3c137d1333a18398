"""The registry: specialists, their immutable versions, what routing knows of them, and the evidence of their work."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Case, Q, QuerySet, Value, When
from pgvector.django import HalfVectorField

from kingdom.specialists.audit_models import AuditEntry as AuditEntry
from kingdom.specialists.audit_models import AuditReport as AuditReport
from kingdom.specialists.canary_models import Canary as Canary
from kingdom.specialists.rollup_models import TelemetryHour as TelemetryHour
from kingdom.specialists.space_models import EmbeddingSpace as EmbeddingSpace
from kingdom.specialists.space_models import RoutingChange as RoutingChange
from kingdom.specialists.space_models import RoutingChoice as RoutingChoice
from kingdom.specialists.standing_models import StatusChange as StatusChange
from kingdom.specialists.standing_models import SuiteRun as SuiteRun

DIMENSIONS = 384  # MiniLM and the hashing space; another length is another column, never a cast


class SpecialistQuerySet(QuerySet["Specialist"]):
    """Reads that every surface shares."""

    def visible_to(self, user_id: int) -> "SpecialistQuerySet":
        """Return what a user may know of: verified and global ones, and the user's own."""
        return self.filter(Q(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL) | Q(created_by_id=user_id))


_Reads = models.Manager.from_queryset(SpecialistQuerySet)


class SpecialistManager(_Reads["Specialist"]):
    """Everybody's way to specialists. Those in training do not exist for it: no list, count or export can forget to leave them out."""

    def get_queryset(self) -> SpecialistQuerySet:
        """Return the specialists that have left training."""
        return SpecialistQuerySet(self.model, using=self._db).filter(draft=False)


class Specialist(models.Model):
    """A role somebody can be routed to; with ``draft`` one that is still in training, for nobody to be routed to yet."""

    class Status(models.TextChoices):
        """Where it stands; only the first two are routed to."""

        UNVERIFIED = "unverified"
        VERIFIED = "verified"
        SUSPENDED = "suspended"
        DEPRECATED = "deprecated"

    class Scope(models.TextChoices):
        """Who may use it."""

        USER = "user"
        GLOBAL = "global"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    role = models.CharField(max_length=100)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="specialists")
    builtin = models.BooleanField(default=False)
    routable = models.BooleanField(default=True)
    draft = models.BooleanField(default=False)
    spec_snapshot = models.JSONField()
    current_version = models.ForeignKey("SpecialistVersion", on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.UNVERIFIED)
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.USER)
    execution_count = models.PositiveIntegerField(default=0)
    success_count = models.PositiveIntegerField(default=0)
    avg_confidence = models.FloatField(null=True, blank=True)
    confidence_count = models.PositiveIntegerField(default=0)  # executions that stated a confidence: what the average is over
    # the version it began as a copy of; kept through all its own versions
    forked_from = models.ForeignKey("SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks")
    admin_approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    admin_approved_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = SpecialistManager()
    everything = SpecialistQuerySet.as_manager()  # drafts too: for who trains them, and for who cleans up

    class Meta:
        db_table = "dynamic_agents"
        constraints = [
            models.UniqueConstraint(fields=["created_by", "role"], name="agent_owner_role", condition=Q(draft=False)),
            models.CheckConstraint(condition=Q(draft=False) | Q(status="unverified", scope="user", builtin=False), name="agent_draft"),
            models.UniqueConstraint(fields=["role"], condition=Q(status="verified"), name="agent_verified_role"),
        ]
        indexes = [
            models.Index(fields=["status", "scope"], name="agent_status_scope"),
            models.Index(fields=["created_by"], name="agent_owner"),
            models.Index(fields=["created_at"], name="agent_drafts", condition=Q(draft=True)),
        ]

    def __str__(self) -> str:
        """Return the role and the status."""
        return f"{self.role} ({self.status})"


class SpecialistVersion(models.Model):
    """One immutable version, addressed by the digest of its spec."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey(Specialist, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    spec = models.JSONField()
    tests = models.JSONField(default=list)
    mock_trained = models.BooleanField(default=False)  # trained on made-up answers of its hosts: such a version is never promoted

    class Meta:
        db_table = "agent_versions"
        constraints = [
            models.UniqueConstraint(fields=["specialist", "number"], name="version_number"),
            models.UniqueConstraint(fields=["specialist", "digest"], name="version_digest"),
        ]

    def __str__(self) -> str:
        """Return the number and the start of the digest."""
        return f"v{self.number} {self.digest[:12]}"


class TrainingResult(models.Model):
    """How one test of a version went in one training: stored as it ends, so that a training that begins again leaves it out.

    ``result`` is the graded result in the form of ``kingdom.council.rules.training.CaseResult``; the session is the real run behind it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    training_id = models.UUIDField()  # the case of the Council; another room's row, so no foreign key
    version = models.ForeignKey(SpecialistVersion, on_delete=models.CASCADE, related_name="training_results")
    number = models.PositiveIntegerField()
    mock = models.BooleanField(default=False)
    session = models.ForeignKey("kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    result = models.JSONField()

    class Meta:
        db_table = "training_results"
        constraints = [models.UniqueConstraint(fields=["training_id", "version", "number", "mock"], name="training_result_once")]
        ordering = ["number"]

    def __str__(self) -> str:
        """Return which test of which version it is about."""
        return f"test {self.number} of {self.version_id}"


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
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False)
    # Whether it counts for all: no owner, and a specialist that is verified, global and routable. Kept by triggers for the partial
    # indexes; every answer is checked against dynamic_agents once more.
    shared = models.BooleanField(default=False, editable=False)

    class Meta:
        db_table = "agent_embeddings"
        constraints = [
            models.UniqueConstraint(
                fields=["specialist", "encoder", "kind", "text_digest", "owner"], name="embedding_once", nulls_distinct=False
            )
        ]
        indexes = [
            models.Index(fields=["encoder"], condition=Q(shared=True, kind="centroid"), name="embedding_centroids"),
            models.Index(fields=["owner", "encoder"], condition=Q(owner__isnull=False), name="embedding_of_user"),
        ]

    def __str__(self) -> str:
        """Return the kind and whom it describes."""
        return f"{self.kind} of {self.specialist_id}"


class BankText(models.Model):
    """A message for nobody: the bank of negatives that the gate compares with. Without an owner it counts for everybody."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    text = models.TextField()
    text_digest = models.CharField(max_length=64)
    encoder = models.CharField(max_length=80)
    vector = HalfVectorField(dimensions=DIMENSIONS)
    source = models.CharField(max_length=40, default="shipped")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "routing_bank"
        constraints = [models.UniqueConstraint(fields=["encoder", "text_digest", "owner"], name="bank_once", nulls_distinct=False)]

    def __str__(self) -> str:
        """Return the start of the text."""
        return self.text[:60]


class RoutingGate(models.Model):
    """One fitted gate of an embedding space; at most one a space is active."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    encoder = models.CharField(max_length=80)
    parameters = models.JSONField()
    head = models.BinaryField(null=True, blank=True)  # float32 little-endian, one row of weights and bias a specialist
    figures = models.JSONField(default=dict)
    inputs_digest = models.CharField(max_length=64)
    active = models.BooleanField(default=False)
    pinned = models.BooleanField(default=False)  # a person chose it: it is not refitted by itself until a person lets it

    class Meta:
        db_table = "routing_gates"
        constraints = [models.UniqueConstraint(fields=["encoder"], condition=Q(active=True), name="gate_one_active")]

    def __str__(self) -> str:
        """Return the space and when it was fitted."""
        return f"gate of {self.encoder} ({self.created_at:%Y-%m-%d %H:%M})"


class TaskTelemetry(models.Model):
    """The evidence of one execution: exactly one row a finished session.

    It holds no word of the conversation and outlives it: deleting one's failures must not improve a specialist's record.
    """

    class Feedback(models.TextChoices):
        """What the user said of the answer."""

        GOOD = "good"
        BAD = "bad"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.OneToOneField("kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="telemetry")
    version = models.ForeignKey(SpecialistVersion, on_delete=models.CASCADE, related_name="telemetry", db_index=False)  # its own is below
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    routed = models.CharField(max_length=20)
    success = models.BooleanField()
    confidence = models.FloatField(null=True, blank=True)
    latency_ms = models.FloatField()
    prompt_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(default=0)
    tool_calls = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=60, blank=True)
    feedback = models.CharField(max_length=4, choices=Feedback.choices, blank=True)
    # What counts: it succeeded, and its user has not said that it is wrong. A user's praise does not make a failure a success.
    good = models.GeneratedField(
        expression=Case(When(Q(success=True) & ~Q(feedback="bad"), then=Value(True)), default=Value(False)),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        db_table = "task_telemetry"
        verbose_name = "execution"
        indexes = [
            models.Index(fields=["version", "-created_at"], include=["good", "confidence"], name="telemetry_of_version"),
            models.Index(fields=["-created_at", "-id"], name="telemetry_newest"),
            models.Index(fields=["error_code", "-created_at"], condition=~Q(error_code=""), name="telemetry_error"),
            models.Index(fields=["-created_at", "-id"], include=["routed"], condition=Q(success=False), name="telemetry_failures"),
        ]

    def __str__(self) -> str:
        """Return whether it went well."""
        return f"{'success' if self.success else 'failure'} of {self.version_id}"


class RegistryState(models.Model):
    """One row that counts changes of the registry, so that any process sees with one cheap read that its caches are old."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        db_table = "registry_state"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="registry_one_row")]

    def __str__(self) -> str:
        """Return the count."""
        return f"registry {self.version}"
