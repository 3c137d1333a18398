"""The inbox in the admin: look at every question, answer for others by right, and the organisation's rules."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.notification_delivery import webhook_secret, webhook_target
from kingdom.approvals.approval_choices import LASTING_CHOICES
from kingdom.approvals.models import (
    Approval,
    ApprovalEvent,
    Notification,
    NotificationDelivery,
    NotificationSettings,
    PermissionRule,
)
from kingdom.approvals.notifications.delivery import webhook_signing_key
from kingdom.approvals.permissions.argument_patterns import check_argument_pattern
from kingdom.approvals.permissions.rule_matching import check_rule_pattern
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests.services import ADMIN_CHANNEL, ApprovalDecision, approval_decide
from kingdom.core.errors import BadInput, KingdomError
from kingdom.core.web.admin_base import ReadOnlyAdmin


class ApprovalDecisionForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """An answer for somebody else. The hash is of the arguments that were on the page."""

    answer = forms.ChoiceField()
    reason = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text="With edit: what to change."
    )
    seen_hash = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = Approval
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        """Offer what counts this once: allowing it for later is for its own user alone."""
        super().__init__(*args, **kwargs)
        answer = self.fields["answer"]
        if isinstance(answer, forms.ChoiceField):
            answer.choices = [(one, one) for one in self.instance.choices or [] if one not in LASTING_CHOICES]
        self.fields["seen_hash"].initial = self.instance.args_hash


@admin.register(Approval)
class ApprovalAdmin(ReadOnlyAdmin):
    """All questions; who may answers an open one on its page."""

    list_display = ("created_at", "user", "kind", "title", "state", "choice", "decided_by", "channel", "expires_at")
    list_select_related = ("user", "decided_by")
    list_filter = ("state", "kind")
    search_fields = ("user__username", "title")
    form = ApprovalDecisionForm
    readonly_fields = (
        "id",
        "user",
        "kind",
        "text",
        "state",
        "expires_at",
        "choice",
        "note",
        "decided_by",
        "decided_at",
        "channel",
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Who may decide for others, while there is something to decide."""
        may = request.user.has_perm("approvals.decide_for_others")
        return may and (obj is None or obj.state == Approval.State.PENDING)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Show the question, and the answer's fields where one can be given."""
        form = ["answer", "reason", "seen_hash"] if self.has_change_permission(request, obj) else []
        return [*self.readonly_fields, *form]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Decide; what was refused is said, and nothing is changed."""
        given = form.cleaned_data
        decision = ApprovalDecision(
            choice=given["answer"], args_hash=given["seen_hash"], note=given["reason"], channel=ADMIN_CHANNEL
        )
        try:
            approval_decide(approval_id=obj.pk, actor_id=int(request.user.pk or 0), decision=decision)
        except KingdomError as error:
            obj.refused = error.message

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


class PermissionRuleForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """A rule, checked as over the API."""

    class Meta:
        model = PermissionRule
        fields = ["user", "effect", "tool", "agent", "shape"]

    def clean(self) -> dict[str, Any]:
        """Refuse a rule that could never fit, or not in one way."""
        given = super().clean() or {}
        try:
            check_rule_pattern(effect=given.get("effect", ""), tool=given.get("tool", ""), agent=given.get("agent", ""))
            shape = given.get("shape") or {}
            given["shape"] = check_argument_pattern(shape if isinstance(shape, dict) else {"shape": shape})
        except BadInput as error:
            raise forms.ValidationError(error.message) from None
        return given


@admin.register(PermissionRule)
class PermissionRuleAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Rules of people and, without a user, of the organisation. A rule is not edited: it is removed and another made."""

    form = PermissionRuleForm
    list_display = ("created_at", "user", "effect", "tool", "agent", "shape", "made_by")
    list_select_related = ("user", "made_by")
    list_filter = ("effect",)
    search_fields = ("user__username", "tool", "agent")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Nobody."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store it through the service that everybody uses."""
        given = form.cleaned_data
        draft = RuleDraft(effect=given["effect"], tool=given["tool"], agent=given["agent"], shape=given["shape"])
        owner = given["user"]
        made = rule_create(user_id=owner.pk if owner else None, made_by_id=int(request.user.pk or 0), draft=draft)
        obj.pk = made.pk


class NotificationSettingsForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """Where notifications go."""

    class Meta:
        model = NotificationSettings
        fields = ["user", "email", "webhook_url"]

    def clean_webhook_url(self) -> str:
        """Refuse an address that is no webhook's."""
        url: str = self.cleaned_data["webhook_url"]
        try:
            if url:
                webhook_target(url, settings.KINGDOM.egress_origins)
        except EgressRefused as error:
            raise forms.ValidationError(error.message) from None
        return url


@admin.register(NotificationSettings)
class NotificationSettingsAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """One row without a user is the organisation's."""

    form = NotificationSettingsForm
    list_display = ("user", "email", "webhook_url", "updated_at")
    list_select_related = ("user",)
    readonly_fields = ("signing_key",)

    @admin.display(description="Signing key of the webhook (of the organisation's only)")
    def signing_key(self, obj: NotificationSettings) -> str:
        """Return the organisation's key; people's keys are their own."""
        return webhook_secret(webhook_signing_key(obj)) if obj.pk and obj.user_id is None and obj.webhook_url else "—"

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store it; another address gets another key."""
        obj.webhook_generation += int("webhook_url" in form.changed_data)
        super().save_model(request, obj, form, change)


@admin.register(ApprovalEvent)
class ApprovalEventAdmin(ReadOnlyAdmin):
    """Who answered what, when, over which channel."""

    list_display = ("created_at", "approval", "kind", "actor", "channel", "choice")
    list_select_related = ("approval", "actor")
    list_filter = ("kind", "channel")


@admin.register(NotificationDelivery)
class NotificationDeliveryAdmin(ReadOnlyAdmin):
    """What went out, and what did not."""

    list_display = ("created_at", "way", "state", "attempts", "due_at", "error", "sent_at")
    list_filter = ("state", "way")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """What people were told: to whom and when; the words are theirs."""

    list_display = ("created_at", "user", "kind", "read_at")
    list_select_related = ("user",)
    fields = list_display
    list_filter = ("kind",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        """Leave the words in the database."""
        return super().get_queryset(request).defer("text")
