"""Admin page of a finding: its evidence as links, and the form that closes it."""

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
from django.utils.translation import gettext, gettext_lazy

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.specialists.audits.figure_labels import labelled_figures
from kingdom.specialists.audits.findings import finding_resolve
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.execution import Execution

RESOLVE_PERMISSION = "specialists.resolve_finding"
MAX_EVIDENCE = 50  # shown items of evidence


class FindingResolutionForm(forms.Form):
    """The form that closes a finding."""

    resolution = forms.CharField(
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("What was done, or why nothing is"),
    )
    acted = forms.TypedChoiceField(
        choices=(("yes", gettext_lazy("Something was done")), ("", gettext_lazy("Nothing is to be done"))),
        coerce=bool,
        required=False,
        label=gettext_lazy("Close it as"),
        help_text=gettext_lazy("A finding with nothing to be done is not reported again for a while."),
    )


class FindingResolutionAdmin(ReadOnlyAdmin):
    """Page of a finding with its figures, executions and form."""

    exclude = ("figures", "evidence")

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the form."""
        page = path(
            "<uuid:pk>/resolve/", self.admin_site.admin_view(self.resolve_view), name="specialists_auditfinding_resolve"
        )
        return [page, *super().get_urls()]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - Django's signature
        """Show the form to users with the permission."""
        form = FindingResolutionForm() if request.user.has_perm(RESOLVE_PERMISSION) else None
        return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), "resolution_form": form})

    def resolve_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Close the finding, or show why this is not possible."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not isinstance(request.user, User) or not request.user.has_perm(RESOLVE_PERMISSION):
            raise PermissionDenied
        form = FindingResolutionForm(request.POST)
        try:
            values = form.cleaned_data if form.is_valid() else {}
            finding_resolve(
                finding_id=pk,
                admin=request.user,
                resolution=str(values.get("resolution", "")),
                acted=bool(values.get("acted")),
            )
            messages.success(request, gettext("The finding is closed."))
        except KingdomError as error:
            messages.error(request, in_language(error.message))
        return redirect(reverse("admin:specialists_auditfinding_change", args=[pk]))

    @admin.display(description="figures")
    def measured(self, finding: AuditFinding) -> SafeString:
        """Return one line per figure."""
        return format_html_join("", "{}: {}<br>", labelled_figures(finding.code, finding.figures))

    @admin.display(description="evidence")
    def shows(self, finding: AuditFinding) -> SafeString | str:
        """Return the executions as links and other evidence as text."""
        evidence = [str(item) for item in finding.evidence][:MAX_EVIDENCE]
        rows = Execution.objects.in_bulk([item for item in evidence if _is_uuid(item)])
        links = [
            (
                reverse("admin:specialists_execution_change", args=[row.pk]),
                f"{row}: {row.error_code}" if row.error_code else str(row),
            )
            for row in rows.values()
        ]
        others = ((item,) for item in evidence if not _is_uuid(item) or UUID(item) not in rows)
        linked = format_html_join("", '<li><a href="{}">{}</a></li>', links)
        listed = format_html("<ul>{}{}</ul>", linked, format_html_join("", "<li>{}</li>", others))
        return listed if evidence else gettext("none")


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
