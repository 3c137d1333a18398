"""Every admin page: permissions, and a query count that does not grow with the rows."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.contrib.admin.widgets import FilteredSelectMultiple
from django.contrib.auth.models import Group
from django.db import connection, models
from django.test import Client, RequestFactory
from django.test.html import parse_html
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from kingdom.accounts.models import User
from kingdom.console.staff.admin_groups import GROUPS
from kingdom.core.web.admin_base import NamedSelectMultiple
from kingdom.orchestrator.models import RouteRecord
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_routed_message, create_user
from tests.factories.rows import plant, rows_of_module
from tests.factories.specialists import client_of
from tests.rounds import LONG, rounds

OWN = {
    "accounts",
    "approvals",
    "council",
    "credentials",
    "kingdom_sessions",
    "ministers",
    "orchestrator",
    "specialists",
    "tools",
}
Planted = dict[type[models.Model], models.Model]
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


def url(model: type[models.Model], page: str, *args: int | str | UUID) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=[quote(key) for key in args])


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_its_pages_open_and_its_list_reads_as_often_for_many_rows_as_for_two(
    carol: User, model: type[models.Model]
) -> None:
    client = client_of(carol)
    rows = [plant(model) for _ in range(2)]
    few = reads(client, model)
    rows += [plant(model) for _ in range(rounds(3, 10))]
    assert reads(client, model) == few
    for row in rows[:1]:
        page = client.get(url(model, "change", row.pk))
        assert page.status_code == 200
        assert "no-store" in page["Cache-Control"]


def reads(client: Client, model: type[models.Model]) -> int:
    client.get(url(model, "changelist"))
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url(model, "changelist")).status_code == 200
        return len(queries)


@pytest.fixture(scope="module")
def planted(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Planted]:
    """One row of each model."""
    with rows_of_module(django_db_blocker):
        yield {model: plant(model) for model in MODELS}


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["superuser", "reviewer", "operator", "auditor"])
def test_staff_get_what_they_may_see_and_nothing_else(role: str, planted: Planted) -> None:
    member = User.objects.create_user("member", is_staff=True, is_superuser=role == "superuser")
    if role != "superuser":
        member.groups.add(Group.objects.get(name=role))
    client, seen = client_of(member), set[str]()
    request = client.get("/admin/").wsgi_request
    request.user = member
    for number, model in enumerate(MODELS):
        row, label = planted[model], model._meta
        sees = member.has_perm(f"{label.app_label}.view_{label.model_name}")
        may_add = admin.site._registry[model].has_add_permission(request)
        for page in asked_pages(number + list(SEES).index(role)):
            args = (row.pk,) if page in ("change", "history") else ()
            may = may_add if page == "add" else sees
            assert client.get(url(model, page, *args)).status_code == (200 if may else 403), (label.label, page)
        seen |= {label.label} if sees else set()
    assert client.get("/admin/").status_code == client.get("/admin/search/?q=person").status_code == 200
    assert SEES[role] <= seen
    assert not seen & HIDDEN[role]


def asked_pages(turn: int) -> tuple[str, ...]:
    """Return one page of a model for a role, so that each page is asked for by one role; with TEST_LONG, all four."""
    pages = ("changelist", "change", "history", "add")
    return pages if LONG else (pages[turn % len(pages)],)


SEES = {
    "superuser": {model._meta.label for model in MODELS},
    "reviewer": {
        "specialists.Specialist",
        "specialists.Execution",
        "council.CreationCase",
        "tools.ToolReceipt",
        "ministers.GuardianReview",
    },
    "operator": {
        "specialists.Specialist",
        "kingdom_sessions.Budget",
        "providers.ModelPrice",
        "django_celery_beat.PeriodicTask",
        "credentials.CredentialUse",
    },
    "auditor": {
        "specialists.AuditFinding",
        "tools.ToolReceipt",
        "orchestrator.RouteRecord",
        "credentials.CredentialUse",
        "axes.AccessLog",
    },
}
HIDDEN = {
    "superuser": set[str](),
    "reviewer": {
        *("accounts.User", "auth.Group", "credentials.UserCredential", "kingdom_sessions.Budget"),
        "providers.ModelPrice",
    },
    "operator": {"accounts.User", "auth.Group"},
    "auditor": {"accounts.User", "auth.Group", "django_celery_beat.PeriodicTask"},
}


def test_who_is_no_staff_is_sent_to_sign_in(alice: User, planted: Planted) -> None:
    for client in (client_of(alice), Client()):
        for model, row in planted.items():
            for page, args in (("changelist", ()), ("change", (row.pk,)), ("add", ())):
                answer = client.get(url(model, page, *args))
                assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/admin/login/"), (
                    model,
                    page,
                )
        for path in ("/admin/", "/admin/search/?q=a"):
            assert client.get(path).status_code == 302


@pytest.mark.parametrize(
    "model", [model for model in MODELS if model._meta.app_label in OWN], ids=lambda model: model._meta.label
)
def test_rows_of_the_product_are_not_deleted_by_a_page(carol: User, model: type[models.Model]) -> None:
    deletable = {
        "approvals.PermissionRule",
        "approvals.NotificationSettings",
        "kingdom_sessions.Budget",
        "kingdom_sessions.SandboxLimitOverride",
    }
    deletable |= {"ministers.GuardianNeighbour", "approvals.PermissionDefault", "tools.AddedMcpServer"}
    row = plant(model)
    answer = client_of(carol).post(url(model, "delete", row.pk), {"post": "yes"})
    assert answer.status_code == (302 if model._meta.label in deletable else 403)
    assert model._base_manager.filter(pk=row.pk).exists() != (model._meta.label in deletable)


@pytest.mark.django_db
def test_floats_in_lists_are_rounded(client: Client, alice: User) -> None:
    client.force_login(create_user("root", staff=True))
    routed = create_routed_message(alice, create_global_specialist("right"))
    RouteRecord.objects.filter(pk=routed.route.pk).update(confidence=0.9499999999999998)
    html = client.get("/admin/orchestrator/routerecord/?o=4").content.decode()
    assert ">0.95<" in html
    assert "0.9499" not in html
    rated = Specialist.objects.filter(role="right")
    rated.update(execution_count=90, success_count=69, uncounted_count=0)
    html = client.get("/admin/specialists/specialist/").content.decode()
    assert ">0.7609<" in html  # of a field that the database computes
    assert "0.76086" not in html


def test_the_index_groups_every_model_by_subject_once(carol: User, rf: RequestFactory) -> None:
    request = rf.get("/admin/")
    request.user = carol
    groups = admin.site.get_app_list(request)
    shown = [model["object_name"] for group in groups for model in group["models"]]
    assert sorted(shown) == sorted(model.__name__ for model in MODELS)
    assert {group["name"] for group in groups} == set(GROUPS), "a new app needs a place in GROUPS"
    assert [app["app_label"] for app in admin.site.get_app_list(request, "accounts")] == ["accounts"]


def test_the_chooser_of_many_rows_is_as_django_renders_it() -> None:
    for choices, chosen in (
        ([(1, "<b>one"), (2, "two & 'three'"), ('a"b', "quoted")], ["2"]),
        ([("group", [(1, "in a group")])], ["1"]),
        ([], []),
    ):
        for stacked in (False, True):
            attrs = {"id": "id_x", "aria-describedby": "x_help", "required": True, "disabled": False}
            own, theirs = (
                widget("the <rows>", stacked, choices=choices).render("x", chosen, attrs)
                for widget in (NamedSelectMultiple, FilteredSelectMultiple)
            )
            assert parse_html(own) == parse_html(theirs)
