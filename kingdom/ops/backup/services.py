"""Back up this installation to one archive, and restore an archive into an empty one."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psycopg
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from kingdom.core.clock import utc_now
from kingdom.core.deployment.embedded_postgres import embedded_database_settings, socket_folder
from kingdom.core.deployment.server_connection import server_parameters
from kingdom.core.errors import BadConfiguration, BadInput, Conflict
from kingdom.ops.backup.archive import (
    DUMP,
    FORMAT,
    HEADER,
    KEYS,
    WORKSPACES,
    ArchiveWriter,
    BackupHeader,
    extract_archive,
    read_header,
)
from kingdom.ops.backup.complete_file import new_file
from kingdom.ops.backup.database_copy import (
    Connection,
    database_dump,
    database_load,
    database_snapshot,
    is_database_empty,
    queued_tasks_release,
    stopped_server,
)
from kingdom.ops.launch.database_roles import connect_superuser, ensure_database
from kingdom.ops.launch.preflight import (
    database_error,
    describe_os_error,
    folder_mode,
    lock_data_folder,
    prepare_data_folder,
)
from kingdom.ops.launch.restore_commit import READY, REPLACED_NAME, STAGING, complete_restore, sync_folder
from kingdom.ops.selectors import known_migrations


@dataclass(frozen=True, kw_only=True)
class BackupSummary:
    """Whether keys are in an archive, and its size in bytes (0 after a restore)."""

    has_keys: bool
    size: int = 0


def backup_create(*, target: Path, with_keys: bool) -> BackupSummary:
    """Write the database and, if asked, key files to a new archive of mode 0600, of one moment in time.

    Kingdom may run meanwhile; when it does not, its database is started and stopped. Raises BadInput when the file
    exists, BadConfiguration when something cannot be read or written. A failure leaves no file.
    """
    data: Path = settings.KINGDOM.resolved_data
    if target.exists() or target.is_symlink():
        raise BadInput(f"{target} exists and is not overwritten. Choose another name.")
    try:
        with _serving_database(data), new_file(target) as file:
            _write_archive(data, file, folder=target.absolute().parent, with_keys=with_keys)
        return BackupSummary(has_keys=with_keys, size=target.stat().st_size)
    except FileExistsError as error:  # made by somebody else meanwhile
        raise BadInput(f"{target} exists and is not overwritten. Choose another name.") from error
    except psycopg.OperationalError as error:
        raise database_error(error) from error
    except OSError as error:
        raise BadConfiguration(describe_os_error(error, error.filename or target)) from error


def _write_archive(data: Path, file: IO[bytes], *, folder: Path, with_keys: bool) -> None:
    parameters = _connection_parameters()
    with (
        tempfile.TemporaryFile(dir=folder) as dump,  # without a name: a kill leaves no copy of the database
        database_snapshot(parameters) as (snapshot, identifier),
        ArchiveWriter(file, _header(snapshot, with_keys=with_keys)) as writer,
    ):
        database_dump(parameters, snapshot=identifier, target=dump)
        writer.add_open_file(DUMP, dump)
        # users' files are in the database; the folder has what the start of this release did not take over
        for name in (WORKSPACES, KEYS) if with_keys else (WORKSPACES,):
            for path in sorted((data / name).rglob("*")):
                if path.is_file() and not path.is_symlink():
                    writer.add_file(path.relative_to(data).as_posix(), path)


def _header(snapshot: Connection, *, with_keys: bool) -> BackupHeader:
    rows = snapshot.execute("SELECT app || '.' || name FROM django_migrations ORDER BY 1").fetchall()
    return BackupHeader(
        format=FORMAT,
        release=str(settings.SPECTACULAR_SETTINGS["VERSION"]),
        created_at=utc_now().isoformat(),
        migrations=tuple(str(row[0]) for row in rows),
        has_keys=with_keys,
    )


@contextmanager
def _serving_database(data: Path) -> Iterator[None]:
    """Start the embedded server if Kingdom does not run on the data folder."""
    if settings.KINGDOM.database_url:
        yield
        return
    if not (data / "pg" / "PG_VERSION").exists():
        raise BadConfiguration(f"There is no database in {data}, so there is nothing to back up. Check --data.")
    try:
        lock = lock_data_folder(data, address="a backup")
    except Conflict:  # it runs
        yield
        return
    with lock, stopped_server(data, log=data / "logs" / "database.log"):
        _set_up_database(data)
        yield


def _set_up_database(data: Path) -> None:
    """Create role, database and extension where they are missing: an older release did not have the role."""
    host = str(socket_folder(data / "pg"))
    with connect_superuser(host) as superuser:
        ensure_database(superuser, host)


def _connection_parameters(data: Path | None = None) -> dict[str, Any]:
    """Return libpq's parameters of our database, or of the embedded one in another folder."""
    if data is None:
        known = server_parameters()
        names = ("host", "port", "user", "dbname", "password", "sslmode", "sslrootcert", "requirepeer")
        return {name: known[name] for name in names if known.get(name)}
    at = embedded_database_settings(data)
    return {"host": at["HOST"], "port": at["PORT"], "user": at["USER"], "dbname": at["NAME"]}


