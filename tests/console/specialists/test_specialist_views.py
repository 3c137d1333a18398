"""Pages of specialists and usage: what each reader sees and may do."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.sessions.models import Budget
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.services import specialist_register, version_add
from kingdom.specialists.status.services import StatusDecision, status_change_create
from tests.factories import agent_spec, create_global_specialist, create_own_specialist
from tests.factories.sessions import finish_session
from tests.factories.specialists import proven
from tests.factories.workflows import HANDLER


@pytest.fixture
def mine(alice: User) -> Specialist:
    """Alice's, with a record."""
    made = specialist_register(
        spec=agent_spec("poem_writer", purpose="Writes <i>poems</i>."),
        owner=alice,
        tests=[TestCase(input="a", expected_output={})],
    )
    return proven(made)


def page_of(specialist: Specialist) -> str:
    return f"/specialists/{specialist.pk}/"


def test_the_list_has_one_s_own_and_everybody_s(as_alice: Client, bob: User, mine: Specialist) -> None:
    Specialist.objects.filter(pk=mine.pk).update(status="suspended")
    create_global_specialist("translator")
    create_own_specialist(bob, "secret_one")
    shown = as_alice.get("/specialists/").content.decode()
    assert shown.index("poem_writer") < shown.index("translator")
    assert "suspended" in shown
    assert "Writes &lt;i&gt;poems&lt;/i&gt;." in shown
    assert "secret_one" not in shown


def test_an_empty_list_shows_what_can_be_done_now_and_the_gallery_how_well(as_alice: Client) -> None:
    for number in range(7):
        create_global_specialist(f"counter_{number}", engine="handler", handler_code=HANDLER, examples=["count <b>"])
    create_global_specialist("translator", identity="writer")
    Specialist.objects.filter(role="counter_0").update(execution_count=100, success_count=94)
    shown = as_alice.get("/specialists/").content.decode()
    now = shown.split('id="now"')[1].split("</section>")[0]
    assert now.count('value="count &lt;b&gt;"') == 6
    keys = re.findall(r'name="key" value="([^"]+)"><button type="submit" name="content"', shown)
    assert len(keys) == len(set(keys)) == 13, "each form sends its example once, to a conversation of its own"
    recipes = shown.split('id="made"')[1].split("</section>")[0]
    assert recipes.count('name="recipe"') == len(shipped_recipes()) >= 20
    more = shown.split('id="more"')[1].split("</section>")[0]
    assert "translator" in more
    assert "An admin can turn one on." in more
    gallery = shown.split("<h2>Shared</h2>")[1]
    assert "Served 94 of 100 messages: at least 87.5% with 95 % confidence." in gallery
    assert gallery.count('name="fork_of"') == 8
    assert gallery.count('name="content"') == 7  # what needs a model is not tried without one


def test_review_is_linked_for_staff_alone(as_alice: Client, carol: User) -> None:
    shared = create_global_specialist("translator")
    link = f"/admin/specialists/specialist/{shared.pk}/review/"
    assert link not in as_alice.get(page_of(shared)).content.decode()
    client = Client()
    client.force_login(carol)
    assert link in client.get(page_of(shared)).content.decode()
    assert client.get(link).status_code == 200


def test_own_specialist_shows_its_way_to_verified(as_alice: Client, mine: Specialist, alice: User) -> None:
    specialist_register(spec=agent_spec("song_writer"), owner=alice)
    Specialist.objects.filter(pk=mine.pk).update(execution_count=60)
    shown = as_alice.get("/specialists/").content.decode()
    assert "50 of 50 distinct uses on the way to verified" in shown
    assert "0 of 50 distinct uses on the way to verified" in shown


def test_one_that_was_never_used_has_no_share_of_nothing(as_alice: Client, alice: User, mine: Specialist) -> None:
    unused = specialist_register(spec=agent_spec("song_writer"), owner=alice)
    shown = as_alice.get(page_of(unused)).content.decode()
    assert "Messages to this version: none yet." in shown
    assert "0 of 0" not in shown
    assert "were served; near-identical messages" in as_alice.get(page_of(mine)).content.decode()


def test_a_finding_shows_what_its_figures_are(as_alice: Client, alice: User, mine: Specialist) -> None:
    report = AuditReport.objects.create(kind="performance", slot=timezone.now(), finished_at=timezone.now())
    found = AuditFinding.objects.create(
        report=report, specialist=mine, code="error_cluster", key="a", level="warning", last_seen=timezone.now(),
        message="It failed.", figures={"error_code": "handler_timeout", "count": 5, "of": 50}, evidence=[],
    )  # fmt: skip
    shown = as_alice.get(f"/audits/{found.pk}/").content.decode()
    assert '<th scope="row">Runs with this error</th><td>5 of 50</td>' in shown
    assert ">of<" not in shown
    User.objects.filter(pk=alice.pk).update(language="de")
    assert "5 von 50" in as_alice.get(f"/audits/{found.pk}/").content.decode()


