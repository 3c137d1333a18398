"""A proposal that is given: no designer, every judge.

And one that becomes a specialist's new version, after two yeses and no fewer.
"""

from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.models import HostConsent, Notification
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, NotAllowed
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.cases.services import case_confirm, case_edit, case_reject, case_reopen
from kingdom.council.models import CreationCase
from kingdom.council.stages.base import StageResult
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.registry.drafts import drafts_delete
from kingdom.specialists.registry.services import specialist_register, version_add
from tests.factories.council import Council, asked, confirmed, current, opening, spec, suite
from tests.factories.council import comparing_council as comparing_council

pytestmark = pytest.mark.django_db(transaction=True)
RULES = ("Say when a checksum is wrong.",)


def owned(owner: User, **changes: Any) -> Specialist:  # noqa: ANN401 - passed on
    return specialist_register(spec=spec(), owner=owner, tests=suite(), **changes)


def revising(council: Council, user: User, specialist: Specialist, **changes: Any) -> CreationCase:  # noqa: ANN401 - a spec's fields
    given = spec(**{"dna_rules": RULES, **changes})
    return council.work(case_open(user_id=user.pk, opening=opening(given, specialist)))


def test_what_is_given_is_judged_and_trained_like_any_other(alice: User, council: Council) -> None:
    case = council.work(case_open(user_id=alice.pk, opening=opening(spec())))
    assert (case.state, council.asked()) == ("awaiting_confirmation", ["design", "review", "validate", "tests"])
    assert case.test_suite == [one.model_dump(mode="json") for one in suite()]
    assert case.verdicts.get(stage="design").details["origin"]["kind"] == "test"
    council.work(confirmed(case))
    made = Specialist.objects.get(role="iban_checker")
    assert (case.state, made.created_by, made.status) == ("completed", alice, "unverified")


def test_a_name_that_is_taken_is_changed_and_a_wish_that_needs_no_design_is_worked_in(
    alice: User, council: Council
) -> None:
    owned(alice)
    case = council.work(case_open(user_id=alice.pk, opening=opening(spec())))
    assert case.role == "iban_checker_2"
    case_edit(user_id=alice.pk, case_id=case.pk, change_request="Call it iban_judge", channel="web")
    case.refresh_from_db()
    council.work(case)
    assert (case.state, case.role, len(case.test_suite)) == ("awaiting_confirmation", "iban_judge", 4)


def test_the_same_click_twice_opens_one_case(alice: User) -> None:
    first, second = (case_open(user_id=alice.pk, opening=opening(spec())) for _ in range(2))
    other = case_open(user_id=alice.pk, opening=opening(spec(purpose="Another.")))
    assert first.pk == second.pk != other.pk


def test_no_judge_is_skipped(alice: User, council: Council) -> None:
    council.says["review"] = lambda stage_input, context: StageResult(verdict="blocked", reason="It asks for too much.")
    case = council.work(case_open(user_id=alice.pk, opening=opening(spec())))
    assert (case.state, case.reason) == ("rejected", "It asks for too much.")


def test_a_new_version_takes_two_yeses(alice: User, council: Council) -> None:
    specialist = owned(alice)
    old = current(specialist)
    case = revising(council, alice, specialist)
    assert (case.state, case.role) == ("awaiting_confirmation", "iban_checker")
    first = asked(case)
    assert first.choices == ["confirm", "reject"]
    assert first.title == "Shall a new version of iban_checker be trained and compared?"
    assert RULES[0] in first.text

    council.work(confirmed(case))
    assert case.state == "awaiting_confirmation", "nothing is applied by itself"
    assert current(specialist) == old
    second = asked(case)
    assert second.pk != first.pk
    assert "2 of 4 tests passed" in second.text
    assert (
        case.reason
        == "Version 1: 2 of 4 tests passed, confidence 0.50. This one: 4 of 4 tests passed, confidence 1.00."
    )

    council.work(confirmed(case))
    new = current(specialist)
    assert (case.state, case.version, case.specialist) == ("completed", new, specialist)
    assert (new.number, new.digest, new.spec["dna_rules"]) == (2, spec(dna_rules=RULES).digest(), list(RULES))
    assert (specialist.status, specialist.scope, specialist.spec_snapshot) == ("unverified", "user", new.spec)
    change = StatusChange.objects.get(specialist=specialist)
    assert (change.kind, change.actor, change.version, change.automatic) == ("revise", alice, new, False)
    assert change.evidence["differences"] == [{"what": "rules", "before": "", "after": RULES[0], "power": False}]
    assert change.evidence["scores"]["before"]["passed"] == 2
    assert change.evidence["scores"]["after"]["passed"] == 4
    assert Notification.objects.filter(user=alice, text__startswith="Version 2 of iban_checker is ready").count() == 1
    assert council.asked().count("train") == 1, "what was compared is what is registered, not another training"
    assert not Specialist.objects.exclude(pk=specialist.pk).exists()


