"""A fork: where it comes from stays with it, and it may be offered back as a difference that nobody has to take."""

from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import Conflict
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.cases.services import case_reject
from kingdom.council.engine.reaper import cases_expire
from kingdom.council.models import CreationCase
from kingdom.council.proposals.fork_proposals import fork_proposal_open
from kingdom.council.stages.base import StageResult
from kingdom.sessions.models import Budget
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.services import specialist_register, version_add
from tests.factories import api_client, create_user, version_of
from tests.factories.council import Council, confirmed, spec, suite
from tests.factories.council import comparing_council as comparing_council

pytestmark = pytest.mark.django_db(transaction=True)
BETTER = ("Say which digit is wrong.",)


def shared(owner: User, **changes: Any) -> Specialist:  # noqa: ANN401 - passed on
    base: dict[str, Any] = {"status": Specialist.Status.VERIFIED, "scope": Specialist.Scope.GLOBAL, **changes}
    return specialist_register(spec=spec(), owner=owner, tests=suite(), **base)


def forked(council: Council, user: User, original: Specialist) -> Specialist:
    """Fork by the Council, as users do, then change the fork."""
    opening = CaseOpening(request="I want my own IBAN checker", fork_of=original.pk)
    case = council.work(confirmed(council.work(case_open(user_id=user.pk, opening=opening))))
    assert case.specialist is not None, case.reason
    return case.specialist


def changed(fork: Specialist) -> SpecialistVersion:
    more = (*suite(), TestCase(input="one more", expected_output={"answer": "ONE MORE"}))
    return version_add(specialist=fork, spec=spec(fork.role, dna_rules=BETTER), tests=more)


def ran(version: SpecialistVersion, good: int, bad: int) -> None:
    rows = [
        Execution(version=version, routed="specialist", success=place < good, latency_ms=1.0)
        for place in range(good + bad)
    ]
    Execution.objects.bulk_create(rows)


def path(fork: Specialist) -> str:
    return f"/api/v1/specialists/{fork.pk}/offer-back/"


def test_where_a_fork_comes_from_stays_with_it(alice: User, bob: User, council: Council) -> None:
    original = shared(alice)
    fork = forked(council, bob, original)
    came = {
        "specialist_id": str(original.pk),
        "role": "iban_checker",
        "version": 1,
        "digest": version_of(original).digest,
    }
    card = f"/api/v1/specialists/{fork.pk}/"
    assert (fork.status, fork.scope, version_of(fork).tests) == ("unverified", "user", version_of(original).tests)
    assert api_client(bob).get(card).json()["forked_from"] == came
    changed(fork)
    shown = api_client(bob).get(card).json()
    assert (shown["version"], shown["forked_from"]) == (2, came)
    assert api_client(bob).get(f"/api/v1/specialists/{original.pk}/").json()["forked_from"] is None


def test_offered_back_with_its_evidence_and_taken(alice: User, bob: User, carol: User, council: Council) -> None:
    original = shared(alice)
    fork = forked(council, bob, original)
    ran(changed(fork), 11, 1)
    answer = api_client(bob).post(path(fork), {"why": "It names the digit."}, format="json")
    assert answer.status_code == 201, answer.json()
    assert {name: answer.json()[name] for name in ("role", "version", "state", "why")} == {
        "role": "iban_checker",
        "version": 2,
        "state": "waiting",
        "why": "It names the digit.",
    }

    case = council.work(CreationCase.objects.get(revises=original))
    assert (case.user, case.role, case.state) == (carol, "iban_checker", "awaiting_confirmation"), case.reason
    assert len(case.test_suite) == 5
    shown = api_client(carol).get(f"/api/v1/creations/{case.pk}/").json()["card"]["revises"]
    assert "bob offers version 2 of iban_checker_2, a fork of version 1: It names the digit." in shown["words"]
    assert "Its own record: 11 of 12 executions succeeded" in shown["words"]
    assert [(one["what"], one["after"]) for one in shown["differences"]] == [("rules", BETTER[0])]
    assert (shown["origin"]["evidence"]["executions"], shown["origin"]["evidence"]["successes"]) == (12, 11)
    assert api_client(bob).get(f"/api/v1/creations/{case.pk}/").status_code == 404, "the case is its receiver's"

    council.work(confirmed(case))
    council.work(confirmed(case))
    original.refresh_from_db()
    assert (case.state, version_of(original).number, version_of(original).spec["dna_rules"]) == (
        "completed",
        2,
        list(BETTER),
    )
    told = Notification.objects.get(user=bob, kind="offer_back")
    assert told.text == "You offered iban_checker_2 back to iban_checker. It is version 2 of it now."
    assert api_client(bob).get(path(fork)).json()["results"][0]["state"] == "taken"
    fork.refresh_from_db()
    assert version_of(fork).number == 2, "the fork goes on as it was"


