"""Checks before a start: each failure is one sentence with advice."""

import errno
import os
import socket
import stat
from pathlib import Path

import pytest

from kingdom.core.errors import BadConfiguration, BadInput, Conflict
from kingdom.ops.launch.data_option import extract_data_option
from kingdom.ops.launch.preflight import bind_port, describe_os_error, lock_data_folder, prepare_data_folder
from tests.plugins.product import free_port


def test_the_data_folder_is_created_and_private(tmp_path: Path) -> None:
    data = tmp_path / "a" / "data"
    prepare_data_folder(data)
    for name in ("run", "logs", "static"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o700
    assert stat.S_IMODE(data.stat().st_mode) == (0o711 if os.geteuid() == 0 else 0o700)


@pytest.mark.parametrize("name", ["workspaces", "replaced-2026-11-27T03-00-00"])
def test_folders_that_an_earlier_release_left_open_are_closed(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name).chmod(0o755)
    prepare_data_folder(tmp_path)
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make another user's folder")
def test_another_users_data_folder_in_a_shared_one_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "data").mkdir()
    os.chown(shared / "data", 65534, 65534)
    with pytest.raises(BadConfiguration, match=r"data belongs to another user \(uid 65534\)"):
        prepare_data_folder(shared / "data")
    assert list((shared / "data").iterdir()) == []


def test_a_file_instead_of_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(BadConfiguration, match=r"data is not a folder\. Choose another one with --data\."):
        prepare_data_folder(tmp_path / "data")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk of /d is full. Free some space"),
        (errno.EROFS, "/d cannot be written (Read-only file system)"),
        (errno.EACCES, "/d cannot be written (Permission denied)"),
        (errno.EIO, "/d: Input/output error."),
    ],
)
def test_operating_system_errors_in_plain_words(number: int, words: str) -> None:
    assert describe_os_error(OSError(number, os.strerror(number)), "/d").startswith(words)


def test_a_second_lock_names_the_holder(tmp_path: Path) -> None:
    prepare_data_folder(tmp_path)
    words = rf"already runs on .* at http://127.0.0.1:8000 \(process {os.getpid()}\)"
    with lock_data_folder(tmp_path, address="http://127.0.0.1:8000"), pytest.raises(Conflict, match=words):
        lock_data_folder(tmp_path, address="http://127.0.0.1:8001")
    lock_data_folder(tmp_path, address="http://127.0.0.1:8001").close()


def test_a_taken_port_is_reported_with_another_one() -> None:
    port = free_port()
    words = rf"Port {port} is taken by another program\. Choose another, e\.g\. --port {port + 1}\."
    with bind_port("127.0.0.1", port), pytest.raises(BadConfiguration, match=words):
        bind_port("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [("127.0.0.1", 70000, "70000 is not a port"), ("no such host", 8000, "no address for --host")],
)
def test_an_invalid_address(host: str, port: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror

    if " " in host:
        monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(BadConfiguration, match=words):
        bind_port(host, port)


@pytest.mark.parametrize(
    ("argv", "kept", "data"),
    [
        (["m", "doctor", "--data", "/d", "--json"], ["m", "doctor", "--json"], "/d"),
        (["m", "--data=/d e", "up"], ["m", "up"], "/d e"),
        (["m", "up"], ["m", "up"], None),
        (["m", "x", "--", "--data", "/d"], ["m", "x", "--", "--data", "/d"], None),
        (["m", "x", "--database", "other"], ["m", "x", "--database", "other"], None),
    ],
)
def test_every_command_takes_the_data_option(argv: list[str], kept: list[str], data: str | None) -> None:
    environ: dict[str, str] = {}
    assert extract_data_option(argv, environ) == kept
    assert environ.get("KINGDOM_DATA") == data


@pytest.mark.parametrize("argv", [["m", "up", "--data"], ["m", "up", "--data="], ["m", "up", "--data", "--port"]])
def test_a_data_option_without_a_folder(argv: list[str]) -> None:
    with pytest.raises(BadInput, match="--data needs a folder"):
        extract_data_option(argv, {})
