"""Dashboard and search of the admin: permissions, escaping, constant query count."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.console.staff.dashboard import Plot, dashboard_context
from kingdom.core.clock import utc_now
from kingdom.core.statistics import wilson_interval
from kingdom.council.models import CreationCase
from kingdom.credentials.models import CredentialUse
from kingdom.ministers.models import GuardianReview
from kingdom.sessions.services import session_open
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_own_specialist, version_of
from tests.factories.rows import add_to_hour, plant
from tests.factories.specialists import client_of


@pytest.fixture
def worked(alice: User) -> None:
    """Some work on record, of people with awkward names."""
    alice.username = "<b>alice</b>"
    alice.save()
    for role in ("translator", "counter"):
        specialist = create_global_specialist(role)
        for _ in range(3):
            execution_record(
                session=session_open(user_id=alice.pk, input_text="hi", version_id=version_of(specialist).pk)
            )


@pytest.mark.usefixtures("worked")
def test_the_front_page_shows_sums_and_what_waits(
    carol: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(carol)
    with django_assert_max_num_queries(30):
        shown = client.get("/admin/").content.decode()
    for words in ("Executions <b>6</b>", "translator", "&lt;b&gt;alice&lt;/b&gt;", "Nothing is pending.", "<polyline"):
        assert words in shown
    assert (
        "style=" not in shown.partition("review dashboard")[2].partition("</section>")[0]
    )  # the content policy has no inline style


@pytest.mark.usefixtures("worked")
@pytest.mark.parametrize(("group", "sees"), [("auditor", True), ("", False)])
def test_figures_are_for_who_may_see_telemetry(group: str, sees: bool) -> None:
    member = User.objects.create_user("member", is_staff=True)
    if group:
        member.groups.add(Group.objects.get(name=group))
    assert ("Pending" in client_of(member).get("/admin/").content.decode()) is sees


def test_the_search_looks_where_the_caller_may(alice: User, carol: User) -> None:
    create_own_specialist(alice, "poem_writer")
    shown = client_of(carol).get("/admin/search/", {"q": "poem"}).content.decode()
    assert "poem_writer (unverified)" in shown
    member = User.objects.create_user("member", is_staff=True)
    assert "Nothing was found" in client_of(member).get("/admin/search/", {"q": "poem"}).content.decode()
    assert "Nothing was found" in client_of(carol).get("/admin/search/", {"q": "<script>"}).content.decode()
    assert client_of(alice).get("/admin/search/", {"q": "poem"}).status_code == 302


def test_a_hit_of_the_search_names_its_specialist(alice: User, carol: User) -> None:
    ran(alice, "invoice_reader", 2, 1)
    client = client_of(carol)
    client.get("/admin/search/", {"q": "invoice"})
    with CaptureQueriesContext(connection) as few:
        shown = client.get("/admin/search/", {"q": "invoice"}).content.decode()
    assert re.search(r">invoice_reader: success, \d{4}-\d\d-\d\d 00:30<", shown)
    assert re.search(r">invoice_reader: failure, \d{4}-\d\d-\d\d 00:30<", shown)
    assert re.search(r">invoice_reader: v1 [0-9a-f]{12}<", shown)
    assert ">invoice_reader (unverified)<" in shown
    for number in range(4):
        ran(alice, f"invoice_reader_{number}", 2, 1)
    with CaptureQueriesContext(connection) as many:
        client.get("/admin/search/", {"q": "invoice"})
    assert len(many) == len(few)


def ran(user: User, role: str, times: int, good: int, *, days_ago: int = 0) -> None:
    """Store executions with their hours: 200 ms, 30 tokens and 0.002 each."""
    version = version_of(create_own_specialist(user, role))
    for place in range(times):
        row = Execution.objects.create(
            version=version, user=user, routed="specialist", success=place < good, confidence=0.9, latency_ms=200,
            prompt_tokens=20, output_tokens=10, cost_micros=2_000,
        )  # fmt: skip
        noon = datetime.combine(utc_now().date() - timedelta(days=days_ago), time(0, 30), UTC)
        Execution.objects.filter(pk=row.pk).update(created_at=noon)
        row.refresh_from_db()
        add_to_hour(row)


def test_its_figures_are_those_of_the_tables(alice: User, bob: User, carol: User) -> None:
    ran(alice, "reader", 20, 18)
    ran(bob, "writer", 10, 4, days_ago=3)
    ran(bob, "old_one", 5, 5, days_ago=40)  # before the time that is shown
    shown = dashboard_context(carol)
    plots: dict[str, Plot] = {plot.title: plot for plot in shown["plots"]}
    assert plots["Executions"].figure == "30"
    assert plots["Success"].figure == f"{22 / 30:.1%} (at least {wilson_interval(22, 30).low:.1%})"
    assert plots["Mean time of an answer"].figure == "200 ms"
    assert (plots["Tokens"].figure, plots["Cost"].figure) == ("900", "0.06 USD")
    assert [bar.label.partition(": ")[2] for bar in plots["Executions"].bars][-4:] == ["10", "0", "0", "20"]
    rows = {row.name: row for row in [*shown["by_specialist"], *shown["by_user"]]}
    assert set(rows) == {"reader", "writer", "alice", "bob"}
    for name, runs, good in (("reader", 20, 18), ("alice", 20, 18), ("writer", 10, 4), ("bob", 10, 4)):
        low = wilson_interval(good, runs).low
        assert rows[name][1:4] == (str(runs), f"{good / runs:.1%}", f"{low:.1%}")
        assert rows[name][4:] == ("200 ms", str(30 * runs), f"{0.002 * runs:.2f} USD")


def test_what_waits_and_what_was_counted_are_those_of_the_tables(carol: User) -> None:
    for _ in range(3):
        plant(CredentialUse)
        plant(Approval)
    for verdict in ("BLOCKED", "BLOCKED", "APPROVED"):
        GuardianReview.objects.filter(pk=plant(GuardianReview).pk).update(
            verdict=verdict, needs_human=verdict == "APPROVED"
        )
    going, gone, old = plant(CreationCase), plant(CreationCase), plant(CreationCase)
    now = utc_now()
    CreationCase.objects.filter(pk=gone.pk).update(state="rejected", finished_at=now)
    CreationCase.objects.filter(pk=old.pk).update(state="rejected", finished_at=now - timedelta(days=40))
    shown = dashboard_context(carol)
    plots: dict[str, Plot] = {plot.title: plot for plot in shown["plots"]}
    assert (plots["Uses of credentials"].figure, plots["Blocked by the Guardian"].figure) == ("3", "2")
    assert (shown["pending"]["approvals"], shown["pending"]["guardian"]) == (
        [("tool", "Permission", 6)],
        1,
    )  # each case planted asks one, too
    assert [tuple(one) for one in shown["cases"].open] == [(going.state, "designing", 1)]
    assert [tuple(one) for one in shown["cases"].ended] == [("rejected", "rejected", 1)]


def test_the_front_page_reads_as_often_for_many_as_for_few(
    carol: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for place in range(12):
        user = plant(User)
        ran(user, f"role_{place}", 2, 1)
        Specialist.objects.filter(created_by=user).update(execution_count=50)
        plant(Approval)
        plant(CreationCase)
    with django_assert_max_num_queries(16):
        dashboard_context(carol)