def test_a_refusal_is_told_and_the_same_is_not_offered_twice(
    alice: User, bob: User, carol: User, council: Council
) -> None:
    fork = forked(council, bob, shared(alice))
    changed(fork)
    case = council.work(fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It names the digit."))
    with pytest.raises(Conflict, match="under way already"):
        fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="Please, please.")
    case_reject(user_id=carol.pk, case_id=case.pk, channel="web", reason="Too wordy.")
    assert Notification.objects.get(user=bob, kind="offer_back").text.endswith("It was not taken: Too wordy.")
    with pytest.raises(Conflict, match="offered before, and answered"):
        fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="Once more.")
    version_add(specialist=fork, spec=spec(fork.role, dna_rules=("In few words.",)), tests=suite())
    assert fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="Shorter now.").state == "designing"


def test_a_judge_that_blocks_and_a_silence_are_told_too(alice: User, bob: User, carol: User, council: Council) -> None:
    fork = forked(council, bob, shared(alice))
    changed(fork)
    case = council.work(fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It names the digit."))
    approval = case.approval
    assert approval is not None
    CreationCase.objects.filter(pk=case.pk).update(expires_at=case.created_at, approval=None)
    assert cases_expire() == 1
    assert Notification.objects.get(user=bob, kind="offer_back").text.endswith(
        "The question about it expired before it was answered."
    )
    council.says["review"] = lambda work, ports: StageResult(verdict="blocked", reason="It asks for too much.")
    council.work(fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="Once more."))
    assert Notification.objects.filter(
        user=bob, kind="offer_back", text__endswith="It was not taken: It asks for too much."
    ).exists()
    assert not Notification.objects.filter(user=carol, text__contains="was not made").exists(), "she was never asked"


def test_the_owner_of_an_unverified_original_decides(alice: User, bob: User, carol: User, council: Council) -> None:
    original = shared(alice)
    fork = forked(council, bob, original)
    changed(fork)
    Specialist.objects.filter(pk=original.pk).update(status="unverified", scope="user")
    why = "It names the digit, see https://bob.example/spec."
    case = fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why=why)
    assert (case.user, why in case.request, "https" in case.request) == (alice, False, False), (
        "his words are no wish of hers"
    )
    assert case.supplied_proposal is not None
    assert why in case.supplied_proposal["origin"]["words"]
    case_reject(user_id=alice.pk, case_id=case.pk, channel="web")
    version_add(specialist=fork, spec=spec(fork.role, dna_rules=("In few words.",)), tests=suite())
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(Conflict, match="has been deactivated"):
        fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why=why)


def test_who_forked_does_not_decide_on_their_own_offer(alice: User, carol: User, council: Council) -> None:
    fork = forked(council, carol, shared(alice))
    changed(fork)
    with pytest.raises(Conflict, match="No admin other than its owner"):
        fork_proposal_open(user_id=carol.pk, specialist_id=fork.pk, why="It names the digit.")
    dora = create_user("dora", staff=True)
    assert fork_proposal_open(user_id=carol.pk, specialist_id=fork.pk, why="It names the digit.").user == dora


