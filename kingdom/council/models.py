"""Creation cases, their event log, the verdicts of their stages, and searches for better rules."""

import uuid
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from kingdom.core.background.jobs import LeasedJob
from kingdom.core.field_classes import field_classes


@field_classes(staff="lease_owner", owner="reason")
class Evolution(LeasedJob):
    """One search for better rules, for a finding of the Auditor. It ends with a creation case or with a reason."""

    class State(models.TextChoices):
        """The state of the search; the last two are final."""

        QUEUED = "queued"
        WORKING = "working"
        PROPOSED = "proposed"
        NONE = "none"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    finding = models.ForeignKey("specialists.AuditFinding", on_delete=models.CASCADE, related_name="evolutions")
    base = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")  # the reviewer
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    automatic = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    reason = models.TextField(blank=True)
    case = models.ForeignKey("council.CreationCase", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "evolutions"
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["finding"], condition=Q(state__in=["queued", "working"]), name="evolution_one_open"
            )
        ]
        indexes = [models.Index(fields=["-created_at"], name="evolution_time", condition=Q(automatic=True))]

    def __str__(self) -> str:
        """Return the state."""
        return f"evolution ({self.state})"


def default_expiry() -> datetime:
    """Return the time at which a question asked now expires."""
    return timezone.now() + timedelta(minutes=settings.KINGDOM.creation_ttl_minutes)


