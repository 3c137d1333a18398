"""Read-only admin of workflows: states and figures. The words are their owners'."""

from django.contrib import admin

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.workflows.models import Workflow, WorkflowNode


@admin.register(Workflow)
class WorkflowAdmin(ReadOnlyAdmin):
    """A workflow: its owner and its state."""

    list_display = ("created_at", "user", "planned_by", "state", "error_code")
    list_select_related = ("user",)
    list_filter = ("state", "planned_by")
    search_fields = ("user__username",)
    fields = (
        *("id", "created_at", "user", "planned_by", "state", "error_code", "started_at", "deadline_at"),
        *("finished_at", "last_seq", "attempts", "enqueued_at"),
    )


@admin.register(WorkflowNode)
class WorkflowNodeAdmin(ReadOnlyAdmin):
    """A node: its version and its state."""

    list_display = ("created_at", "node_id", "role", "state", "attempt", "error_code")
    list_filter = ("state", "role")
    search_fields = ("node_id",)
    fields = (
        *("id", "created_at", "workflow", "node_id", "role", "version", "state", "attempt", "error_code"),
        *("started_at", "finished_at"),
    )
    raw_id_fields = ("workflow", "version")
