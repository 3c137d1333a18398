"""Training sends nothing: a specialist that must send is not failed for it, and its owner is told how to go on."""

import pytest

from kingdom.accounts.models import User
from kingdom.council.models import CreationCase
from kingdom.council.rules.capability_card import training_note
from kingdom.council.stages.train import TrainingSendBlocked
from kingdom.council.stages.train import run as train
from tests.factories.http_hosts import Host
from tests.factories.sandboxd import Sandboxd
from tests.factories.training import ProgressLog, agreed, caller, calls, cases_of, stage_context, stage_input_for

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db(transaction=True)]
SENT = {"type": "object", "properties": {"told": {"const": [[200, "ok"]]}}, "required": ["told"]}


def test_what_was_not_sent_does_not_count_against_it(boxes: Sandboxd, alice: User, host: Host) -> None:
    host.script = lambda seen: (200, {}, b"ok")
    tests = cases_of(
        calls(["POST", "/a", {"n": 1}], expected_output=SENT), calls(["GET", "/b", None], expected_output=SENT)
    )
    made = agreed(alice, caller(f"http://127.0.0.1:{host.port}"), tests)
    assert "Training only reads at its hosts" in training_note(made)
    with pytest.raises(TrainingSendBlocked, match=r"POST to 127\.0\.0\.1.*1 of 2 tests.*choose mock replies"):
        train(stage_input_for(alice, made, tests), stage_context(ProgressLog()))
    assert [one.method for one in host.seen] == ["GET"]
    assert TrainingSendBlocked.permanent, (
        "trying again is no help: the case fails, and can be opened again with its proposal"
    )

    answers = [{"url": f"http://127.0.0.1:{host.port}/", "body": "ok"}]
    tests = cases_of(calls(["POST", "/a", {"n": 1}], expected_output=SENT, mock=answers))
    assert train(stage_input_for(alice, made, tests, mock=True), stage_context(ProgressLog())).verdict == "passed"
    assert not CreationCase.objects.exists()


def test_a_wrong_answer_is_still_a_wrong_answer(boxes: Sandboxd, alice: User, host: Host) -> None:
    tests = cases_of(calls(["GET", "/b", None], expected_output=SENT))
    made = agreed(alice, caller(f"http://127.0.0.1:{host.port}"), tests)
    assert train(stage_input_for(alice, made, tests), stage_context(ProgressLog())).verdict == "rejected"
