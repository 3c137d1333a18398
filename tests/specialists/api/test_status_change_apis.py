"""REST API of evidence, test runs and status changes: contents and permissions."""

import pytest
from django.contrib.auth.models import Group
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.spec import TestCase
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories import agent_spec, api_client, version_of
from tests.factories.specialists import proven


@pytest.fixture
def hers(alice: User, monkeypatch: pytest.MonkeyPatch) -> Specialist:
    """Store Alice's specialist with the evidence for a promotion; tasks are not sent."""
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: None)
    return proven(
        specialist_register(
            spec=agent_spec("poem_writer"), owner=alice, tests=[TestCase(input="a", expected_output={})]
        )
    )


def url(specialist: Specialist, rest: str) -> str:
    return f"/api/v1/specialists/{specialist.pk}/{rest}/"


def test_the_owner_and_who_decides_see_the_evidence(
    hers: Specialist, as_alice: APIClient, bob: User, carol: User
) -> None:
    seen = as_alice.get(url(hers, "evidence")).json()
    assert (seen["executions"], seen["successes"], seen["ready"]) == (60, 58, True)
    assert {one["code"]: one["figure"] for one in seen["conditions"]}["executions"] == "60 executions (50 needed)"
    assert api_client(carol).get(url(hers, "evidence")).json()["digest"] == version_of(hers).digest
    for rest in ("evidence", "status-changes", "test-runs"):
        assert api_client(bob).get(url(hers, rest)).status_code == 404
        assert api_client(None).get(url(hers, rest)).status_code == 401


def test_staff_decide_and_nobody_else(hers: Specialist, as_alice: APIClient, bob: User, carol: User) -> None:
    said = {"kind": "promote", "reason": "Sound.", "digest": version_of(hers).digest}
    clerk = User.objects.create_user("clerk", is_staff=True)
    others = (as_alice, api_client(bob), api_client(None), api_client(clerk))
    assert [one.post(url(hers, "status-changes"), said, format="json").status_code for one in others] == [
        403,
        404,
        401,
        404,
    ]
    stale = api_client(carol).post(url(hers, "status-changes"), {**said, "digest": "0" * 64}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "lost_race")
    made = api_client(carol).post(url(hers, "status-changes"), said, format="json")
    assert (made.status_code, made.json()["new_status"], made.json()["actor_name"]) == (201, "verified", "carol")
    again = api_client(carol).post(url(hers, "status-changes"), said, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "illegal_move")
    assert [one["kind"] for one in as_alice.get(url(hers, "status-changes")).json()["results"]] == ["promote"]


def test_a_refusal_names_each_figure(hers: Specialist, carol: User) -> None:
    version_of(hers).telemetry.all().delete()
    refused = (
        api_client(carol)
        .post(url(hers, "status-changes"), {"kind": "promote", "reason": "Please."}, format="json")
        .json()
    )
    assert refused["code"] == "promotion_not_ready"
    assert {one["figure"] for one in refused["unmet"]} == {
        "0 executions (50 needed)", "success rate 0.0% (at least 90% needed)",
        "lower bound of the success rate 0.0% (at least 80% needed)",
        "no outcome to measure a confidence from"
    }  # fmt: skip


def test_tests_run_once_at_a_time_and_can_be_stopped(hers: Specialist, as_alice: APIClient, bob: User) -> None:
    run = as_alice.post(url(hers, "test-runs"))
    assert (run.status_code, run.json()["state"], run.json()["total"]) == (202, "queued", 1)
    assert as_alice.post(url(hers, "test-runs")).json()["id"] == run.json()["id"]
    one = url(hers, f"test-runs/{run.json()['id']}")
    assert api_client(bob).delete(one).status_code == 404
    assert as_alice.delete(one).json()["state"] == "cancelled"
    assert [each["state"] for each in as_alice.get(url(hers, "test-runs")).json()["results"]] == ["cancelled", "done"]


def test_the_groups_of_staff_are_there_and_do_what_their_name_says(hers: Specialist) -> None:
    said = {"kind": "suspend", "reason": "Let us look."}
    answers = {}
    for name in ("auditor", "operator", "reviewer"):
        member = User.objects.create_user(f"a_{name}", is_staff=True)
        member.groups.add(Group.objects.get(name=name))
        answers[name] = api_client(member).post(url(hers, "status-changes"), said, format="json").status_code
    assert answers == {"auditor": 404, "operator": 404, "reviewer": 201}
