"""Specialists in training: for nobody but their trainer, until they are released as they are."""

import uuid
from datetime import timedelta

import numpy as np
import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.hashing import HashingEmbedder
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.orchestrator.conversations.override_services import route_override
from kingdom.orchestrator.conversations.selectors import roles_without_model
from kingdom.orchestrator.conversations.services import conversation_create, message_post
from kingdom.routing.candidates import candidates_near
from kingdom.routing.embeddings.services import space_rebuild, specialist_embed
from kingdom.routing.models import AgentEmbedding
from kingdom.sessions.models import Session
from kingdom.sessions.trials.trial_sessions import trial_open
from kingdom.specialists.evidence.executions import counters_verify
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.registry.drafts import (
    DELETE_BATCH,
    draft_register,
    draft_release,
    drafts_delete,
    version_mock_trained_set,
)
from kingdom.specialists.registry.selectors import specialist_get, specialists_visible
from kingdom.specialists.registry.services import specialist_register
from tests.factories import api_client, create_global_specialist, create_routed_message
from tests.factories.training import SUITE, cases_of, draft_of, spec

pytestmark = pytest.mark.django_db
LATER = timedelta(days=1)


@pytest.fixture
def alice(db: None) -> User:
    """She has something trained; here no thread has to see it."""
    return User.objects.create_superuser(username=f"alice-{uuid.uuid4().hex[:8]}", password="correct horse battery")


def test_a_draft_is_the_real_thing_and_no_specialist(alice: User) -> None:
    version = draft_of(alice)
    draft = version.specialist
    assert (draft.draft, draft.status, draft.scope, draft.current_version_id) == (
        True,
        "unverified",
        "user",
        version.pk,
    )
    assert (version.digest, version.spec, len(version.tests)) == (
        spec().digest(),
        spec().model_dump(mode="json"),
        len(SUITE),
    )

    assert not Specialist.objects.exists()
    assert not specialists_visible(user_id=alice.pk).exists()
    assert not alice.specialists.exists()
    assert roles_without_model(user_id=alice.pk) == []
    with pytest.raises(NotFound):
        specialist_get(user_id=alice.pk, pk=draft.pk)
    assert counters_verify() == []


def test_no_door_of_the_product_shows_it(alice: User) -> None:
    draft = draft_of(alice).specialist
    client = api_client(alice)
    assert client.get("/api/v1/specialists/").json()["results"] == []
    assert client.get(f"/api/v1/specialists/{draft.pk}/").status_code == 404
    client.force_login(alice)
    for page in ("/admin/specialists/specialist/", "/admin/specialists/specialistversion/"):
        assert "adder" not in client.get(page).content.decode()


def test_nobody_is_routed_to_it(alice: User) -> None:
    embedder = HashingEmbedder()
    draft = draft_of(alice, examples=("add 2 and 3",)).specialist
    assert space_rebuild(embedder=embedder)["specialists"] == 0
    assert specialist_embed(specialist_id=draft.pk, embedder=embedder) > 0, "just before it is released"
    (vector,) = embedder.embed(["add 2 and 3"], "query")
    found = candidates_near(
        vector=np.asarray(vector), space=embedder.space, user_id=alice.pk, suggested=[str(draft.pk)]
    )
    assert found.found == []
    draft_release(specialist=draft)
    found = candidates_near(vector=np.asarray(vector), space=embedder.space, user_id=alice.pk)
    assert [one.role for one in found.found] == ["adder"]
    assert not AgentEmbedding.objects.filter(shared=True).exists()


def test_nobody_can_choose_it(alice: User) -> None:
    draft = draft_of(alice).specialist
    asked = create_routed_message(alice, create_global_specialist("poet"))
    for name in (str(draft.pk), "adder"):
        with pytest.raises(NotFound):
            route_override(user_id=alice.pk, route_id=asked.route.pk, specialist=name)