def test_a_no_at_either_question_changes_nothing(alice: User, council: Council) -> None:
    specialist = owned(alice)
    old = current(specialist)
    for yeses in (0, 1):
        case = revising(council, alice, specialist, purpose=f"Checks IBANs, try {yeses}.")
        if yeses:
            council.work(confirmed(case))
        case_reject(user_id=alice.pk, case_id=case.pk, channel="web", reason="Not like this.")
        case.refresh_from_db()
        assert (case.state, current(specialist), specialist.versions.count()) == ("rejected", old, 1)


def test_another_version_meanwhile_wins_and_the_case_fails(alice: User, council: Council) -> None:
    specialist = owned(alice)
    case = council.work(confirmed(revising(council, alice, specialist)))
    other = version_add(specialist=specialist, spec=spec(purpose="Checks IBANs well."), tests=suite())
    council.work(confirmed(case))
    assert (case.state, case.error_code) == ("failed", "lost_race")
    assert "has another version by now" in case.reason
    assert (current(specialist), specialist.versions.count()) == (other, 2)
    assert not StatusChange.objects.exists()
    with pytest.raises(Conflict, match="has a newer version"):
        case_reopen(user_id=alice.pk, case_id=case.pk)


def test_the_offer_outlives_its_draft(alice: User, council: Council) -> None:
    """Drafts go after a day, offers wait a week.

    What is registered is what the case holds, bound to the digest that was trained.
    """
    specialist = owned(alice)
    case = council.work(confirmed(revising(council, alice, specialist)))
    draft = Specialist.everything.get(draft=True)
    assert drafts_delete(older_than=draft.created_at.replace(year=draft.created_at.year + 1)) == 1
    council.work(confirmed(case))
    assert (case.state, current(specialist).number) == ("completed", 2)


def test_an_expired_offer_is_asked_about_again_without_another_training(alice: User, council: Council) -> None:
    specialist = owned(alice)
    case = council.work(confirmed(revising(council, alice, specialist)))
    CreationCase.objects.filter(pk=case.pk).update(
        state="expired", confirmed_digest="", confirmed_at=None, finished_at=utc_now()
    )
    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert "4 of 4 tests passed" in asked(case).text
    council.work(confirmed(case))
    assert (case.state, council.asked().count("train")) == ("completed", 1)


def test_a_proposal_is_taken_as_it_is_or_not(alice: User, council: Council) -> None:
    case = revising(council, alice, owned(alice))
    with pytest.raises(BadInput, match="cannot be edited"):
        case_edit(user_id=alice.pk, case_id=case.pk, change_request="Call it other", channel="web")


def test_one_new_version_of_a_specialist_at_a_time(alice: User, council: Council) -> None:
    specialist = owned(alice)
    case = revising(council, alice, specialist)
    with pytest.raises(Conflict, match="under way already"):
        case_open(user_id=alice.pk, opening=opening(spec(purpose="Another."), specialist))
    case_reject(user_id=alice.pk, case_id=case.pk, channel="web")
    assert revising(council, alice, specialist, purpose="Another.").state == "awaiting_confirmation"


def test_an_offer_takes_no_room_of_its_owners(alice: User, council: Council, settings: Any) -> None:  # noqa: ANN401 - pytest-django's
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"cases_open": 1})
    revising(council, alice, owned(alice))
    assert (
        case_open(user_id=alice.pk, opening=CaseOpening(request="Check card numbers every week")).state == "designing"
    )


