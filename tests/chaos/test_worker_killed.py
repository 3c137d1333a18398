"""SIGKILL of a worker at each kind of point: the same answer, no finished effect twice, no message lost."""

import random
import signal
import time
from collections import Counter

import pytest

from tests.chaos.worker_cluster import READS, WorkerCluster, assert_whole
from tests.rounds import rounds

pytestmark = pytest.mark.chaos
KILLED = -signal.SIGKILL


@pytest.mark.parametrize(
    ("point", "runs"),
    [
        pytest.param("graphs:1", 1, id="before the loop"),
        pytest.param("effect_begin:before:1", 1, id="before the effect row"),
        pytest.param("effect_begin:after:1", 1, id="after the effect row"),
        pytest.param("inside:1", 2, id="inside the effect"),
        pytest.param("effect_close:before:1", 2, id="after the effect, before its outcome is stored"),
        pytest.param("effect_close:after:1", 1, id="after the outcome is stored"),
        pytest.param("step_answer:before:1", 1, id="before the answer"),
        pytest.param("step_answer:after:1", 1, id="after the answer"),
    ],
)
def test_a_handler_session(cluster: WorkerCluster, point: str, runs: int) -> None:
    session = cluster.make("handler")
    assert cluster.work(session, die_at=point).code == KILLED
    report = cluster.do("report", session=session).result
    if point != "step_answer:after:1":
        assert report["leased"]
        report = cluster.work_until_it_rests(session)

    assert_whole(report)
    assert report["answer"].startswith("5 words at ")
    assert cluster.acts(session) == ["worker 0"] * runs


@pytest.mark.parametrize("nth", [2, 7])
@pytest.mark.parametrize(
    "point", ["effect_begin:before", "effect_begin:after", "inside", "effect_close:before", "effect_close:after"]
)
def test_a_session_of_model_calls_and_reading_tools(cluster: WorkerCluster, point: str, nth: int) -> None:
    session = cluster.make("reads")
    assert cluster.work(session, die_at=f"{point}:{nth}").code == KILLED
    report = cluster.work_until_it_rests(session)

    assert_whole(report)
    assert report["answer"] == "I saw 3 results."
    is_repeated = point in ("inside", "effect_close:before")  # done without a stored outcome, and read-only
    expected = Counter(READS) + Counter([READS[nth - 1]] if is_repeated else [])
    assert Counter(cluster.acts(session)) == expected


@pytest.mark.parametrize(
    ("point", "choice", "fault"),
    [
        pytest.param("inside:2", "done", "", id="done: it took effect"),
        # the answer does not say that a call was skipped
        pytest.param("inside:2", "skip", "claimed_without_evidence", id="skip"),
        pytest.param("effect_begin:after:2", "retry", "", id="retry: it had not begun"),
    ],
)
def test_a_write_is_never_repeated_by_itself(cluster: WorkerCluster, point: str, choice: str, fault: str) -> None:
    session = cluster.make("writes")
    assert cluster.work(session, die_at=point).code == KILLED
    report = cluster.work_until_it_rests(session)
    assert (report["state"], report["choices"], report["leased"]) == (
        "awaiting_approval",
        ["retry", "skip", "done"],
        False,
    )
    assert report["telemetry"] == []

    assert cluster.do("answer", session=session, choice=choice).code == 0
    report = cluster.work_until_it_rests(session)

    assert report["state"] == "completed"
    assert report["identical"]
    assert report["telemetry"] == [[not fault, fault]]
    assert Counter(cluster.acts(session))["tool 0"] == 1
    assert Counter(cluster.acts(session))["tool 1"] == Counter(cluster.acts(session))["tool 2"] == 1


def test_a_killed_retry_asks_again(cluster: WorkerCluster) -> None:
    session = cluster.make("writes")
    cluster.work(session, die_at="inside:2")
    cluster.work_until_it_rests(session)
    cluster.do("answer", session=session, choice="retry")
    assert cluster.work(session, die_at="inside:1").code == KILLED
    report = cluster.work_until_it_rests(session)

    assert report["state"] == "awaiting_approval"
    assert Counter(cluster.acts(session))["tool 0"] == 2  # the second one after a person chose to retry


@pytest.mark.parametrize("seed", range(rounds(1, 4)))
def test_killed_from_outside_at_random_instants(cluster: WorkerCluster, seed: int) -> None:
    chance = random.Random(seed)
    session, kills, over = cluster.make("reads"), 0, False
    while kills < 4 and not over:
        ended = cluster.work(session, slow_s=0.05, kill_after_s=chance.uniform(0.05, 0.35))
        kills += ended.code == KILLED
        over = ended.result is True
        if ended.result is False:
            time.sleep(0.2)  # until the lease of the dead worker expires
    report = cluster.work_until_it_rests(session)

    assert_whole(report)
    assert report["answer"] == "I saw 3 results."
    assert set(cluster.acts(session)) == set(READS)
    attempts = sum(attempts for _, kind, _, attempts in report["effects"] if kind != "emit_response")
    assert len(cluster.acts(session)) <= attempts  # each side effect was recorded as an attempt first