def test_who_may_offer(alice: User, bob: User, carol: User, council: Council) -> None:
    original = shared(alice)
    fork = forked(council, bob, original)
    changed(fork)
    told = {"why": "It names the digit."}
    for user, specialist, status in (
        (None, fork, 401),
        (alice, fork, 404),
        (carol, fork, 404),
        (bob, original, 403),
        (alice, original, 409),
        (bob, fork, 201),
    ):
        client = api_client(user)
        assert client.post(path(specialist), told, format="json").status_code == status, (user, specialist)
        assert client.get(path(specialist)).status_code == (200 if status in (409, 201) else status)
    assert CreationCase.objects.filter(revises=original).count() == 1
    assert api_client(bob).post(path(fork), {"why": " "}, format="json").status_code == 400


def test_what_differs_in_nothing_or_in_power_is_not_offered(
    alice: User, bob: User, carol: User, council: Council
) -> None:
    fork = forked(council, bob, shared(alice))
    with pytest.raises(Conflict, match="does not differ"):
        fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It is mine.")
    version_add(specialist=fork, spec=spec(fork.role, egress_hosts=("api.example.com",)), tests=suite())
    with pytest.raises(Conflict, match="no more and no less than before"):
        fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It asks a service.")


def test_what_the_originals_tests_say_stays_with_its_owner(
    alice: User, bob: User, carol: User, council: Council
) -> None:
    fork = forked(council, bob, shared(alice))
    changed(fork)
    told = (
        "3 of 5 tests passed; at least 0.80 is needed. "
        "Test 4 (an ordinary request): for my sister's IBAN it should have given yes."
    )
    figures = {"passed": 3, "total": 5, "cases": []}
    council.says["train"] = lambda work, ports: StageResult(verdict="rejected", reason=told, details=figures)
    case = council.work(fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It names the digit."))
    council.work(confirmed(case))
    assert (case.state, case.reason) == ("rejected", told), "who decides reads all of it"
    said = Notification.objects.get(user=bob, kind="offer_back").text
    assert "It was not taken: 3 of 5 tests passed, including those of the original." in said
    assert "sister" not in said


def test_another_form_of_answers_is_shown_and_another_identity_is_power(
    alice: User, bob: User, carol: User, council: Council
) -> None:
    fork = forked(council, bob, shared(alice))
    free = spec(fork.role, output_schema={"type": "object", "properties": {"answer": {}, "more": {"type": "string"}}})
    version_add(specialist=fork, spec=free, tests=suite())
    case = council.work(fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It says more."))
    shown = api_client(carol).get(f"/api/v1/creations/{case.pk}/").json()["card"]["revises"]["differences"]
    assert [one["what"] for one in shown] == ["what it answers"], shown
    assert any("more" in line for line in shown[0]["lines"])
    case_reject(user_id=carol.pk, case_id=case.pk, channel="web")
    version_add(specialist=fork, spec=spec(fork.role, identity="writer"), tests=suite())
    with pytest.raises(Conflict, match=r"This one differs: .*identity"):
        fork_proposal_open(user_id=bob.pk, specialist_id=fork.pk, why="It is somebody else.")


def test_what_the_receiver_has_used_is_not_told_to_who_offers(
    alice: User, bob: User, carol: User, council: Council
) -> None:
    fork = forked(council, bob, shared(alice))
    changed(fork)
    Budget.objects.create(scope="user", user=carol, tokens=0)
    answer = api_client(bob).post(path(fork), {"why": "It names the digit."}, format="json")
    assert (answer.status_code, "budget" in answer.content.decode().lower()) == (429, False), answer.json()
    assert (
        answer.json()["detail"]
        == "The reviewer of iban_checker can take no more proposals today. Offer it again tomorrow."
    )
