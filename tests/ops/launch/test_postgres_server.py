"""The embedded server on damaged folders: each refusal says what to do."""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from kingdom.core.deployment import embedded_postgres
from kingdom.core.deployment.embedded_postgres import embedded_database_settings, socket_folder
from kingdom.core.deployment.private_folder import ensure_private_folder
from kingdom.core.errors import BadConfiguration
from kingdom.ops.launch.database_roles import connect_superuser
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from kingdom.ops.processes.child_processes import spawn
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import wait_for

NOBODY = 65534


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    """A folder with a cluster that was shut down."""
    with throwaway_folder() as folder:
        process = _started(_server(folder))
        process.send_signal(signal.SIGINT)
        process.wait(30)
        yield folder


@pytest.fixture
def data(template: Path) -> Iterator[Path]:
    """A copy of that folder."""
    with throwaway_folder() as folder:
        subprocess.run(["cp", "-a", f"{template}/.", str(folder)], check=True)
        yield folder


def _server(data: Path) -> EmbeddedPostgres:
    return EmbeddedPostgres(data, log=data / "log", parameters=UNSAFE_FAST_PARAMETERS)


def _started(server: EmbeddedPostgres) -> "subprocess.Popen[bytes]":
    server.prepare(sync=False)
    process = spawn(server.program())
    try:
        server.wait_ready(process)
    except BadConfiguration:
        process.kill()
        process.wait(30)
        raise
    return process


def test_an_unreaped_postmaster_is_no_running_one(data: Path) -> None:
    dead = _started(_server(data))
    workers = psutil.Process(dead.pid).children()
    dead.send_signal(signal.SIGKILL)
    wait_for(lambda: psutil.Process(dead.pid).status() == psutil.STATUS_ZOMBIE, timeout_s=20, what="the end")
    psutil.wait_procs(workers, timeout=20)
    try:
        again = _started(_server(data))
        with connect_superuser(str(data / "pg")) as server:
            assert server.execute("SELECT 1").fetchone() == (1,)
        again.send_signal(signal.SIGQUIT)
        again.wait(30)
    finally:
        dead.wait(30)


def test_a_link_in_the_place_of_the_lock_file_is_not_written_through(data: Path, tmp_path: Path) -> None:
    """The folder belongs to the server's account, and root starts the server."""
    dead = subprocess.Popen(["/bin/true"])
    wait_for(lambda: psutil.Process(dead.pid).status() == psutil.STATUS_ZOMBIE, timeout_s=20, what="the end")
    victim = tmp_path / "victim"
    victim.write_text(f"{dead.pid}\nprecious\n")
    (data / "pg" / "postmaster.pid").symlink_to(victim)
    try:
        _server(data).prepare(sync=False)
        assert victim.read_text() == f"{dead.pid}\nprecious\n"
    finally:
        dead.wait(30)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0" * 40, b"\n\n", b"9" * 5000, b"\xc2\xb2\n"])
def test_a_lock_file_that_names_no_process_is_no_running_server(data: Path, content: bytes) -> None:
    """A power cut or a full disk leaves an empty one."""
    lock = data / "pg" / "postmaster.pid"
    lock.write_bytes(content)
    os.chown(lock, (data / "pg").stat().st_uid, (data / "pg").stat().st_gid)
    process = _started(_server(data))
    process.send_signal(signal.SIGINT)
    process.wait(30)


def test_an_empty_lock_file_of_a_running_server_stays(data: Path) -> None:
    process = _started(_server(data))
    try:
        (data / "pg" / "postmaster.pid").write_bytes(b"")
        with pytest.raises(BadConfiguration, match=r"If no PostgreSQL works on .*, remove .*postmaster.pid and start"):
            _started(_server(data))
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def test_a_lock_that_is_a_folder_is_refused_with_advice(data: Path) -> None:
    lock = data / "pg" / "postmaster.pid"
    lock.mkdir()
    os.chown(lock, (data / "pg").stat().st_uid, (data / "pg").stat().st_gid)
    with pytest.raises(BadConfiguration, match=r"remove .*postmaster.pid and start again"):
        _started(_server(data))