def test_the_list_reads_as_often_for_many_as_for_few(as_alice: Client, mine: Specialist, alice: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            as_alice.get("/specialists/")
        return len(context)

    Specialist.objects.filter(pk=mine.pk).update(execution_count=60)
    queries()  # what is cached is cached now
    few = queries()
    for number in range(8):
        specialist = create_own_specialist(alice, f"poet_{number}")
        Specialist.objects.filter(pk=specialist.pk).update(execution_count=50)
    assert queries() == few


def test_an_owner_sees_the_record_and_has_the_tests_run(
    as_alice: Client,
    mine: Specialist,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(28):
        shown = as_alice.get(page_of(mine)).content.decode()
    for words in ("60 executions (50 needed)", "24 of 24 passed", "it can not use the network", "Nothing yet."):
        assert words in shown
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: None)
    answer = as_alice.post(f"{page_of(mine)}do/", {"do": "run"}, follow=True).content.decode()
    assert "Tests are running: 0 of 1" in answer
    assert TestRun.objects.filter(state="queued").count() == 1
    refused = as_alice.post(f"{page_of(mine)}do/", {"do": "offer", "why": "Better."}, follow=True).content.decode()
    assert "is no fork" in refused


def test_others_see_what_it_is_and_how_it_stands_once_it_was_theirs(
    alice: User, bob: User, carol: User, mine: Specialist
) -> None:
    client = Client()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(page_of(mine)).status_code == 404
    for kind in (StatusChange.Kind.PROMOTE, StatusChange.Kind.SUSPEND):
        status_change_create(
            decision=StatusDecision(specialist_id=mine.pk, kind=kind, reason=f"Why {kind}.", actor=carol)
        )
        shown = client.get(page_of(mine)).content.decode()
        assert f"Why {kind}." in shown
        assert (">Fork</button>" in shown) is (kind == StatusChange.Kind.PROMOTE)
        for words in ("Evidence</h2>", "Versions", "Run the tests now", "Export"):
            assert words not in shown
    assert client.post(f"{page_of(mine)}do/", {"do": "run"}).status_code == 404


def test_what_its_owner_made_of_it_since_is_nobody_else_s(
    alice: User, bob: User, carol: User, mine: Specialist
) -> None:
    for kind in (StatusChange.Kind.PROMOTE, StatusChange.Kind.DEMOTE):
        status_change_create(
            decision=StatusDecision(specialist_id=mine.pk, kind=kind, reason=f"Why {kind}.", actor=carol)
        )
    mine.refresh_from_db()
    was = SpecialistVersion.objects.get(specialist=mine)
    secret = AgentSpec.model_validate(was.spec).model_copy(
        update={"purpose": "Counts what alice owes her sister.", "examples": ("My debts",)}
    )
    version_add(specialist=mine, spec=secret)
    status_change_create(
        decision=StatusDecision(
            specialist_id=mine.pk, kind=StatusChange.Kind.SUSPEND, reason="Her sister asked.", actor=carol
        )
    )
    for user, seen in ((alice, True), (bob, False)):
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        shown = client.get(page_of(mine)).content.decode()
        assert "Why demote." in shown
        for words in ("owes her sister", "My debts", "Her sister asked"):
            assert (words in shown) is seen, (user, words)


def test_usage_shows_today_against_its_bounds(as_alice: Client, alice: User) -> None:
    Budget.objects.create(scope="everybody", tokens=120, cost_micros=1_000_000)
    assert "Nothing yet." in as_alice.get("/usage/").content.decode()
    finish_session(alice)
    shown = as_alice.get("/usage/").content.decode()
    assert "Tokens: <strong>100</strong> of 120" in shown
    assert "83 % used" in shown
    assert "nearly used up" in shown
    assert "Cost: <strong>0.005 USD</strong> of 1.00 USD" in shown
    assert "Executions: <strong>0</strong> <span" in shown
    assert "1 session: 1 completed" in shown
    assert 'aria-label="Tokens by day, 100 in 30 days"' in shown
    assert shown.count("<rect") == 30
    assert "Executions by day" not in shown, "no plot without a value"


@pytest.mark.parametrize("path", ["/specialists/", "/usage/", "/specialists/00000000-0000-0000-0000-000000000000/"])
def test_who_is_not_signed_in_is_sent_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302
