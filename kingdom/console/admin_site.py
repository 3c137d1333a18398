"""Django's admin with a front page that shows what waits and how it goes, and one search over everything that can be searched."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib.admin import AdminSite, ModelAdmin
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse

from kingdom.console.dashboard import dashboard

FOUND = 5  # rows shown of each kind
LONGEST = 200


class Hits(NamedTuple):
    """What a search found of one kind."""

    kind: str
    all_url: str
    rows: list[tuple[str, str]]
    more: bool


class HouseAdminSite(AdminSite):
    """The admin, with a dashboard and a search."""

    site_header = "Kingdom"
    site_title = "Kingdom"
    index_title = "How it goes"
    index_template = "admin/dashboard.html"

    def index(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> TemplateResponse:
        """Show the dashboard above the list of everything."""
        return super().index(request, {**dashboard(request.user), **(extra_context or {})})

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Add the search."""
        return [path("search/", self.admin_view(self.search), name="search"), *super().get_urls()]

    def search(self, request: HttpRequest) -> HttpResponseBase:
        """Look for words in every list that the caller may see and that can be searched."""
        words = request.GET.get("q", "").strip()[:LONGEST].replace("\x00", "")
        found = list(self._found(request, words)) if words else []
        shown = {**self.each_context(request), "title": "Search", "words": words, "found": found}
        return TemplateResponse(request, "admin/search.html", shown)

    def _found(self, request: HttpRequest, words: str) -> Iterator[Hits]:
        for model, admin in self._registry.items():
            if admin.search_fields and admin.has_view_permission(request):
                rows = _rows(request, admin, words)
                if rows:
                    name = f"{model._meta.app_label}_{model._meta.model_name}"
                    listed = [(reverse(f"{self.name}:{name}_change", args=[row.pk]), str(row)) for row in rows[:FOUND]]
                    kind = str(model._meta.verbose_name_plural)
                    yield Hits(kind, reverse(f"{self.name}:{name}_changelist"), listed, len(rows) > FOUND)


def _rows(request: HttpRequest, admin: "ModelAdmin[Any]", words: str) -> list[Any]:
    found, _ = admin.get_search_results(request, admin.get_queryset(request), words)
    return list(found[: FOUND + 1])
