"""A case from its opening to a specialist.

Each stage once, each move with its event, and nothing without the owner's own yes.
"""

import itertools
import time
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, HostConsent, Notification
from kingdom.core.background.jobs import MAX_ATTEMPTS
from kingdom.core.errors import IllegalTransition, ModelUnavailable, ModelUnreachable, SandboxLost, SandboxUnavailable
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.services import case_edit
from kingdom.council.cases.transitions import case_transition
from kingdom.council.engine import stage_transactions
from kingdom.council.engine.executor import running_cases_hand_over
from kingdom.council.engine.reaper import cases_reap
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict
from kingdom.council.rules import state_machine
from kingdom.council.stages.base import StageContext, StageInput, StageOutcome, StageResult
from kingdom.routing.models import AgentEmbedding
from kingdom.runtime.context import RunCancelled
from kingdom.specialists.models.specialist import Specialist
from tests.factories.council import Council, confirmed, opened, spec, suite, trained

pytestmark = pytest.mark.django_db(transaction=True)


def states(case: CreationCase) -> list[str]:
    return [event.new_state for event in CaseEvent.objects.filter(case=case, kind="moved").order_by("seq")]


def test_from_a_request_to_a_specialist(alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    assert (case.state, council.asked()) == ("awaiting_confirmation", ["design", "review", "validate", "tests"])
    assert not Specialist.everything.exists(), "nothing is made before the approval"

    council.work(confirmed(case))

    assert case.state == "completed"
    assert states(case) == [
        "reviewing",
        "validating",
        "generating_tests",
        "awaiting_confirmation",
        "training",
        "completed",
    ]
    made = Specialist.objects.get(role="iban_checker")
    assert (made.pk, made.status, made.scope, made.created_by, made.draft) == (
        case.specialist_id,
        "unverified",
        "user",
        alice,
        False,
    )
    assert made.current_version is not None
    assert made.current_version.digest == spec().digest()
    assert AgentEmbedding.objects.filter(specialist=made, kind="centroid").exists(), (
        "it can be routed to from its first moment on"
    )
    assert Notification.objects.filter(user=alice, text__startswith="iban_checker is ready").count() == 1
    assert [event.seq for event in case.events.all()] == list(range(1, case.last_seq + 1))
    assert case.events.filter(kind="training").count() == 4


def test_the_designer_never_sees_a_held_out_test(alice: User, council: Council) -> None:
    council.says["review"] = lambda stage_input, context: (
        StageResult(verdict="repair", reason="Say it more clearly.")
        if stage_input.round == 0
        else StageResult(verdict="passed", reason="Fine.")
    )
    council.says["design"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="A try.", spec=spec(purpose=f"Try {stage_input.round}."), suite=suite()
    )
    council.work(opened(alice))
    seen = {
        (name, stage_input.round): [one.held_out for one in stage_input.suite] for name, stage_input in council.seen
    }
    assert seen["design", 1] == [False, False, False]
    assert seen["tests", 1] == [True, False, False, False]


def test_findings_go_back_to_the_designer_twice_and_no_more(alice: User, council: Council) -> None:
    council.says["review"] = lambda stage_input, context: StageResult(
        verdict="repair", reason="Not like this.", findings=(f"fault {stage_input.round}",)
    )
    council.says["design"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="A try.", spec=spec(purpose=f"Try {stage_input.round}."), suite=suite()
    )
    case = council.work(opened(alice))
    assert (case.state, case.round, case.reason) == ("rejected", 2, "Not like this.")
    assert [stage_input.findings for name, stage_input in council.seen if name == "design"] == [
        (),
        ("fault 0",),
        ("fault 1",),
    ]


def test_a_no_ends_the_case_with_its_reason(alice: User, council: Council) -> None:
    verdicts: tuple[StageOutcome, ...] = ("blocked", "rejected")
    for stage, verdict in itertools.product(("review", "validate", "tests"), verdicts):
        no = StageResult(verdict=verdict, reason=f"It asks for power it may not have, says {stage}.")
        council.says = {stage: partial(_said, no)}
        case = council.work(opened(alice))
        assert (case.state, case.reason) == ("rejected", no.reason)
        assert Notification.objects.filter(user=alice, text__contains=no.reason).exists()
    assert not Approval.objects.exists()


def _said(result: StageResult, stage_input: StageInput, context: StageContext) -> StageResult:
    return result


def test_who_exists_is_offered_instead(alice: User, council: Council) -> None:
    there = {"specialist_id": "x", "role": "iban_judge", "version_id": "y"}
    council.says["design"] = lambda stage_input, context: StageResult(
        verdict="offer", reason="iban_judge does this already.", details=there
    )
    case = council.work(opened(alice))
    assert (case.state, case.offered, case.reason) == ("rejected", there, "iban_judge does this already.")


def no_proposal(stage_input: StageInput, context: StageContext) -> StageResult:
    return StageResult(verdict="passed", reason="Trust me.")


@pytest.mark.parametrize(
    ("stage", "says"), [("design", no_proposal), ("review", lambda *_: StageResult(verdict="offer", reason="No."))]
)
def test_a_word_that_a_stage_can_not_have_is_no_word(alice: User, council: Council, stage: str, says: object) -> None:
    council.says[stage] = says  # type: ignore[assignment]
    case = council.work(opened(alice))
    assert (case.state, case.error_code) == ("failed", "no_proposal" if stage == "design" else "no_verdict")


def test_nobody_is_asked_about_what_was_not_judged(alice: User, council: Council) -> None:
    """The test writer slips another spec in: the Guardian's yes was to the first one."""
    council.says["tests"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="Fine.", spec=spec(purpose="Quite another."), suite=suite()
    )
    case = council.work(opened(alice))
    assert (case.state, case.error_code) == ("failed", "unjudged")
    assert "review" in case.reason
    assert not Approval.objects.exists()


def test_no_tests_no_question(alice: User, council: Council) -> None:
    council.says["design"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="Without tests.", spec=spec()
    )
    assert council.work(opened(alice)).error_code == "unjudged"


def test_a_finished_stage_is_not_done_again(alice: User, council: Council) -> None:
    """An edit that changes nothing: the designer is asked once more, the judges have spoken on this already."""
    case = council.work(opened(alice))
    case_edit(user_id=alice.pk, case_id=case.pk, change_request="Nothing really.", channel="web")
    case.refresh_from_db()
    council.work(case)
    assert council.asked() == ["design", "review", "validate", "tests", "design"]
    assert case.state == "awaiting_confirmation"
    assert StageVerdict.objects.filter(case=case, stage="review").count() == 1


def test_every_illegal_move_is_refused_and_changes_nothing(alice: User) -> None:
    case = opened(alice)
    count = 0
    for old in state_machine.ALLOWED_TRANSITIONS:
        for new in state_machine.ALLOWED_TRANSITIONS:
            if state_machine.is_transition_allowed(old, new):
                continue
            held = {"spec_proposal": spec().model_dump(mode="json"), "digest": "0" * 64, "confirmed_digest": "0" * 64}
            CreationCase.objects.filter(pk=case.pk).update(state=old, confirmed_at=case.created_at, **held)
            events = CaseEvent.objects.count()
            with pytest.raises(IllegalTransition), transaction.atomic():
                case_transition(case=case_lock(case.pk), to=new, reason="No.")
            case.refresh_from_db()
            assert (case.state, CaseEvent.objects.count()) == (old, events)
            count += 1
    assert count == len(state_machine.ALLOWED_TRANSITIONS) ** 2 - len(list(state_machine.transitions()))


def test_the_database_itself_refuses_training_without_the_yes(alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    for state in ("training", "completed", "awaiting_resources"):
        with pytest.raises(DatabaseError, match="case_trained_only_confirmed"), transaction.atomic():
            CreationCase.objects.filter(pk=case.pk).update(state=state)
        with pytest.raises(DatabaseError, match="case_trained_only_confirmed"), transaction.atomic():
            CreationCase.objects.filter(pk=case.pk).update(
                state=state, confirmed_digest="f" * 64, confirmed_at=case.created_at
            )


def test_what_happened_never_changes(alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    with connection.cursor() as cursor:
        for table, words in itertools.product(
            ("case_events", "case_verdicts"), ("UPDATE {} SET reason = 'other'", "DELETE FROM {}")
        ):
            with pytest.raises(DatabaseError, match="Events and verdicts"):
                cursor.execute(f"{words.format(table)}; SET CONSTRAINTS ALL IMMEDIATE")
    case.delete()  # with the whole case it goes
    assert not CaseEvent.objects.exists()


def test_a_part_that_is_away_is_waited_for(alice: User, council: Council) -> None:
    away = iter([ModelUnavailable("The provider is down."), None])

    def design(stage_input: StageInput, context: StageContext) -> StageResult:
        error = next(away)
        if error is not None:
            raise error
        return StageResult(verdict="passed", reason="There.", spec=spec(), suite=suite())

    council.says["design"] = design
    case = council.turn(opened(alice))
    assert (case.state, case.lease_owner) == ("designing", "")
    assert case.retry_at is not None
    assert case.events.filter(kind="waiting", payload__message="The provider is down.").exists()
    assert council.work(case).state == "awaiting_confirmation"


def test_a_case_that_kills_its_workers_is_given_up(alice: User, council: Council) -> None:
    case = opened(alice)
    CreationCase.objects.filter(pk=case.pk).update(attempts=5)
    council.turn(case)
    assert (case.state, case.error_code, council.asked()) == ("failed", "worker_lost", [])


def test_a_worker_that_is_shut_down_hands_its_case_over(alice: User, council: Council) -> None:
    def long(stage_input: StageInput, context: StageContext) -> StageResult:
        assert running_cases_hand_over() == 1
        end = time.monotonic() + 60
        while not context.cancelled():
            assert time.monotonic() < end
            time.sleep(0.01)
        raise RunCancelled

    council.says["design"] = long
    case = council.turn(opened(alice))
    assert (case.state, case.lease_owner, case.attempts) == ("designing", "", 0)
    assert not StageVerdict.objects.exists()
    del council.says["design"]
    assert council.work(case).state == "awaiting_confirmation"


def test_a_sandbox_that_refuses_fails_the_case_and_it_can_be_opened_again(alice: User, council: Council) -> None:
    def refused(stage_input: StageInput, context: StageContext) -> StageResult:
        raise SandboxUnavailable

    council.says["train"] = refused
    case = council.work(confirmed(council.work(opened(alice))))
    assert (case.state, case.error_code, case.confirmed_digest) == ("failed", "sandbox_unavailable", "")
    assert "make sandbox-image" in case.reason
    assert not Specialist.objects.exists()


def test_what_was_trained_must_be_what_was_confirmed(alice: User, council: Council) -> None:
    council.says["train"] = lambda stage_input, context: trained(
        replace(stage_input, spec=spec(purpose="Another one.")), context
    )
    case = council.work(confirmed(council.work(opened(alice))))
    assert case.state == "failed"
    assert "not what you confirmed" in case.reason
    assert not Specialist.objects.exists()


def test_the_yes_keeps_which_hosts_it_was_to(alice: User, council: Council) -> None:
    council.proposal = spec(
        egress_hosts=("api.example.com",),
        handler_code="def handle(payload, ctx):\n    return ctx.http.get('https://api.example.com/')\n",
    )
    case = confirmed(council.work(opened(alice)))
    consent = HostConsent.objects.get()
    assert (consent.user, consent.host, consent.approval_id) == (alice, "api.example.com", case.approval_id)
    draft = Specialist.everything.get(draft=True)
    assert (consent.specialist_id, draft.versions.get().digest) == (draft.pk, council.proposal.digest())
    council.work(case)
    assert (case.specialist_id, case.state) == (draft.pk, "completed"), "the consent is to what it became"


def test_a_full_database_hands_the_case_back_at_once(alice: User, council: Council) -> None:
    full = [OperationalError("sorry, too many clients already")]

    def review(stage_input: StageInput, context: StageContext) -> StageResult:
        if full:
            raise full.pop()
        return StageResult(verdict="passed", reason="Fine.")

    council.says["review"] = review
    case = council.turn(opened(alice))
    council.turn(case)
    assert (case.state, case.lease_owner, case.attempts) == ("reviewing", "", 0), (
        "nobody waits for the lease to run out, and it is no attempt of the case"
    )
    assert case.retry_at is not None
    assert cases_reap() == 0, "it waits a little"
    CreationCase.objects.filter(pk=case.pk).update(retry_at=timezone.now())
    assert cases_reap() == 1
    council.turn(case)
    assert (case.state, case.attempts) == ("validating", 0)


@pytest.mark.parametrize(
    "fault", [OperationalError("the connection is lost"), SandboxLost("No sandboxd answers."), ModelUnreachable()]
)
def test_infrastructure_is_waited_for_longer_than_any_count_of_attempts(
    alice: User, council: Council, fault: Exception
) -> None:
    away = [fault] * (MAX_ATTEMPTS + 2)

    def review(stage_input: StageInput, context: StageContext) -> StageResult:
        if away:
            raise away.pop()
        return StageResult(verdict="passed", reason="Fine.")

    council.says["review"] = review
    case = council.turn(opened(alice))
    while away:
        council.turn(case)
        assert (case.state, case.lease_owner, case.attempts) == ("reviewing", "", 0)
    assert case.events.filter(kind="waiting").count() == 1, "the owner sees it once"
    council.turn(case)
    assert case.state == "validating"


def test_a_retry_of_the_provider_is_no_waiting_for_infrastructure(alice: User, council: Council) -> None:
    faults = [SandboxLost("No sandboxd answers."), SandboxLost("No sandboxd answers."), ModelUnavailable("Down.")]

    def review(stage_input: StageInput, context: StageContext) -> StageResult:
        if faults:
            raise faults.pop()
        return StageResult(verdict="passed", reason="Fine.")

    council.says["review"] = review
    case = council.turn(opened(alice))
    while faults:
        council.turn(case)
    codes = [event.payload["code"] for event in case.events.filter(kind="waiting").order_by("seq")]
    assert codes == ["model_unavailable", "sandbox_lost"], "the second loss of the sandbox is the same wait"


def test_waiting_for_infrastructure_has_an_end(alice: User, council: Council, monkeypatch: pytest.MonkeyPatch) -> None:
    def review(stage_input: StageInput, context: StageContext) -> StageResult:
        raise SandboxLost("No sandboxd answers.")

    council.says["review"] = review
    case = council.turn(council.turn(opened(alice)))
    monkeypatch.setattr(stage_transactions, "MAX_WAIT", timedelta(0))
    council.turn(case)
    assert (case.state, case.error_code) == ("failed", "sandbox_lost")


def test_a_second_round_is_given_the_tests_of_the_first(alice: User, council: Council) -> None:
    council.says["design"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="A try.", spec=spec(purpose=f"Try {stage_input.round}. {stage_input.change_request}")
    )
    council.says["tests"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="4.", suite=stage_input.previous_tests or suite()
    )
    council.says["train"] = lambda stage_input, context: (
        StageResult(verdict="repair", reason="It failed.") if not stage_input.round else trained(stage_input, context)
    )
    case = council.work(confirmed(council.work(opened(alice))))
    assert (case.state, case.round) == ("awaiting_confirmation", 1)
    assert [stage_input.previous_tests for name, stage_input in council.seen if name == "tests"] == [(), suite()]
    council.work(case_edit(user_id=alice.pk, case_id=case.pk, change_request="Say it in French.", channel="web"))
    assert [stage_input.previous_tests for name, stage_input in council.seen if name == "tests"][2:] == [()], (
        "other change_request may need other tests"
    )
