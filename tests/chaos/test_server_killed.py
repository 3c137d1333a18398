"""kill -9 of PostgreSQL in the middle of a session: it comes back, and the session ends as if nothing had been."""

import random
import time

import pytest

from tests.chaos.worker_cluster import READS, WorkerCluster, assert_whole
from tests.rounds import rounds

pytestmark = pytest.mark.chaos


@pytest.mark.parametrize("seed", range(rounds(1, 3)))
def test_the_same_worker_goes_on(cluster_with_long_leases: WorkerCluster, seed: int) -> None:
    """Its lease outlasts the crash, so it stores the outcome it holds once the server is back: nothing runs twice."""
    cluster, chance = cluster_with_long_leases, random.Random(seed)
    session = cluster.make("reads")

    def crash() -> None:
        time.sleep(chance.uniform(0.2, 0.8))
        cluster.server.kill()
        time.sleep(0.3)
        cluster.server.start()

    ended = cluster.do("run", crash, session=session, journal=str(cluster.journal(session)), slow_s=0.15)
    assert (ended.code, ended.result) == (0, True)
    report = cluster.do("report", session=session).result

    assert_whole(report)
    assert report["answer"] == "I saw 3 results."
    assert cluster.acts(session) == READS


def test_a_writing_tool_runs_once_through_a_crash(cluster_with_long_leases: WorkerCluster) -> None:
    cluster = cluster_with_long_leases
    session = cluster.make("writes")

    def crash() -> None:
        time.sleep(0.45)
        cluster.server.kill()
        cluster.server.start()

    cluster.do("run", crash, session=session, journal=str(cluster.journal(session)), slow_s=0.15)
    report = cluster.do("report", session=session).result

    assert report["state"] == "completed"
    assert report["identical"]
    assert cluster.acts(session) == READS


def test_whoever_comes_goes_on(cluster: WorkerCluster) -> None:
    """The server is away longer than the lease: the session is complete, whichever worker continues it."""
    session = cluster.make("reads")

    def crash() -> None:
        time.sleep(0.4)
        cluster.server.kill()
        time.sleep(2.5)
        cluster.server.start()

    ended = cluster.do("run", crash, session=session, journal=str(cluster.journal(session)), slow_s=0.15)
    assert ended.code == 0
    report = cluster.work_until_it_rests(session)

    assert_whole(report)
    assert report["answer"] == "I saw 3 results."
    assert set(cluster.acts(session)) == set(READS)
    assert len(cluster.acts(session)) <= len(READS) + 1  # what was running when the server went
