"""The inbox in the admin: all approvals, decisions for others, and the organisation's rules and settings."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.notification_delivery import webhook_secret, webhook_target
from kingdom.approvals.approval_choices import LASTING_CHOICES
from kingdom.approvals.disclosure_pages import DisclosedWordsAdmin
from kingdom.approvals.models import (
    Approval,
    ApprovalEvent,
    DisclosureEvent,
    Notification,
    NotificationDelivery,
    NotificationSettings,
    PermissionDefault,
    PermissionRule,
)
from kingdom.approvals.notifications.delivery import webhook_signing_key
from kingdom.approvals.permissions.argument_patterns import check_argument_pattern
from kingdom.approvals.permissions.rule_matching import check_rule_pattern
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests.services import ADMIN_CHANNEL, ApprovalDecision, approval_decide
from kingdom.core.errors import BadInput, KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import FieldClassAdmin, ReadOnlyAdmin


class ApprovalDecisionForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """A decision for another user, bound to the hash of the arguments on the page."""

    answer = forms.ChoiceField(label=gettext_lazy("Answer"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("With edit: what to change."),
    )
    seen_hash = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = Approval
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        """Offer the choices for one call: only the owner may choose lasting ones."""
        super().__init__(*args, **kwargs)
        answer = self.fields["answer"]
        if isinstance(answer, forms.ChoiceField):
            choices = [choice for choice in self.instance.choices or [] if choice not in LASTING_CHOICES]
            answer.choices = [(choice, choice) for choice in choices]
        self.fields["seen_hash"].initial = self.instance.args_hash


@admin.register(Approval)
class ApprovalAdmin(DisclosedWordsAdmin):
    """All approvals; staff with the permission who have opened the words of an open one decide it on its page."""

    list_display = ("created_at", "user", "kind", "state", "choice", "decided_by", "channel", "expires_at")
    list_select_related = ("user", "decided_by")
    list_filter = ("state", "kind")
    search_fields = ("user__username",)
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
        """Allow those with the permission, while the approval is pending."""
        if not request.user.has_perm("approvals.decide_for_others"):
            return False
        return obj is None or (obj.state == Approval.State.PENDING and self.shows_words(request, obj))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Show the approval, and the fields of a decision when it can be decided."""
        form = ["answer", "reason", "seen_hash"] if self.has_change_permission(request, obj) else []
        return [*self.readonly_fields, *form]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Decide; a refusal is shown and changes nothing."""
        values = form.cleaned_data
        decision = ApprovalDecision(
            choice=values["answer"], args_hash=values["seen_hash"], note=values["reason"], channel=ADMIN_CHANNEL
        )
        try:
            approval_decide(approval_id=obj.pk, actor_id=int(request.user.pk or 0), decision=decision)
        except KingdomError as error:
            obj.refused = error.message

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:  # noqa: ANN401 - Django's signature
        """Show a refusal on the page of the approval."""
        refused = getattr(obj, "refused", None)
        if refused is None:
            return super().response_change(request, obj)
        self.message_user(request, in_language(refused), messages.ERROR)
        return HttpResponseRedirect(request.path)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Log the change unless it was refused."""
        return None if getattr(obj, "refused", None) else super().log_change(request, obj, message)


class PermissionRuleForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """A rule, validated as by the API."""

    class Meta:
        model = PermissionRule
        fields = ["user", "effect", "tool", "agent", "specialist", "shape"]

    def clean(self) -> dict[str, Any]:
        """Reject an invalid or ambiguous rule."""
        values = super().clean() or {}
        try:
            check_rule_pattern(
                effect=values.get("effect", ""), tool=values.get("tool", ""), agent=values.get("agent", "")
            )
            shape = values.get("shape") or {}
            values["shape"] = check_argument_pattern(shape if isinstance(shape, dict) else {"shape": shape})
        except BadInput as error:
            raise forms.ValidationError(in_language(error.message)) from None
        return values


