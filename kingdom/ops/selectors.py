"""Reads of the processes' signs of life and of the schema's state. The database's clock alone counts, so hosts need not agree."""

from datetime import timedelta

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Now

from kingdom.ops.models import Heartbeat

HEARTBEAT_TIMEOUT_S = 20.0  # four missed beats of 5 s


def heartbeats_alive(*, kind: str) -> list[Heartbeat]:
    """Return the processes of a kind that were seen within the last ALIVE_S seconds."""
    return list(
        Heartbeat.objects.filter(kind=kind, seen_at__gt=Now() - timedelta(seconds=HEARTBEAT_TIMEOUT_S)).order_by("name")
    )


def migrations_pending() -> int:
    """Return how many migrations the database still lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def is_pgmq_installed() -> bool:
    """Tell whether the message queue's schema is in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regprocedure('pgmq.send(text, jsonb)') IS NOT NULL")
        row = cursor.fetchone()
    return bool(row and row[0])
