"""Tool receipts in Django's admin. Arguments and results are private to their user, so only their hashes are shown."""

from django.contrib import admin

from kingdom.core.web.admin_base import IdSearchAdmin
from kingdom.tools.models import ToolReceipt


@admin.register(ToolReceipt)
class ToolReceiptAdmin(IdSearchAdmin):
    """Receipts, newest first; ``manage.py receipts_verify`` checks that none is missing or changed."""

    list_display = ("started_at", "user_id", "seq", "agent_id", "tool", "side", "outcome", "reason", "session_id")
    list_filter = ("outcome", "started_at")
    fields = (
        *("id", "user_id", "seq", "session_id", "trace_id", "agent_id", "call_id", "tool", "side", "outcome", "reason"),
        *("started_at", "finished_at", "args_hash", "result_hash", "previous_hash", "hash"),
    )
    found_by = "session_id"
    search_help_text = "The full id of a session."
    ordering = ("-started_at",)
