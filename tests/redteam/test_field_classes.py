"""Staff find no user's words: every model's owner fields × every door of the admin, the pages and the API.

A word that stands nowhere else is stored in each field of the class ``owner`` of each model, for Alice. No answer for
staff holds it, and no search, filter, order or lookup tells a right guess from a wrong one.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Group
from django.db import models
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django_celery_beat.models import PeriodicTask
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.field_classes import class_of_path, declared_classes, hidden_fields, is_closed_field, owner_id
from kingdom.core.web.admin_base import FieldClassAdmin
from tests.factories import api_client, create_user
from tests.factories.owned_rows import OWN_MODELS, WITH_WORDS, WORD, owned_row, owner_path
from tests.factories.rows import rows_of_module
from tests.rounds import LONG

GUESS = "zebraguessed"
LOOKUPS = ("exact", "regex", "icontains", "gt")
TOKEN = re.compile(r"\b(?:[A-Za-z0-9]{64}|[0-9a-f]{32})\b")  # of CSRF and of forms: new in each answer


@pytest.mark.parametrize("model", OWN_MODELS, ids=lambda model: model._meta.label)
def test_every_field_has_one_class(model: type[models.Model]) -> None:
    declared = declared_classes(model)
    assert declared is not None, "declare the classes of its fields beside the model"
    names = {one.name for one in model._meta.concrete_fields}
    assert set(declared.classes) <= names, "a declared field does not exist"
    open_fields = [one.name for one in model._meta.concrete_fields if not is_closed_field(one)]
    assert [name for name in open_fields if name not in declared.classes] == []


@pytest.mark.parametrize("model", WITH_WORDS, ids=lambda model: model._meta.label)
def test_every_model_with_words_names_their_owner(model: type[models.Model]) -> None:
    declared = declared_classes(model)
    assert declared is not None
    if model._meta.label in ("ministers.GuardianReview", "ministers.JudgeAnswer"):
        assert not declared.of, "about a text that is not stored with it"
        return
    found: type[models.Model] = model
    for name in declared.of.split("__"):
        field = found._meta.get_field(name)
        found = field.related_model if field.is_relation else User  # type: ignore[assignment] # resolved by now
    assert found is User


def test_every_page_of_an_own_model_obeys_the_classes() -> None:
    pages = {model: page for model, page in admin.site._registry.items() if model in OWN_MODELS and model is not User}
    assert [model for model, page in pages.items() if not isinstance(page, FieldClassAdmin)] == []
    for model, page in pages.items():
        named = [*page.list_display, *page.list_filter, *page.search_fields, *(page.ordering or ())]
        names = [name.lstrip("^=@-") for name in named if isinstance(name, str)]
        asks = [name for name in names if class_of_path(model, name) in ("owner", "sealed")]
        assert set(asks) <= {"shape", "webhook_url"}, (model, asks)  # shown for the organisation's rows


# --- the rows ---------------------------------------------------------------------------------------------------------


Rows = dict[type[models.Model], models.Model]


@pytest.fixture(scope="module")
def owner_and_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[User, Rows]]:
    """Alice and one row of each model with words, all hers."""
    with rows_of_module(django_db_blocker):
        owner = create_user("alice")
        yield owner, {model: owned_row(model, owner, owner_path(model)) for model in WITH_WORDS}


@pytest.fixture
def alice(owner_and_rows: tuple[User, Rows], db: None) -> User:
    """The owner of the rows."""
    return User.objects.get(pk=owner_and_rows[0].pk)


@pytest.fixture
def rows(owner_and_rows: tuple[User, Rows], db: None) -> Rows:
    """One row of each model with words, all Alice's."""
    return owner_and_rows[1]


@pytest.fixture
def staff(carol: User) -> Client:
    """A superuser's browser; a superuser has every permission and has opened nothing."""
    client = Client(raise_request_exception=False)
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page_of(model: type[models.Model], name: str, *args: object) -> str:
    label = model._meta
    return reverse(f"admin:{label.app_label}_{label.model_name}_{name}", args=[quote(str(one)) for one in args])


def body(answer: Any) -> str:  # noqa: ANN401 - a response
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode("utf-8", "replace")


