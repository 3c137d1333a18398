"""Workflows, their nodes, the runs of a node, and the log of what happened."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q, Value

from kingdom.core.background.jobs import LeasedJob
from kingdom.core.field_classes import field_classes


@field_classes(
    staff="lease_owner error_code used", owner="request manifest coercions capabilities answer output error_message"
)
class Workflow(LeasedJob):
    """One plan of one user and its run. Allowed transitions: ``rules.state_machine``."""

    class State(models.TextChoices):
        """State of a workflow; the last three are final until a node is run again."""

        DRAFT = "draft"
        RUNNING = "running"
        PAUSED = "paused"
        AWAITING_APPROVAL = "awaiting_approval"
        COMPLETED = "completed"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Planner(models.TextChoices):
        """What made the manifest: the user, the rules for requests in plain words, or the language model."""

        MANIFEST = "manifest"
        RULES = "rules"
        MODEL = "model"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(
        "orchestrator.Conversation", on_delete=models.SET_NULL, null=True, blank=True, related_name="workflows"
    )
    request = models.TextField(blank=True)
    planned_by = models.CharField(max_length=10, choices=Planner.choices, default=Planner.MANIFEST)
    manifest = models.JSONField()
    coercions = models.JSONField(default=list)
    capabilities = models.JSONField(default=dict)
    state = models.CharField(max_length=20, choices=State.choices, default=State.DRAFT)
    answer = models.TextField(blank=True)
    output = models.JSONField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    last_seq = models.PositiveIntegerField(default=0)
    budget_extensions = models.PositiveSmallIntegerField(db_default=0)  # how often its user allowed the budget again
    # what the models of its ended sessions used: tokens and cost, by the names of ``Usage``
    used = models.JSONField(default=dict, db_default=Value({}, output_field=models.JSONField()))
    started_at = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    has_unstored_tables = models.BooleanField(db_default=False, default=False)  # of maps: stored after it completed

    class Meta:
        db_table = "workflows"
        indexes = [
            models.Index(fields=["user", "-created_at"], name="workflow_user_time"),
            models.Index(fields=["created_at"], name="workflow_running", condition=Q(state="running")),
            models.Index(fields=["finished_at"], name="workflow_unstored", condition=Q(has_unstored_tables=True)),
        ]

    def __str__(self) -> str:
        """Return the id and the state."""
        return f"workflow {self.pk} ({self.state})"


@field_classes(staff="node_id role error_code", owner="edited_prompt brief error_message", of="workflow__user")
class WorkflowNode(models.Model):
    """One node of a workflow and where it stands. ``attempt`` grows each time that it is run again."""

    class State(models.TextChoices):
        """State of a node."""

        PENDING = "pending"
        RUNNING = "running"
        AWAITING_APPROVAL = "awaiting_approval"
        COMPLETED = "completed"
        NULL = "null"
        SKIPPED = "skipped"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="nodes")
    position = models.PositiveSmallIntegerField()
    node_id = models.CharField(max_length=70)
    role = models.CharField(max_length=12)
    version = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=20, choices=State.choices, default=State.PENDING)
    attempt = models.PositiveIntegerField(default=1)
    edited_prompt = models.TextField(blank=True)
    brief = models.JSONField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    approval = models.OneToOneField(
        "approvals.Approval", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "workflow_nodes"
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["workflow", "node_id"], name="workflow_node_id")]

    def __str__(self) -> str:
        """Return the node's id and its state."""
        return f"{self.node_id} ({self.state})"


@field_classes(owner="item", of="node__workflow__user")
class NodeRun(models.Model):
    """One session of a node: of a map one for each item, else one. Its result is that of its session."""

    class State(models.TextChoices):
        """State of a run; all but the first two are final."""

        PENDING = "pending"
        RUNNING = "running"
        COMPLETED = "completed"
        NULL = "null"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    node = models.ForeignKey(WorkflowNode, on_delete=models.CASCADE, related_name="runs")
    attempt = models.PositiveIntegerField()
    index = models.PositiveIntegerField(default=0)
    item = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    session = models.OneToOneField(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="node_run"
    )

    class Meta:
        db_table = "workflow_node_runs"
        ordering = ["index"]
        indexes = [
            models.Index(fields=["node", "index"], name="workflow_run_pending", condition=Q(state="pending")),
            models.Index(fields=["node"], name="workflow_run_running", condition=Q(state="running")),
        ]
        constraints = [models.UniqueConstraint(fields=["node", "attempt", "index"], name="workflow_run_once")]

    def __str__(self) -> str:
        """Return the number and the state."""
        return f"run {self.index} ({self.state})"


@field_classes(staff="strategy children", of="node__workflow__user")
class Delegation(models.Model):
    """One granted delegation of a node's session: the nodes that it added, and whether the session has their briefs.

    ``seq`` is the input of the session that the request followed from. A ``sibling`` is waited for by nobody here.
    """

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    node = models.ForeignKey(WorkflowNode, on_delete=models.CASCADE, related_name="delegations")
    session = models.ForeignKey("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    strategy = models.CharField(max_length=10)
    children = models.JSONField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "workflow_delegations"
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="workflow_delegation_once")]

    def __str__(self) -> str:
        """Return the strategy and the count of nodes."""
        return f"{self.strategy} delegation of {len(self.children)}"


@field_classes(staff="kind node_id", owner="payload", of="workflow__user")
class WorkflowEvent(models.Model):
    """One row of a workflow's log, stored in the transaction of what it reports."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    node_id = models.CharField(max_length=70, blank=True)
    payload = models.JSONField(default=dict)

    class Meta:
        db_table = "workflow_events"
        ordering = ["seq"]
        # looked for by what begins sessions, once for each: few rows say so
        indexes = [
            models.Index(
                fields=["workflow"],
                name="workflow_event_notes",
                condition=Q(kind__in=("BudgetWarning", "WorkflowHeld")),
            )
        ]
        constraints = [models.UniqueConstraint(fields=["workflow", "seq"], name="workflow_event_seq")]

    def __str__(self) -> str:
        """Return the position and the kind."""
        return f"{self.workflow_id}#{self.seq} {self.kind}"
