"""The admin's list of models, made once for each set of rights and language: every page of the admin shows it."""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

MAX_KEPT = 100  # sets of rights in two languages; a list takes about 60 kB
Apps = list[dict[str, Any]]


class Navigation(NamedTuple):
    """The groups of models, and the rows of the sidebar without a mark of the page that is shown."""

    apps: Apps
    rows: SafeString

    def rows_at(self, path: str) -> SafeString:
        """Return the rows with the marks of the model whose page is shown, as Django's template makes them."""
        models = [model for app in self.apps for model in app["models"] if model["admin_url"]]
        shown = next((str(model["admin_url"]) for model in models if path.startswith(str(model["admin_url"]))), "")
        link = self.rows.find(f'<a href="{shown}"') if shown else -1
        if link < 0:
            return self.rows
        group, row = self.rows.rfind('<div class="', 0, link), self.rows.rfind('<tr class="', 0, link)
        marks = ((group, '<div class="', "current-app "), (row, '<tr class="', "current-model "))
        rows = f'{self.rows[:link]}<a aria-current="page"{self.rows[link + len("<a") :]}'
        for place, begin, mark in sorted(marks, reverse=True):
            rows = f"{rows[: place + len(begin)]}{mark}{rows[place + len(begin) :]}"
        return mark_safe(rows)  # noqa: S308 - what a template rendered, with constants


class NavigationCache:
    """Keeps the lists in this process. Nobody may change one.

    What a list holds depends on the caller's rights and language alone: the pages ask for nothing else. A right that is
    given or taken is another key at the next request, since the rights are read for each request.
    """

    def __init__(self) -> None:
        """Nothing is kept yet."""
        self._kept: dict[Hashable, Navigation] = {}

    def get(self, user: Any, make: Callable[[], Apps]) -> Navigation:  # noqa: ANN401 - of any backend, or nobody
        """Return the list of a user, by ``make()`` the first time."""
        if not user.is_active or not user.is_staff:
            return _navigation(make())
        key = (get_language(), "all" if user.is_superuser else frozenset(user.get_all_permissions()))
        if key not in self._kept:
            if len(self._kept) >= MAX_KEPT:
                self.clear()
            self._kept[key] = _navigation(make())
        return self._kept[key]

    def clear(self) -> None:
        """Forget all lists."""
        self._kept = {}


def _navigation(apps: Apps) -> Navigation:
    return Navigation(apps, render_to_string("admin/app_list.html", {"app_list": apps, "show_changelinks": False}))