def test_the_words_are_stored_and_are_alices(alice: User, rows: Rows) -> None:
    for model, row in rows.items():
        row.refresh_from_db()
        held = [name for name in hidden_fields(model, ("owner",)) if WORD in str(getattr(row, name))]
        assert held, model
        assert owner_id(row) == alice.pk or model._meta.label in ("ministers.GuardianReview", "ministers.JudgeAnswer")


# --- the doors --------------------------------------------------------------------------------------------------------


def test_the_name_of_a_row_holds_none(rows: Rows) -> None:
    assert [model for model, row in rows.items() if WORD in str(row)] == [], "it is in lists and in the admin's log"


@pytest.mark.usefixtures("rows")
def test_no_list_of_the_admin_shows_or_exports_them(staff: Client) -> None:
    found = []
    for model, page in admin.site._registry.items():
        listed = staff.get(page_of(model, "changelist"))
        assert listed.status_code == 200, model
        found += [(model, "list")] if WORD in body(listed) else []
        if "download" in (page.actions or ()):
            keys = [str(pk) for pk in model._default_manager.values_list("pk", flat=True)[:50]]
            sent = staff.post(page_of(model, "changelist"), {"action": "download", "_selected_action": keys})
            found += [(model, "export")] if WORD in body(sent) else []
    assert found == []


def test_no_page_of_a_row_shows_them(staff: Client, rows: Rows) -> None:
    found, shown = [], 0
    for model in admin.site._registry:
        for row in model._default_manager.all()[:5]:
            for name in ("change", "history", "delete"):
                answer = staff.get(page_of(model, name, row.pk))
                assert answer.status_code in (200, 403), (model, name)
                found += [(model, name)] if WORD in body(answer) else []
                shown += answer.status_code == 200
    assert found == []
    assert shown > 40
    reviewed = staff.get(reverse("admin:specialists_specialist_review", args=[create_first(rows)]))
    assert reviewed.status_code == 200
    assert WORD not in body(reviewed)


def create_first(rows: Rows) -> object:
    """Return the id of a specialist that answered a session with words."""
    session: Any = next(row for model, row in rows.items() if model._meta.label == "kingdom_sessions.Session")
    return session.version.specialist_id


def counted(answer: Any) -> object:  # noqa: ANN401 - a response
    """Return what a list tells: the number of rows and of hits."""
    page = (answer.context or {}).get("cl")
    return answer.status_code, page.result_count if page is not None else body(answer).count("<tr")


@pytest.mark.usefixtures("rows")
def test_no_search_tells_a_right_guess_from_a_wrong_one(staff: Client) -> None:
    found = []
    for model in admin.site._registry:
        wrong = counted(staff.get(page_of(model, "changelist"), {"q": GUESS}))
        for part in (WORD, WORD[:7]):
            right = counted(staff.get(page_of(model, "changelist"), {"q": part}))
            found += [(model, part)] if right != wrong else []
    assert found == []
    assert told_apart(staff, "/admin/search/") is False


def told_apart(client: Client | APIClient, address: str) -> bool:
    """Return whether a page answers a right guess otherwise than a wrong one, apart from quoting it."""
    right, wrong = (body(client.get(address, {"q": guess})) for guess in (WORD, GUESS))
    return TOKEN.sub("", right).replace(WORD, GUESS) != TOKEN.sub("", wrong)


@pytest.mark.usefixtures("rows")
def test_no_lookup_tells_a_right_guess_from_a_wrong_one(staff: Client) -> None:
    found = []
    for model in admin.site._registry:
        address = page_of(model, "changelist")
        for query in hidden_queries(model):
            answer = staff.get(address, {query: WORD})
            if answer.status_code not in (302, 400) and counted(answer) != counted(staff.get(address, {query: GUESS})):
                found.append((model, query))
    assert found == []


def hidden_queries(model: type[models.Model]) -> list[str]:
    """Return each hidden path with one lookup, in turn; with TEST_LONG, with all of them."""
    paths = enumerate(hidden_paths(model))
    return [
        f"{path}__{LOOKUPS[n]}" for at, path in paths for n in range(len(LOOKUPS)) if LONG or n == at % len(LOOKUPS)
    ]


