"""Owners pause, resume, delete and edit their own specialists; nobody else does, and nothing shared is touched."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import BadInput, Conflict
from kingdom.council.cases.services import case_edit
from kingdom.council.models import CreationCase
from kingdom.orchestrator.conversations.selectors import usable_specialists
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.status.version_release import version_release_check
from tests.factories import api_client, create_user
from tests.factories.council import spec
from tests.factories.specialists import client_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice(transactional_db: None) -> User:
    """The owner."""
    return create_user("alice")


@pytest.fixture
def hers(alice: User) -> Specialist:
    """Her specialist."""
    return specialist_register(spec=spec(), owner=alice, tests=[TestCase(input="a", expected_output={"answer": "A"})])


def _roles(user: User) -> list[str]:
    return [one.role for one in usable_specialists(user_id=user.pk, with_model=False)]


def test_its_owner_pauses_resumes_and_deletes_it(as_alice: APIClient, alice: User, hers: Specialist) -> None:
    url = f"/api/v1/specialists/{hers.pk}/"
    assert as_alice.post(f"{url}pause/").json()["status"] == "suspended"
    assert _roles(alice) == []
    assert as_alice.post(f"{url}resume/").json()["status"] == "unverified"
    assert _roles(alice) == ["iban_checker"]
    assert as_alice.post(f"{url}resume/").status_code == 409
    assert as_alice.delete(url).status_code == 204
    assert _roles(alice) == []
    kinds = StatusChange.objects.filter(specialist=hers).order_by("created_at").values_list("kind", "actor_name")
    assert list(kinds) == [("suspend", "alice"), ("restore", "alice"), ("deprecate", "alice")]


def test_nobody_else_does(as_bob: APIClient, hers: Specialist) -> None:
    url = f"/api/v1/specialists/{hers.pk}/"
    for client, status in ((as_bob, 404), (api_client(create_user("carol", staff=True)), 404), (APIClient(), 401)):
        assert client.post(f"{url}pause/").status_code == status
        assert client.delete(url).status_code == status
        assert client.post(f"{url}edit/", {"purpose": "Mine."}, format="json").status_code == status
    hers.refresh_from_db()
    assert hers.status == "unverified"


@pytest.fixture
def bob(transactional_db: None) -> User:
    """Another user."""
    return create_user("bob")


def test_what_is_shared_or_was_suspended_by_others_stays(as_alice: APIClient, hers: Specialist) -> None:
    Specialist.objects.filter(pk=hers.pk).update(status="suspended")
    assert as_alice.post(f"/api/v1/specialists/{hers.pk}/resume/").status_code == 409, "not paused by her"
    StatusChange.objects.create(
        specialist=hers, kind="promote", old_status="unverified", new_status="verified",
        old_scope="user", new_scope="global", actor_name="carol", reason="Good.", digest="",
    )  # fmt: skip
    assert as_alice.delete(f"/api/v1/specialists/{hers.pk}/").status_code == 409


def test_an_edit_is_a_new_version_through_the_council(as_alice: APIClient, alice: User, hers: Specialist) -> None:
    url = f"/api/v1/specialists/{hers.pk}/edit/"
    assert as_alice.post(url, {"purpose": "Checks IBANs."}, format="json").status_code == 400, "no change"
    stale = as_alice.post(url, {"purpose": "Checks IBANs of suppliers.", "digest": "0" * 64}, format="json")
    assert stale.status_code == 409
    opened = as_alice.post(url, {"purpose": "Checks IBANs of suppliers.", "examples": ["is this right"]}, format="json")
    assert opened.status_code == 201
    case = CreationCase.objects.get(pk=opened.json()["id"])
    assert (case.revises_id, case.state, case.user_id) == (hers.pk, "designing", alice.pk)
    assert case.supplied_proposal is not None
    assert case.supplied_proposal["spec"]["purpose"] == "Checks IBANs of suppliers."
    assert len(case.supplied_proposal["tests"]) == 1
    assert hers.versions.count() == 1, "nothing changes before the yes"


def test_an_edit_of_a_paused_one_says_that_it_is_paused(as_alice: APIClient, alice: User, hers: Specialist) -> None:
    url = f"/api/v1/specialists/{hers.pk}/"
    as_alice.post(f"{url}pause/")
    refused = as_alice.post(f"{url}edit/", {"purpose": "Checks IBANs of suppliers."}, format="json")
    assert refused.status_code == 409
    assert refused.json()["detail"] == "iban_checker is paused or suspended. Resume it first."
    hers.refresh_from_db()
    admin = create_user("dora", staff=True)
    with pytest.raises(Conflict, match="paused or suspended"):
        version_release_check(specialist=hers, spec=spec(purpose="Checks."), actor=admin)
    as_alice.post(f"{url}resume/")
    opened = as_alice.post(f"{url}edit/", {"purpose": "Checks IBANs of suppliers."}, format="json").json()
    with pytest.raises(BadInput, match="Reject it, then edit the specialist again"):
        case_edit(user_id=alice.pk, case_id=opened["id"], change_request="More.", channel="web")


def test_the_page_has_its_buttons(alice: User, hers: Specialist) -> None:
    page, url = client_of(alice), f"/specialists/{hers.pk}/"
    assert "Pause</button>" in page.get(url).content.decode()
    assert "Paused." in page.post(f"{url}do/", {"do": "pause"}, follow=True).content.decode()
    assert "Resume</button>" in page.get(url).content.decode()
    page.post(f"{url}do/", {"do": "resume"})
    edited = page.post(
        f"{url}do/", {"do": "edit", "purpose": "Checks more.", "examples": ["a", "b\r\nc"], "dna_rules": ""}
    )
    assert edited.headers["location"].startswith("/creations/")
    proposal = CreationCase.objects.get().supplied_proposal
    assert proposal is not None
    assert proposal["spec"]["examples"] == ["a", "b\nc"]
    assert 'value="delete" class="no" data-confirm=' in page.get(url).content.decode()
    deleted = page.post(f"{url}do/", {"do": "delete"}, follow=True)
    assert deleted.redirect_chain == [("/specialists/", 302)]
    assert url not in deleted.content.decode(), "it is not listed any more"


def test_the_page_offers_nothing_that_an_admin_decides(alice: User, hers: Specialist) -> None:
    for kind, status in (("promote", "verified"), ("demote", "unverified")):
        StatusChange.objects.create(
            specialist=hers, kind=kind, old_status=hers.status, new_status=status,
            old_scope="user", new_scope="user", actor_name="carol", reason="So.", digest="",
        )  # fmt: skip
    html = client_of(alice).get(f"/specialists/{hers.pk}/").content.decode()
    assert "Pause</button>" not in html
    assert "Delete</button>" not in html
    assert "See the proposal</button>" in html


def test_the_edit_form_keeps_what_is_not_changed_and_an_old_page_undoes_nothing(alice: User) -> None:
    table = "the mean of\na,b\n\n1,2"
    kept = specialist_register(
        spec=spec(purpose="Checks.", examples=(table, "another")),
        owner=alice,
        tests=[TestCase(input="a", expected_output={"answer": "A"})],
    )
    page, url = client_of(alice), f"/specialists/{kept.pk}/"
    assert kept.current_version is not None
    digest = kept.current_version.digest
    html = page.get(url).content.decode()
    assert f'name="digest" value="{digest}"' in html
    assert f">\n{table}</textarea>" in html
    rules = "\r\n".join(kept.current_version.spec["dna_rules"])
    fields = {"do": "edit", "purpose": "Checks.", "dna_rules": rules, "digest": digest}
    sent = {**fields, "examples": [table.replace("\n", "\r\n"), "another", ""]}
    assert "This changes nothing." in page.post(f"{url}do/", sent, follow=True).content.decode()
    old = page.post(f"{url}do/", {**sent, "purpose": "Checks more.", "digest": "0" * 64}, follow=True)
    assert "has another version now" in old.content.decode()
    assert not CreationCase.objects.exists()
    page.post(f"{url}do/", {**sent, "purpose": "Checks more."})
    proposal = CreationCase.objects.get().supplied_proposal
    assert proposal is not None
    assert (proposal["spec"]["purpose"], proposal["spec"]["examples"]) == ("Checks more.", [table, "another"])
