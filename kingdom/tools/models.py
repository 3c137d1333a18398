"""Receipts and their chains, calls in progress, rate limits, working memory, tool snapshots, file versions, workspace
sizes, and the MCP servers that admins added.
"""

import uuid

from django.conf import settings
from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="hash previous_hash", of="user_id")
class ReceiptChain(models.Model):
    """The end of one user's receipt chain. Its row lock orders that user's receipts and no others."""

    user_id = models.BigIntegerField(primary_key=True)
    seq = models.BigIntegerField()
    hash = models.CharField(max_length=64)
    previous_hash = models.CharField(max_length=64, default="")

    class Meta:
        db_table = "tool_receipt_chains"

    def __str__(self) -> str:
        """Return the user's id and the chain's length."""
        return f"{self.user_id}: {self.seq}"


@field_classes(
    staff="trace_id agent_id call_id tool side reason args_hash result_hash previous_hash hash",
    owner="args",
    of="user_id",
)
class ToolReceipt(models.Model):
    """The kernel's record of one call: append-only by trigger, chained by hash.

    It outlives user and session, so it has no foreign keys.
    """

    class Outcome(models.TextChoices):
        """How a call ended; only ``done`` is evidence that the tool succeeded."""

        DONE = "done"
        FAILED = "failed"
        REFUSED = "refused"
        INTERRUPTED = "interrupted"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_id = models.BigIntegerField()
    seq = models.BigIntegerField()
    session_id = models.UUIDField()
    trace_id = models.CharField(max_length=64, blank=True)
    agent_id = models.CharField(max_length=100)
    call_id = models.CharField(max_length=200)
    tool = models.CharField(max_length=120)
    side = models.CharField(max_length=10, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    reason = models.CharField(max_length=40, blank=True)
    args = models.JSONField()
    args_hash = models.CharField(max_length=64)
    result_hash = models.CharField(max_length=64)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "tool_receipts"
        constraints = [models.UniqueConstraint(fields=["user_id", "seq"], name="tool_receipt_place")]
        indexes = [
            models.Index(fields=["session_id", "seq"], name="tool_receipt_session"),
            models.Index(fields=["-started_at", "-id"], name="tool_receipt_newest"),
        ]

    def __str__(self) -> str:
        """Return the tool and its outcome."""
        return f"{self.tool} {self.outcome}"


@field_classes(staff="call_id args_hash", owner="result", of="session__user")
class ToolCall(models.Model):
    """A call in progress.

    Stored before its tool runs, updated with the result, removed when the whole batch is in the log.

    A batch that a crash interrupted is resumed from these rows: a call with a result is not run again.
    """

    session = models.ForeignKey("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="+")
    call_id = models.CharField(max_length=200)
    args_hash = models.CharField(max_length=64)
    repeatable = models.BooleanField()
    started_at = models.DateTimeField()
    result = models.JSONField(null=True)

    class Meta:
        db_table = "tool_calls"
        constraints = [models.UniqueConstraint(fields=["session", "call_id"], name="tool_call_once")]

    def __str__(self) -> str:
        """Return the call's id and its state."""
        return f"{self.call_id} {'open' if self.result is None else 'done'}"


@field_classes(staff="key", of="")
class ToolRate(models.Model):
    """The state of one rate limit: ``until`` is when its bucket is full again. Shared by all processes.

    The table is unlogged: counting does not wait for the disk, and after a crash of the database every bucket is full.
    """

    key = models.CharField(max_length=200, primary_key=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "tool_rates"

    def __str__(self) -> str:
        """Return the bucket's key."""
        return self.key


@field_classes(owner="key value", of="session__user")
class MemoryItem(models.Model):
    """One value of a session's working memory."""

    session = models.ForeignKey("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    value = models.JSONField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "tool_memory"
        constraints = [models.UniqueConstraint(fields=["session", "key"], name="tool_memory_key")]

    def __str__(self) -> str:
        """Return the session's id."""
        return f"memory item of {self.session_id}"


@field_classes(staff="digest declarations", of="")
class ToolSnapshot(models.Model):
    """Tool declarations by their digest.

    A session's state is rebuilt with the declarations that its log was made with.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    declarations = models.JSONField()

    class Meta:
        db_table = "tool_sets"

    def __str__(self) -> str:
        """Return the digest."""
        return self.digest


@field_classes(staff="workspace agent_id marks", owner="path content sha256")
class FileVersion(models.Model):
    """One version of a workspace file, or its removal (``deleted``).

    ``agent_id`` is the agent that wrote it, empty for the user. ``marks`` are the rules by which its text is tainted.
    """

    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    workspace = models.CharField(max_length=64)
    path = models.CharField(max_length=1024)
    number = models.PositiveIntegerField()
    content = models.BinaryField()
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    deleted = models.BooleanField(default=False)
    marks = models.JSONField(default=list)
    agent_id = models.CharField(max_length=100, blank=True)
    session_id = models.UUIDField(null=True)

    class Meta:
        db_table = "file_versions"
        constraints = [models.UniqueConstraint(fields=["workspace", "path", "number"], name="file_version_number")]
        indexes = [models.Index(fields=["user", "id"], include=["size"], name="file_version_arrival")]

    def __str__(self) -> str:
        """Return the id and the version number."""
        return f"file version {self.pk} (number {self.number})"


@field_classes(staff="workspace")
class WorkspaceUsage(models.Model):
    """The size of one workspace, in bytes and files. Quotas are computed from it."""

    workspace = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    bytes = models.BigIntegerField(default=0)
    files = models.IntegerField(default=0)

    class Meta:
        db_table = "workspace_use"

    def __str__(self) -> str:
        """Return the workspace and its size."""
        return f"{self.workspace}: {self.bytes} bytes"


@field_classes(staff="name url encryption_key_id last_error", sealed="encrypted_token", of="")
class AddedMcpServer(models.Model):
    """An MCP server that an admin added. ``revision`` counts the changes that the processes have to read.

    The token is sealed for this server and the origin of its address: for another origin it does not open.
    """

    class State(models.TextChoices):
        """State; no tool of a paused server can be called."""

        ACTIVE = "active"
        PAUSED = "paused"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField("added at", auto_now_add=True)
    name = models.CharField(max_length=31, unique=True)
    url = models.CharField("address", max_length=2000)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    encrypted_token = models.TextField(blank=True, editable=False)
    encryption_key_id = models.CharField(max_length=300, blank=True, editable=False)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    read_at = models.DateTimeField("tools read at", null=True, editable=False)
    last_error = models.CharField(max_length=300, blank=True, editable=False)
    revision = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        db_table = "mcp_servers"
        verbose_name = "MCP server"
        ordering = ["name"]

    def __str__(self) -> str:
        """Return the name."""
        return self.name


@field_classes(staff="tool_id name description args refusal identities", of="")
class AddedMcpTool(models.Model):
    """A tool as its server declared it last. ``identities`` hold it; a changed declaration is granted to none.

    ``refusal`` says why the declaration is not used, "" when it is. ``is_declared``: the server still has it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    server = models.ForeignKey(AddedMcpServer, on_delete=models.CASCADE, editable=False, related_name="tools")
    tool_id = models.CharField("tool", max_length=120, unique=True, editable=False)
    name = models.CharField(max_length=200, editable=False)
    description = models.TextField(blank=True, editable=False)
    args = models.JSONField("arguments", editable=False)
    refusal = models.CharField("left out", max_length=300, blank=True, editable=False)
    is_declared = models.BooleanField("still declared", default=True, editable=False)
    identities = models.JSONField("granted to", default=list, blank=True)
    revision = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        db_table = "mcp_server_tools"
        verbose_name = "tool of an MCP server"
        verbose_name_plural = "tools of MCP servers"
        ordering = ["tool_id"]

    def __str__(self) -> str:
        """Return the tool's id."""
        return self.tool_id