def test_a_running_postmaster_is_named(data: Path) -> None:
    running = _started(_server(data))
    try:
        with pytest.raises(BadConfiguration, match=r"Another PostgreSQL works on .*pg\. End that process"):
            _started(_server(data))
    finally:
        running.send_signal(signal.SIGQUIT)
        running.wait(30)


def test_a_missing_version_file_never_makes_a_new_database(data: Path) -> None:
    (data / "pg" / "PG_VERSION").unlink()
    with pytest.raises(BadConfiguration, match=r"no PG_VERSION, so it is damaged\. Restore a backup"):
        _server(data).prepare(sync=False)
    assert (data / "pg" / "base").is_dir()


def test_another_servers_version_is_named(data: Path) -> None:
    (data / "pg" / "PG_VERSION").write_text("15\n")
    with pytest.raises(BadConfiguration, match=r"made by PostgreSQL 15; this Kingdom has 18.*manage.py restore FILE"):
        _server(data).prepare(sync=False)


@pytest.mark.parametrize("missing", ["segments", "folder"])
def test_a_missing_write_ahead_log_says_what_to_do(data: Path, missing: str) -> None:
    if missing == "folder":
        shutil.rmtree(data / "pg" / "pg_wal")
    else:
        for segment in (data / "pg" / "pg_wal").glob("0*"):
            segment.unlink()
    with pytest.raises(BadConfiguration) as refusal:
        _started(_server(data))
    assert (
        "pg_wal is missing or damaged. Restore a backup with `manage.py restore FILE --force`" in refusal.value.message
    )
    assert f"Its log: {data}/log" in refusal.value.message


def test_the_socket_is_in_a_private_folder_of_the_servers_account(tmp_path: Path) -> None:
    with throwaway_folder() as short:
        deep = short / ("d" * 60) / ("e" * 60)
        deep.mkdir(parents=True)
        folder = socket_folder(deep / "pg")
        assert folder.parent == Path("/tmp")
        process = _started(_server(deep))
        try:
            status = folder.lstat()
            assert stat.S_ISDIR(status.st_mode)
            assert stat.S_IMODE(status.st_mode) == 0o700
            assert status.st_uid == (deep / "pg").stat().st_uid
            where = embedded_database_settings(deep)
            assert where["HOST"] == str(folder)
            at = {"host": where["HOST"], "port": where["PORT"], "user": "postgres", "dbname": "postgres"}
            with psycopg.connect(**at, **where["OPTIONS"]):
                pass
            with pytest.raises(psycopg.OperationalError, match="requirepeer"):
                psycopg.connect(**at, requirepeer="nobody")
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(30)
            shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make another user's folder")
@pytest.mark.parametrize("made_by_others", ["link", "folder", "open", "file"])
def test_root_never_takes_a_socket_folder_that_others_made(
    made_by_others: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = tmp_path / "etc"
    victim.mkdir(mode=0o755)
    name = tmp_path / "kingdom-0123456789abcdef"
    match made_by_others:
        case "link":
            name.symlink_to(victim)
        case "folder":
            name.mkdir(mode=0o700)
            os.chown(name, NOBODY, NOBODY)
        case "open":
            name.mkdir()
            name.chmod(0o777)
        case "file":
            name.touch()
    before = (name.lstat(), victim.stat())
    with pytest.raises(BadConfiguration, match="so Kingdom does not use it"):
        ensure_private_folder(name, owner=(1, 1))
    monkeypatch.setattr(embedded_postgres, "_MAX_SOCKET_PATH_BYTES", 0)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with throwaway_folder() as folder:
        socket_folder(folder / "pg").symlink_to(victim)
        with pytest.raises(BadConfiguration, match="is a link or no folder"):
            _server(folder).prepare(sync=False)
    after = (name.lstat(), victim.stat())
    assert [(one.st_uid, one.st_mode) for one in before] == [(one.st_uid, one.st_mode) for one in after]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a folder away")
def test_a_folder_that_a_killed_start_left_is_taken(tmp_path: Path) -> None:
    name = tmp_path / "kingdom-0123456789abcdef"
    ensure_private_folder(name)
    ensure_private_folder(name, owner=(NOBODY, NOBODY))
    ensure_private_folder(name, owner=(NOBODY, NOBODY))
    assert (name.stat().st_uid, stat.S_IMODE(name.stat().st_mode)) == (NOBODY, 0o700)
