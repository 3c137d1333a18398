"""Recordings over the API and on the owner's page: only the owner agrees to one, sees it, and deletes it."""

import pytest
from django.db import Error, transaction
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.sessions.models import Cassette, Session
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.test_run import TestRun, TrainingResult
from kingdom.specialists.registry.services import specialist_register
from tests.factories import api_client, create_own_specialist, version_of
from tests.factories.sms_provider import sms_spec
from tests.factories.specialists import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sender(alice: User) -> Specialist:
    """Alice's own specialist that sends."""
    return specialist_register(spec=sms_spec("https://api.sms.example"), owner=alice)


def path_of(specialist: Specialist) -> str:
    return f"/api/v1/specialists/{specialist.pk}/cassettes/"


def test_its_owner_agrees_sees_and_withdraws(alice: User, sender: Specialist) -> None:
    client, path = api_client(alice), path_of(sender)
    assert client.post(path, {"consent": False}, format="json").status_code == 400
    assert client.post(path, {}, format="json").status_code == 400
    assert not Cassette.objects.exists()
    made = client.post(path, {"consent": True}, format="json")
    assert (made.status_code, made.json()["state"], made.json()["version"]) == (201, "recording", 1)
    assert client.post(path, {"consent": True}, format="json").json()["id"] == made.json()["id"]
    (shown,) = client.get(path).json()
    assert (shown["id"], shown["exchanges"]) == (made.json()["id"], [])
    assert client.delete(f"{path}{shown['id']}/").status_code == 204
    assert client.delete(f"{path}{shown['id']}/").status_code == 404
    assert not Cassette.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("bob", 404), ("carol", 404), ("", 401)])
def test_nobody_else_may(
    who: str, status: int, alice: User, sender: Specialist, request: pytest.FixtureRequest
) -> None:
    cassette = Cassette.objects.create(version=version_of(sender), user=alice)
    client: APIClient = api_client(request.getfixturevalue(who) if who else None)
    assert client.get(path_of(sender)).status_code == status
    assert client.post(path_of(sender), {"consent": True}, format="json").status_code == status
    assert client.delete(f"{path_of(sender)}{cassette.pk}/").status_code == status
    assert Cassette.objects.get() == cassette


def test_what_sends_nothing_is_not_recorded(alice: User) -> None:
    refused = api_client(alice).post(path_of(create_own_specialist(alice)), {"consent": True}, format="json")
    assert (refused.status_code, "sends nothing" in refused.json()["detail"]) == (409, True)


def test_a_verified_one_is_not_recorded(alice: User, sender: Specialist) -> None:
    Specialist.objects.filter(pk=sender.pk).update(status=Specialist.Status.VERIFIED)
    refused = api_client(alice).post(path_of(sender), {"consent": True}, format="json")
    assert (refused.status_code, "only uses of an unverified" in refused.json()["detail"]) == (409, True)
    assert not Cassette.objects.exists()
    page = client_of(alice).get(f"/specialists/{sender.pk}/").content.decode()
    assert "record my next use" not in page, "the page offers what is refused"
    assert "only uses of an unverified specialist are recorded" in page


def test_the_owners_page_offers_it(alice: User, sender: Specialist) -> None:
    client: Client = client_of(alice)
    page = f"/specialists/{sender.pk}/"
    shown = client.get(page).content.decode()
    assert "I agree: record my next use" in shown
    assert "its owner records one supervised use on its page" in shown
    client.post(f"{page}do/", {"do": "record"})
    assert "A recording waits for your next use" in client.get(page).content.decode()
    done = [Cassette(version=version_of(sender), user=alice, state=Cassette.State.RECORDED) for _ in range(25)]
    Cassette.objects.bulk_create(done)
    client.post(f"{page}do/", {"do": "forget-recordings"})
    assert not Cassette.objects.exists(), "all of them, not the newest"


def test_what_tests_answered_goes_with_the_recording(alice: User, sender: Specialist) -> None:
    version = version_of(sender)
    cassette = Cassette.objects.create(version=version, user=alice, state=Cassette.State.RECORDED)
    trial = Session.objects.create(
        user=alice, version=version, purpose="trial", input_text="secret words", trace_id="t", task_name="trial"
    )
    results = {"cases": [{"answer": "secret words"}], "summary": {"total": 1}}
    run = TestRun.objects.create(version=version, cassette=cassette, state="done", results=results, passed=1, total=1)
    TrainingResult.objects.create(
        training_id=run.pk, version=version, number=0, session=trial, cassette=cassette, result=results
    )
    details = {**results, "failures": ["secret words"], "cassette": str(cassette.pk)}
    case = CreationCase.objects.create(user=alice, request="x", training_results=details)
    StageVerdict.objects.create(
        case=case, stage="train", round=1, inputs_digest="d", verdict="passed", reason="", details=details
    )
    assert api_client(alice).delete(f"{path_of(sender)}{cassette.pk}/").status_code == 204
    run.refresh_from_db()
    assert (run.results, run.passed, run.cassette) == ({"summary": {"total": 1}}, 1, None)
    assert not Session.objects.exists()
    assert not TrainingResult.objects.exists()
    kept = [CreationCase.objects.get().training_results, StageVerdict.objects.get().details]
    assert kept == [{"summary": {"total": 1}, "cassette": str(cassette.pk)}] * 2
    with pytest.raises(Error, match="never change"), transaction.atomic():
        StageVerdict.objects.update(verdict="rejected")
