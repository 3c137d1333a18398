"""Sessions' settings in Django's admin: raised sandbox limits, budgets; usage is shown and never written."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from kingdom.core.web.admin_base import IdSearchAdmin, ReadOnlyAdmin
from kingdom.sessions.budgets.models import Budget, UsageDay
from kingdom.sessions.models import SandboxLimitOverride, Session


@admin.register(SandboxLimitOverride)
class SandboxLimitOverrideAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Who has more than the platform gives, how much, and why. The one place where sandbox limits can be raised, within fixed caps."""

    list_display = (
        "specialist",
        "memory_mb",
        "cpu",
        "processes",
        "timeout_s",
        "tmp_mb",
        "reason",
        "set_by",
        "updated_at",
    )
    list_select_related = ("specialist", "set_by")
    raw_id_fields = ("specialist",)

    def save_model(self, request: HttpRequest, obj: SandboxLimitOverride, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Keep who did it."""
        obj.set_by_id = request.user.pk
        super().save_model(request, obj, form, change)


class BudgetForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """Bounds, and for whom."""

    class Meta:
        model = Budget
        fields = ["whose", "user", "executions", "tokens", "cost_micros", "sandbox_s"]

    def clean(self) -> dict[str, Any]:
        """Refuse what is for nobody, or for two."""
        given = super().clean() or {}
        if (given.get("whose") == Budget.Whose.USER) != (given.get("user") is not None):
            raise forms.ValidationError("Name a user for a user's budget, and none for the others'.")
        same = Budget.objects.filter(whose=given.get("whose", ""), user=given.get("user")).exclude(pk=self.instance.pk)
        if same.exists():
            raise forms.ValidationError("There is such a budget already. Change that one.")
        return given


@admin.register(Budget)
class BudgetAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Bounds a day; an empty one is no bound. The history of each says who changed what from what to what."""

    form = BudgetForm
    list_display = ("whose", "user", "executions", "tokens", "cost_micros", "sandbox_s")
    list_select_related = ("user",)
    list_filter = ("whose",)
    search_fields = ("user__username",)
    raw_id_fields = ("user",)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:  # noqa: ANN401 - Django's signature
        """Return what the history says: each value, and what it was before."""
        said = [
            f"{name}: {_format_bound(form.initial.get(name))} → {_format_bound(form.cleaned_data.get(name))}"
            for name in form.changed_data
        ]
        return ("Added. " if add else "") + "; ".join(said)


def _format_bound(value: object) -> str:
    return "no bound" if value is None else str(value)


@admin.register(Session)
class SessionAdmin(IdSearchAdmin):
    """Sessions, the newest first: whose, by whom, how they ended and what they took. What was said is their user's."""

    list_display = ("created_at", "user", "role", "purpose", "state", "error_code", "finished_at")
    list_select_related = ("user", "version__specialist")
    list_filter = ("state", "created_at")
    fields = (
        *(
            "id",
            "created_at",
            "user",
            "purpose",
            "version",
            "state",
            "status_tag",
            "confidence",
            "error_code",
            "usage",
            "limits",
        ),
        *("last_seq", "attempts", "trace_id", "forked_from", "enqueued_at", "cancel_requested_at", "finished_at"),
    )
    search_help_text = "A session's whole id."

    @admin.display(description="specialist")
    def role(self, session: Session) -> str:
        """Name who works on it."""
        return session.version.specialist.role if session.version is not None else "nobody"


@admin.register(UsageDay)
class UsageDayAdmin(ReadOnlyAdmin):
    """What was used, by user and day."""

    list_display = ("day", "user", "executions", "tokens", "cost_micros", "sandbox_ms")
    list_select_related = ("user",)
    list_filter = ("day",)
    search_fields = ("user__username",)
    ordering = ("-day",)
