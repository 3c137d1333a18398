"""A durable run: its row, its event log and its effects."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils import timezone

from kingdom.core.background.jobs import LeasedJob
from kingdom.core.field_classes import field_classes


@field_classes(
    staff="lease_owner error_code status_tag usage limits tool_snapshot trace_id task_name grants_ceiling "
    "parent_span_id",
    owner="input_text answer output error_message bypass evidence",
)
class Session(LeasedJob):
    """One durable run of one specialist on one task. The event log is authoritative; this row is index and lease.

    A session whose message is several requests runs no specialist: it waits for the sessions of its parts.
    """

    class State(models.TextChoices):
        """State of a session; the last three are final."""

        RUNNING = "running"
        AWAITING_APPROVAL = "awaiting_approval"
        AWAITING_PARTS = "awaiting_parts"
        COMPLETED = "completed"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Purpose(models.TextChoices):
        """Purpose of a session. Only tasks count as evidence and history; a trial tests a version in training."""

        TASK = "task"
        TRIAL = "trial"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    purpose = models.CharField(max_length=10, choices=Purpose.choices, default=Purpose.TASK)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(
        "orchestrator.Conversation", on_delete=models.CASCADE, null=True, blank=True, related_name="sessions"
    )
    version = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.RESTRICT, null=True, blank=True, related_name="sessions"
    )
    # the recording that a trial replays: it goes with it
    cassette = models.ForeignKey(
        "kingdom_sessions.Cassette",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,  # few rows have one: see Meta
    )
    state = models.CharField(max_length=20, choices=State.choices, default=State.RUNNING)
    input_text = models.TextField()
    answer = models.TextField(blank=True)
    output = models.JSONField(null=True, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    status_tag = models.CharField(max_length=10, blank=True)
    bypass = models.TextField(blank=True, db_default="")  # why the agent skipped its mandatory tool, in its own words
    # calls that the answer names: {"name", "outcome"}
    evidence = models.JSONField(default=list, blank=True, db_default=Value([], output_field=models.JSONField()))
    usage = models.JSONField(default=dict, blank=True)
    limits = models.JSONField(default=dict, blank=True)
    tool_snapshot = models.CharField(max_length=64, blank=True)
    workspace = models.UUIDField(null=True, blank=True)  # of a session without a conversation; None: its own
    grants_ceiling = models.JSONField(null=True, blank=True)  # tool ids that it may hold at most; None: no bound
    last_seq = models.PositiveIntegerField(default=0)
    trace_id = models.CharField(max_length=64)
    parent_span_id = models.CharField(max_length=16, blank=True, db_default="")  # of the request, when it was traced
    task_name = models.CharField(max_length=200)
    cancel_requested_at = models.DateTimeField(null=True, blank=True)
    forked_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks")
    forked_at_seq = models.PositiveIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    first_input: "SessionEvent | None" = None  # not stored: kept by ``session_bind`` for the worker that binds and runs

    class Meta:
        db_table = "sessions"
        indexes = [
            models.Index(fields=["user", "-created_at"], name="session_user_time"),
            models.Index(fields=["-created_at", "-id"], name="session_newest"),
            models.Index(fields=["lease_expires_at"], name="session_lease", condition=Q(state="running")),
            models.Index(fields=["cassette"], name="session_cassette", condition=Q(cassette__isnull=False)),
        ]

    def __str__(self) -> str:
        """Return the id and the state."""
        return f"session {self.pk} ({self.state})"

    @property
    def workspace_id(self) -> str:
        """The id of the workspace whose files it may use."""
        return str(self.conversation_id or self.workspace or self.pk)

    @property
    def is_of_node(self) -> bool:
        """Whether it runs a node of a workflow, whose files it shares."""
        return self.conversation_id is None and self.workspace is not None


@field_classes(staff="kind", owner="payload", of="session__user")
class SessionEvent(models.Model):
    """One row of the log. The state is folded from the kinds that are inputs; other kinds are notes for people."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "session_events"
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="session_event_seq")]
        ordering = ["seq"]

    def __str__(self) -> str:
        """Return the position in the log and the kind."""
        return f"{self.session_id}#{self.seq} {self.kind}"


@field_classes(staff="kind name args_hash owner result_hash", of="session__user")
class Effect(models.Model):
    """One decision, stored before it is carried out and closed by its outcome. ``seq`` is the input it follows from."""

    class Status(models.TextChoices):
        """``started``: no outcome yet.

        After a crash only repeatable effects and those approved by a person run again.
        """

        STARTED = "started"
        APPROVED = "approved"
        DONE = "done"
        FAILED = "failed"
        SKIPPED = "skipped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="effects")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=120, blank=True)
    args_hash = models.CharField(max_length=64)
    repeatable = models.BooleanField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.STARTED)
    attempts = models.PositiveSmallIntegerField(default=1)
    owner = models.CharField(max_length=100, blank=True)
    result_hash = models.CharField(max_length=64, blank=True)
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "session_effects"
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="session_effect_seq")]
        ordering = ["seq"]

    def __str__(self) -> str:
        """Return the kind and the status."""
        return f"{self.session_id}#{self.seq} {self.kind} {self.status}"
