"""Django admin of sessions: sandbox limit overrides and budgets; sessions and usage are read-only."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext, pgettext_lazy

from kingdom.core.web.admin_base import FieldClassAdmin, IdSearchAdmin, ReadOnlyAdmin
from kingdom.sessions.models import Budget, SandboxLimitOverride, Session, UsageDay


@admin.register(SandboxLimitOverride)
class SandboxLimitOverrideAdmin(FieldClassAdmin):
    """Raised sandbox limits of specialists, within fixed maxima. Limits can be raised only here."""

    list_display = (
        *("specialist", "memory_mb", "cpu", "processes", "timeout_s", "tmp_mb"),
        *("reason", "set_by", "updated_at"),
    )
    list_select_related = ("specialist", "set_by")
    raw_id_fields = ("specialist",)

    def save_model(self, request: HttpRequest, obj: SandboxLimitOverride, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store the admin."""
        obj.set_by_id = request.user.pk
        super().save_model(request, obj, form, change)


class BudgetForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """Form of a budget."""

    class Meta:
        model = Budget
        fields = ["scope", "user", "executions", "tokens", "cost_micros", "sandbox_s"]
        labels = {
            "cost_micros": pgettext_lazy("admin", "cost, in millionths"),
            "sandbox_s": pgettext_lazy("admin", "seconds in the sandbox"),
        }

    def clean(self) -> dict[str, Any]:
        """Require a user exactly for the scope "user", and one budget per scope and user."""
        data = super().clean() or {}
        scope, user = data.get("scope", ""), data.get("user")
        if (scope == Budget.Scope.USER) != (user is not None):
            raise forms.ValidationError(gettext("Choose a user for the scope “User”, and no user for another scope."))
        if Budget.objects.filter(scope=scope, user=user).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(gettext("This budget already exists. Change that one."))
        return data


@admin.register(Budget)
class BudgetAdmin(FieldClassAdmin):
    """Daily limits; an empty field is no limit. The history records each change with its old and new value."""

    form = BudgetForm
    list_display = ("scope", "user", "executions", "tokens", "cost_micros", "sandbox_s")
    list_select_related = ("user",)
    list_filter = ("scope",)
    search_fields = ("user__username",)
    raw_id_fields = ("user",)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:  # noqa: ANN401 - Django's signature
        """Return the history entry: each changed field with its old and new value."""
        changes = [
            f"{name}: {_format_limit(form.initial.get(name))} → {_format_limit(form.cleaned_data.get(name))}"
            for name in form.changed_data
        ]
        return ("Added. " if add else "") + "; ".join(changes)


def _format_limit(value: object) -> str:
    return "no limit" if value is None else str(value)


@admin.register(Session)
class SessionAdmin(IdSearchAdmin):
    """Sessions, the newest first, without their texts: those belong to the user."""

    list_display = ("created_at", "user", "role", "purpose", "state", "error_code", "finished_at")
    list_select_related = ("user", "version__specialist")
    list_filter = ("state", "created_at")
    fields = (
        *("id", "created_at", "user", "purpose", "version", "state", "status_tag", "confidence"),
        *("error_code", "usage", "limits"),
        *("last_seq", "attempts", "trace_id", "forked_from", "enqueued_at", "cancel_requested_at", "finished_at"),
    )
    search_help_text = "A session's whole id."

    @admin.display(description="specialist")
    def role(self, session: Session) -> str:
        """Return the role of the specialist."""
        return session.version.specialist.role if session.version is not None else "none"


@admin.register(UsageDay)
class UsageDayAdmin(ReadOnlyAdmin):
    """Usage by user and day."""

    list_display = ("day", "user", "executions", "tokens", "unpriced_tokens", "cost_micros", "sandbox_ms")
    list_select_related = ("user",)
    list_filter = ("day",)
    search_fields = ("user__username",)
    ordering = ("-day",)
