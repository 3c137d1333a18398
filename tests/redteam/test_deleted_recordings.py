"""A recording that is deleted while tests replay it: nothing that they wrote stays, and nothing is written later."""

import threading
import uuid

import pytest
from django.db import connection

from kingdom.accounts.models import User
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.contracts.spec import TestCase
from kingdom.sessions.models import Cassette, Session
from kingdom.sessions.trials.trial_sessions import RecordingDeleted, trial_open
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.sending.cassettes import cassette_delete
from kingdom.specialists.test_runs import case_runner, executor
from kingdom.specialists.test_runs.case_runner import CaseRunner, TestRunInput
from kingdom.specialists.test_runs.scoring import CaseResult
from tests.factories import version_of
from tests.factories.capabilities import FakeSandbox
from tests.factories.sms_provider import sms_spec

WORDS = "text my mother that I am late"
TIMEOUT_S = 20


@pytest.fixture
def sender(alice: User) -> Specialist:
    """Alice's own specialist that sends."""
    return specialist_register(spec=sms_spec("https://api.sms.example"), owner=alice)


@pytest.fixture
def cassette(alice: User, sender: Specialist) -> Cassette:
    """What it recorded."""
    return Cassette.objects.create(version=version_of(sender), user=alice, state="recorded", input_text=WORDS)


def run_input_of(cassette: Cassette) -> TestRunInput:
    return TestRunInput(
        training_id=uuid.uuid4(), version=cassette.version, user_id=cassette.user_id, cassette_id=cassette.pk
    )


def delete(cassette: Cassette) -> None:
    specialist = SpecialistVersion.objects.values_list("specialist", flat=True).get(pk=cassette.version_id)
    cassette_delete(user_id=cassette.user_id, specialist_id=specialist, cassette_id=cassette.pk)


def result_of(session_id: uuid.UUID) -> CaseResult:
    return CaseResult(
        number=0, kind="normal", held_out=False, weight=1.0, success=True, score=1.0, reason="", answer="sent",
        session_id=str(session_id),
    )  # fmt: skip


@pytest.mark.django_db
def test_a_trial_without_a_result_goes_with_its_recording(alice: User, cassette: Cassette) -> None:
    """Its worker died, or its test run was stopped, before the result was stored."""
    trial, _ = trial_open(user_id=alice.pk, version_id=cassette.version_id, text=WORDS, cassette_id=cassette.pk)
    other, _ = trial_open(user_id=alice.pk, version_id=cassette.version_id, text="2 and 3")
    delete(cassette)
    assert [session.pk for session in Session.objects.all()] == [other.pk], f"{trial} stayed"


@pytest.mark.django_db
def test_no_trial_begins_and_no_result_is_stored_afterwards(alice: User, cassette: Cassette) -> None:
    run_input = run_input_of(cassette)
    trial, _ = trial_open(user_id=alice.pk, version_id=cassette.version_id, text=WORDS, cassette_id=cassette.pk)
    delete(cassette)
    with pytest.raises(RecordingDeleted):
        trial_open(user_id=alice.pk, version_id=cassette.version_id, text=WORDS, cassette_id=run_input.cassette_id)
    with pytest.raises(RecordingDeleted):
        executor._store(run_input, [result_of(trial.pk)])
    assert not TrainingResult.objects.exists()


@pytest.mark.django_db
def test_a_test_whose_recording_is_deleted_while_it_runs_ends_as_such(
    cassette: Cassette, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_input, spec = run_input_of(cassette), sms_spec("https://api.sms.example")
    test = TestCase(input=WORDS, expected_output={"sent": True})
    runner = CaseRunner(
        run_input, spec, [test], lambda _: FakeSandbox(lambda *_: SandboxOutcome(status="ok", ms=1.0)), None
    )
    monkeypatch.setattr(case_runner, "session_run", lambda **_: delete(cassette))
    with pytest.raises(RecordingDeleted):
        runner.run(0)
    assert not Session.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_trial_that_begins_during_the_removal_is_found_or_refused(alice: User, cassette: Cassette) -> None:
    begun, ends = threading.Barrier(9), []

    def trial() -> None:
        begun.wait(TIMEOUT_S)
        try:
            trial_open(user_id=alice.pk, version_id=cassette.version_id, text=WORDS, cassette_id=cassette.pk)
            ends.append("opened")
        except RecordingDeleted:
            ends.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=trial) for _ in range(8)]
    for thread in threads:
        thread.start()
    begun.wait(TIMEOUT_S)
    delete(cassette)
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert len(ends) == 8
    assert not Session.objects.exists()
