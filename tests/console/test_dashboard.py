"""The admin's front page and its search: for staff with the permission, escaped, with as many reads however much there is."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.sessions.services import session_open
from kingdom.specialists.telemetry_services import telemetry_record
from tests.cast import global_specialist, own_specialist, version_of


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def worked(alice: User) -> None:
    """Some work on record, of people with awkward names."""
    alice.username = "<b>alice</b>"
    alice.save()
    for role in ("translator", "counter"):
        specialist = global_specialist(role)
        for _ in range(3):
            telemetry_record(session=session_open(user_id=alice.pk, input_text="hi", version_id=version_of(specialist).pk))


@pytest.mark.usefixtures("worked")
def test_the_front_page_shows_sums_and_what_waits(carol: User, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    client = client_of(carol)
    with django_assert_max_num_queries(30):
        shown = client.get("/admin/").content.decode()
    for words in ("Executions <b>6</b>", "translator", "&lt;b&gt;alice&lt;/b&gt;", "Nothing waits.", "<polyline"):
        assert words in shown
    assert "style=" not in shown.partition("review dashboard")[2].partition("</section>")[0]  # the content policy has no inline style


@pytest.mark.usefixtures("worked")
@pytest.mark.parametrize(("group", "sees"), [("auditor", True), ("", False)])
def test_figures_are_for_who_may_see_telemetry(group: str, sees: bool) -> None:
    member = User.objects.create_user("member", is_staff=True)
    if group:
        member.groups.add(Group.objects.get(name=group))
    assert ("What waits" in client_of(member).get("/admin/").content.decode()) is sees


def test_the_search_looks_where_the_caller_may(alice: User, carol: User) -> None:
    own_specialist(alice, "poem_writer")
    shown = client_of(carol).get("/admin/search/", {"q": "poem"}).content.decode()
    assert "poem_writer (unverified)" in shown
    member = User.objects.create_user("member", is_staff=True)
    assert "Nothing was found" in client_of(member).get("/admin/search/", {"q": "poem"}).content.decode()
    assert "Nothing was found" in client_of(carol).get("/admin/search/", {"q": "<script>"}).content.decode()
    assert client_of(alice).get("/admin/search/", {"q": "poem"}).status_code == 302
