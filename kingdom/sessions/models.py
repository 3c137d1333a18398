"""A durable run: its row, its event log and its effects."""

import uuid
from dataclasses import replace

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from kingdom.adapters.sandbox.port import check_limits
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import BadInput
from kingdom.core.jobs import LeasedJob
from kingdom.sessions.budgets.models import Budget as Budget
from kingdom.sessions.budgets.models import UsageDay as UsageDay


class Session(LeasedJob):
    """One durable run of one specialist on one task. The event log is the truth; this row is its index and its lease."""

    class State(models.TextChoices):
        """Where a session stands; the last three are final."""

        RUNNING = "running"
        AWAITING_APPROVAL = "awaiting_approval"
        COMPLETED = "completed"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Purpose(models.TextChoices):
        """What a session is for. Only a task is evidence, history and use; a trial is a test of a version in training."""

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
    state = models.CharField(max_length=20, choices=State.choices, default=State.RUNNING)
    input_text = models.TextField()
    answer = models.TextField(blank=True)
    output = models.JSONField(null=True, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    status_tag = models.CharField(max_length=10, blank=True)
    usage = models.JSONField(default=dict, blank=True)
    limits = models.JSONField(default=dict, blank=True)
    tool_set = models.CharField(max_length=64, blank=True)
    last_seq = models.PositiveIntegerField(default=0)
    trace_id = models.CharField(max_length=64)
    task_name = models.CharField(max_length=200)
    cancel_requested_at = models.DateTimeField(null=True, blank=True)
    forked_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks")
    forked_at_seq = models.PositiveIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "sessions"
        indexes = [
            models.Index(fields=["user", "-created_at"], name="session_user_time"),
            models.Index(fields=["-created_at", "-id"], name="session_newest"),
            models.Index(fields=["lease_expires_at"], name="session_lease", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        """Return the id and the state."""
        return f"session {self.pk} ({self.state})"


class SessionEvent(models.Model):
    """One row of the log. Kinds that are inputs are folded into the state; the other kinds are notes for people."""

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
        """Return the place in the log."""
        return f"{self.session_id}#{self.seq} {self.kind}"


class Effect(models.Model):
    """One decision, written before it is carried out and closed by its outcome. ``seq`` is the input it was decided on."""

    class Status(models.TextChoices):
        """``started`` has no outcome yet: after a crash only repeatable effects, or ones a person approved again, are run again."""

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
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "session_effects"
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="session_effect_seq")]
        ordering = ["seq"]

    def __str__(self) -> str:
        """Return what was done and how it stands."""
        return f"{self.session_id}#{self.seq} {self.kind} {self.status}"


class EgressReceipt(models.Model):
    """One request of sandboxed code to the outside: written before it leaves, closed once by its outcome, never changed after that.

    ``reply`` is what the program was given (masked and bounded by the broker), kept until the effect is closed: a run that begins again
    gets it from here, so that nothing is sent twice. Nothing in a row is a secret: credentials stand there by name.
    """

    class Outcome(models.TextChoices):
        """``started`` has no outcome yet; ``unknown`` never got one. ``refused`` ones never left."""

        STARTED = "started"
        ANSWERED = "answered"
        REFUSED = "refused"
        FAILED = "failed"
        UNKNOWN = "unknown"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="egress")
    effect_seq = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    request_hash = models.CharField(max_length=64)
    safe = models.BooleanField()
    method = models.CharField(max_length=10, blank=True)
    url = models.TextField(blank=True)
    host = models.CharField(max_length=260, blank=True)
    address = models.CharField(max_length=64, blank=True)
    headers = models.JSONField(default=dict)
    body_hash = models.CharField(max_length=64, blank=True)
    credentials = models.JSONField(default=list)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.STARTED)
    reason = models.CharField(max_length=60, blank=True)
    message = models.TextField(blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    sent_bytes = models.PositiveIntegerField(default=0)
    received_bytes = models.PositiveIntegerField(default=0)
    response_hash = models.CharField(max_length=64, blank=True)
    masked = models.PositiveIntegerField(default=0)
    ms = models.FloatField(null=True, blank=True)
    reply = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "session_egress"
        constraints = [
            models.UniqueConstraint(fields=["session", "effect_seq", "number"], name="session_egress_number")
        ]
        ordering = ["effect_seq", "number"]

    def __str__(self) -> str:
        """Return what was asked of whom and how it ended."""
        return f"{self.method} {self.host}: {self.outcome}"


class SandboxLimitOverride(models.Model):
    """What an admin allows one specialist's sandbox beyond the platform's limits; an empty field keeps the platform's."""

    specialist = models.OneToOneField(
        "specialists.Specialist",
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="sandbox_limits",
        verbose_name="specialist",
    )
    memory_mb = models.PositiveIntegerField(null=True, blank=True, help_text="MiB, swap included")
    cpu = models.FloatField(null=True, blank=True, help_text="cores")
    processes = models.PositiveIntegerField(null=True, blank=True, help_text="processes and threads")
    timeout_s = models.FloatField(null=True, blank=True, help_text="seconds a call")
    tmp_mb = models.PositiveIntegerField(null=True, blank=True, help_text="MiB in /tmp")
    reason = models.CharField(max_length=300)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "sandbox_limits"
        verbose_name_plural = "raised limits"

    def __str__(self) -> str:
        """Return whose limits they are."""
        return f"limits of {self.specialist_id}"

    def limits(self) -> SandboxLimits:
        """Return the whole set."""
        given = {name: getattr(self, name) for name in ("memory_mb", "cpu", "processes", "timeout_s", "tmp_mb")}
        return replace(SandboxLimits(), **{name: value for name, value in given.items() if value is not None})

    def clean(self) -> None:
        """Raise ValidationError for what is outside the caps that nobody may raise."""
        try:
            check_limits(self.limits())
        except BadInput as error:
            raise ValidationError({str(error.extra.get("limit", "memory_mb")): error.message}) from error
