"""Admin site with a dashboard and a search over all searchable models."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from django.contrib.admin import AdminSite, ModelAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy
from django.views.generic import RedirectView

from kingdom.accounts.access import access_transaction
from kingdom.console.request_params import search_text
from kingdom.console.staff.admin_groups import grouped_apps
from kingdom.console.staff.dashboard import dashboard_context
from kingdom.console.staff.deletion_summary import deletion_without_links
from kingdom.console.staff.disclosure_page import disclosure_page
from kingdom.console.staff.django_words import AdminScriptWords
from kingdom.console.staff.navigation_cache import Navigation, NavigationCache
from kingdom.core.web.admin_base import ListedLookupAdmin

HITS_PER_MODEL = 5


class SearchHits(NamedTuple):
    """Search hits of one model: rows as (URL, label); ``more`` says that the list goes on at ``all_url``."""

    kind: str
    all_url: str
    rows: list[tuple[str, str]]
    more: bool


class AccessLockedAdmin(ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """A page that stores and deletes nothing for a request whose account or access has ended meanwhile.

    Django calls these in the transaction of the whole form, related rows included.
    """

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's
        """Store a row. Raises AccessEnded."""
        with access_transaction(exclusive=True):
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:  # noqa: ANN401 - Django's
        """Delete a row. Raises AccessEnded."""
        with access_transaction(exclusive=True):
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several rows. Raises AccessEnded."""
        with access_transaction(exclusive=True):
            super().delete_queryset(request, queryset)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[Any], Any, set[str], list[Any]]:  # noqa: ANN401 - Django's
        """Return what a deletion takes along, as its page lists it."""
        deleted, counts, missing, protected = super().get_deleted_objects(objs, request)
        return (*deletion_without_links(self.model, deleted, counts), missing, protected)


class KingdomAdminSite(AdminSite):
    """The admin, with a dashboard and a search."""

    site_header = "Kingdom"
    site_title = "Kingdom"
    index_title = gettext_lazy("Dashboard")
    index_template = "admin/dashboard.html"

    def __init__(self, name: str = "admin") -> None:
        """No list of models is made yet."""
        super().__init__(name)
        self._navigation = NavigationCache()

    def register(
        self,
        model_or_iterable: Any,  # noqa: ANN401 - Django's signature
        admin_class: "type[ModelAdmin[Any]] | None" = None,
        **options: object,
    ) -> None:
        """Register a page; those of other packages, too, answer no question that their filters do not ask."""
        page = admin_class or ModelAdmin
        bases = (page,) if issubclass(page, ListedLookupAdmin) else (ListedLookupAdmin, page)
        page = type(page.__name__, (AccessLockedAdmin, *bases), {"__module__": page.__module__})
        super().register(model_or_iterable, page, **options)
        self._navigation.clear()

    def unregister(self, model_or_iterable: Any) -> None:  # noqa: ANN401 - Django's signature
        """Take a page away, also from the list of models."""
        super().unregister(model_or_iterable)
        self._navigation.clear()

    def index(self, request: HttpRequest, extra_context: Mapping[str, Any] | None = None) -> TemplateResponse:
        """Show the dashboard above the list of models."""
        return super().index(request, {**dashboard_context(request.user), **(extra_context or {})})

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """Return the models that the caller may see by subject; the page of one app has its own alone."""
        if app_label is not None:
            return [dict(app) for app in super().get_app_list(request, app_label)]
        return self._navigation_of(request).apps

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return what each page shows; the sidebar's rows are rendered by those that show them."""
        return {**super().each_context(request), "sidebar_rows": partial(self._sidebar_rows, request)}

    def _navigation_of(self, request: HttpRequest) -> Navigation:
        listed = partial(super().get_app_list, request)
        return self._navigation.get(request.user, lambda: grouped_apps(listed()))

    def _sidebar_rows(self, request: HttpRequest) -> SafeString:
        return self._navigation_of(request).rows_at(request.path)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Add the search page, and send a change of the own password to the page that all users have."""
        own_password = path("password_change/", RedirectView.as_view(pattern_name="password-change"))
        words = path("disclosure/<str:label>/<str:object_id>/", self.admin_view(self.disclosure), name="disclosure")
        return [path("search/", self.admin_view(self.search), name="search"), own_password, words, *super().get_urls()]

    def i18n_javascript(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Return the words of the admin's scripts."""
        words: HttpResponse = AdminScriptWords.as_view()(request)  # type: ignore[assignment] # it never streams
        return words

    def disclosure(self, request: HttpRequest, label: str, object_id: str) -> HttpResponseBase:
        """Ask for the words of a user in one row, or show them."""
        return disclosure_page(request, label, object_id, self.each_context(request))

    def search(self, request: HttpRequest) -> HttpResponseBase:
        """Search every list that is searchable and visible to the caller."""
        query = search_text(request)
        hits = list(self._search_hits(request, query)) if query else []
        context = {**self.each_context(request), "title": gettext("Search"), "query": query, "hits": hits}
        return TemplateResponse(request, "admin/search.html", context)

    def _search_hits(self, request: HttpRequest, query: str) -> Iterator[SearchHits]:
        for model, admin in self._registry.items():
            if not admin.search_fields or not admin.has_view_permission(request):
                continue
            found, _ = admin.get_search_results(request, _with_related(admin, admin.get_queryset(request)), query)
            rows = list(found[: HITS_PER_MODEL + 1])
            if rows:
                name = f"{self.name}:{model._meta.app_label}_{model._meta.model_name}"
                links = [(reverse(f"{name}_change", args=[row.pk]), _hit_label(row)) for row in rows[:HITS_PER_MODEL]]
                kind = str(model._meta.verbose_name_plural)
                yield SearchHits(kind, reverse(f"{name}_changelist"), links, len(rows) > HITS_PER_MODEL)


def _with_related(page: "ModelAdmin[Any]", rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return rows with what their list reads along."""
    related = page.list_select_related
    return rows if isinstance(related, bool) or not related else rows.select_related(*related)


def _hit_label(row: Any) -> str:  # noqa: ANN401 - a row of any model
    """Return the text of a row, with the role of its specialist where the text has none."""
    specialist = getattr(row, "specialist", None) or getattr(getattr(row, "version", None), "specialist", None)
    role, text = str(getattr(specialist, "role", "")), str(row)
    return text if not role or role in text else f"{role}: {text}"
