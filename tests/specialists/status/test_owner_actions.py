"""Owners pause, resume, delete and edit their own specialists; nobody else does, and nothing shared is touched."""

import uuid

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import BadInput, Conflict
from kingdom.council.cases.services import case_edit
from kingdom.council.models import CreationCase
from kingdom.council.stages.design.similar_specialists import roles_taken
from kingdom.orchestrator.conversations.selectors import usable_specialists
from kingdom.specialists.models.specialist import RoleReservation, Specialist, SpecialistRename
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.services import specialist_register, version_add
from kingdom.specialists.status.owner_actions import is_paused
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


def test_one_without_an_owner_is_not_paused_by_its_owner(hers: Specialist) -> None:
    Specialist.objects.filter(pk=hers.pk).update(created_by=None, builtin=True, status="suspended")
    hers.refresh_from_db()
    suspended = StatusChange.objects.create(
        specialist=hers, kind="suspend", old_status="unverified", new_status="suspended",
        old_scope="user", new_scope="user", actor_name="auditor", reason="It fails.", digest="", automatic=True,
    )  # fmt: skip
    assert (suspended.actor_id, hers.created_by_id) == (None, None)
    assert not is_paused(hers)


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
    assert hers.versions.count() == 1, "nothing changes before the approval"


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


def _renamed(client: APIClient, specialist: Specialist, role: str) -> tuple[int, str]:
    answer = client.post(f"/api/v1/specialists/{specialist.pk}/rename/", {"role": role}, format="json")
    return answer.status_code, answer.json().get("role", answer.json().get("detail", ""))


def test_its_owner_renames_it_and_all_else_stays(as_alice: APIClient, alice: User, hers: Specialist) -> None:
    before = hers.current_version
    assert before is not None
    assert _renamed(as_alice, hers, "supplier_checker") == (200, "supplier_checker")
    assert _renamed(as_alice, hers, "supplier_checker") == (200, "supplier_checker")
    hers.refresh_from_db()
    assert (hers.role, hers.version_role, hers.current_version) == ("supplier_checker", "iban_checker", before)
    assert _roles(alice) == ["supplier_checker"]
    changes = SpecialistRename.objects.values_list("old_role", "new_role")
    assert list(changes) == [("iban_checker", "supplier_checker")]
    added = version_add(specialist=hers, spec=spec(purpose="Checks IBANs of suppliers."))
    hers.refresh_from_db()
    assert (hers.role, hers.current_version) == ("supplier_checker", added), "a new version keeps the name"
    with pytest.raises(Conflict, match="was called iban_checker before"):
        specialist_register(spec=spec(), owner=alice)
    assert "iban_checker" in roles_taken(alice.pk)
    assert _renamed(as_alice, hers, "iban_checker") == (200, "iban_checker"), "and back"


@pytest.mark.parametrize("role", ["", "Two words", "a__b", "a_", "research", "1a", "coder_helper", "a" * 62])
def test_a_name_has_its_form(as_alice: APIClient, hers: Specialist, role: str) -> None:
    assert _renamed(as_alice, hers, role)[0] == 400
    hers.refresh_from_db()
    assert (hers.role, SpecialistRename.objects.count()) == ("iban_checker", 0)


def test_nobody_else_renames_it(as_bob: APIClient, hers: Specialist) -> None:
    for client, status in ((as_bob, 404), (api_client(create_user("carol", staff=True)), 404), (APIClient(), 401)):
        assert _renamed(client, hers, "mine")[0] == status
    hers.refresh_from_db()
    assert hers.role == "iban_checker"


def test_a_name_is_free_or_refused(as_alice: APIClient, alice: User, bob: User, hers: Specialist) -> None:
    specialist_register(spec=spec(role="bill_reader"), owner=alice)
    specialist_register(spec=spec(role="bobs_reader"), owner=bob)
    RoleReservation.objects.create(role="bank_reader", specialist_id=uuid.uuid4())
    assert _renamed(as_alice, hers, "bill_reader")[0] == 409
    assert _renamed(as_alice, hers, "bank_reader")[0] == 409, "it belongs to one that uses credentials"
    assert _renamed(as_alice, hers, "bobs_reader") == (200, "bobs_reader"), "names are the owner's own"
    RoleReservation.objects.create(role="bobs_reader", specialist_id=hers.pk)
    assert _renamed(as_alice, hers, "last_reader")[0] == 200
    held = RoleReservation.objects.filter(specialist_id=hers.pk).values_list("role", flat=True)
    assert set(held) == {"bobs_reader", "last_reader"}, "one with credentials keeps each name that it had"
    Specialist.objects.filter(pk=hers.pk).update(status="deprecated")
    assert _renamed(as_alice, hers, "again")[0] == 409


def test_the_page_renames(alice: User, hers: Specialist) -> None:
    page, url = client_of(alice), f"/specialists/{hers.pk}/"
    assert 'name="do" value="rename"' in page.get(url).content.decode()
    shown = page.post(f"{url}do/", {"do": "rename", "role": " supplier_checker "}, follow=True).content.decode()
    assert "It is called supplier_checker now." in shown
    assert "<h1>supplier_checker" in shown or "supplier_checker</h1>" in shown
    assert (
        "begins with a letter" in page.post(f"{url}do/", {"do": "rename", "role": "No"}, follow=True).content.decode()
    )
