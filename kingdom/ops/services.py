"""Write operations: heartbeats, schedules, the queue's schema."""

import os
import socket
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from pgmq.install import get_embedded_install_sql

from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import is_pgmq_installed

HEARTBEAT_INTERVAL_S = 5.0
HEARTBEAT_RETENTION_HOURS = 24
_INSTALL_LOCK = 0x6B696E67  # "king" in ASCII; two migrations at once install the schema once


def process_name(kind: str) -> str:
    """Return this process's name, unique among all hosts."""
    return f"{kind}@{socket.gethostname()}:{os.getpid()}"


def heartbeat_record(*, kind: str, details: Mapping[str, Any] | None = None) -> None:
    """Record that this process is alive."""
    seen = {"seen_at": Now(), "details": dict(details or {})}
    if not Heartbeat.objects.filter(pk=process_name(kind)).update(**seen):
        Heartbeat.objects.update_or_create(pk=process_name(kind), defaults={**seen, "kind": kind, "started_at": Now()})


def heartbeat_remove(*, kind: str) -> None:
    """Remove this process's heartbeat: it shuts down in order."""
    Heartbeat.objects.filter(pk=process_name(kind)).delete()


def queue_messages_keep(*, message_ids: Sequence[int], seconds: float) -> None:
    """Keep messages from other workers for so many seconds from now, 0 to give them back. For pgmq only."""
    if message_ids and settings.CELERY_BROKER_URL.startswith("pgmq"):
        with connection.cursor() as cursor:
            table = connection.ops.quote_name(f"q_{settings.CELERY_TASK_DEFAULT_QUEUE}")
            cursor.execute(
                f"UPDATE pgmq.{table} SET vt = clock_timestamp() + make_interval(secs => %s) WHERE msg_id = ANY(%s)",  # noqa: S608 - our queue's name
                [seconds, list(message_ids)],
            )


def heartbeats_purge() -> int:
    """Delete heartbeats older than HEARTBEAT_RETENTION_HOURS; return how many."""
    count, _ = Heartbeat.objects.filter(seen_at__lt=Now() - timedelta(hours=HEARTBEAT_RETENTION_HOURS)).delete()
    return count


def schedules_seed(*, schedules: Mapping[str, Mapping[str, Any]]) -> int:
    """Create the missing periodic tasks; return how many. Existing ones keep an admin's changes.

    ``schedules`` has Celery's form: ``{name: {"task": dotted name, "schedule": seconds}}``.
    """
    known = set(PeriodicTask.objects.filter(name__in=schedules).values_list("name", flat=True))
    for name, entry in schedules.items():
        if name not in known:
            interval, _ = IntervalSchedule.objects.get_or_create(
                every=max(1, round(entry["schedule"])), period=IntervalSchedule.SECONDS
            )
            PeriodicTask.objects.get_or_create(name=name, defaults={"task": entry["task"], "interval": interval})
    return len(set(schedules) - known)


def queue_install() -> bool:
    """Install the queue's schema and create the queue if Celery uses the database; return whether it was missing.

    The script cannot run twice, hence the check, and the lock against two migrations at once.
    """
    if not settings.CELERY_BROKER_URL.startswith("pgmq"):
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_INSTALL_LOCK])
        if is_pgmq_installed():
            return False
        cursor.execute(get_embedded_install_sql())
        cursor.execute("SELECT pgmq.create(%s)", [settings.CELERY_TASK_DEFAULT_QUEUE])
        cursor.execute("SELECT pgmq.enable_notify_insert(%s, 0)", [settings.CELERY_TASK_DEFAULT_QUEUE])
    return True