def backup_restore(*, source: Path, force: bool) -> BackupSummary:
    """Put an archive's contents in the place of an empty installation; with ``force`` of any, which is kept aside.

    Nothing is changed before the archive is checked to its last byte and its database is loaded. Raises BadInput for a
    damaged archive and one of a newer release, Conflict while Kingdom runs or for an installation that is not empty,
    BadConfiguration when something cannot be written.
    """
    data: Path = settings.KINGDOM.resolved_data
    header = _checked_header(source)
    prepare_data_folder(data)
    with lock_data_folder(data, address="a restore"):
        complete_restore(data)
        _check_target(data, force=force)
        staging = data / STAGING
        try:
            staging.mkdir(mode=folder_mode())
            for name in (WORKSPACES, KEYS) if header.has_keys else (WORKSPACES,):
                (staging / name).mkdir(mode=0o700)
            extract_archive(source, staging, with_keys=header.has_keys)
            _load_database(data, staging)
            _commit(data, staging)
        except OSError as error:
            raise BadConfiguration(describe_os_error(error, error.filename or data)) from error
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    return BackupSummary(has_keys=header.has_keys)


def _checked_header(source: Path) -> BackupHeader:
    try:
        header = read_header(source)
    except OSError as error:
        raise BadInput(f"{source} cannot be read: {error.strerror}.") from error
    known = {".".join(key) for key in known_migrations(MigrationLoader(None))}
    if header.format > FORMAT or not set(header.migrations) <= known:
        raise BadInput(
            f"{source} was made by a newer release of Kingdom ({header.release[:40]!r}). "
            "Restore it with that one or a later one."
        )
    return header


def _check_target(data: Path, *, force: bool) -> None:
    if settings.KINGDOM.database_url:
        try:
            empty = is_database_empty(_connection_parameters())
        except psycopg.OperationalError as error:
            raise database_error(error) from error
        if not empty:
            raise Conflict(
                "The database of DATABASE_URL is not empty. Create an empty one, name it there, and restore again."
            )
    elif (data / "pg").exists() and any((data / "pg").iterdir()) and not force:
        raise Conflict(
            f"{data} has a database. Restore into an empty folder with --data, or add --force: what is there now is "
            "then kept in a folder beside it."
        )
    if any((data / WORKSPACES).glob("*")) and not force:
        raise Conflict(f"{data}/workspaces has files. Add --force: they are then kept in a folder beside it.")


def _load_database(data: Path, staging: Path) -> None:
    dump = staging / DUMP
    if not dump.exists():
        raise BadInput("The archive has no database. Nothing was changed; use another one.")
    if settings.KINGDOM.database_url:
        database_load(_connection_parameters(), dump=dump)
        queued_tasks_release(_connection_parameters())
    else:
        at = socket_folder(staging / "pg")
        with stopped_server(staging, log=data / "logs" / "restore.log"):
            _set_up_database(staging)
            database_load(_connection_parameters(staging), dump=dump)
            queued_tasks_release(_connection_parameters(staging))
        if at != staging / "pg":
            shutil.rmtree(at, ignore_errors=True)
    dump.unlink()
    (staging / HEADER).unlink()


def _commit(data: Path, staging: Path) -> None:
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    (staging / REPLACED_NAME).write_text(f"replaced-{stamp}")
    sync_folder(staging)
    staging.rename(data / READY)
    sync_folder(data)
    complete_restore(data)