@field_classes(
    staff="lease_owner pipeline recipe compared_training_digest digest confirmed_digest confirmed_channel backend"
    " error_code confirmed_capabilities",
    owner="reason request change_request sources supplied_proposal findings spec_proposal test_suite offered"
    " provided_resources training_results",
)
class CreationCase(LeasedJob):
    """One creation in the Council, a state machine. Its allowed transitions are in ``rules.state_machine``."""

    class State(models.TextChoices):
        """The states of a case."""

        DESIGNING = "designing"
        REVIEWING = "reviewing"
        VALIDATING = "validating"
        GENERATING_TESTS = "generating_tests"
        AWAITING_CONFIRMATION = "awaiting_confirmation"
        AWAITING_RESOURCES = "awaiting_resources"
        TRAINING = "training"
        COMPLETED = "completed"
        REJECTED = "rejected"
        EXPIRED = "expired"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cases")
    conversation = models.ForeignKey(
        "orchestrator.Conversation", on_delete=models.SET_NULL, null=True, blank=True, related_name="cases"
    )
    message = models.ForeignKey(
        "orchestrator.Message", on_delete=models.SET_NULL, null=True, blank=True, related_name="cases"
    )
    pipeline = models.CharField(max_length=40, default="creation")
    state = models.CharField(max_length=24, choices=State.choices, default=State.DESIGNING)
    reason = models.TextField(blank=True)

    request = models.TextField()
    change_request = models.TextField(blank=True)
    sources = models.JSONField(default=list, blank=True)
    recipe = models.CharField(max_length=100, blank=True)
    fork_of = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    supplied_proposal = models.JSONField(null=True, blank=True)  # ``rules.supplied_proposal``; null when it is designed
    revises = models.ForeignKey(
        "specialists.Specialist", on_delete=models.CASCADE, null=True, blank=True, related_name="revisions"
    )
    base = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    compared_training_digest = models.CharField(max_length=64, blank=True)  # inputs of the training that was compared
    round = models.PositiveSmallIntegerField(default=0)
    findings = models.JSONField(default=list, blank=True)

    spec_proposal = models.JSONField(null=True, blank=True)
    test_suite = models.JSONField(default=list, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    offered = models.JSONField(null=True, blank=True)
    approval = models.ForeignKey(
        "approvals.Approval", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    confirmed_digest = models.CharField(max_length=64, blank=True)
    confirmed_capabilities = models.JSONField(null=True, blank=True)  # the closure on the card that was confirmed
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_channel = models.CharField(max_length=20, blank=True)
    mock = models.BooleanField(default=False)
    provided_resources = models.JSONField(default=dict, blank=True)
    expires_at = models.DateTimeField(default=default_expiry, null=True, blank=True)  # of the current question

    training_results = models.JSONField(null=True, blank=True)
    version = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="cases"
    )
    specialist = models.ForeignKey(
        "specialists.Specialist", on_delete=models.SET_NULL, null=True, blank=True, related_name="cases"
    )
    backend = models.CharField(max_length=40, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    last_seq = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "specialist_approvals"
        indexes = [
            models.Index(fields=["user", "state"], name="case_user_state"),
            models.Index(fields=["user", "-created_at"], name="case_user_time"),
            models.Index(
                fields=["lease_expires_at"],
                name="case_lease",
                condition=Q(state__in=["designing", "reviewing", "validating", "generating_tests", "training"]),
            ),
            models.Index(
                fields=["expires_at"],
                name="case_expiry",
                condition=Q(state__in=["awaiting_confirmation", "awaiting_resources"]),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="case_revises_once",
                fields=["revises"],
                condition=~Q(state__in=["completed", "rejected", "expired", "failed"]),
                violation_error_message="A new version of this specialist is under way already.",
            ),
            # no training without a confirmation of exactly the current proposal
            models.CheckConstraint(
                name="case_trained_only_confirmed",
                condition=~Q(state__in=["awaiting_resources", "training", "completed"])
                | (~Q(confirmed_digest="") & Q(confirmed_digest=models.F("digest"), confirmed_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="case_waits_with_a_proposal",
                condition=~Q(state__in=["awaiting_confirmation", "awaiting_resources", "training", "completed"])
                | Q(spec_proposal__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        """Return the start of the id and the state."""
        return f"creation {str(self.pk)[:8]} ({self.state})"

    @property
    def role(self) -> str:
        """The role of the current proposal, empty before there is one."""
        return str((self.spec_proposal or {}).get("role", ""))


@field_classes(staff="kind old_state new_state", owner="reason payload", of="case__user")
class CaseEvent(models.Model):
    """One event of a case: a transition (``old_state``, ``new_state``, reason) or a note. Append-only."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    case = models.ForeignKey(CreationCase, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    old_state = models.CharField(max_length=24, blank=True)
    new_state = models.CharField(max_length=24, blank=True)
    reason = models.TextField(blank=True)
    payload = models.JSONField(default=dict, blank=True)

    class Meta:
        db_table = "case_events"
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["case", "seq"], name="case_event_seq")]

    def __str__(self) -> str:
        """Return the case, the number and the kind."""
        return f"{self.case_id}#{self.seq} {self.kind}"


@field_classes(
    staff="stage inputs_digest spec_digest result_digest", owner="reason findings details spec suite", of="case__user"
)
class StageVerdict(models.Model):
    """The verdict of one stage on one set of inputs. Immutable: the stage does not run again on the same inputs.

    ``spec`` and ``suite`` are what the stage returned, null when nothing is new. ``spec_digest`` identifies the judged
    spec, ``result_digest`` the spec together with its tests.
    """

    class Verdict(models.TextChoices):
        """The outcomes of a stage; see ``stages.base.StageResult``."""

        PASSED = "passed"
        REPAIR = "repair"
        OFFER = "offer"
        REJECTED = "rejected"
        BLOCKED = "blocked"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    case = models.ForeignKey(CreationCase, on_delete=models.CASCADE, related_name="verdicts")
    stage = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    inputs_digest = models.CharField(max_length=64)
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    reason = models.TextField()
    findings = models.JSONField(default=list)
    details = models.JSONField(default=dict)
    spec = models.JSONField(null=True)
    suite = models.JSONField(null=True)
    spec_digest = models.CharField(max_length=64, blank=True)
    result_digest = models.CharField(max_length=64, blank=True)
    ms = models.FloatField(default=0.0)

    class Meta:
        db_table = "case_verdicts"
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint(fields=["case", "stage", "inputs_digest"], name="case_verdict_once")]

    def __str__(self) -> str:
        """Return the stage and its verdict."""
        return f"{self.stage}: {self.verdict}"


@field_classes(staff="lease_owner kind state digest", owner="inputs results", of="case__user")
class TryOut(LeasedJob):
    """Runs of a draft before its approval, in the sandbox without host calls. Deleted with the user's text of the case.

    ``inputs`` are ``{"text", "message"}``, the id of a past message or null; ``results`` are ``{"text", "answer",
    "answered"}``: whether it answered, instead of declining.
    """

    class Kind(models.TextChoices):
        """What is tried: the spec's examples, the owner's own input, or their past messages that nobody served."""

        EXAMPLES = "examples"
        OWN = "own"
        PAST = "past"

    class State(models.TextChoices):
        """The state of the runs; the last two are final."""

        QUEUED = "queued"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    case = models.ForeignKey(CreationCase, on_delete=models.CASCADE, related_name="try_outs")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    state = models.CharField(max_length=6, choices=State.choices, default=State.QUEUED)
    digest = models.CharField(max_length=64)  # of the proposal that is tried
    inputs = models.JSONField(default=list)
    results = models.JSONField(default=list)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "case_try_outs"
        ordering = ["created_at"]
        indexes = [
            models.Index(fields=["case", "digest"], name="try_out_case"),
            models.Index(fields=["lease_expires_at"], name="try_out_lease", condition=Q(state="queued")),
        ]

    def __str__(self) -> str:
        """Return the kind and the state."""
        return f"{self.kind} ({self.state})"
