"""Django's admin with a front page that shows what waits and how it goes, and one search over everything that can be searched."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

from django.contrib.admin import AdminSite, ModelAdmin
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse

from kingdom.console.staff.dashboard import dashboard_context

HITS_PER_MODEL = 5  # rows shown of each kind
MAX_QUERY_CHARS = 200
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class SearchHits(NamedTuple):
    """What a search found of one kind."""

    kind: str
    all_url: str
    rows: list[tuple[str, str]]
    more: bool


class KingdomAdminSite(AdminSite):
    """The admin, with a dashboard and a search."""

    site_header = "Kingdom"
    site_title = "Kingdom"
    index_title = "How it goes"
    index_template = "admin/dashboard.html"

    def index(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> TemplateResponse:
        """Show the dashboard above the list of everything."""
        return super().index(request, {**dashboard_context(request.user), **(extra_context or {})})

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Refuse NUL in an address: the database takes none, and each filter of a list would fail on it by itself."""
        page = super().admin_view(view, cacheable)

        @wraps(page)
        def asked(request: HttpRequest, *args: Any, **named: Any) -> Any:  # noqa: ANN401 - what the page takes and gives
            if "\x00" in request.path or any("\x00" in one for _, given in request.GET.lists() for one in given):
                raise SuspiciousOperation("The address holds a NUL.")
            return page(request, *args, **named)

        return cast(View, asked)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Add the search."""
        return [path("search/", self.admin_view(self.search), name="search"), *super().get_urls()]

    def search(self, request: HttpRequest) -> HttpResponseBase:
        """Look for words in every list that the caller may see and that can be searched."""
        words = request.GET.get("q", "").strip()[:MAX_QUERY_CHARS].replace("\x00", "")
        found = list(self._found(request, words)) if words else []
        shown = {**self.each_context(request), "title": "Search", "words": words, "found": found}
        return TemplateResponse(request, "admin/search.html", shown)

    def _found(self, request: HttpRequest, words: str) -> Iterator[SearchHits]:
        for model, admin in self._registry.items():
            if admin.search_fields and admin.has_view_permission(request):
                rows = _search_rows(request, admin, words)
                if rows:
                    name = f"{model._meta.app_label}_{model._meta.model_name}"
                    listed = [
                        (reverse(f"{self.name}:{name}_change", args=[row.pk]), str(row))
                        for row in rows[:HITS_PER_MODEL]
                    ]
                    kind = str(model._meta.verbose_name_plural)
                    yield SearchHits(
                        kind, reverse(f"{self.name}:{name}_changelist"), listed, len(rows) > HITS_PER_MODEL
                    )


def _search_rows(request: HttpRequest, admin: "ModelAdmin[Any]", words: str) -> list[Any]:
    found, _ = admin.get_search_results(request, admin.get_queryset(request), words)
    return list(found[: HITS_PER_MODEL + 1])
