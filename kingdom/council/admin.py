"""Read-only admin of creation cases. Only their owners and the stages change a case."""

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.council.models import CaseEvent, CreationCase, Evolution, StageVerdict
from kingdom.council.rules import state_machine


@admin.register(CreationCase)
class CreationCaseAdmin(ReadOnlyAdmin):
    """A creation: its owner, its state and its figures. Request, proposal and reasons are its owner's words."""

    list_display = ("created_at", "user", "recipe", "state", "error_code", "round", "mock", "backend")
    list_select_related = ("user",)
    list_filter = ("state", "mock")
    search_fields = ("user__username", "recipe")
    fields = (
        *(
            "id",
            "created_at",
            "user",
            "state",
            "allowed_moves",
            "round",
            "recipe",
            "mock",
            "digest",
            "confirmed_digest",
            "confirmed_at",
        ),
        *("confirmed_channel", "expires_at", "revises", "base", "specialist", "version", "backend", "error_code"),
        *("finished_at", "attempts", "lease_owner", "lease_expires_at"),
    )

    @admin.display(description="Allowed next states")
    def allowed_moves(self, case: CreationCase) -> SafeString:
        """Return the states that can follow, with their meaning."""
        return format_html_join("", "{}: {}<br>", state_machine.ALLOWED_TRANSITIONS[case.state].items())


@admin.register(CaseEvent)
class CaseEventAdmin(ReadOnlyAdmin):
    """The event log of all cases."""

    list_display = ("created_at", "case", "seq", "kind", "old_state", "new_state")
    list_select_related = ("case",)
    list_filter = ("kind", "new_state")


@admin.register(Evolution)
class EvolutionAdmin(ReadOnlyAdmin):
    """Searches for better rules and their results."""

    list_display = ("created_at", "base", "user", "asked_by", "automatic", "state", "case")
    list_select_related = ("base", "user", "asked_by", "case")
    list_filter = ("state", "automatic")


@admin.register(StageVerdict)
class StageVerdictAdmin(ReadOnlyAdmin):
    """The verdicts of all stages."""

    list_display = ("created_at", "case", "stage", "round", "verdict", "ms")
    list_select_related = ("case",)
    list_filter = ("stage", "verdict")