def hidden_paths(model: type[models.Model]) -> Iterator[str]:
    """Yield the model's hidden fields, and those of the models that it refers to or that refer to it."""
    yield from hidden_fields(model)
    for field in model._meta.get_fields():
        related: Any = field.related_model
        if field.is_relation and related is not None and declared_classes(related) is not None:
            name = field.name if field.concrete else field.get_accessor_name() or ""  # type: ignore[union-attr] # the others are reverse
            yield from (f"{name.removesuffix('_set')}__{hidden}" for hidden in hidden_fields(related)[:1])


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_a_list_answers_no_other_lookup_than_those_of_its_filters(model: type[models.Model], carol: User) -> None:
    page = admin.site._registry[model]
    listed = {name for name in page.list_filter if isinstance(name, str)}
    refused = 0
    for path in [name for name in reachable_paths(model) if name not in listed]:
        for lookup in ("regex", "icontains", "startswith"):
            request = RequestFactory().get("/", {f"{path}__{lookup}": "a"})
            request.user = carol
            with pytest.raises(DisallowedModelAdminLookup):
                page.get_changelist_instance(request)
            refused += 1
    for path in listed:
        assert not page.lookup_allowed(f"{path}__regex", "a", RequestFactory().get("/")), path
    assert refused > 0


def reachable_paths(model: type[models.Model]) -> Iterator[str]:
    """Yield the model's fields, and those of the models that it refers to or that refer to it."""
    for field in model._meta.get_fields():
        if not field.is_relation:
            yield field.name
            continue
        yield from (f"{field.name}__{far.name}" for far in field.related_model._meta.concrete_fields)  # type: ignore[union-attr] # resolved by now


@pytest.mark.parametrize("model", [AccessAttempt, User, Group, PeriodicTask], ids=lambda model: model._meta.label)
def test_pages_of_other_packages_work_with_their_own_filters(model: type[models.Model], staff: Client) -> None:
    page = admin.site._registry[model]
    queries = [{name: "1"} for name in page.list_filter if isinstance(name, str) and not name.endswith("time")]
    queries += [{f"{page.date_hierarchy}__year": "2026"}] if page.date_hierarchy else []
    for query in [{}, *queries]:
        answer = staff.get(page_of(model, "changelist"), query)
        assert answer.status_code == 200, query


@pytest.mark.usefixtures("rows")
def test_no_list_is_sorted_by_them(staff: Client) -> None:
    sorted_lists = 0
    for model, page in admin.site._registry.items():
        address = page_of(model, "changelist")
        listed = staff.get(address)
        for number in range(1, 16) if "cl" in (listed.context or {}) else ():
            request = RequestFactory().get(address, {"o": str(number)})
            request.user = listed.wsgi_request.user
            sorted_lists += 1
            for name in page.get_changelist_instance(
                request
            ).queryset.query.order_by:  # rendering it takes ten times as long
                assert not isinstance(name, str) or class_of_path(model, name) not in ("owner", "sealed"), (model, name)
    assert sorted_lists > 400


def addresses(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
    """Yield the addresses without parameters."""
    for entry in resolver.url_patterns:
        address = prefix + str(entry.pattern).removeprefix("^").removesuffix("$")
        if isinstance(entry, URLResolver):
            yield from addresses(entry, address)
        elif isinstance(entry, URLPattern) and not set("<(\\") & set(address) and "events" not in address:
            yield address


@pytest.mark.usefixtures("rows")
def test_neither_pages_nor_the_api_show_them_to_staff(staff: Client, carol: User) -> None:
    program, found = api_client(carol), [one for one in addresses(get_resolver()) if "/logout" not in one]
    assert len(found) > 60
    shown = []
    for address in found:
        client: Client | APIClient = program if address.startswith("/api/") else staff
        shown += [address] if WORD in body(client.get(address)) else []
        shown += [f"{address}?q="] if may_read_q(address) and told_apart(client, address) else []
    assert shown == []


def may_read_q(address: str) -> bool:
    """Return whether to ask with ``?q=``: not the metrics, which always differ; forms and the schema with TEST_LONG."""
    return address != "/metrics" and (LONG or not (address.endswith("/add/") or address == "/api/schema/"))


def test_the_owner_reads_them(alice: User, rows: Rows) -> None:
    asked: Any = next(row for model, row in rows.items() if model._meta.label == "orchestrator.Conversation")
    assert WORD in str(api_client(alice).get(f"/api/v1/conversations/{asked.pk}/").json())
    notified = api_client(alice).get("/api/v1/notifications/").json()
    assert WORD in str(notified)
