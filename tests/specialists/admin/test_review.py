"""Admin review page, bulk status changes and CSV export: contents, permissions and numbers of queries."""

import csv
import io

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.contracts.spec import TestCase
from kingdom.sessions.services import session_open
from kingdom.specialists.evidence.review import specialist_review
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from tests.factories import agent_spec, create_own_specialist, version_of
from tests.factories.specialists import client_of, proven, review_page

LIST = "/admin/specialists/specialist/"


@pytest.fixture
def as_carol(carol: User) -> Client:
    """Sign in as the administrator."""
    return client_of(carol)


@pytest.fixture
def hers(alice: User) -> Specialist:
    """Store Alice's specialist with the evidence for a promotion."""
    return proven(
        specialist_register(
            spec=agent_spec("poem_writer", purpose="Writes <i>poems</i>."),
            owner=alice,
            tests=[TestCase(input="a", expected_output={})],
        )
    )


def test_the_page_shows_what_a_decision_needs(as_carol: Client, hers: Specialist) -> None:
    shown = as_carol.get(review_page(hers)).content.decode()
    for words in (
        "Writes &lt;i&gt;poems&lt;/i&gt;.",
        "60 executions (50 needed)",
        "They are of 1 user, whose workflows count with each item.",
        "24 of 24 passed",
        "none: it cannot use the network",
        "Never verified: everything is new",
    ):
        assert words in shown


@pytest.mark.parametrize("outcome", ["abandoned", "declined", "asked"])
def test_the_plot_of_stated_confidence_is_of_what_counts(hers: Specialist, carol: User, outcome: str) -> None:
    Execution.objects.bulk_create(
        Execution(version=version_of(hers), success=False, outcome=outcome, confidence=0.9, latency_ms=5)
        for _ in range(40)
    )
    shown = specialist_review(hers, decides=carol.pk).calibration
    assert shown is not None
    assert (shown.count, [(one.size, round(one.right, 3)) for one in shown.bins if one.size]) == (60, [(60, 0.967)])


def test_promotion_from_the_page(as_carol: Client, hers: Specialist) -> None:
    said = {"kind": "promote", "reason": "Sound.", "digest": version_of(hers).reviewed_digest}
    stale = as_carol.post(review_page(hers), {**said, "digest": "0" * 64})
    assert "has other tests or another version now" in stale.content.decode()
    assert as_carol.post(review_page(hers), said).status_code == 302
    hers.refresh_from_db()
    assert (hers.status, StatusChange.objects.get().actor_name) == ("verified", "carol")
    assert "promote by carol" in as_carol.get(review_page(hers)).content.decode()


def test_a_deprecation_from_the_page_may_name_a_successor(as_carol: Client, alice: User, hers: Specialist) -> None:
    better = create_own_specialist(alice, "better")
    said = {"kind": "deprecate", "reason": "There is a better one.", "digest": version_of(hers).reviewed_digest}
    assert "called worse" in as_carol.post(review_page(hers), {**said, "successor": "worse"}).content.decode()
    assert as_carol.post(review_page(hers), {**said, "successor": "better"}).status_code == 302
    assert StatusChange.objects.get().successor == better


def test_only_what_is_possible_is_offered(as_carol: Client, hers: Specialist) -> None:
    def offered() -> set[str]:
        html = as_carol.get(review_page(hers)).content.decode()
        return {kind for kind in ALLOWED_STATUS_CHANGES if f'<option value="{kind}"' in html}

    assert offered() == {"promote", "suspend", "deprecate"}
    as_carol.post(
        review_page(hers), {"kind": "suspend", "reason": "A look.", "digest": version_of(hers).reviewed_digest}
    )
    assert offered() == {"demote", "deprecate", "restore"}


def test_tests_are_run_from_the_page(as_carol: Client, hers: Specialist, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: None)
    assert as_carol.post(review_page(hers), {"run": "yes"}).status_code == 302
    assert TestRun.objects.filter(state="queued").count() == 1
    assert "Running: 0 of 1" in as_carol.get(review_page(hers)).content.decode()


@pytest.mark.parametrize(
    ("group", "sees", "decides"),
    [("reviewer", 200, 302), ("operator", 200, 403), ("auditor", 200, 403), ("", 302, 302)],
)
def test_who_may(hers: Specialist, group: str, sees: int, decides: int) -> None:
    member = User.objects.create_user("member", is_staff=bool(group))
    if group:
        member.groups.add(Group.objects.get(name=group))
    client = client_of(member)
    assert client.get(review_page(hers)).status_code == sees
    assert (
        client.post(
            review_page(hers), {"kind": "suspend", "reason": "Look.", "digest": version_of(hers).reviewed_digest}
        ).status_code
        == decides
    )
    hers.refresh_from_db()
    assert (hers.status == "suspended") == (group == "reviewer")


