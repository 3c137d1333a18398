"""A database of the first version is upgraded by the migrations since: they are kept, and none may be rewritten."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, SUPERUSER
from kingdom.ops.launch.database_roles import reassign_objects
from tests.plugins.product import ROOT, clean_environment

DUMP = Path(__file__).parent / "first_version.sql"
DATABASE = "kingdom_upgrade"


@pytest.mark.django_db
def test_a_dump_of_the_first_version_is_upgraded() -> None:
    host = connection.settings_dict["HOST"] or connection.settings_dict["OPTIONS"].get("host", "")
    address = f"host={host} user={SUPERUSER}"
    with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
        server.execute(f"CREATE DATABASE {DATABASE}")
    try:
        with psycopg.connect(f"{address} dbname={DATABASE}", autocommit=True) as database:
            database.execute(DUMP.read_text(encoding="utf-8"))
            assert reassign_objects(database) > 80, "the first version's objects were the superuser's"
            assert reassign_objects(database) == 0
            database.execute(f"ALTER DATABASE {DATABASE} OWNER TO {APPLICATION_ROLE}")
        environ = clean_environment({"DATABASE_URL": f"postgresql://{APPLICATION_ROLE}:@/{DATABASE}?host={host}"})
        for words in (("migrate", "--no-input"), ("migrate", "--check"), ("makemigrations", "--check", "--dry-run")):
            done = subprocess.run(
                [sys.executable, "-W", "ignore", "manage.py", *words],
                cwd=ROOT,
                env=environ,
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
            assert done.returncode == 0, f"{words}: {done.stderr[-2000:]}"
        with psycopg.connect(f"{address} dbname={DATABASE}") as database:
            rows = database.execute("SELECT role, status, execution_count FROM dynamic_agents ORDER BY role").fetchall()
            assert rows == [("poem_writer", "unverified", 1)]
            kept = database.execute("SELECT count(*) FROM task_telemetry").fetchone()
            assert kept == (1,)
    finally:
        with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
