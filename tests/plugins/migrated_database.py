"""A migrated database that each test process copies. Migrations take ten seconds, a copy a tenth of one.

The first run with the present migrations keeps a dump beside pytest's cache, and later runs load it.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from kingdom.ops.backup.database_copy import database_dump, database_load, database_snapshot

ROOT = Path(__file__).resolve().parents[2]
DUMPS = ROOT / ".pytest_cache" / "migrated"


def migrated_database() -> str:
    """Return the name of the migrated database of this run's server, which nobody is connected to."""
    digest = _migrations_digest()
    name, dump = f"migrated_{digest}", DUMPS / f"{digest}.dump"
    with _locked(), psycopg.connect(os.environ["TEST_KINGDOM_DATABASE"], autocommit=True) as server:
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            server.execute("DROP DATABASE IF EXISTS migrated_draft")
            server.execute("CREATE DATABASE migrated_draft")
            _fill(_parameters("migrated_draft"), dump)
            server.execute(sql.SQL("ALTER DATABASE migrated_draft RENAME TO {}").format(sql.Identifier(name)))
    return name


def migrated_dump() -> Path:
    """Return a dump of the migrated database, for ``pg_restore``."""
    return DUMPS / f"{migrated_database().removeprefix('migrated_')}.dump"


def _fill(parameters: Mapping[str, object], dump: Path) -> None:
    if dump.exists():
        database_load(parameters, dump=dump)
        return
    url = f"postgresql://{parameters['user']}:@/{parameters['dbname']}?host={parameters['host']}"
    environ = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)
    DUMPS.mkdir(parents=True, exist_ok=True)
    for old in DUMPS.iterdir():
        old.unlink()
    draft = dump.with_suffix(f".{os.getpid()}")
    with database_snapshot(parameters) as (_, snapshot):
        database_dump(parameters, snapshot=snapshot, target=draft)
    draft.rename(dump)


def _parameters(name: str) -> dict[str, object]:
    return {**conninfo_to_dict(os.environ["TEST_KINGDOM_DATABASE"]), "dbname": name}


def _migrations_digest() -> str:
    """Return a digest of all that migrations depend on: ours, and the locked packages with theirs."""
    files = sorted([*ROOT.glob("kingdom/*/migrations/*.py"), *ROOT.glob("kingdom/*/migrations/*.sql")])
    digest = hashlib.sha256()
    for file in (*files, ROOT / "requirements" / "dev.txt"):
        digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _locked() -> Iterator[None]:
    with (Path(os.environ["TEST_KINGDOM_DATA"]) / "migrated_database.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several xdist workers ask at once
        yield
