"""MCP servers in Django's admin. A stored token is never shown again."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.url_parser import parse_url
from kingdom.core.errors import KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import FieldClassAdmin
from kingdom.tools.mcp.mcp_tool import tool_id
from kingdom.tools.mcp.server_services import (
    check_name,
    checked_token,
    checked_url,
    mcp_server_add,
    mcp_server_change,
    mcp_server_remove,
    mcp_server_request_read,
    mcp_server_set_state,
)
from kingdom.tools.mcp.servers import declarations_read, mcp_servers
from kingdom.tools.models import AddedMcpServer, AddedMcpTool


class AddedMcpServerForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """Form of a server."""

    token = forms.CharField(
        required=False,
        strip=True,
        label=pgettext_lazy("admin", "token"),
        widget=forms.PasswordInput(render_value=False, attrs={"autocomplete": "new-password"}),
        help_text=pgettext_lazy("admin", "Sent as a bearer token. It is stored encrypted and never shown again."),
    )
    forgets_token = forms.BooleanField(required=False, label=pgettext_lazy("admin", "forget the stored token"))

    class Meta:
        model = AddedMcpServer
        fields = ["name", "url"]

    def clean(self) -> dict[str, Any]:
        """Require a name and an address that can be used, and a token for each address."""
        data = super().clean() or {}
        self._check("name", lambda: None if self.instance.created_at else check_name(data["name"]))
        self._check("url", lambda: checked_url(data["url"]))
        self._check("token", lambda: checked_token(secret_of(data)))
        if not self.errors and self.instance.created_at and not (data["token"] or data["forgets_token"]):
            before = AddedMcpServer.objects.get(pk=self.instance.pk)
            if before.encrypted_token and parse_url(before.url).origin != parse_url(data["url"]).origin:
                self.add_error("token", gettext("The stored token was given for another address. Give one for this."))
        return data

    def _check(self, name: str, check: Callable[[], object]) -> None:
        if name in self.errors:
            return
        try:
            check()
        except KingdomError as error:
            self.add_error(name, in_language(error.message))


def secret_of(data: dict[str, Any]) -> SecretStr | None:
    """Return the token of a form, None without one."""
    return SecretStr(data["token"]) if data.get("token") else None


@admin.register(AddedMcpServer)
@method_decorator(sensitive_post_parameters("token"), name="changeform_view")
class AddedMcpServerAdmin(FieldClassAdmin):
    """Servers of tools. Their tools are granted on the page of each tool; those of the settings are only shown."""

    form = AddedMcpServerForm
    list_display = ("name", "url", "state", "has_token", "added_by", "read_at", "tools_link", "last_error")
    list_select_related = ("added_by",)
    list_filter = ("state",)
    search_fields = ("name", "url")
    fields = (
        *("name", "url", "token", "forgets_token", "has_token", "state", "added_by", "created_at", "read_at"),
        *("last_error", "tools_link"),
    )
    actions = ("read_tools", "pause", "resume")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        """Return the fields; of a new server those that are entered."""
        may_change = self.has_change_permission(request, obj)
        entered = ("name", "url", "token")
        if obj is None:
            return entered
        return self.fields if may_change else tuple(n for n in self.fields or () if n not in ("token", "forgets_token"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ANN401 - as above
        """Return the fields that are shown only; a name is part of the tools' ids, and stays."""
        shown = ["has_token", "state", "added_by", "created_at", "read_at", "last_error", "tools_link"]
        return [*super().get_readonly_fields(request, obj), *(["name", *shown] if obj is not None else [])]

    def get_queryset(self, request: HttpRequest) -> QuerySet[AddedMcpServer]:
        """Return the servers with the number of their tools."""
        servers: QuerySet[AddedMcpServer] = super().get_queryset(request).annotate(tools_count=Count("tools"))
        return servers

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[Any], Any, set[str], list[Any]]:  # noqa: ANN401 - Django's
        """Return what a removal takes along: tools have no deletion of their own, and go with their server."""
        deleted, counts, missing, protected = super().get_deleted_objects(objs, request)
        return deleted, counts, missing - {str(AddedMcpTool._meta.verbose_name)}, protected

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the servers, and those of the settings."""
        return super().changelist_view(request, {**(extra_context or {}), "listed_servers": _listed_servers()})

    def save_model(self, request: HttpRequest, obj: AddedMcpServer, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Store a server, or its new address and token; the tools of a new address are read."""
        token = secret_of(form.cleaned_data)
        if change:
            forgets = bool(form.cleaned_data["forgets_token"])
            stored = mcp_server_change(server_id=obj.pk, url=obj.url, token=token, forgets_token=forgets)
        else:
            stored = mcp_server_add(actor_id=int(request.user.pk or 0), name=obj.name, url=obj.url, token=token)
        obj.pk, obj.encrypted_token = stored.pk, stored.encrypted_token
        if stored.read_at is None:
            mcp_server_request_read(server_id=stored.pk)

    def delete_model(self, request: HttpRequest, obj: AddedMcpServer) -> None:
        """Remove a server."""
        mcp_server_remove(server_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[AddedMcpServer]) -> None:
        """Remove the selected servers."""
        for server in queryset:
            mcp_server_remove(server_id=server.pk)

    @admin.display(description="token stored", boolean=True)
    def has_token(self, server: AddedMcpServer) -> bool:
        """Return whether a token is stored."""
        return bool(server.encrypted_token)

    @admin.display(description="tools")
    def tools_link(self, server: AddedMcpServer) -> str:
        """Return the link to the server's tools, where they are granted."""
        count = int(getattr(server, "tools_count", 0))
        label = ngettext("%(count)s tool", "%(count)s tools", count) % {"count": count}
        address = f"{reverse('admin:tools_addedmcptool_changelist')}?server__id__exact={server.pk}"
        return format_html('<a href="{}">{}</a>', address, label)

    @admin.action(description="Read its tools", permissions=["change"])
    def read_tools(self, request: HttpRequest, queryset: QuerySet[AddedMcpServer]) -> None:
        """Let a worker read the tools of the selected servers."""
        for server in queryset:
            mcp_server_request_read(server_id=server.pk)
        text = gettext(
            "The tools are being read. Reload this page in a moment: it says when they were, or what failed."
        )
        self.message_user(request, text, messages.SUCCESS)

    @admin.action(description="Pause: none of its tools can be called", permissions=["change"])
    def pause(self, request: HttpRequest, queryset: QuerySet[AddedMcpServer]) -> None:
        """Pause the selected servers."""
        for server in queryset:
            mcp_server_set_state(server_id=server.pk, state=AddedMcpServer.State.PAUSED)

    @admin.action(description="Resume", permissions=["change"])
    def resume(self, request: HttpRequest, queryset: QuerySet[AddedMcpServer]) -> None:
        """Let the tools of the selected servers be called again."""
        for server in queryset:
            mcp_server_set_state(server_id=server.pk, state=AddedMcpServer.State.ACTIVE)


def _listed_servers() -> list[dict[str, Any]]:
    """Return the servers of the settings; none when these are not valid, which the log and the doctor say."""
    try:
        servers = mcp_servers()
    except KingdomError:
        return []
    return [{"name": server.name, "origin": _origin(server.url), "tools": _accepted(server)} for server in servers]


def _origin(url: str) -> str:
    try:
        return parse_url(url).origin
    except KingdomError as error:
        return in_language(error.message)


def _accepted(server: Any) -> list[str]:  # noqa: ANN401 - a server of the settings
    try:
        return [tool_id(server, str(one["name"])) for one in declarations_read(server)]
    except (OSError, ValueError):
        return []
