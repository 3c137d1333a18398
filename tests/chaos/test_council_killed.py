"""kill -9 of a worker at every stage of a creation: no finished stage is repeated, and it makes one specialist."""

import random
import signal
import time
import uuid
from collections import Counter
from typing import Any

import pytest

from tests.chaos.worker_cluster import WorkerCluster
from tests.rounds import rounds

pytestmark = pytest.mark.chaos
KILLED = -signal.SIGKILL
STAGES = ("design", "review", "validate", "tests", "train")
ROAD = ["reviewing", "validating", "generating_tests", "awaiting_confirmation", "training", "completed"]


class Watched:
    """A case in a cluster of workers that die."""

    def __init__(self, cluster: WorkerCluster, *, revises: bool = False) -> None:
        self.cluster, name = cluster, uuid.uuid4().hex[:8]
        self.role = f"role_{name}"
        self.id = str(cluster.do("case_open", user=f"user_{name}", role=self.role, revises=revises).result)

    def turn(self, **fate: Any) -> int:  # noqa: ANN401 - a job's fields
        """One worker's turn; returns how the process ended, 1 when another still has the case."""
        journal = str(self.cluster.journal(self.id))
        ended = self.cluster.do("case_turn", case=self.id, role=self.role, journal=journal, **fate)
        return 1 if ended.code == 0 and ended.result is False else ended.code

    def told(self) -> dict[str, Any]:
        """How it stands."""
        told: dict[str, Any] = self.cluster.do("case_told", case=self.id, role=self.role).result
        return told

    def until(self, state: str) -> None:
        """Let workers come until it is in a state; its owner says yes when they are asked on the way."""
        end = time.monotonic() + 120
        while (now := self.told()["state"]) != state:
            assert time.monotonic() < end, f"it stays {now}"
            assert now not in ("failed", "rejected", "expired"), now
            if now == "awaiting_confirmation":
                assert self.cluster.do("case_confirm", case=self.id).code == 0
            elif self.turn() == 1:
                self.cluster.do("case_reap")  # of what took down several workers it decides
                time.sleep(0.1)  # the dead worker's lease runs out

    def done(self) -> Counter[str]:
        """How often each stage ran."""
        return Counter(self.cluster.acts(self.id))


STATE = dict(zip(STAGES, ("designing", *ROAD[:3], "training"), strict=True))


@pytest.mark.parametrize(
    ("point", "runs"),
    [
        pytest.param("attempt_load:after:1", 1, id="before it"),
        pytest.param("inside:1", 2, id="inside it"),
        pytest.param("result_store:before:1", 2, id="before its word is stored"),
        pytest.param("result_store:after:1", 1, id="after its word is stored"),
    ],
)
def test_killed_at_every_stage(cluster: WorkerCluster, point: str, runs: int) -> None:
    case = Watched(cluster)
    for stage in STAGES:
        case.until(STATE[stage])
        assert case.turn(die_at=point) == KILLED, stage
    case.until("completed")
    assert case.done() == Counter(dict.fromkeys(STAGES, runs))
    assert_whole(case.told())


@pytest.mark.parametrize("point", ["trained_draft_embed:before:1", "trained_draft_embed:after:1"])
def test_killed_around_the_embedding(cluster: WorkerCluster, point: str) -> None:
    case = Watched(cluster)
    case.until("training")
    assert case.turn(die_at=point) == KILLED
    told = case.told()
    assert (told["state"], [draft for _, _, draft, _ in told["specialists"]]) == ("training", [True]), (
        "nobody is routed to it yet"
    )
    case.until("completed")
    assert_whole(case.told())


@pytest.mark.parametrize(
    "point", ["version_release_apply:before:1", "version_release_apply:after:1", "result_store:after:1"]
)
def test_killed_while_a_new_version_is_registered(cluster: WorkerCluster, point: str) -> None:
    """The version, its status change and the case's last transition are stored together or not at all."""
    case = Watched(cluster, revises=True)
    case.until("training")
    assert case.turn() == 0
    assert case.told()["state"] == "awaiting_confirmation", "nothing is applied by itself"
    assert cluster.do("case_confirm", case=case.id).code == 0
    assert case.turn(die_at=point) == KILLED
    told, committed = case.told(), point.startswith("result_store:after")
    assert (told["state"], told["versions"], told["changes"]) == (
        ("completed", 2, 1) if committed else ("training", 1, 0)
    )
    case.until("completed")
    told = case.told()
    assert (told["versions"], told["changes"], case.done()["train"]) == (2, 1, 1)


@pytest.mark.parametrize("seed", range(rounds(1, 3)))
def test_killed_from_outside_at_random_instants(cluster: WorkerCluster, seed: int) -> None:
    chance, case, kills = random.Random(seed), Watched(cluster), 0
    while kills < 4 and case.told()["state"] not in ("awaiting_confirmation", "completed"):
        code = case.turn(slow_s=0.05, kill_after_s=chance.uniform(0.02, 0.3))
        kills += code == KILLED
        if code == 1:
            time.sleep(0.2)  # the dead worker's lease runs out
    case.until("completed")
    assert_whole(case.told())


def test_the_reaper_sends_what_a_dead_worker_left(cluster: WorkerCluster) -> None:
    case = Watched(cluster)
    assert case.turn(die_at="inside:1") == KILLED
    assert case.told()["leased"]
    end = time.monotonic() + 60
    while cluster.do("case_reap").result == 0:
        assert time.monotonic() < end, "the reaper never found it"
        time.sleep(0.2)


def assert_whole(told: dict[str, Any]) -> None:
    """What must hold of every completed case, whatever was done to its workers."""
    assert (told["state"], told["leased"], told["moves"]) == ("completed", False, ROAD)
    assert told["seqs"] == list(range(1, len(told["seqs"]) + 1))
    assert told["verdicts"] == sorted(STAGES)
    assert told["specialists"] == [["unverified", "user", False, True]]
    assert told["embedded"] == 1
