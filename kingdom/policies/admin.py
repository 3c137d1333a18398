"""Admin of policies: staff with the right read, edit, activate and deactivate them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from kingdom.core.errors import KingdomError, LostRace
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import FieldClassAdmin, ReadOnlyAdmin
from kingdom.policies.evaluation.dry_run import dry_run, without_details
from kingdom.policies.models import Pattern, PatternFired
from kingdom.policies.rules.pattern_definition import check_pattern
from kingdom.policies.selectors import ACTIVATE
from kingdom.policies.services import policy_activate, policy_deactivate, policy_draft_delete


class PatternForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """A pattern, checked as a whole before it is stored."""

    class Meta:
        model = Pattern
        fields = ["name", "trigger_event", "condition", "action", "reason"]

    def clean(self) -> dict[str, Any]:
        """Return the values. Refuses a pattern that could never work, with the place."""
        values: dict[str, Any] = super().clean() or {}
        if not self.errors:
            for name, value in values.items():
                setattr(self.instance, name, value)
            try:
                check_pattern(self.instance.definition)
            except KingdomError as error:
                raise forms.ValidationError(in_language(error.message)) from None
        return values


@admin.register(Pattern)
class PatternAdmin(FieldClassAdmin):
    """Policies. A changed one is a draft again until it is activated."""

    form = PatternForm
    list_display = ("name", "trigger_event", "action", "state", "covers", "error_count")
    list_filter = ("state", "action", "trigger_event")
    list_select_related = ("covers",)
    fields = (
        *("name", "trigger_event", "condition", "action", "reason", "key", "state", "author", "covers"),
        *("error_count", "last_error", "decided_by", "decided_at", "created_at"),
    )
    readonly_fields = fields[5:]
    actions = ("activate", "deactivate", "delete_drafts")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Policies are made by the API, which holds them against the stored events first."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Return whether the user may activate policies, which allows changing them."""
        return bool(request.user.has_perm(ACTIVATE) and super().has_change_permission(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - as above
        """What fired names its policy; drafts that were never activated are deleted by an action."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401
        """Store a changed pattern as a draft with its dry run. Raises LostRace for one that was deleted meanwhile."""
        if not Pattern.objects.select_for_update().filter(pk=obj.pk).exists():
            raise LostRace("This draft was deleted meanwhile.")
        obj.state = Pattern.State.DRAFT
        obj.dry_run = without_details(dry_run(obj.definition, user_id=obj.covers_id))
        super().save_model(request, obj, form, change)

    @admin.action(description="Activate")
    def activate(self, request: HttpRequest, queryset: QuerySet[Pattern]) -> None:
        """Activate the chosen policies."""
        self._move_all(request, queryset, policy_activate)

    @admin.action(description="Deactivate")
    def deactivate(self, request: HttpRequest, queryset: QuerySet[Pattern]) -> None:
        """Deactivate the chosen policies."""
        self._move_all(request, queryset, policy_deactivate)

    @admin.action(description="Delete drafts that were never activated")
    def delete_drafts(self, request: HttpRequest, queryset: QuerySet[Pattern]) -> None:
        """Delete those of the chosen policies that were never activated."""
        self._move_all(request, queryset, policy_draft_delete)

    def _move_all(self, request: HttpRequest, queryset: QuerySet[Pattern], move: Any) -> None:  # noqa: ANN401 - a service
        for pattern in queryset:
            try:
                move(actor_id=request.user.pk, pattern_id=pattern.pk)
            except KingdomError as error:
                self.message_user(request, f"{pattern.name}: {in_language(error.message)}", messages.ERROR)


@admin.register(PatternFired)
class PatternFiredAdmin(ReadOnlyAdmin):
    """What policies did."""

    list_display = ("created_at", "pattern", "action", "outcome", "decisive", "user")
    list_select_related = ("pattern", "user")
    list_filter = ("action", "outcome")
    fields = ("created_at", "pattern", "event", "user", "subject", "action", "outcome", "decisive")
    raw_id_fields = ("event",)
