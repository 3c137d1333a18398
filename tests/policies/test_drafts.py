"""Drafts of policies: a bound for each user, deletion by the author or staff, and an end for those nobody activates."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.errors import LostRace
from kingdom.events.models import DomainEvent
from kingdom.policies.models import Pattern
from kingdom.policies.services import policy_activate, policy_draft_delete, shipped_patterns_store
from kingdom.policies.tasks import policy_drafts_purge
from tests.factories import api_client

pytestmark = pytest.mark.django_db
URL = "/api/v1/policies/"
RULE = "notify me when a tool fails"


def drafted(client: APIClient) -> str:
    """Return the address of a new draft."""
    answer = client.post(URL, {"text": RULE}, format="json")
    assert answer.status_code == 201, answer.json()
    return f"{URL}{answer.json()['id']}/"


def deletions() -> list[tuple[int | None, str, str]]:
    """Return whose drafts were deleted, which, and by whom."""
    rows = DomainEvent.objects.filter(name="PolicyDraftDeleted").order_by("pk")
    return [(row.user_id, row.fields["policy"], row.fields["by"]) for row in rows]


def test_one_user_s_drafts_are_bounded(
    as_alice: APIClient, as_bob: APIClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"policy_drafts_per_user": 2})
    drafts = [drafted(as_alice), drafted(as_alice)]
    monkeypatch.setattr("kingdom.policies.services.policy_compile", lambda *_, **__: pytest.fail("a model was asked"))
    refused = as_alice.post(URL, {"text": RULE}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["detail"].startswith("2 of your policies wait for activation")
    monkeypatch.undo()
    drafted(as_bob)
    assert as_alice.delete(drafts[0]).status_code == 204
    drafted(as_alice)


def test_its_author_and_staff_with_the_right_delete_a_draft(
    as_alice: APIClient, as_bob: APIClient, alice: User, reviewer: User
) -> None:
    path, second = drafted(as_alice), drafted(as_alice)
    assert APIClient().delete(path).status_code == 401
    assert as_bob.delete(path).status_code == 404
    assert api_client(User.objects.create_user("dave", is_staff=True)).delete(path).status_code == 404
    assert (as_alice.get(path).status_code, deletions()) == (200, [])
    assert as_alice.delete(path).status_code == 204
    assert as_alice.delete(path).status_code == 404
    assert as_alice.get(path).status_code == 404
    assert api_client(reviewer).delete(second).status_code == 204
    ids = [one.removeprefix(URL).strip("/") for one in (path, second)]
    assert deletions() == [(alice.pk, ids[0], "author"), (alice.pk, ids[1], "staff")]


def test_what_was_active_once_stays(as_alice: APIClient, as_bob: APIClient, reviewer: User) -> None:
    """What fired names its policy."""
    path, as_reviewer = drafted(as_alice), api_client(reviewer)
    for move in ("activate", "deactivate"):
        as_reviewer.post(f"{path}{move}/")
        refused = as_alice.delete(path)
        assert (refused.status_code, refused.json()["code"]) == (409, "lost_race")
    Pattern.objects.filter(author__username="alice").update(state=Pattern.State.DRAFT)  # an edit in the admin
    assert as_alice.delete(path).status_code == 409
    everybodys = drafted(as_reviewer)
    as_reviewer.post(f"{everybodys}activate/")
    assert as_bob.get(everybodys).status_code == 200
    assert as_bob.delete(everybodys).status_code == 403
    assert deletions() == []


def test_a_draft_that_is_activated_at_the_same_moment_stays(
    as_alice: APIClient, alice: User, reviewer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    pattern_id = drafted(as_alice).removeprefix(URL).strip("/")
    pattern = Pattern.objects.get(pk=pattern_id)

    policy_activate(actor_id=reviewer.pk, pattern_id=pattern.pk)
    monkeypatch.setattr("kingdom.policies.services.pattern_visible", lambda **_: pattern)  # as it was before
    with pytest.raises(LostRace):
        policy_draft_delete(actor_id=alice.pk, pattern_id=pattern.pk)
    assert Pattern.objects.get(pk=pattern_id).state == "active"


def test_drafts_that_nobody_activates_end(as_alice: APIClient, alice: User, reviewer: User, settings: Settings) -> None:
    shipped_patterns_store()
    old, used, young = drafted(as_alice), drafted(as_alice), drafted(as_alice)
    api_client(reviewer).post(f"{used}activate/")
    days = settings.KINGDOM.policy_draft_days
    Pattern.objects.update(created_at=timezone.now() - timedelta(days=days + 1))
    Pattern.objects.filter(author=None).update(state=Pattern.State.DRAFT)  # an admin edits shipped ones
    Pattern.objects.filter(pk=young.removeprefix(URL).strip("/")).update(created_at=timezone.now())
    shipped = Pattern.objects.filter(author=None).count()
    for _ in range(2):
        policy_drafts_purge()
    assert [as_alice.get(path).status_code for path in (old, used, young)] == [404, 200, 200]
    assert Pattern.objects.filter(author=None).count() == shipped > 0
    assert deletions() == [(alice.pk, old.removeprefix(URL).strip("/"), "retention")]


def test_a_user_deletes_a_draft_on_the_page_of_rules(as_alice: APIClient, alice: User, bob: User) -> None:
    path = drafted(as_alice)
    remove = f"/rules/drafts/{path.removeprefix(URL).strip('/')}/remove/"
    page, other = Client(), Client()
    page.force_login(alice)
    other.force_login(bob)
    assert RULE in page.get("/rules/").content.decode()
    assert RULE not in other.get("/rules/").content.decode()
    assert other.post(remove).status_code == 404
    assert "/sign-in/" in Client().post(remove)["Location"]
    shown = page.post(remove, follow=True).content.decode()
    assert "Draft deleted." in shown
    assert RULE not in shown
    assert not Pattern.objects.filter(author=alice).exists()


def test_staff_delete_drafts_in_the_admin(as_alice: APIClient, alice: User, reviewer: User) -> None:
    unused, used = drafted(as_alice), drafted(as_alice)
    api_client(reviewer).post(f"{used}activate/")
    reviewer.user_permissions.add(*Permission.objects.filter(codename__in=("view_pattern", "change_pattern")))
    page = Client()
    page.force_login(reviewer)
    chosen = Pattern.objects.filter(author=alice).values_list("pk", flat=True)
    form = {"action": "delete_drafts", "_selected_action": [str(pk) for pk in chosen]}
    shown = page.post("/admin/policies/pattern/", form, follow=True).content.decode()
    assert "Only a draft that was never activated can be deleted" in shown
    assert [as_alice.get(path).status_code for path in (unused, used)] == [404, 200]
