"""A database of a benchmark's own, started and stopped with it."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, DATABASE_NAME
from kingdom.ops.launch.database_roles import connect_superuser, ensure_database
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from kingdom.ops.processes.child_processes import spawn

# Settings of a benchmark that uses Django's test client on this process's connection.
QUIET = {"KINGDOM_LOG_LEVEL": "ERROR", "KINGDOM_ALLOWED_HOSTS": "testserver", "KINGDOM_DATABASE_POOL": "0"}


@contextmanager
def database(folder: Path, *, durable: bool = True, kept: bool = False, settings: Mapping[str, str]) -> Iterator[None]:
    """Start a server in a folder, set Django up on it with ``settings`` in its environment, and make its tables.

    ``durable`` waits for the disk, as the product does. ``kept`` stops the server so that the folder can be used again.
    Import models only inside this context. The environment variable DATA_TEMPLATE may name a prepared data folder to
    copy.
    """
    template = os.environ.get("DATA_TEMPLATE")
    if template:
        subprocess.run(["cp", "-a", f"{template}/.", str(folder)], check=True)  # keeps the owner of the cluster
    folder.chmod(0o755)
    (folder / "static").mkdir(exist_ok=True)
    server = EmbeddedPostgres(
        folder, log=folder / "database.log", parameters=None if durable else UNSAFE_FAST_PARAMETERS
    )
    server.prepare(sync=False)
    process = spawn(server.program())
    server.wait_ready(process)
    with connect_superuser(str(server.folder)) as superuser:
        ensure_database(superuser, str(server.folder))
    url = f"postgresql://{APPLICATION_ROLE}:@/{DATABASE_NAME}?host={server.folder}"
    os.environ.update(
        {"DATABASE_URL": url, "KINGDOM_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "kingdom.settings", **settings}
    )
    try:
        django.setup()
        if not _is_migrated():
            call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        yield
        connections.close_all()
    finally:
        process.send_signal(signal.SIGINT if kept else signal.SIGQUIT)  # a folder that is removed needs no checkpoint
        process.wait(60)


def _is_migrated() -> bool:
    migrations = MigrationExecutor(connection)
    return not migrations.migration_plan(migrations.loader.graph.leaf_nodes())