def test_release_keeps_row_version_and_digest(alice: User) -> None:
    version = draft_of(alice)
    released = draft_release(specialist=version.specialist)
    assert (released.pk, released.draft, released.current_version_id) == (version.specialist_id, False, version.pk)
    assert SpecialistVersion.objects.get().digest == version.digest
    assert specialists_visible(user_id=alice.pk).get() == released
    with pytest.raises(LostRace):
        draft_release(specialist=version.specialist)


def test_a_role_may_be_taken_until_the_release(alice: User) -> None:
    version = draft_of(alice)
    specialist_register(spec=spec(purpose="Adds, too."), owner=alice)
    draft_of(alice, purpose="Adds in another way.")
    with pytest.raises(Conflict, match="Choose another name"):
        draft_release(specialist=version.specialist)
    assert Specialist.everything.get(pk=version.specialist_id).draft


def test_the_same_draft_is_made_once(alice: User) -> None:
    first = draft_of(alice)
    assert draft_of(alice).pk == first.pk
    assert draft_of(alice, purpose="Adds more.").pk != first.pk
    assert draft_register(spec=spec(), owner=alice, tests=cases_of(SUITE[0])).pk != first.pk
    bob = User.objects.create_user(username="bob")
    assert draft_of(bob).pk != first.pk
    draft_release(specialist=first.specialist)
    assert draft_of(alice).pk != first.pk


@pytest.mark.parametrize("changes", [{"status": "verified"}, {"scope": "global"}, {"builtin": True}])
def test_the_database_knows_no_draft_with_rights(alice: User, changes: dict[str, object]) -> None:
    draft = draft_of(alice).specialist
    with pytest.raises(IntegrityError), transaction.atomic():
        Specialist.everything.filter(pk=draft.pk).update(**changes)


def test_what_it_was_trained_on_is_written_on_the_version(alice: User) -> None:
    version = draft_of(alice)
    for mock in (True, False, True):
        version_mock_trained_set(version_id=version.pk, mock=mock)
        version.refresh_from_db()
        assert version.mock_trained == mock


def test_old_drafts_go_with_their_trials(alice: User) -> None:
    kept, gone = draft_of(alice), draft_of(alice, purpose="Adds no more.")
    real = specialist_register(spec=spec(role="other"), owner=alice)
    for version in (kept, gone):
        session, _ = trial_open(user_id=alice.pk, version_id=version.pk, text="2 and 3")
        TrainingResult.objects.create(training_id=uuid.uuid4(), version=version, number=0, session=session, result={})
    now = timezone.now()
    assert drafts_delete(older_than=now - LATER) == 0, "they are not old"
    assert drafts_delete(older_than=now + LATER, keep=[kept.pk]) == 1
    assert drafts_delete(older_than=now + LATER, keep=[kept.specialist_id]) == 0
    assert set(Specialist.everything.all()) == {kept.specialist, real}
    assert Session.objects.get().version_id == TrainingResult.objects.get().version_id == kept.pk
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # the guard of versions judges at commit


def test_a_draft_that_is_released_meanwhile_stays(alice: User) -> None:
    version = draft_of(alice)
    draft_release(specialist=version.specialist)
    assert drafts_delete(older_than=timezone.now() + LATER) == 0
    assert Specialist.objects.count() == 1


def test_cleaning_up_is_bounded(alice: User) -> None:
    for number in range(DELETE_BATCH + 1):
        draft_of(alice, purpose=f"Adds {number}.")
    assert [drafts_delete(older_than=timezone.now() + LATER) for _ in range(3)] == [DELETE_BATCH, 1, 0]


def test_a_message_is_work_and_a_trial_is_none(alice: User) -> None:
    posted = message_post(user_id=alice.pk, conversation_id=conversation_create(user_id=alice.pk).pk, content="2 and 3")
    session, lease = trial_open(user_id=alice.pk, version_id=draft_of(alice).pk, text="2 and 3")
    assert Session.objects.get(pk=posted.session_id).purpose == "task"
    assert (session.purpose, session.conversation_id, session.task_name, session.lease_owner) == (
        "trial",
        None,
        "",
        lease.owner,
    )
