"""The product's worker, queue and model adapter: killed, cancelled and shut down during a model call."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.chaos.worker_cluster import WorkerCluster
from tests.gemini_server.answers import Answer
from tests.gemini_server.server import ModelServer, running_server

pytestmark = pytest.mark.chaos
QUICK = Answer(text="Five words. [STATUS: SUCCESS]")
SLOW = Answer(text="Too late.", first_byte_s=30.0)


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """Return a local model server with Gemini's protocol."""
    with running_server() as server:
        yield server


@contextmanager
def worker(cluster: WorkerCluster, model: ModelServer) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a Celery worker of the product, as ``manage.py up`` starts it."""
    environ = {**cluster.environ, "GEMINI_API_KEY": model.key, "KINGDOM_GEMINI_BASE_URL": model.url}
    options = ["worker", "-P", "threads", "-c", "4", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    log = (cluster.folder / "worker.log").open("ab")
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "kingdom.celery", *options], env=environ, stdout=log, stderr=log
    )
    log.close()
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def until(condition: Callable[[], bool], *, seconds: float = 60.0) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition never became true"
        time.sleep(0.05)


def report(cluster: WorkerCluster, session: str) -> dict[str, Any]:
    """What the cluster knows of a session."""
    found: dict[str, Any] = cluster.do("report", session=session, declared=True).result
    return found


def is_over(cluster: WorkerCluster, session: str) -> Callable[[], bool]:
    """Return a function that tells whether a session is in a final state."""
    return lambda: report(cluster, session)["state"] in ("completed", "failed", "cancelled")


def test_a_killed_worker_s_session_is_reaped_and_answered_by_another(
    cluster: WorkerCluster, model: ModelServer
) -> None:
    session = cluster.make("reads")
    model.add(SLOW)
    model.add(QUICK)
    with worker(cluster, model) as first:
        cluster.do("send", session=session)
        until(lambda: len(model.requests) == 1)
        first.kill()
        first.wait()
    assert report(cluster, session)["state"] == "running"
    with worker(cluster, model):
        until(lambda: cluster.do("reap").result == 1)  # after the lease has expired
        until(is_over(cluster, session))

    found = report(cluster, session)
    assert (found["state"], found["answer"], found["identical"]) == ("completed", "Five words.", True)
    assert found["effects"][0][1:] == ["request_model", "done", 2]
    assert len(model.requests) == 2
    assert (found["telemetry"], found["wrong_counters"]) == ([[True, ""]], [])
    assert found["kinds"].count("user_message") == found["kinds"].count("model_response") == 1


def test_a_stop_from_another_process_closes_the_upstream_call_within_a_second(
    cluster: WorkerCluster, model: ModelServer
) -> None:
    session = cluster.make("reads")
    model.add(SLOW)
    with worker(cluster, model):
        cluster.do("send", session=session)
        until(lambda: len(model.requests) == 1)
        cluster.do("cancel", session=session)
        assert model.wait_for_disconnect(within_s=10)
        until(is_over(cluster, session))

    found = report(cluster, session)
    assert (found["state"], found["telemetry"], found["wrong_counters"]) == ("cancelled", [[False, "cancelled"]], [])


def test_a_shutdown_hands_the_session_to_the_next_worker(cluster: WorkerCluster, model: ModelServer) -> None:
    session = cluster.make("reads")
    model.add(SLOW)
    model.add(QUICK)
    with worker(cluster, model) as first:
        cluster.do("send", session=session)
        until(lambda: len(model.requests) == 1)
        first.send_signal(signal.SIGTERM)
        first.wait(10)  # without waiting for the model
    with worker(cluster, model):
        until(is_over(cluster, session))

    found = report(cluster, session)
    assert (found["state"], found["answer"], found["telemetry"]) == ("completed", "Five words.", [[True, ""]])
