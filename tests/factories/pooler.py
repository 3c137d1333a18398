"""A real PgBouncer in transaction mode in front of the test server."""

import contextlib
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.plugins.migrated_database import migrated_database
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import free_port, wait_for

# Fewer server connections than the processes of one machine have threads: what keeps one beyond its transaction stalls.
SERVER_CONNECTIONS = 6
CONFIG = """
[databases]
{database} = host={host} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 500
server_reset_query =
ignore_startup_parameters = options, extra_float_digits
"""


def pgbouncer_program() -> str:
    """Return the path of PgBouncer. Fails when it is not installed, and names the script that installs it."""
    found = shutil.which(os.environ.get("PGBOUNCER", "pgbouncer")) or shutil.which("/usr/sbin/pgbouncer")
    if found is None:
        pytest.fail("There is no PgBouncer: ``make pooler`` installs it.")
    return found


@contextlib.contextmanager
def migrated_copy() -> Iterator[str]:
    """Create a migrated database on the test server; yield its name and drop it afterwards."""
    name = f"pooled_{secrets.token_hex(4)}"
    template = migrated_database()
    with psycopg.connect(os.environ["TEST_KINGDOM_DATABASE"], autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))
        try:
            yield name
        finally:
            # FORCE is refused while the server itself cleans the database up; a plain DROP ends that and waits for it.
            server.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = %s AND usename IS NOT NULL",
                [name],
            )
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


@contextlib.contextmanager
def running_pooler(database: str, *, size: int = SERVER_CONNECTIONS) -> Iterator[tuple[str, str]]:
    """Run PgBouncer before a database of the test server; yield its URL and the server's own."""
    server = conninfo_to_dict(os.environ["TEST_KINGDOM_DATABASE"])
    host, user, port = str(server["host"]), str(server["user"]), free_port()
    owner = Path(host).stat().st_uid  # PgBouncer refuses to run as root, and the socket is its owner's alone
    with throwaway_folder() as folder:
        config = folder / "pgbouncer.ini"
        config.write_text(CONFIG.format(database=database, host=host, user=user, port=port, size=size))
        with (folder / "pgbouncer.log").open("wb") as log:
            process = subprocess.Popen([pgbouncer_program(), str(config)], user=owner, stdout=log, stderr=log)
        url = f"postgresql://{user}:unused@127.0.0.1:{port}/{database}"
        try:
            wait_for(lambda: _answers(url), timeout_s=20.0, what="PgBouncer")
            yield url, f"postgresql://{user}:@/{database}?host={host}"
        finally:
            process.terminate()
            process.wait(timeout=20)


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False
