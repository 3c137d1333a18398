"""The Guardian in the admin: what it said, a way to overturn it with a reason, and each rule's record."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from kingdom.core.errors import KingdomError
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.ministers.models import GuardianNeighbour, GuardianReview, JudgeHealth, RuleMode, RuleModeEvent
from kingdom.ministers.selectors import rule_records
from kingdom.ministers.services import review_overturn, rule_mode_set


class _ProtectedAdmin(ReadOnlyAdmin):
    """Rows that are never deleted by hand; what a form may do goes through a service, and a refusal is said on the page."""

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:  # noqa: ANN401 - Django's signature
        """Say why it was refused, where it was."""
        refused = getattr(obj, "refused", None)
        if refused is None:
            return super().response_change(request, obj)
        self.message_user(request, refused, messages.ERROR)
        return HttpResponseRedirect(request.path)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Record what was done, not what was refused."""
        return None if getattr(obj, "refused", None) else super().log_change(request, obj, message)


class OverturnForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """Why this very content may pass."""

    why = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}), help_text="This very content passes from now on. The reason is kept."
    )

    class Meta:
        model = GuardianReview
        fields: list[str] = []


@admin.register(GuardianReview)
class GuardianReviewAdmin(_ProtectedAdmin):
    """All verdicts; a blocked one can be overturned on its page."""

    list_display = ("created_at", "kind", "subject", "verdict", "risk_level", "needs_human", "reason", "overturned_by")
    list_select_related = ("overturned_by",)
    list_filter = ("verdict", "kind", "risk_level", "needs_human")
    search_fields = ("subject", "content_sha256", "hits__rule_id")
    form = OverturnForm
    readonly_fields = (
        *(
            "id",
            "created_at",
            "kind",
            "subject",
            "verdict",
            "risk_level",
            "reason",
            "findings",
            "needs_human",
            "policy_version",
        ),
        *("content_sha256", "overturned_at", "overturned_by", "overturn_reason"),
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Who may change reviews, while there is something to overturn."""
        may = request.user.has_perm("ministers.change_guardianreview")
        return may and (obj is None or (obj.verdict == "BLOCKED" and obj.overturned_at is None))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Show the verdict, and the field for a reason where it can be overturned."""
        return [*self.readonly_fields, *(["why"] if self.has_change_permission(request, obj) else [])]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Overturn it."""
        try:
            review_overturn(review_id=obj.pk, actor_id=int(request.user.pk or 0), reason=form.cleaned_data["why"])
        except KingdomError as error:
            obj.refused = error.message


class RuleModeForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """How a rule stands, and why."""

    why = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}))

    class Meta:
        model = RuleMode
        fields = ["rule_id", "mode"]


@admin.register(RuleMode)
class RuleModeAdmin(_ProtectedAdmin):
    """Rules that do not stand as written; above them each rule's over-block in its last 100 hits."""

    list_display = ("rule_id", "mode", "changed_at")
    form = RuleModeForm
    change_list_template = "admin/ministers/rulemode/change_list.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Who may change how rules stand."""
        return request.user.has_perm("ministers.add_rulemode")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Who may change how rules stand."""
        return request.user.has_perm("ministers.change_rulemode")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:  # noqa: ANN401 - Django's signature
        """A rule keeps its name."""
        return ["rule_id"] if obj is not None else []

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Change it through the service."""
        given = form.cleaned_data
        try:
            rule_mode_set(
                rule_id=obj.rule_id, mode=given["mode"], actor_id=int(request.user.pk or 0), reason=given["why"]
            )
        except KingdomError as error:
            obj.refused = error.message

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:  # noqa: ANN401 - as above
        """Say why it was refused, where it was."""
        refused = getattr(obj, "refused", None)
        if refused is None:
            return super().response_add(request, obj, post_url_continue)
        self.message_user(request, refused, messages.ERROR)
        return HttpResponseRedirect(request.path)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Record what was done, not what was refused."""
        return None if getattr(obj, "refused", None) else super().log_addition(request, obj, message)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the record of each rule above the list."""
        return super().changelist_view(request, {**(extra_context or {}), "records": rule_records()})


@admin.register(RuleModeEvent)
class RuleModeEventAdmin(_ProtectedAdmin):
    """Each change of a rule, with its reason."""

    list_display = ("created_at", "rule_id", "before", "after", "by", "reason")
    list_select_related = ("by",)
    list_filter = ("after",)


@admin.register(JudgeHealth)
class JudgeHealthAdmin(_ProtectedAdmin):
    """Whether each judge passed its last canary."""

    list_display = ("judge", "right", "calls", "checked_at")


@admin.register(GuardianNeighbour)
class GuardianNeighbourAdmin(_ProtectedAdmin):
    """Known attacks and known harmless texts."""

    list_display = ("kind", "text", "encoder", "source", "created_at")
    list_filter = ("kind", "encoder", "source")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Who may delete a text that stands there by mistake."""
        return request.user.has_perm("ministers.delete_guardianneighbour")

    def get_queryset(self, request: HttpRequest) -> QuerySet[GuardianNeighbour]:
        """Leave the vectors where they are."""
        return super().get_queryset(request).defer("vector")
