"""Admin pages of status changes, canaries and test runs."""

from django.contrib import admin

from kingdom.specialists.admin.csv_export import CsvExportAdmin
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.models.test_run import TestRun


@admin.register(StatusChange)
class StatusChangeAdmin(CsvExportAdmin):
    """Status changes of specialists."""

    list_display = ("created_at", "specialist", "kind", "old_status", "new_status", "actor_name", "automatic", "reason")
    list_filter = ("kind", "automatic")
    search_fields = ("specialist__role", "actor_name", "reason")
    list_select_related = ("specialist",)
    actions = ("download",)


@admin.register(Canary)
class CanaryAdmin(CsvExportAdmin):
    """Canaries: new versions that get a share of the messages."""

    list_display = (
        "created_at",
        "specialist",
        "version",
        "previous",
        "share",
        "successes",
        "executions",
        "required_executions",
        "state",
    )
    list_filter = ("state",)
    list_select_related = ("specialist", "version", "previous")


@admin.register(TestRun)
class TestRunAdmin(CsvExportAdmin):
    """Test runs."""

    list_display = ("created_at", "version", "state", "passed", "total", "mock", "finished_at")
    list_filter = ("state",)
    search_fields = ("version__specialist__role",)
    list_select_related = ("version__specialist",)