@admin.register(PermissionRule)
class PermissionRuleAdmin(FieldClassAdmin):
    """Rules of users and, without a user, of the organisation. A rule cannot be edited, only replaced."""

    form = PermissionRuleForm
    list_display = ("created_at", "user", "effect", "tool", "agent", "specialist", "shape", "made_by")
    list_select_related = ("user", "made_by", "specialist")
    raw_id_fields = ("specialist",)
    list_filter = ("effect",)
    search_fields = ("user__username", "tool", "agent")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store the rule through the service."""
        values = form.cleaned_data
        owner, specialist = values["user"], values["specialist"]
        named = {name: values[name] for name in ("effect", "tool", "agent", "shape")}
        draft = RuleDraft(**named, specialist_id=specialist.pk if specialist is not None else None)
        rule = rule_create(user_id=owner.pk if owner else None, made_by_id=int(request.user.pk or 0), draft=draft)
        obj.pk = rule.pk


class PermissionDefaultForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """A default, its tool validated as that of a rule."""

    class Meta:
        model = PermissionDefault
        fields = ["tool", "identity", "effect"]

    def clean_tool(self) -> str:
        """Reject what is no tool and no group of tools."""
        tool: str = self.cleaned_data["tool"]
        try:
            check_rule_pattern(effect="ask", tool=tool, agent="")
        except BadInput as error:
            raise forms.ValidationError(in_language(error.message)) from None
        return tool


@admin.register(PermissionDefault)
class PermissionDefaultAdmin(FieldClassAdmin):
    """What happens to calls that no rule decides. The most specific row decides."""

    form = PermissionDefaultForm
    list_display = ("tool", "identity", "effect", "updated_at")
    list_filter = ("effect", "identity")
    search_fields = ("tool",)
    ordering = ("tool", "identity")


class NotificationSettingsForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """Where notifications go."""

    class Meta:
        model = NotificationSettings
        fields = ["user", "email", "webhook_url"]

    def clean_webhook_url(self) -> str:
        """Reject an address that cannot be a webhook."""
        url: str = self.cleaned_data["webhook_url"]
        try:
            if url:
                webhook_target(url, settings.KINGDOM.egress_origins)
        except EgressRefused as error:
            raise forms.ValidationError(in_language(error.message)) from None
        return url


@admin.register(NotificationSettings)
class NotificationSettingsAdmin(FieldClassAdmin):
    """One row without a user is the organisation's. Users set their own."""

    form = NotificationSettingsForm
    list_display = ("user", "email", "webhook_url", "updated_at")
    list_select_related = ("user",)
    readonly_fields = ("signing_key",)

    @admin.display(description="Signing key of the webhook (of the organisation's only)")
    def signing_key(self, obj: NotificationSettings) -> str:
        """Return the organisation's key; those of users are private."""
        return webhook_secret(webhook_signing_key(obj)) if obj.pk and obj.user_id is None and obj.webhook_url else "—"

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store the settings; a new address gets a new key."""
        obj.webhook_generation += int("webhook_url" in form.changed_data)
        super().save_model(request, obj, form, change)


@admin.register(ApprovalEvent)
class ApprovalEventAdmin(ReadOnlyAdmin):
    """The changes of approvals: user, choice, time and channel."""

    list_display = ("created_at", "approval", "kind", "actor", "channel", "choice")
    list_select_related = ("approval", "actor")
    list_filter = ("kind", "channel")


@admin.register(NotificationDelivery)
class NotificationDeliveryAdmin(ReadOnlyAdmin):
    """Deliveries of notifications and their states."""

    list_display = ("created_at", "way", "state", "attempts", "due_at", "error", "sent_at")
    list_filter = ("state", "way")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Notifications by user and time, without their private texts."""

    list_display = ("created_at", "user", "kind", "read_at")
    list_select_related = ("user",)
    fields = list_display
    list_filter = ("kind",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        """Do not load the texts."""
        return super().get_queryset(request).defer("text")


@admin.register(DisclosureEvent)
class DisclosureEventAdmin(ReadOnlyAdmin):
    """Who of staff read whose words, when and why. Nobody can change these rows."""

    list_display = ("created_at", "actor_name", "kind", "owner_ref", "model", "object_id", "reason", "expires_at")
    list_filter = ("kind",)
    search_fields = ("actor_name", "object_id")