def test_a_decision_on_several_lists_its_effects_first(as_carol: Client, alice: User, hers: Specialist) -> None:
    other = create_own_specialist(alice, "other")
    session_open(user_id=alice.pk, input_text="Go on", version_id=version_of(other).pk)
    chosen = {"action": "suspend", "_selected_action": [str(hers.pk), str(other.pk)]}
    asked = as_carol.post(LIST, chosen).content.decode()
    assert "Effects:" in asked
    assert Specialist.objects.filter(status="suspended").count() == 0
    assert as_carol.post(LIST, {**chosen, "confirmed": "yes"}).status_code == 200  # the reason is missing
    done = as_carol.post(
        LIST, {**chosen, "confirmed": "yes", "reason": "A look at both."}, follow=True
    ).content.decode()
    assert "Done: poem_writer is suspended now." in done
    assert Specialist.objects.filter(status="suspended").count() == 2
    demoted = as_carol.post(LIST, {**chosen, "action": "demote", "confirmed": "yes", "reason": "Down."}, follow=True)
    assert "is unverified now" in demoted.content.decode()


def test_csv_holds_the_rows_and_no_formula(as_carol: Client, alice: User) -> None:
    create_own_specialist(alice, "adder")
    Specialist.objects.update(role="=cmd()")
    chosen = {"action": "download", "_selected_action": [str(Specialist.objects.get().pk)]}
    answer = as_carol.post(LIST, chosen)
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))  # type: ignore[attr-defined]
    assert [(row["role"], row["created_by"], row["status"]) for row in rows] == [("'=cmd()", "alice", "unverified")]


def test_csv_has_all_columns_and_no_marks_of_the_page(as_carol: Client, alice: User) -> None:
    poet = proven(create_own_specialist(alice, "poem_writer"), 2, 1)
    Execution.objects.update(error_code="model_unavailable")
    for path, row, expected in (
        (LIST, poet, {"role": "poem_writer", "builtin": "False", "uncounted_count": "0", "execution_count": "0"}),
        (
            "/admin/specialists/execution/",
            Execution.objects.all()[:1].get(),
            {"role": "poem_writer", "error_code": "model_unavailable", "routed": "specialist", "feedback": ""},
        ),
    ):
        answer = as_carol.post(path, {"action": "download", "_selected_action": [str(row.pk)]})
        text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
        (found,) = csv.DictReader(io.StringIO(text))
        assert {name: found[name] for name in expected} == expected
        assert "<" not in text
        assert "review" not in found


@pytest.mark.parametrize(
    "model", ["specialist", "specialistversion", "execution", "statuschange", "testrun", "auditreport", "auditfinding"]
)
def test_a_list_reads_as_often_with_many_rows_as_with_few(
    as_carol: Client, alice: User, carol: User, model: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for place in range(12):
        proven(create_own_specialist(alice, f"role_{place}"), 2, 1)
    with django_assert_max_num_queries(12):
        assert as_carol.get(f"/admin/specialists/{model}/").status_code == 200


def test_the_review_page_reads_as_often_with_much_history(
    as_carol: Client, hers: Specialist, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    proven(hers, 300, 20)
    with django_assert_max_num_queries(26):
        assert as_carol.get(review_page(hers)).status_code == 200


def test_staff_of_no_group_sees_no_review(hers: Specialist) -> None:
    member = User.objects.create_user("member", is_staff=True)
    assert client_of(member).get(review_page(hers)).status_code == 403, "like the list of specialists"
    assert client_of(member).get("/admin/specialists/specialist/").status_code == 403


def test_the_review_shows_the_tests_and_other_tests_void_it(as_carol: Client, hers: Specialist) -> None:
    page = as_carol.get(review_page(hers)).content.decode()
    assert "1 test, which this review is bound to" in page
    assert "<code>a</code> → <code>{}</code> <small>(json_subset, normal)" in page
    version = version_of(hers)
    version.tests = [{**version.tests[0], "expected_output": {"n": 8}}]  # a suite that somebody changed
    stale = {"kind": "promote", "reason": "Sound.", "digest": version.reviewed_digest}
    assert "has other tests or another version now" in as_carol.post(review_page(hers), stale).content.decode()
    hers.refresh_from_db()
    assert hers.status == "unverified"
