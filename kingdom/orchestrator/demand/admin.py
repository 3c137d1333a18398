"""Admin page of wishes that several users share, with the one action: propose a creation to those who asked."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError, NotAllowed
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.orchestrator.demand.proposals import PROPOSE_PERMISSION, demand_propose, shared_wishes_read


class SharedWishesAdmin(ReadOnlyAdmin):
    """Adds the page of a finding's wishes to the admin of routes."""

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the page."""
        view = never_cache(self.admin_site.admin_view(self.wishes_view))
        return [path("demand/<uuid:pk>/", view, name="orchestrator_routerecord_demand"), *super().get_urls()]

    def wishes_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Show the redacted wishes; a POST proposes a creation to the users who asked."""
        if not isinstance(request.user, User):
            raise PermissionDenied
        try:
            if request.method == "POST":
                return self._propose(request, request.user, pk)
            shared = shared_wishes_read(actor=request.user, finding_id=pk)
        except NotAllowed as error:
            raise PermissionDenied(error.message) from error
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Wishes that several users share"),
            "opts": self.opts,
            "shared": shared,
            "may_propose": request.user.has_perm(PROPOSE_PERMISSION) and shared.finding.state == "open",
        }
        return TemplateResponse(request, "admin/orchestrator/demand.html", context)

    def _propose(self, request: HttpRequest, actor: User, pk: UUID) -> HttpResponseBase:
        try:
            count = demand_propose(actor=actor, finding_id=pk)
        except NotAllowed:
            raise
        except KingdomError as error:
            messages.error(request, in_language(error.message))
        else:
            said = gettext("Proposed to %(count)s users. Each decides for themselves.")
            messages.success(request, said % {"count": count})
        return redirect(reverse("admin:orchestrator_routerecord_demand", args=[pk]))
