"""Background replays: stored in batches, resumed after a crash, cancelled, and deleted with their messages."""

import uuid
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, Conflict, KingdomError, NotFound
from kingdom.orchestrator.models import Conversation, Message, ReplayDifference, ReplayRun
from kingdom.orchestrator.replay import engine, jobs
from kingdom.orchestrator.replay.engine import ReplayBatch, Replayer
from kingdom.orchestrator.replay.jobs import ReplayRequest, replay_cancel, replay_execute, replay_request, replays_reap
from kingdom.routing.calibration.services import calibration_fit
from kingdom.routing.models import EmbeddingSpace, RouterCalibration
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_own_specialist, expire_leases, version_of
from tests.factories.routing import Make
from tests.factories.topics import EXAMPLES

ROLES = sorted(EXAMPLES)
Kind, State = ReplayRun.Change, ReplayRun.State


@pytest.fixture
def asked(spaces: dict[str, Specialist], alice: User, monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """Store three messages per shared specialist, oldest first; a batch holds two."""
    monkeypatch.setattr(jobs, "BATCH_SIZE", 2)
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: None)
    texts = [text for role in ROLES for text in EXAMPLES[role][1][:3]]
    conversations = [Conversation.objects.create(user=alice) for _ in texts]
    return [
        Message.objects.create(conversation=one, role="user", content=text)
        for one, text in zip(conversations, texts, strict=True)
    ]


def wanted(change: ReplayRun.Change = Kind.WITHOUT, target: str = ROLES[0], last: int = 100) -> ReplayRequest:
    return ReplayRequest(change=change, target=target, message_count=last)


def test_a_run_stores_what_would_flip(asked: list[Message], carol: User) -> None:
    run = replay_request(request=wanted(), user=carol)
    assert (run.state, run.label) == (State.QUEUED, f"without {ROLES[0]}")
    assert replay_execute(run_id=run.pk)
    assert not replay_execute(run_id=run.pk), "it is over"
    run.refresh_from_db()
    assert (run.state, run.done, run.total, run.difference_count) == (State.DONE, 12, 12, 3)
    assert (run.share, run.time_ratio is not None) == (0.25, True)
    assert {flip.message_id for flip in run.differences.all()} == {message.pk for message in asked[:3]}
    assert {flip.current["agent"] for flip in run.differences.all()} == {ROLES[0]}
    asked[0].conversation.delete()
    assert run.differences.count() == 2, "differences are deleted with their messages"


