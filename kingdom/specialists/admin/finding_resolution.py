"""A finding's evidence as links, and a person's word that closes it, in Django's admin."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.specialists.audits.findings import finding_resolve
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.execution import Execution

RESOLVE_PERMISSION = "specialists.resolve_finding"
MAX_EVIDENCE = 50  # executions behind a finding; it names no more


class FindingResolutionForm(forms.Form):
    """What was done about a finding, or why nothing is."""

    answer = forms.CharField(
        max_length=2000, widget=forms.Textarea(attrs={"rows": 3}), label="What was done, or why nothing is"
    )
    acted = forms.TypedChoiceField(
        choices=(("yes", "Something was done"), ("", "Nothing is to be done")),
        coerce=bool,
        required=False,
        label="So it is closed as",
        help_text="The same is not reported again for a while when nothing is to be done.",
    )


class FindingResolutionAdmin(ReadOnlyAdmin):
    """A finding's page: figures, the executions behind it, and the form that closes it."""

    exclude = ("figures", "evidence")

    def get_urls(self) -> list[URLPattern]:
        """Add where the form leads."""
        page = path(
            "<uuid:pk>/answer/", self.admin_site.admin_view(self.answer_view), name="specialists_auditfinding_resolve"
        )
        return [page, *super().get_urls()]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - Django's signature
        """Show the form to whoever may answer."""
        form = FindingResolutionForm() if request.user.has_perm(RESOLVE_PERMISSION) else None
        return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), "answer_form": form})

    def answer_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Close the finding with what was written; say it when that cannot be."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not isinstance(request.user, User) or not request.user.has_perm(RESOLVE_PERMISSION):
            raise PermissionDenied
        form = FindingResolutionForm(request.POST)
        try:
            said = form.cleaned_data if form.is_valid() else {}
            finding_resolve(
                entry_id=pk, admin=request.user, answer=str(said.get("answer", "")), acted=bool(said.get("acted"))
            )
            messages.success(request, "The finding is closed.")
        except KingdomError as error:
            messages.error(request, error.message)
        return redirect(reverse("admin:specialists_auditfinding_change", args=[pk]))

    @admin.display(description="figures")
    def measured(self, entry: AuditFinding) -> SafeString:
        """Return the figures as lines."""
        return format_html_join(
            "", "{}: {}<br>", ((name.replace("_", " "), value) for name, value in entry.figures.items())
        )

    @admin.display(description="evidence")
    def shows(self, entry: AuditFinding) -> SafeString | str:
        """Return the executions behind it as links; what else it names, as it is."""
        named = [str(one) for one in entry.evidence][:MAX_EVIDENCE]
        rows = Execution.objects.in_bulk([one for one in named if _is_uuid(one)])
        links = [
            (
                reverse("admin:specialists_execution_change", args=[row.pk]),
                f"{row.created_at:%Y-%m-%d %H:%M}, {row.error_code or row}",
            )
            for row in rows.values()
        ]
        others = [one for one in named if not _is_uuid(one) or UUID(one) not in rows]
        linked = format_html_join("", '<li><a href="{}">{}</a></li>', links)
        return (
            format_html("<ul>{}{}</ul>", linked, format_html_join("", "<li>{}</li>", ((one,) for one in others)))
            if named
            else "none"
        )


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