def test_who_may_not_decide_opens_nothing(alice: User, bob: User, carol: User) -> None:
    own, shared = (
        owned(alice),
        specialist_register(spec=spec("everybodys"), owner=alice, status=Specialist.Status.VERIFIED),
    )
    builtin = specialist_register(spec=spec("shipped"), builtin=True, status=Specialist.Status.VERIFIED)
    cases = [
        (bob, own, spec(dna_rules=RULES), NotAllowed),
        (carol, own, spec(dna_rules=RULES), NotAllowed),
        (alice, shared, spec("everybodys", dna_rules=RULES), NotAllowed),
        (bob, shared, spec("everybodys", dna_rules=RULES), NotAllowed),
        (carol, shared, spec("everybodys", egress_hosts=("api.example.com",)), Conflict),
        (carol, builtin, spec("shipped", dna_rules=RULES), Conflict),
        (alice, own, spec("another", dna_rules=RULES), Conflict),
        (alice, own, spec(), Conflict),
    ]
    for user, specialist, given, error in cases:
        with pytest.raises(error):
            case_open(user_id=user.pk, opening=opening(given, specialist))
    with pytest.raises(BadInput):
        case_open(user_id=alice.pk, opening=CaseOpening(request="Check IBANs", revises=own.pk))
    assert not CreationCase.objects.exists()


def test_what_is_everybodys_lets_its_new_version_in_by_and_by(alice: User, carol: User, council: Council) -> None:
    specialist = owned(alice, status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL)
    old = current(specialist)
    case = council.work(confirmed(revising(council, carol, specialist)))
    council.work(confirmed(case))
    assert (case.state, current(specialist).number, specialist.status) == ("completed", 2, "verified")
    canary = Canary.objects.get(specialist=specialist)
    assert (canary.version, canary.previous, canary.state) == (current(specialist), old, "running")


def test_what_is_everybodys_is_not_changed_on_made_up_answers(alice: User, carol: User, council: Council) -> None:
    hosts: dict[str, Any] = {"egress_hosts": ("api.example.com",)}
    specialist = specialist_register(spec=spec(**hosts), owner=alice, tests=suite(), status=Specialist.Status.VERIFIED)
    case = revising(council, carol, specialist, **hosts)
    council.work(confirmed(case, mock=True))
    council.work(confirmed(case))
    assert (case.state, current(specialist).number) == ("failed", 1)
    assert "mock replies" in case.reason


def test_a_suspended_one_goes_back_to_its_owner(alice: User, carol: User, council: Council) -> None:
    hosts: dict[str, Any] = {"egress_hosts": ("api.example.com",)}
    specialist = specialist_register(
        spec=spec(**hosts), owner=alice, status=Specialist.Status.SUSPENDED, scope=Specialist.Scope.GLOBAL
    )
    HostConsent.objects.create(user=alice, specialist=specialist, host="api.example.com")
    case = council.work(confirmed(revising(council, carol, specialist, **hosts)))
    council.work(confirmed(case))
    assert (case.state, current(specialist).number) == ("completed", 2)
    assert (specialist.status, specialist.scope) == ("unverified", "user")
    kept = HostConsent.objects.get(user=alice, withdrawn_at=None)
    assert kept.host == "api.example.com", "what its owner agreed to holds for the same host"


def test_made_up_answers_stay_marked(alice: User, council: Council) -> None:
    hosts: dict[str, Any] = {"egress_hosts": ("api.example.com",)}
    specialist = specialist_register(spec=spec(**hosts), owner=alice, tests=suite())
    case = revising(council, alice, specialist, **hosts)
    council.work(confirmed(case, mock=True))
    assert (case.state, case.mock) == ("awaiting_confirmation", True)
    case_confirm(user_id=alice.pk, case_id=case.pk, digest=case.digest, channel="web")
    case.refresh_from_db()
    council.work(case)
    assert (case.state, current(specialist).mock_trained, council.asked().count("train")) == ("completed", True, 1)


def test_a_case_goes_with_the_specialist_it_was_about(alice: User, council: Council) -> None:
    specialist = owned(alice)
    revising(council, alice, specialist)
    Specialist.objects.filter(pk=specialist.pk).update(current_version=None)
    specialist.delete()
    assert not CreationCase.objects.exists()
