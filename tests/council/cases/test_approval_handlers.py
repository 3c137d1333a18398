"""The owner's word: a yes to exactly what was shown, by nobody else and over no other door.

Edits, credentials, expiry, opening again.
"""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, Notification
from kingdom.approvals.requests.errors import AlreadyDecided, ApprovalExpired
from kingdom.approvals.requests.services import ADMIN_CHANNEL, ApprovalDecision, approval_decide, approvals_expire
from kingdom.contracts.capabilities.closure import CapabilityClosure
from kingdom.core.errors import BadInput, Conflict, Gone, IllegalTransition, KingdomError, NotAllowed, NotFound
from kingdom.council.cases.approval_handlers import EXPIRY_REASON
from kingdom.council.cases.services import (
    ProposalChanged,
    case_confirm,
    case_confirm_again,
    case_credentials_provide,
    case_edit,
    case_reject,
    case_reopen,
    case_use_mock,
)
from kingdom.council.engine.reaper import cases_expire
from kingdom.council.models import CreationCase
from kingdom.council.selectors import proposal_kept_until
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.credentials.models import UserCredential
from tests.factories.approvals import opened_words
from tests.factories.council import Council, confirmed, opened, spec, suite

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "sk-canary-5f1e7c0b9a"
CALLS = """
def handle(payload, ctx):
    return {'answer': ctx.http.get('https://api.sms.example/')['text'], 'output': None}
"""
WANTS = {
    "handler_code": CALLS,
    "egress_hosts": ["api.sms.example"],
    "credentials": [{"name": "sms_api_key", "host": "api.sms.example", "how": "header"}],
}


def asked(user: User, council: Council, **changes: Any) -> CreationCase:  # noqa: ANN401 - a spec's fields
    """A case whose owner is asked."""
    council.proposal = spec(**changes)
    return council.work(opened(user))


def question(case: CreationCase) -> Approval:
    assert case.approval is not None
    return case.approval


def answer(case: CreationCase, choice: str, *, by: User, channel: str = "web", note: str = "") -> None:
    one = question(case)
    given = ApprovalDecision(choice=choice, args_hash=one.args_hash, channel=channel, note=note)
    approval_decide(approval_id=one.pk, actor_id=by.pk, decision=given)
    case.refresh_from_db()


def test_the_inbox_and_the_case_are_one_question(alice: User, council: Council) -> None:
    first = asked(alice, council)
    assert (question(first).kind, question(first).subject["digest"]) == ("creation", first.digest)
    assert "it can not use the network, files or keys" in question(first).text
    assert question(first).title == "Shall iban_checker be made?"
    answer(first, "confirm", by=alice)
    assert (first.state, first.confirmed_digest, first.confirmed_channel) == ("training", first.digest, "web")

    second = asked(alice, council, role="another")
    confirmed(second)
    assert (question(second).state, question(second).choice) == ("decided", "confirm")
    with pytest.raises(AlreadyDecided):
        answer(second, "reject", by=alice)


def test_a_yes_to_another_digest_is_none(alice: User, council: Council) -> None:
    case = asked(alice, council)
    with pytest.raises(ProposalChanged):
        case_confirm(user_id=alice.pk, case_id=case.pk, digest="0" * 64, channel="web")
    seen = case.digest
    case_edit(user_id=alice.pk, case_id=case.pk, change_request="Call it iban_judge.", channel="web")
    council.proposal = spec("iban_judge")
    case.refresh_from_db()
    council.work(case)
    assert (case.state, case.role, case.digest == seen) == ("awaiting_confirmation", "iban_judge", False)
    with pytest.raises(ProposalChanged):
        case_confirm(user_id=alice.pk, case_id=case.pk, digest=seen, channel="web")
    assert confirmed(case).state == "training"


def test_a_confirmation_is_bound_to_what_the_card_said_it_may_do(alice: User, council: Council) -> None:
    """Where the closure is computed otherwise than when the question was asked, the owner is asked again."""
    case = asked(alice, council, handler_code=CALLS, egress_hosts=["api.sms.example"])
    shown = question(case).subject["closure"]
    subject = {**question(case).subject, "closure": CapabilityClosure().digest()}
    Approval.objects.filter(pk=question(case).pk).update(subject=subject)
    confirmed(case)
    assert (case.state, case.confirmed_digest, case.confirmed_capabilities) == ("expired", "", None)
    assert "read it" in case.reason
    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert (case.state, question(case).subject["closure"]) == ("awaiting_confirmation", shown)
    assert confirmed(case).state == "training"
    closure = CapabilityClosure.from_json(case.confirmed_capabilities)
    assert closure.digest() == shown
    assert closure.hosts == {"api.sms.example"}


