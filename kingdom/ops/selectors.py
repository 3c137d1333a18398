"""Reads of heartbeats and of the schema's state. They use the database's clock, so the hosts' clocks may differ."""

from datetime import timedelta
from typing import NamedTuple

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Now

from kingdom.ops.models import Heartbeat

HEARTBEAT_TIMEOUT_S = 20.0  # four missed heartbeats


def heartbeats_alive(*, kind: str) -> list[Heartbeat]:
    """Return the processes of a kind with a heartbeat in the last HEARTBEAT_TIMEOUT_S seconds."""
    return list(
        Heartbeat.objects.filter(kind=kind, seen_at__gt=Now() - timedelta(seconds=HEARTBEAT_TIMEOUT_S)).order_by("name")
    )


class MigrationState(NamedTuple):
    """The migrations of this code that are not applied, and the applied ones that it does not have."""

    pending: int
    unknown: tuple[str, ...]  # as ``app.name``: a newer release applied them


def migration_state() -> MigrationState:
    """Return how the database's migrations differ from those of this code."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    unknown = set(loader.applied_migrations) - known_migrations(loader)
    pending = len(executor.migration_plan(loader.graph.leaf_nodes()))
    return MigrationState(pending, tuple(sorted(".".join(key) for key in unknown)))


def migrations_pending() -> int:
    """Return how many migrations are not applied."""
    return migration_state().pending


def known_migrations(loader: MigrationLoader) -> set[tuple[str, str]]:
    """Return the migrations that this code has, by app and name, those that a squashed one replaces included."""
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    return {*loader.disk_migrations, *replaced}


def is_pgmq_installed() -> bool:
    """Return whether the message queue's schema is installed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regprocedure('pgmq.send(text, jsonb)') IS NOT NULL")
        row = cursor.fetchone()
    return bool(row and row[0])
