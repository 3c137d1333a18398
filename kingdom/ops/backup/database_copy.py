"""Dump and restore of the database by PostgreSQL's own programs, and its server while Kingdom is stopped."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg import sql

from kingdom.core.deployment.child_environment import database_environment
from kingdom.core.errors import BadConfiguration
from kingdom.ops.launch.postgres_server import EmbeddedPostgres, postgres_binaries
from kingdom.ops.processes.child_processes import spawn

Connection = psycopg.Connection[tuple[object, ...]]
STOP_TIMEOUT_S = 120.0
_LIBPQ_VARIABLES = {
    **{"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "dbname": "PGDATABASE", "password": "PGPASSWORD"},
    **{"sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "requirepeer": "PGREQUIREPEER"},
}
_TABLES = """
SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
"""


@contextmanager
def stopped_server(data: Path, *, log: Path) -> Iterator[None]:
    """Run the embedded server of a data folder that nobody else uses (its lock is held), and shut it down."""
    server = EmbeddedPostgres(data, log=log)
    server.prepare()
    process = spawn(server.program())
    try:
        server.wait_ready(process)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=STOP_TIMEOUT_S)


@contextmanager
def database_snapshot(parameters: Mapping[str, Any]) -> Iterator[tuple[Connection, str]]:
    """Hold a snapshot of the database; yield its connection and its id. Raises psycopg.Error."""
    with psycopg.connect(**parameters) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        yield connection, str(row[0]) if row else ""


def database_dump(parameters: Mapping[str, Any], *, snapshot: str, target: IO[bytes]) -> None:
    """Write a compressed dump of a snapshot to a file. Raises BadConfiguration with the program's message."""
    options = ["--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--lock-wait-timeout=60s"]
    _run("pg_dump", *options, f"--snapshot={snapshot}", parameters=parameters, output=target)


def database_script(parameters: Mapping[str, Any]) -> str:
    """Return a database as one SQL script, its rows as INSERT statements. Raises BadConfiguration with the message."""
    options = ["--inserts", "--no-owner", "--no-privileges", "--no-comments"]
    return _run("pg_dump", *options, parameters=parameters)


def database_load(parameters: Mapping[str, Any], *, dump: Path) -> None:
    """Load a dump into an empty database, whole or not at all. Raises BadConfiguration with the program's message."""
    options = ["--no-owner", "--no-privileges", "--no-comments", "--exit-on-error", "--single-transaction"]
    _run("pg_restore", *options, f"--dbname={parameters['dbname']}", str(dump), parameters=parameters)


def queued_tasks_release(parameters: Mapping[str, Any]) -> int:
    """Make every task of a restored queue due now; return how many were not.

    A task that a worker had taken at the moment of the backup would otherwise wait for the end of that worker's time,
    up to half an hour, though no worker of a restored database is alive.
    """
    released = 0
    with psycopg.connect(**parameters) as connection:
        if connection.execute("SELECT to_regclass('pgmq.meta')").fetchone() == (None,):
            return 0
        for (name,) in connection.execute("SELECT queue_name FROM pgmq.meta").fetchall():
            table = sql.Identifier("pgmq", f"q_{str(name).lower()}")
            statement = sql.SQL("UPDATE {} SET vt = clock_timestamp() WHERE vt > clock_timestamp()").format(table)
            released += connection.execute(statement).rowcount
    return released


def is_database_empty(parameters: Mapping[str, Any]) -> bool:
    """Return whether a database has no tables, views and sequences outside extensions. Raises psycopg.Error."""
    with psycopg.connect(**parameters) as connection:
        return connection.execute(_TABLES).fetchone() == (0,)


def _run(
    program: str, *arguments: str, parameters: Mapping[str, Any], output: IO[bytes] | int = subprocess.PIPE
) -> str:
    # By variables, not by arguments: every user of the machine may read those.
    libpq = {
        _LIBPQ_VARIABLES[name]: str(value) for name, value in parameters.items() if name in _LIBPQ_VARIABLES and value
    }
    command = [str(postgres_binaries() / program), *arguments]
    done = subprocess.run(  # noqa: S603 - our own program
        command,
        env={**database_environment(os.environ), **libpq},
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()
        raise BadConfiguration(f"The database cannot be copied: {lines[0] if lines else program + ' gave no reason'}")
    return done.stdout or ""