def test_what_may_do_more_than_was_confirmed_is_not_released(alice: User, council: Council) -> None:
    case = confirmed(asked(alice, council, handler_code=CALLS, egress_hosts=["api.sms.example"]))
    CreationCase.objects.filter(pk=case.pk).update(confirmed_capabilities=CapabilityClosure().to_json())
    council.work(case)
    assert case.state == "failed"
    assert "not what you confirmed" in case.reason
    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert case.state == "awaiting_confirmation", "it asks again"
    council.work(confirmed(case))
    assert case.state == "completed"


def test_no_other_door_can_say_yes(alice: User, council: Council) -> None:
    case = asked(alice, council)
    for channel in ("openai", "gateway", "mcp", "tool", "model", "session", ADMIN_CHANNEL, ""):
        with pytest.raises(BadInput, match="over one of"):
            case_confirm(user_id=alice.pk, case_id=case.pk, digest=case.digest, channel=channel)
        for choice in ("confirm", "edit"):
            with pytest.raises(NotAllowed):
                answer(case, choice, by=alice, channel=channel, note="change it")
        case.refresh_from_db()
        assert (case.state, question(case).state) == ("awaiting_confirmation", "pending"), channel


def test_an_admin_may_say_no_for_others_and_never_yes(alice: User, carol: User, council: Council) -> None:
    case = asked(alice, council)
    opened_words(carol, question(case))
    with pytest.raises(NotAllowed):
        answer(case, "confirm", by=carol, channel=ADMIN_CHANNEL)
    case.refresh_from_db()
    assert case.state == "awaiting_confirmation"
    answer(case, "reject", by=carol, channel=ADMIN_CHANNEL)
    assert (case.state, case.reason) == ("rejected", "Rejected by an admin.")


ACTS: list[Callable[[int, CreationCase], object]] = [
    lambda user, case: case_confirm(user_id=user, case_id=case.pk, digest=case.digest, channel="web"),
    lambda user, case: case_edit(user_id=user, case_id=case.pk, change_request="Other.", channel="web"),
    lambda user, case: case_reject(user_id=user, case_id=case.pk, channel="web"),
    lambda user, case: case_reopen(user_id=user, case_id=case.pk),
    lambda user, case: case_use_mock(user_id=user, case_id=case.pk, channel="web"),
    lambda user, case: case_credentials_provide(
        user_id=user, case_id=case.pk, values={"sms_api_key": SecretStr(KEY)}, channel="web"
    ),
]


def test_for_everybody_else_it_does_not_exist(alice: User, bob: User, carol: User, council: Council) -> None:
    case = asked(alice, council)
    for other in (bob, carol):
        for act in ACTS:
            with pytest.raises(NotFound, match="You have no such case"):
                act(other.pk, case)
    case.refresh_from_db()
    assert case.state == "awaiting_confirmation"
    assert not UserCredential.objects.exists()


