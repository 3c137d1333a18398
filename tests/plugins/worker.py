"""Fixtures of a real Celery worker on the test database, over the real queue (pgmq)."""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from kingdom.ops.launch.launcher import LOW_MEMORY_ENVIRONMENT
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import ROOT, clean_environment, wait_for


@pytest.fixture(scope="module")  # not longer: it would take tasks that other tests only put into the queue
def worker_process(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator["subprocess.Popen[bytes]"]:
    """A real Celery worker on the test database, one per module; use ``running_worker`` instead."""
    from django.db import connection  # noqa: PLC0415 - as above

    with django_db_blocker.unblock(), _queue_in_test_database(), throwaway_folder() as folder:
        environ = clean_environment(
            {
                **_test_database(connection.settings_dict),
                **LOW_MEMORY_ENVIRONMENT,
                "KINGDOM_DATA": os.environ["KINGDOM_DATA"],
            }
        )
        log = folder / "worker.log"
        options = ["worker", "-c", "8", "--without-gossip", "--without-mingle"]
        command = [sys.executable, "-m", "celery", "-A", "kingdom.celery", *options]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        try:
            _wait_for_worker(process, log)
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def running_worker(transactional_db: None, worker_process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
    """A real worker that takes tasks from the queue (pgmq) and sees what this test commits."""
    assert worker_process.poll() is None, "the worker ended in an earlier test"
    return worker_process


def _test_database(settings: Mapping[str, Any]) -> dict[str, str]:
    host = settings.get("HOST") or settings.get("OPTIONS", {}).get("host", "")
    return {"DATABASE_URL": f"postgresql://{settings['USER']}:@/{settings['NAME']}?host={host}"}


@contextlib.contextmanager
def _queue_in_test_database() -> Iterator[None]:
    """Send this process's tasks to the test database: the settings were read before pytest-django renamed it."""
    from django.db import connection  # noqa: PLC0415 - as above

    from kingdom.celery import app  # noqa: PLC0415
    from kingdom.core.deployment.celery_broker import broker_settings  # noqa: PLC0415
    from tests.plugins.idle_queue import real_queue  # noqa: PLC0415

    before = app.conf.broker_transport_options
    app.conf.broker_transport_options = broker_settings("", connection.settings_dict)[1]
    forget_queue_connections()
    try:
        with real_queue():
            yield
    finally:
        forget_queue_connections()
        app.conf.broker_transport_options = before


def forget_queue_connections() -> None:
    """Reset this process's connections to the queue, as before its first task."""
    from kombu import pools  # noqa: PLC0415 - as above

    from kingdom.celery import app  # noqa: PLC0415

    if app._pool is not None:
        app._pool.force_close_all()
    pools.reset()  # type: ignore[no-untyped-call] # kombu ships no types
    app._pool = None  # Celery has no public way to forget its connections
    app.amqp._producer_pool = None


def _wait_for_worker(process: "subprocess.Popen[bytes]", log: Path) -> None:
    from django.core.cache import cache  # noqa: PLC0415 - as above

    from kingdom.ops.tasks import echo, echo_key  # noqa: PLC0415

    token = secrets.token_hex(8)
    echo.delay(token)
    wait_for(
        lambda: cache.get(echo_key(token)) or process.poll() is not None, timeout_s=60, what="the worker's first task"
    )
    assert process.poll() is None, f"the worker ended:\n{log.read_text()[-3000:]}"
