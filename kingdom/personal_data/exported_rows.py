"""Which rows of which models an export holds, and which it does not and why. A test compares this with all models.

A file of rows holds every field of its rows but sealed ones, vectors, stored bytes, and the fields named here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef
from pgvector.django import HalfVectorField

from kingdom.core.field_classes import class_of_path, declared_classes
from kingdom.tools.receipts.selectors import trial_sessions

CHUNK_SIZE = 500  # rows in memory


class RowFile(NamedTuple):
    """One file of rows: its path without suffix, the model, and the names of the fields that stay out.

    ``session`` is the field with the session of a row, where it may be a trial: such rows stay out.
    """

    path: str
    model: str
    left_out: tuple[str, ...] = ()
    session: str = ""


_JOB = ("lease_owner", "lease_expires_at", "attempts", "enqueued_at", "retry_at")
_PROPOSAL = ("supplied_proposal", "test_suite", "training_results", "offered")  # with tests that are held out
ROW_FILES = (
    RowFile("account/api_tokens", "accounts.ApiToken"),
    RowFile("account/signed_in", "accounts.SignedInSession"),
    RowFile("account/notification_settings", "approvals.NotificationSettings"),
    RowFile("account/notifications", "approvals.Notification"),
    RowFile("account/disclosures_to_staff", "approvals.DisclosureEvent", ("actor_ref",)),
    RowFile("approvals/approvals", "approvals.Approval"),
    RowFile("approvals/events", "approvals.ApprovalEvent"),
    RowFile("conversations/routes", "orchestrator.RouteRecord"),
    RowFile("conversations/shares", "orchestrator.ConversationShare"),
    RowFile("creations/creations", "council.CreationCase", (*_JOB, *_PROPOSAL)),
    RowFile("creations/events", "council.CaseEvent"),
    RowFile("credentials/credentials", "credentials.UserCredential", ("encryption_key_id",)),
    RowFile("credentials/uses", "credentials.CredentialUse"),
    RowFile("credentials/events", "credentials.CredentialEvent", ("actor",)),
    RowFile("receipts/tool_receipts", "tools.ToolReceipt", session="session_id"),
    RowFile("receipts/requests_to_hosts", "kingdom_sessions.EgressReceipt", session="session_id"),
    RowFile("recordings/recordings", "kingdom_sessions.Cassette"),
    RowFile("recordings/exchanges", "kingdom_sessions.RecordedExchange"),
    RowFile("rules/permission_rules", "approvals.PermissionRule", ("made_by",)),
    RowFile("rules/hosts", "approvals.HostConsent"),
    RowFile("rules/policies", "policies.Pattern", ("decided_by", "covers")),
    RowFile("rules/webhooks", "webhooks.EventWebhook", ("covers",)),
    RowFile("schedules/schedules", "schedules.Schedule"),
    RowFile("schedules/runs", "schedules.ScheduleRun", ("call_key",)),
    RowFile("specialists/examples_you_taught", "routing.AgentEmbedding"),
    RowFile("specialists/examples_you_refused", "routing.NegativeExample"),
    RowFile("specialists/renames", "specialists.SpecialistRename"),
    RowFile("specialists/status_changes", "specialists.StatusChange", ("actor",)),
    RowFile("usage/budgets", "kingdom_sessions.Budget"),
    RowFile("usage/days", "kingdom_sessions.UsageDay"),
    RowFile("usage/executions", "specialists.Execution"),
    RowFile("workflows/workflows", "workflows.Workflow", _JOB),
    RowFile("workflows/nodes", "workflows.WorkflowNode"),
)
_IN_FILES = "is in the archive in a form of its own"
_INNER = "working state of a run; its messages, answers and receipts are exported"
_TESTS = "may hold tests that are held out, or answers to them"
NOT_ROWS: Mapping[str, str] = {
    **dict.fromkeys(("orchestrator.Conversation", "orchestrator.Message", "kingdom_sessions.Session"), _IN_FILES),
    **dict.fromkeys(("tools.FileVersion", "specialists.SpecialistVersion"), _IN_FILES),
    **dict.fromkeys(("approvals.SessionGrant", "approvals.SessionTaint", "tools.ToolCall", "tools.MemoryItem"), _INNER),
    **dict.fromkeys(("kingdom_sessions.SessionEvent", "workflows.NodeRun", "workflows.WorkflowEvent"), _INNER),
    **dict.fromkeys(("orchestrator.MessagePart", "webhooks.EventDelivery"), _INNER),
    **dict.fromkeys(("specialists.TrainingResult", "specialists.TestRun", "council.StageVerdict"), _TESTS),
    "council.TryOut": _TESTS,
    "council.Evolution": "the Auditor's reason for a change of a specialist, which the creation repeats",
    "orchestrator.ReplayDifference": "a comparison of routes that staff asked for; the route itself is exported",
    "ministers.GuardianReview": "has no known owner: one verdict serves all texts that are equal",
    "ministers.JudgeAnswer": "has no known owner: one answer serves all texts that are equal",
}


def exported_rows(file: RowFile, *, user_id: int) -> Iterator[dict[str, Any]]:
    """Return the rows of a file that belong to a user, in the order of their keys; few are in memory at a time."""
    model = apps.get_model(file.model)
    declared = declared_classes(model)
    if declared is None or not declared.of:
        raise ValueError(f"{file.model} does not say whose its rows are.")
    fields = [field for field in model._meta.concrete_fields if _is_exported(model, field, file)]
    names = [field.attname for field in fields]
    own = model._base_manager.filter(**{declared.of: user_id})
    if file.session:  # a trial is a test, and may be a held-out one
        own = own.exclude(Exists(trial_sessions().filter(pk=OuterRef(file.session))))
    rows = own.order_by("pk").values(*names)
    yield from rows.iterator(chunk_size=CHUNK_SIZE)


def _is_exported(model: type[models.Model], field: Any, file: RowFile) -> bool:  # noqa: ANN401 - any field
    if isinstance(field, HalfVectorField | models.BinaryField) or field.name in file.left_out:
        return False
    return class_of_path(model, field.name) != "sealed"
