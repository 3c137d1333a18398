"""The queue, the worker and its heartbeat, with real processes."""

import secrets
import subprocess
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from kingdom.core.background.task_queue import worker_stopping
from kingdom.ops import services
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import heartbeats_alive, is_pgmq_installed
from kingdom.ops.tasks import echo, echo_key
from tests.plugins.product import wait_for
from tests.plugins.worker import forget_queue_connections


def _returns(token: str) -> bool:
    return cache.get(echo_key(token)) is not None


def test_a_task_goes_through_the_queue_in_the_database(running_worker: "subprocess.Popen[bytes]") -> None:
    token = secrets.token_hex(8)
    echo.delay(token)
    wait_for(lambda: _returns(token), timeout_s=30, what="the task")


def test_a_task_of_a_failed_transaction_never_runs(running_worker: "subprocess.Popen[bytes]") -> None:
    lost, kept = secrets.token_hex(8), secrets.token_hex(8)
    with transaction.atomic():
        echo.delay_on_commit(lost)
        transaction.set_rollback(True)
    with transaction.atomic():
        echo.delay_on_commit(kept)
    wait_for(lambda: _returns(kept), timeout_s=30, what="the second task")
    assert not _returns(lost)


def test_many_threads_may_publish_at_once(running_worker: "subprocess.Popen[bytes]") -> None:
    tokens = [secrets.token_hex(8) for _ in range(40)]
    forget_queue_connections()
    with ThreadPoolExecutor(40) as threads:
        list(threads.map(echo.delay, tokens))
    wait_for(lambda: all(_returns(token) for token in tokens), timeout_s=60, what="all forty tasks")


def test_publishing_and_working_continue_after_all_connections_are_cut(
    running_worker: "subprocess.Popen[bytes]",
) -> None:
    before, after = secrets.token_hex(8), secrets.token_hex(8)
    forget_queue_connections()
    echo.delay(before)
    wait_for(lambda: _returns(before), timeout_s=30, what="the first task")
    with connection.cursor() as cursor:  # as a server restart does
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            # threads of earlier tests keep their connections
            " AND pid <> pg_backend_pid() AND backend_start > to_timestamp(%s)",
            [psutil.Process(running_worker.pid).create_time()],
        )
    echo.delay(after)
    wait_for(lambda: _returns(after), timeout_s=60, what="the task after the cut")


def test_the_worker_has_a_heartbeat(running_worker: "subprocess.Popen[bytes]") -> None:
    def beats() -> bool:
        return any(row.name.endswith(f":{running_worker.pid}") for row in heartbeats_alive(kind=Heartbeat.Kind.WORKER))

    wait_for(beats, timeout_s=30, what="the heartbeat")


@pytest.mark.django_db
def test_the_queue_is_installed_by_the_migrations_and_never_twice() -> None:
    assert is_pgmq_installed()
    assert services.queue_install() is False


@pytest.mark.django_db
def test_a_silent_process_is_not_alive_and_is_purged_after_a_day() -> None:
    services.heartbeat_record(kind=Heartbeat.Kind.BEAT)
    assert len(heartbeats_alive(kind=Heartbeat.Kind.BEAT)) == 1
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ops_heartbeats SET seen_at = now() - interval '21 seconds'")
    assert heartbeats_alive(kind=Heartbeat.Kind.BEAT) == []
    assert services.heartbeats_purge() == 0
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ops_heartbeats SET seen_at = now() - interval '25 hours'")
    assert services.heartbeats_purge() == 1


@pytest.mark.django_db
def test_messages_are_kept_while_their_worker_lives_and_given_back_when_it_stops() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pgmq.send('kingdom', '{}'::jsonb)")
        (message_id,) = cursor.fetchone() or (0,)

    def visible_in_s() -> float:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT extract(epoch FROM vt - clock_timestamp()) FROM pgmq.q_kingdom WHERE msg_id = %s", [message_id]
            )
            (seconds,) = cursor.fetchone() or (0,)
        return float(seconds)

    services.queue_messages_keep(message_ids=[message_id], seconds=30)
    assert 20 < visible_in_s() <= 30
    services.queue_messages_keep(message_ids=[message_id], seconds=0)
    assert visible_in_s() <= 0


def test_the_messages_of_a_killed_worker_come_back_within_a_lease() -> None:
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] <= settings.KINGDOM.lease_s


def test_a_worker_that_stops_reads_no_message(running_worker: "subprocess.Popen[bytes]") -> None:
    del running_worker
    with current_app.connection() as broker:
        channel = broker.default_channel
        queue = f"stopping_{secrets.token_hex(4)}"
        channel.queue_declare(queue)
        received: list[object] = []
        try:
            channel.basic_consume(queue, no_ack=False, callback=received.append, consumer_tag=queue)
            message = channel.prepare_message("x")
            worker_stopping.set()
            channel.basic_publish(message, exchange="", routing_key=queue)
            with pytest.raises(TimeoutError):
                broker.drain_events(timeout=1)
            assert received == []
            worker_stopping.clear()
            broker.drain_events(timeout=10)
            assert len(received) == 1
        finally:
            worker_stopping.clear()
            channel.queue_delete(queue)