def test_of_a_hundred_confirms_one_wins(alice: User, council: Council) -> None:
    case = asked(alice, council)
    outcomes: list[str] = []
    gate = threading.Barrier(10)

    def confirm_ten_times() -> None:
        gate.wait()
        for _ in range(10):
            try:
                case_confirm(user_id=alice.pk, case_id=case.pk, digest=case.digest, channel="web")
                outcomes.append("yes")
            except KingdomError as error:
                outcomes.append(error.code)
        connections.close_all()

    threads = [threading.Thread(target=confirm_ten_times) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    case.refresh_from_db()
    assert (len(outcomes), outcomes.count("yes"), case.state) == (100, 1, "training")
    assert set(outcomes) <= {"yes", "already_decided", "illegal_move", "proposal_changed"}
    assert case.events.filter(new_state="training").count() == 1


def test_yes_and_no_at_once_end_in_one_of_both(alice: User, council: Council) -> None:
    for turn in range(3):
        case, gate, errors = asked(alice, council, role=f"role_{turn}"), threading.Barrier(2), list[str]()

        def say(
            yes: bool, case: CreationCase = case, gate: threading.Barrier = gate, errors: list[str] = errors
        ) -> None:
            gate.wait()
            try:
                if yes:
                    case_confirm(user_id=alice.pk, case_id=case.pk, digest=case.digest, channel="web")
                else:
                    case_reject(user_id=alice.pk, case_id=case.pk, channel="api")
            except Conflict as error:
                errors.append(error.code)
            finally:
                connection.close()

        threads = [threading.Thread(target=say, args=(yes,)) for yes in (True, False)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        case.refresh_from_db()
        # a rejection after the approval stops the training that has just begun: both are then in the log
        assert case.state in ("training", "rejected")
        assert len(errors) <= 1
        CreationCase.objects.filter(pk=case.pk).delete()


def test_credentials_go_to_the_vault_and_references_stay(alice: User, council: Council) -> None:
    case = confirmed(asked(alice, council, **WANTS))
    assert (case.state, question(case).kind) == ("awaiting_resources", "resources")
    with pytest.raises(BadInput, match="sms_api_key, by these names"):
        case_credentials_provide(user_id=alice.pk, case_id=case.pk, values={"other": SecretStr(KEY)}, channel="web")
    with pytest.raises(BadInput, match="Not stored yet: sms_api_key"):
        answer(case, "provided", by=alice)
    case_credentials_provide(user_id=alice.pk, case_id=case.pk, values={"sms_api_key": SecretStr(KEY)}, channel="web")
    case.refresh_from_db()
    stored = UserCredential.objects.get()
    assert (stored.user, stored.specialist_role, stored.credential_key) == (alice, "iban_checker", "sms_api_key")
    assert stored.hosts == ["api.sms.example"]
    assert (case.state, case.provided_resources, case.mock) == ("training", {"sms_api_key": str(stored.pk)}, False)
    assert council.work(case).state == "completed"
    assert case.specialist_id == stored.specialist_id, "the draft that it was given to is the specialist"


def test_the_canary_is_nowhere_but_sealed(alice: User, council: Council, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    case = confirmed(asked(alice, council, **WANTS))
    strange = {"sms_api_key": SecretStr(KEY), "x": SecretStr(KEY)}
    with pytest.raises(BadInput):
        case_credentials_provide(user_id=alice.pk, case_id=case.pk, values=strange, channel="web")
    case_credentials_provide(user_id=alice.pk, case_id=case.pk, values={"sms_api_key": SecretStr(KEY)}, channel="web")
    case.refresh_from_db()
    council.work(case)
    forms = [KEY, KEY[::-1], KEY.encode().hex()]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = "
            "'BASE TABLE'"
        )
        tables = [row[0] for row in cursor.fetchall()]
        assert {"specialist_approvals", "case_events", "case_verdicts", "approvals", "notifications"} <= set(tables)
        for table in tables:
            for form in forms:
                cursor.execute(f'SELECT count(*) FROM "{table}" t WHERE strpos(t::text, %s) > 0', [form])
                assert cursor.fetchone() == (0,), table
    assert not any(form in caplog.text for form in forms)


def test_what_is_stored_already_is_not_asked_for(alice: User, council: Council) -> None:
    confirmed(asked(alice, council, **WANTS))
    first = CreationCase.objects.get()
    case_credentials_provide(user_id=alice.pk, case_id=first.pk, values={"sms_api_key": SecretStr(KEY)}, channel="api")
    case_reject(user_id=alice.pk, case_id=first.pk, channel="api")
    assert confirmed(asked(alice, council, **WANTS)).state == "training"


def test_mock_mode_is_chosen_with_the_yes_or_instead_of_a_key(alice: User, council: Council) -> None:
    with_yes = confirmed(asked(alice, council, **WANTS), mock=True)
    assert (with_yes.state, with_yes.mock, with_yes.provided_resources) == ("training", True, {})
    council.work(with_yes)
    assert next(stage_input for name, stage_input in council.seen if name == "train").mock is True

    later = confirmed(asked(alice, council, **{**WANTS, "role": "second"}))
    case_use_mock(user_id=alice.pk, case_id=later.pk, channel="api")
    later.refresh_from_db()
    assert (later.state, later.mock, question(later).choice) == ("training", True, "mock")

    calls_nobody = asked(alice, council, role="third")
    with pytest.raises(BadInput, match="calls no host"):
        confirmed(calls_nobody, mock=True)


def test_a_no_stops_what_is_being_worked_on(alice: User, council: Council) -> None:
    case = opened(alice)

    def stopped_meanwhile(stage_input: StageInput, context: StageContext) -> StageResult:
        case_reject(user_id=alice.pk, case_id=case.pk, channel="web", reason="I changed my mind.")
        return StageResult(verdict="passed", reason="Too late.", spec=spec(), suite=suite())

    council.says["design"] = stopped_meanwhile
    council.turn(case)
    assert (case.state, case.reason, case.spec_proposal) == ("rejected", "I changed my mind.", None)
    with pytest.raises(IllegalTransition):
        case_reject(user_id=alice.pk, case_id=case.pk, channel="web")


def expire(case: CreationCase) -> None:
    Approval.objects.filter(pk=question(case).pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert approvals_expire() == 1
    case.refresh_from_db()


def test_expiry_and_opening_again_without_a_new_design(alice: User, council: Council) -> None:
    case = asked(alice, council)
    assert case.expires_at is not None
    assert (
        timedelta(minutes=9)
        < case.expires_at - timezone.now()
        <= timedelta(minutes=settings.KINGDOM.creation_ttl_minutes)
    )
    old = question(case).pk
    expire(case)
    assert (case.state, case.reason) == ("expired", EXPIRY_REASON)
    told = Notification.objects.filter(user=alice, text__contains="expired")
    assert [notice.link for notice in told] == [f"/creations/{case.pk}/"], "told once, with where to open it again"
    with pytest.raises(Gone, match="The proposal is kept"):
        confirmed(case)
    assert "Nobody" not in str(case.reason) + told.get().text
    assert approvals_expire() == 0

    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert (case.state, question(case).pk != old, council.asked().count("design")) == ("awaiting_confirmation", True, 1)
    assert council.work(confirmed(case)).state == "completed"
    with pytest.raises(IllegalTransition):
        case_reopen(user_id=alice.pk, case_id=case.pk)


def test_one_click_confirms_an_expired_proposal_without_a_new_design(alice: User, bob: User, council: Council) -> None:
    case = asked(alice, council)
    expire(case)
    kept = proposal_kept_until(case)
    assert kept is not None
    assert timedelta(days=29) < kept - timezone.now() <= timedelta(days=30)
    with pytest.raises(ProposalChanged):
        case_confirm_again(user_id=alice.pk, case_id=case.pk, digest="0" * 64, channel="web")
    case.refresh_from_db()
    assert case.state == "expired", "a yes to something else changes nothing"
    with pytest.raises(NotFound):
        case_confirm_again(user_id=bob.pk, case_id=case.pk, digest=case.digest, channel="web")
    again = case_confirm_again(user_id=alice.pk, case_id=case.pk, digest=case.digest, channel="web")
    assert (again.state, again.confirmed_digest, council.asked().count("design")) == ("training", case.digest, 1)
    assert council.work(again).state == "completed"


def test_a_proposal_is_kept_for_thirty_days_and_then_designed_anew(alice: User, council: Council) -> None:
    case = asked(alice, council)
    expire(case)
    CreationCase.objects.filter(pk=case.pk).update(finished_at=timezone.now() - timedelta(days=31))
    case.refresh_from_db()
    assert proposal_kept_until(case) is None
    with pytest.raises(Gone, match="no longer kept"):
        case_confirm_again(user_id=alice.pk, case_id=case.pk, digest=case.digest, channel="web")
    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert (case.state, case.spec_proposal) == ("designing", None)
    assert council.work(case).state == "awaiting_confirmation"


def test_a_case_whose_question_is_gone_expires_by_itself(alice: User, council: Council) -> None:
    case = asked(alice, council)
    Approval.objects.filter(pk=question(case).pk).update(state=Approval.State.CANCELLED)
    assert cases_expire() == 0, "not before its time"
    CreationCase.objects.filter(pk=case.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert (cases_expire(), cases_expire()) == (1, 0)
    case.refresh_from_db()
    assert case.state == "expired"


def test_an_expired_question_can_not_be_answered_before_the_beat_comes(alice: User, council: Council) -> None:
    case = asked(alice, council)
    Approval.objects.filter(pk=question(case).pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(ApprovalExpired):
        confirmed(case)


def test_waiting_for_credentials_expires_too_and_the_yes_with_it(alice: User, council: Council) -> None:
    case = confirmed(asked(alice, council, **WANTS))
    expire(case)
    assert (case.state, case.confirmed_digest) == ("expired", "")
    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert case.state == "awaiting_confirmation"


def test_a_failed_case_goes_on_where_its_proposal_stands(alice: User, council: Council) -> None:
    council.says["validate"] = lambda stage_input, context: (_ for _ in ()).throw(RuntimeError("a fault of ours"))
    case = council.work(opened(alice))
    assert (case.state, case.error_code) == ("failed", "internal_error")
    assert "a fault of ours" not in case.reason
    del council.says["validate"]
    case_reopen(user_id=alice.pk, case_id=case.pk)
    case.refresh_from_db()
    assert council.work(case).state == "awaiting_confirmation"
    assert council.asked() == ["design", "review", "validate", "validate", "tests"], "the first two had spoken on this"
