"""kill -9 of a worker during a build or a replay: the next worker continues, and the result is the same."""

import signal

import pytest

from tests.chaos.worker_cluster import WorkerCluster

pytestmark = pytest.mark.chaos
KILLED = -signal.SIGKILL


def test_a_build_and_a_replay_survive_their_workers(cluster: WorkerCluster) -> None:
    space, journal = cluster.do("space_ask").result, str(cluster.journal("space"))
    done = -1
    for point in (
        "specialist_embed:before:1",
        "embeddings_add:before:3",
        "specialist_embed:after:5",
        "negative_examples_add:after:1",
        "observe_examples:before:1",
        "calibration_refit:after:1",
    ):
        assert cluster.do("space_turn", space=space, journal=journal, die_at=point).code == KILLED, point
        told = cluster.do("space_told").result
        there = sum(count for _, count in told["rows"]) + told["bank"]
        assert (told["state"], there >= done) == ("building", True), "nothing that was there is lost"
        done = there
    assert cluster.do("space_turn", space=space, journal=journal).code == 0
    told = cluster.do("space_told").result
    assert (told["state"], told["done"]) == ("ready", told["total"])
    assert (told["rows"], told["gates"]) == ([["centroid", 8], ["example", 32], ["purpose", 8]], [True])
    assert told["total"] == 40 + told["bank"]

    run = cluster.do("replay_ask").result
    for point, stored in (("_store_batch:before:1", 0), ("_store_batch:after:1", 25), ("_store_batch:before:2", 50)):
        assert cluster.do("replay_turn", run=run, journal=journal, die_at=point).code == KILLED, point
        told = cluster.do("replay_told", run=run).result
        assert (told["state"], told["done"], told["suspended"]) == ("running", stored, 0)
    assert cluster.do("replay_turn", run=run, journal=journal).code == 0
    told = cluster.do("replay_told", run=run).result
    assert (told["state"], told["done"], told["total"], told["suspended"]) == ("done", 75, 75, 0)
    assert told["found"] == told["difference_count"] > 0
