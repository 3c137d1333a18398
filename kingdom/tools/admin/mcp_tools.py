"""Tools of added MCP servers in Django's admin: what they declare, and which identities hold them."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy

from kingdom.contracts.identity import Identity
from kingdom.core.web.admin_base import FieldClassAdmin
from kingdom.tools.mcp.server_services import mcp_tool_grant
from kingdom.tools.models import AddedMcpTool


class AddedMcpToolForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """Form of the grants of a tool. It holds which declaration was read: another one is not granted by it."""

    identities = forms.MultipleChoiceField(
        required=False,
        choices=[(str(identity), str(identity)) for identity in Identity],
        widget=forms.CheckboxSelectMultiple,
        label=pgettext_lazy("admin", "granted to"),
        help_text=pgettext_lazy(
            "admin",
            "Identities whose agents hold the tool; master holds what any of them is granted. Each call still asks its "
            "user, unless a rule of theirs allows it.",
        ),
    )
    seen_revision = forms.IntegerField(widget=forms.HiddenInput, label="")

    class Meta:
        model = AddedMcpTool
        fields = ["identities"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        """Begin with the revision of the shown declaration."""
        super().__init__(*args, **kwargs)
        self.fields["seen_revision"].initial = self.instance.revision

    def clean(self) -> dict[str, Any]:
        """Refuse a grant of a declaration that has changed since it was shown, or is not used."""
        data = super().clean() or {}
        if data.get("seen_revision") != AddedMcpTool.objects.get(pk=self.instance.pk).revision:
            raise forms.ValidationError(gettext("This tool has changed since you looked. Read it again."))
        if data.get("identities") and (self.instance.refusal or not self.instance.is_declared):
            raise forms.ValidationError(gettext("This declaration is not used, so the tool cannot be granted."))
        return data


@admin.register(AddedMcpTool)
class AddedMcpToolAdmin(FieldClassAdmin):
    """Tools as their servers declared them last."""

    form = AddedMcpToolForm
    list_display = ("tool_id", "server", "granted_to", "is_declared", "refusal")
    list_select_related = ("server",)
    list_filter = ("server", "is_declared")
    search_fields = ("tool_id",)
    fields = (
        *("tool_id", "server", "description", "arguments", "is_declared", "refusal", "identities", "seen_revision"),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ANN401 - Django's signature
        """Return the fields that are shown only."""
        shown = ("tool_id", "server", "description", "arguments", "is_declared", "refusal")
        return [*super().get_readonly_fields(request, obj), *shown]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tools come from their servers."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Tools go with their servers; the next reading would bring back a deleted one."""
        return False

    def save_model(self, request: HttpRequest, obj: AddedMcpTool, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store the grants."""
        data = form.cleaned_data
        mcp_tool_grant(tool_id=obj.pk, seen_revision=data["seen_revision"], identities=data["identities"])

    @admin.display(description="granted to")
    def granted_to(self, tool: AddedMcpTool) -> str:
        """Return the identities that hold the tool."""
        return ", ".join(tool.identities) or gettext("nobody")

    @admin.display(description="arguments")
    def arguments(self, tool: AddedMcpTool) -> str:
        """Return the arguments' schema."""
        return format_html("<pre>{}</pre>", json.dumps(tool.args, indent=2, ensure_ascii=False))
