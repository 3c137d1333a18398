"""Admin page of a finding: the button that requests a proposal, and earlier proposals."""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.providers.language_models import is_model_configured
from kingdom.specialists.hooks import specialist_change_propose
from kingdom.specialists.models.audit import AuditFinding

RESOLVE_PERMISSION = "specialists.resolve_finding"
_NO_MODEL = gettext_noop("None. A proposal needs a language model, and none is set.")


class ChangeProposalAdmin(ReadOnlyAdmin):
    """Page of a finding with the button "Propose a change" and the earlier proposals."""

    change_form_template = "admin/specialists/finding.html"
    readonly_fields: ClassVar[tuple[str, ...]] = ("proposed",)

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the button."""
        page = path(
            "<uuid:pk>/propose/", self.admin_site.admin_view(self.propose_view), name="specialists_auditfinding_propose"
        )
        return [page, *super().get_urls()]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - Django's signature
        """Show the button to users with the permission."""
        context = {**(extra_context or {}), "may_propose": request.user.has_perm(RESOLVE_PERMISSION)}
        return super().changeform_view(request, object_id, form_url, context)

    def propose_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Request a proposal; show what happens next or why it is not possible."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not isinstance(request.user, User) or not request.user.has_perm(RESOLVE_PERMISSION):
            raise PermissionDenied
        try:
            messages.success(request, in_language(specialist_change_propose(finding_id=pk, user=request.user)))
        except KingdomError as error:
            messages.error(request, in_language(error.message))
        return redirect(reverse("admin:specialists_auditfinding_change", args=[pk]))

    @admin.display(description="proposals")
    def proposed(self, finding: AuditFinding) -> SafeString | str:
        """Return the ten newest proposals and their states."""
        proposals = [
            (
                evolution.created_at.strftime("%Y-%m-%d %H:%M"),
                evolution.asked_by or gettext("the Auditor"),
                evolution.state,
                _proposal_state(evolution),
            )
            for evolution in finding.evolutions.select_related("asked_by", "case", "user")[:10]
        ]
        if not proposals and finding.specialist_id is None:
            return gettext("None: this finding is about no specialist whose rules could change.")
        if not proposals:
            return gettext("Nothing yet.") if is_model_configured() else gettext(_NO_MODEL)
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}, {}: {}. {}</li>", proposals))


def _proposal_state(evolution: Any) -> str:  # noqa: ANN401 - a row of the room above
    if evolution.case is None:
        return ""
    values = {"user": evolution.user, "state": str(evolution.case.get_state_display()).lower()}
    return gettext("Offered to %(user)s: %(state)s.") % values
