"""The Guardian in the admin: its reviews, a form to overturn one with a reason, and the record of each rule."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy

from kingdom.approvals.disclosure_pages import DisclosedWordsAdmin
from kingdom.core.errors import KingdomError
from kingdom.core.field_classes import hidden_fields
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.ministers.models import GuardianNeighbour, GuardianReview, JudgeHealth, RuleMode, RuleModeEvent
from kingdom.ministers.selectors import is_about_user_words, review_subject_row, rule_records
from kingdom.ministers.services import review_overturn, rule_mode_set


class _ServiceAdmin(ReadOnlyAdmin):
    """Rows that are never deleted by hand. Changes go through a service; its refusal is shown on the page."""

    def _refuse(self, request: HttpRequest, obj: Any) -> HttpResponse | None:  # noqa: ANN401 - any model
        refusal = getattr(obj, "refusal", None)
        if refusal is None:
            return None
        self.message_user(request, in_language(refusal), messages.ERROR)
        return HttpResponseRedirect(request.path)

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:  # noqa: ANN401 - Django's signature
        """Show a refusal on the page of the row."""
        return self._refuse(request, obj) or super().response_change(request, obj)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:  # noqa: ANN401 - as above
        """Show a refusal on the page of the form."""
        return self._refuse(request, obj) or super().response_add(request, obj, post_url_continue)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Log the change unless it was refused."""
        return None if hasattr(obj, "refusal") else super().log_change(request, obj, message)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Log the addition unless it was refused."""
        return None if hasattr(obj, "refusal") else super().log_addition(request, obj, message)


class OverturnForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """The reason to approve a blocked content."""

    overturn_note = forms.CharField(
        label=gettext_lazy("Why may this pass?"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Exactly this content is approved from now on. The reason is stored."),
    )

    class Meta:
        model = GuardianReview
        fields: list[str] = []


@admin.register(GuardianReview)
class GuardianReviewAdmin(_ServiceAdmin, DisclosedWordsAdmin):
    """All reviews; one that blocked can be overturned on its page by staff who have opened what was blocked."""

    list_display = ("created_at", "kind", "subject", "verdict", "risk_level", "needs_human", "overturned_by")
    list_select_related = ("overturned_by",)
    list_filter = ("verdict", "kind", "risk_level", "needs_human")
    search_fields = ("subject", "content_sha256", "hits__rule_id")
    form = OverturnForm
    readonly_fields = (
        *("id", "created_at", "kind", "subject", "verdict", "risk_level", "reason", "findings", "needs_human"),
        *("policy_version", "content_sha256", "overturned_at", "overturned_by", "overturn_reason"),
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Allow those with the permission, while the review can be overturned."""
        if not request.user.has_perm("ministers.change_guardianreview"):
            return False
        return obj is None or (
            obj.verdict == "BLOCKED" and obj.overturned_at is None and self.shows_words(request, obj)
        )

    def disclosed_row(self, obj: Any) -> Model | None:  # noqa: ANN401 - Django's signature
        """Return the message or creation whose words were judged."""
        return review_subject_row(obj.subject)

    def shows_words(self, request: HttpRequest, obj: Any) -> bool:  # noqa: ANN401 - Django's signature
        """Show all of a review of a spec; of a user's words only while their disclosure is open."""
        return not is_about_user_words(obj.subject) or super().shows_words(request, obj)

    @admin.display(description="what was judged")
    def judged_words(self, review: GuardianReview) -> str:
        """Return the user's words, one field a line, for the person who decides about them."""
        row = self.disclosed_row(review)
        names = hidden_fields(type(row), ("owner",)) if row is not None else ()
        return format_html_join(
            "", '<p><b>{}</b></p><pre tabindex="0">{}</pre>', ((name, getattr(row, name)) for name in names)
        )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Show the review, and the field for a reason when it can be overturned."""
        words = [self.judged_words] if is_about_user_words(obj.subject) and self.shows_words(request, obj) else []
        note = ["overturn_note"] if self.has_change_permission(request, obj) else []
        return [*self.readonly_fields, *words, *note]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ANN401 - Django's signature
        """Return the fields of the review and what it judged."""
        return [*super().get_readonly_fields(request, obj), self.judged_words]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Overturn the review through the service."""
        try:
            review_overturn(
                review_id=obj.pk, actor_id=int(request.user.pk or 0), reason=form.cleaned_data["overturn_note"]
            )
        except KingdomError as error:
            obj.refusal = error.message


class RuleModeForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """The mode of a rule, and the reason for it."""

    reason = forms.CharField(label=gettext_lazy("Reason"), widget=forms.Textarea(attrs={"rows": 3}))

    class Meta:
        model = RuleMode
        fields = ["rule_id", "mode"]


@admin.register(RuleMode)
class RuleModeAdmin(_ServiceAdmin):
    """Rules with another mode than in their file, below the overturn rate of each rule in its last 100 hits."""

    list_display = ("rule_id", "mode", "changed_at")
    form = RuleModeForm
    change_list_template = "admin/ministers/rulemode/change_list.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow those with the permission."""
        return request.user.has_perm("ministers.add_rulemode")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Allow those with the permission."""
        return request.user.has_perm("ministers.change_rulemode")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:  # noqa: ANN401 - Django's signature
        """The id of a rule cannot be changed."""
        return ["rule_id"] if obj is not None else []

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Change the mode through the service."""
        values = form.cleaned_data
        try:
            rule_mode_set(
                rule_id=obj.rule_id, mode=values["mode"], actor_id=int(request.user.pk or 0), reason=values["reason"]
            )
        except KingdomError as error:
            obj.refusal = error.message

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the record of each rule above the list."""
        return super().changelist_view(request, {**(extra_context or {}), "records": rule_records()})


@admin.register(RuleModeEvent)
class RuleModeEventAdmin(_ServiceAdmin):
    """The changes of rule modes, with their reasons."""

    list_display = ("created_at", "rule_id", "before", "after", "changed_by", "reason")
    list_select_related = ("changed_by",)
    list_filter = ("after",)


@admin.register(JudgeHealth)
class JudgeHealthAdmin(_ServiceAdmin):
    """Whether each judge passed its last known-answer probe."""

    list_display = ("judge", "is_trusted", "calls_since_probe", "checked_at")


@admin.register(GuardianNeighbour)
class GuardianNeighbourAdmin(_ServiceAdmin):
    """Texts labelled as attack or benign."""

    list_display = ("kind", "text", "space", "source", "created_at")
    list_filter = ("kind", "space", "source")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Allow those with the permission to delete a wrongly labelled text."""
        return request.user.has_perm("ministers.delete_guardianneighbour")

    def get_queryset(self, request: HttpRequest) -> QuerySet[GuardianNeighbour]:
        """Do not load the vectors."""
        return super().get_queryset(request).defer("vector")
