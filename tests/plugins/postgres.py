"""An early pytest plugin: one throw-away PostgreSQL with pgvector for the whole run, including xdist's workers.

It runs before pytest-django reads the settings, so that DATABASE_URL is set in time. ``TEST_KINGDOM_DATABASE`` (a URL)
names a running server to use, ``TEST_KINGDOM_DATA`` a folder to keep, ``TEST_LOG_LEVEL`` the lowest level of the log
that is formatted and captured, e.g. INFO (a test that reads the log sets its own).
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, MutableMapping
from pathlib import Path

import pytest

from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE
from kingdom.core.deployment.garbage_collection import pause_collection, resume_collection
from kingdom.ops.launch.database_roles import connect_superuser, ensure_application_role
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from kingdom.ops.processes.child_processes import spawn

KEPT_VARIABLES = frozenset({"KINGDOM_SANDBOX_ROOT", "KINGDOM_ENGINE_ROOT"})
FOREIGN_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY", "CELERY_BROKER_URL", "DATABASE_URL", "DATA", "HOST", "PORT")
_folders: list[Path] = []
_servers: "list[subprocess.Popen[bytes]]" = []


def without_settings(environ: MutableMapping[str, str]) -> None:
    """Remove the developer's settings and keys from an environment."""
    for name in [
        name
        for name in environ
        if (name.startswith("KINGDOM_") and name not in KEPT_VARIABLES) or name in FOREIGN_VARIABLES
    ]:
        del environ[name]


def cache_byte_code() -> None:
    """Keep compiled modules, even where the environment says not to.

    Otherwise each test process compiles all tests anew, and each program that a test starts compiles all of Kingdom.
    """
    sys.dont_write_bytecode = False
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""  # empty means no, and reaches the programs that tests start


@contextlib.contextmanager
def throwaway_folder() -> Iterator[Path]:
    """Create a folder with a short path that the database's account may traverse, and remove it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="kingdom-test-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start_server(folder: Path, log: Path) -> "tuple[subprocess.Popen[bytes], str]":
    """Start a server with unsafe fast settings and return it with its URL. It ends with this process."""
    # crowds of a hundred threads in each test process, and connections that end a little after their threads
    server = EmbeddedPostgres(folder, log=log, parameters={**UNSAFE_FAST_PARAMETERS, "max_connections": "800"})
    server.prepare(sync=False)
    process = spawn(server.program())
    server.wait_ready(process)
    create_test_role(str(server.folder))
    return process, f"postgresql://{APPLICATION_ROLE}:@/postgres?host={server.folder}"


def create_test_role(host: str) -> None:
    """Create the application's ordinary role, which may also create the test databases, each with the extension."""
    with connect_superuser(host) as server:
        ensure_application_role(server)
        server.execute(f"ALTER ROLE {APPLICATION_ROLE} CREATEDB")
        # for database_flush alone; the product's role has no such right
        server.execute(f"GRANT SET ON PARAMETER session_replication_role TO {APPLICATION_ROLE}")
    with connect_superuser(host, dbname="template1") as template:
        template.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Start the server in the controller; xdist's workers inherit its address."""
    without_settings(os.environ)
    cache_byte_code()
    # a data folder of its own: no test may see a developer's keys or files
    if "TEST_KINGDOM_DATA" not in os.environ:
        folder = Path(tempfile.mkdtemp(prefix="kingdom-test-"))
        folder.chmod(0o755)
        (folder / "static").mkdir()  # without the folder whitenoise warns
        _folders.append(folder)
        os.environ["TEST_KINGDOM_DATA"] = str(folder)
    os.environ["KINGDOM_DATA"] = os.environ["TEST_KINGDOM_DATA"]
    if "TEST_KINGDOM_DATABASE" not in os.environ:
        data = Path(os.environ["TEST_KINGDOM_DATA"])
        process, os.environ["TEST_KINGDOM_DATABASE"] = start_server(data, data / "database.log")
        _servers.append(process)
    os.environ["DATABASE_URL"] = os.environ["TEST_KINGDOM_DATABASE"]
    # nobody reads the lines of each request and the tracebacks of refused ones, which take a tenth of its time
    os.environ["KINGDOM_LOG_LEVEL"] = os.environ.get("TEST_LOG_LEVEL", "ERROR")
    os.environ["KINGDOM_DATABASE_POOL"] = "0"  # short-lived threads would take the pool's connections with them


def pytest_collection() -> None:
    """Import the tests without garbage collection."""
    pause_collection()


def pytest_collection_finish() -> None:
    """Leave what is loaded out of every later collection."""
    resume_collection()


def pytest_unconfigure() -> None:
    """Stop the server and remove the folder of the controller."""
    for process in _servers:
        process.send_signal(signal.SIGQUIT)  # no checkpoint needed
        process.wait(timeout=30)
    for folder in _folders:
        shutil.rmtree(folder, ignore_errors=True)
    _servers.clear()
    _folders.clear()