def test_a_run_that_is_killed_goes_on_after_its_last_lot(
    asked: list[Message], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = replay_request(request=wanted())
    replay_execute(run_id=whole.pk)
    run, real = replay_request(request=wanted(last=11)), Replayer.batch
    routed: list[Message] = []

    def batch(self: Replayer, messages: list[Message]) -> ReplayBatch:
        if len(routed) == 6:
            raise KeyboardInterrupt
        routed.extend(messages)
        return real(self, messages)

    monkeypatch.setattr(Replayer, "batch", batch)
    with pytest.raises(KeyboardInterrupt):
        replay_execute(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.done, run.total) == (State.RUNNING, 6, 11)
    assert (replay_execute(run_id=run.pk), replays_reap()) == (False, 0), "its lease has not expired"
    Message.objects.create(conversation=Conversation.objects.create(user=alice), role="user", content="a newer one")
    asked[0].conversation.delete()
    expire_leases(ReplayRun)
    assert replays_reap() == 1
    monkeypatch.setattr(Replayer, "batch", real)
    assert replay_execute(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.done, run.total) == (State.DONE, 11, 11)
    assert {one.message_id for one in run.differences.all()} == {one.message_id for one in whole.differences.all()} - {
        asked[0].pk
    }


def test_a_stop_holds_after_the_lot(asked: list[Message], monkeypatch: pytest.MonkeyPatch) -> None:
    run, real = replay_request(request=wanted()), Replayer.batch

    def batch(self: Replayer, messages: list[Message]) -> ReplayBatch:
        replay_cancel(run_id=run.pk)
        return real(self, messages)

    monkeypatch.setattr(Replayer, "batch", batch)
    assert replay_execute(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.done, run.differences.count()) == (State.CANCELLED, 0, 0)


def test_what_has_gone_meanwhile_is_said(asked: list[Message]) -> None:
    run = replay_request(request=wanted())
    Specialist.objects.filter(role=ROLES[0]).delete()
    assert replay_execute(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.error) == (State.FAILED, f"There is no verified specialist {ROLES[0]}.")


@pytest.mark.parametrize(
    ("change", "target", "error", "words"),
    [
        pytest.param(Kind.SPACE, "minilm", BadInput, "is already active", id="the serving space"),
        pytest.param(Kind.SPACE, "gemini", NotFound, "Build it first", id="no space"),
        pytest.param(Kind.SPACE, "bert", BadInput, "is one of", id="unknown space"),
        pytest.param(Kind.CALIBRATION, "99999", NotFound, "no such calibration", id="no gate"),
        pytest.param(Kind.CALIBRATION, "x", BadInput, "by its number", id="no number"),
        pytest.param(Kind.WITHOUT, "nobody", NotFound, "nobody", id="no role"),
        pytest.param(Kind.WITHOUT, str(uuid.UUID(int=1)), NotFound, "0001", id="no specialist"),
        pytest.param(Kind.WITH_VERSION, str(uuid.UUID(int=1)), NotFound, "no such version", id="no version"),
        pytest.param(Kind.WITH_VERSION, "v1", BadInput, "by its id", id="no id"),
    ],
)
def test_what_cannot_be_replayed_is_refused(
    asked: list[Message], change: ReplayRun.Change, target: str, error: type[KingdomError], words: str
) -> None:
    with pytest.raises(error, match=words):
        replay_request(request=wanted(change, target))
    assert not ReplayRun.objects.exists()


def test_each_kind_of_change_is_replayed(asked: list[Message], make: Make, alice: User, bob: User) -> None:
    EmbeddingSpace.objects.create(kind="hashing", encoder="hashing-384-v1", state="queued")
    with pytest.raises(Conflict, match="not complete: queued"):
        replay_request(request=wanted(Kind.SPACE, "hashing"))
    EmbeddingSpace.objects.update(state="ready")
    purpose, examples = EXAMPLES[ROLES[1]]
    twin = make(ROLES[1], purpose, examples, owner=bob)
    serving = RouterCalibration.objects.get(active=True)
    RouterCalibration.objects.filter(pk=serving.pk).update(inputs_digest="old")
    calibration = calibration_fit(space=serving.encoder)
    assert calibration is not None
    own = create_own_specialist(alice)
    found = {}
    for change, target in (
        (Kind.SPACE, "hashing"),
        (Kind.WITH_VERSION, str(version_of(twin).pk)),
        (Kind.CALIBRATION, str(calibration.pk)),
        (Kind.WITHOUT, str(own.pk)),
    ):
        run = replay_request(request=wanted(change, target))
        assert replay_execute(run_id=run.pk)
        run.refresh_from_db()
        assert (run.state, run.error) == (State.DONE, "")
        found[change] = (run.label, run.active_target, run.difference_count)
    assert found == {
        Kind.SPACE: ("space hashing instead of minilm", "minilm", 12),
        Kind.WITH_VERSION: (f"{ROLES[1]}, version 1, for all users", "", 3),
        Kind.CALIBRATION: (f"calibration {calibration.pk} instead of {serving.pk}", str(serving.pk), 0),
        Kind.WITHOUT: ("without poem_writer", "", 0),
    }
    with pytest.raises(BadInput, match="is already active"):
        replay_request(request=wanted(Kind.CALIBRATION, str(serving.pk)))


def test_only_the_newest_are_kept_and_each_is_sent(
    asked: list[Message],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(jobs, "MAX_KEPT_RUNS", 2)
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: sent.extend(args))
    with django_capture_on_commit_callbacks(execute=True):
        runs = [replay_request(request=wanted(last=1)) for _ in range(2)]
    assert sent == [str(run.pk) for run in runs]
    for _ in range(3):
        run = replay_request(request=wanted(last=1))
        replay_execute(run_id=run.pk)
    replay_request(request=wanted(last=1))
    assert ReplayRun.objects.filter(state=State.DONE).count() == 2
    assert ReplayRun.objects.filter(state=State.QUEUED).count() == 3
    with pytest.raises(BadInput, match="1 to 5000"):
        replay_request(request=wanted(last=engine.MAX_MESSAGES + 1))
    assert ReplayDifference.objects.count() == 0
