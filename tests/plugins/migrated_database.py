"""A migrated database that each test process copies: the schema file, and the migrations that are newer than it."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from kingdom.ops.launch.schema_file import ROOT, migrations_digest, schema_digest, schema_load

NAME = "migrated"


def migrated_database() -> str:
    """Return the name of the migrated database of this run's server, which nobody is connected to."""
    with _locked(), psycopg.connect(os.environ["TEST_KINGDOM_DATABASE"], autocommit=True) as server:
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone() is None:
            server.execute("DROP DATABASE IF EXISTS migrated_draft")
            server.execute("CREATE DATABASE migrated_draft")
            _fill({**conninfo_to_dict(os.environ["TEST_KINGDOM_DATABASE"]), "dbname": "migrated_draft"})
            server.execute(sql.SQL("ALTER DATABASE migrated_draft RENAME TO {}").format(sql.Identifier(NAME)))
    return NAME


def _fill(parameters: Mapping[str, object]) -> None:
    schema_load(parameters)
    if schema_digest() == migrations_digest():
        return
    url = f"postgresql://{parameters['user']}:@/{parameters['dbname']}?host={parameters['host']}"
    environ = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)


@contextmanager
def _locked() -> Iterator[None]:
    with (Path(os.environ["TEST_KINGDOM_DATA"]) / "migrated_database.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several xdist workers ask at once
        yield
