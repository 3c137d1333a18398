"""The admin's list of models is made once for each set of rights and language, and follows both at once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client

from kingdom.accounts.models import User
from kingdom.console.staff.navigation_cache import MAX_KEPT, NavigationCache
from tests.factories.specialists import client_of

pytestmark = pytest.mark.django_db


def member(*rights: str, name: str = "member") -> User:
    """Return a member of staff with these rights, as a request reads it."""
    user, _ = User.objects.get_or_create(username=name, defaults={"is_staff": True})
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return User.objects.get(pk=user.pk)


def counted(made: list[int]) -> Callable[[], list[dict[str, Any]]]:
    def make() -> list[dict[str, Any]]:
        made.append(len(made))
        return [{"app_label": "a", "app_url": "/a/", "name": f"{len(made)}", "models": []}]

    return make


def test_the_same_rights_share_a_list_and_others_do_not() -> None:
    cache, made = NavigationCache(), list[int]()
    first = cache.get(member("view_budget"), counted(made))
    assert cache.get(member("view_budget", name="other"), counted(made)) is first
    assert cache.get(member("view_budget", "view_specialist"), counted(made)) is not first
    assert len(made) == 2
    for nobody in (AnonymousUser(), User(username="alice"), User(username="gone", is_staff=True, is_active=False)):
        cache.get(nobody, counted(made))
        cache.get(nobody, counted(made))
    assert len(made) == 8, "who is no staff has no list that is kept"
    cache.clear()
    cache.get(member("view_budget"), counted(made))
    assert len(made) == 9


def test_it_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    cache, made = NavigationCache(), list[int]()
    user = member()
    for number in range(2 * MAX_KEPT):
        monkeypatch.setattr(user, "get_all_permissions", lambda number=number: {f"a.right_{number}"})
        cache.get(user, counted(made))
    assert len(vars(cache)["_kept"]) <= MAX_KEPT


def test_the_sidebar_marks_the_page_that_is_shown_and_no_other(carol: User) -> None:
    client = client_of(carol)
    for path, name in (
        ("/admin/kingdom_sessions/budget/", "budget"),
        ("/admin/specialists/specialist/", "specialist"),
        ("/admin/specialists/specialistversion/", "specialistversion"),
        ("/admin/kingdom_sessions/budget/add/", "budget"),
        ("/admin/search/", ""),
    ):
        page = client.get(path).content.decode()
        sidebar = page.partition('id="nav-sidebar"')[2].partition("</nav>")[0]
        rows = re.findall(r'<tr class="([^"]*)">', sidebar)
        assert [row for row in rows if "current-model" in row] == ([f"current-model model-{name}"] if name else [])
        assert sidebar.count('aria-current="page"') == sidebar.count("current-app") == (1 if name else 0)
        assert len(rows) > 40
        if name:
            marked = sidebar[sidebar.index("current-app") :]
            assert "current-model" in marked.partition("</div>")[0], "the group is that of the model"
            assert f'<a aria-current="page" href="{path.removesuffix("add/")}"' in sidebar


def test_a_right_that_is_given_or_taken_shows_at_the_next_page() -> None:
    def sees_budgets() -> bool:
        return (
            "/admin/kingdom_sessions/budget/"
            in client_of(User.objects.get(username="member")).get("/admin/search/").content.decode()
        )

    member("view_specialist")
    assert not sees_budgets()
    member("view_specialist", "view_budget")
    assert sees_budgets()
    member("view_specialist")
    assert not sees_budgets()


def test_it_is_in_the_language_of_each_reader(carol: User) -> None:
    client: Client = client_of(carol)
    for language, word in (("en", "People and access"), ("de", "Menschen und Zugang"), ("en", "People and access")):
        User.objects.filter(pk=carol.pk).update(language=language)
        assert word in client.get("/admin/search/").content.decode()
