"""What an account that may write to the folder of sandboxd's socket does while the socket is given to a group."""

import grp
import os
import socket
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kingdom.adapters.sandbox.server_socket import server_socket

GROUP = grp.getgrgid(os.getegid() if os.geteuid() else 1).gr_name
State = tuple[int, int, int, bytes]


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file of the daemon's account that nobody else may read."""
    path = tmp_path / "key"
    path.write_bytes(b"secret")
    path.chmod(0o600)
    return path


def state(path: Path) -> State:
    """Return what must not change of a file."""
    status = path.stat()
    return (status.st_uid, status.st_gid, status.st_mode, path.read_bytes())


def is_reached(path: Path) -> bool:
    """Return whether a client reaches a listener at ``path``."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(5)
        try:
            client.connect(str(path))
        except OSError:
            return False
    return True


@pytest.mark.parametrize(("group", "mode"), [("", 0o600), (GROUP, 0o660)])
def test_the_socket_has_its_group_and_mode_and_leaves_no_folder(group: str, mode: int, tmp_path: Path) -> None:
    path = tmp_path / "run" / "s"
    with server_socket(path, group=group):
        status = path.lstat()
        assert (stat.S_ISSOCK(status.st_mode), stat.S_IMODE(status.st_mode)) == (True, mode)
        assert not group or status.st_gid == grp.getgrnam(group).gr_gid
        assert is_reached(path)
        assert os.listdir(path.parent) == ["s"]
        with pytest.raises(OSError, match="another sandboxd answers"):
            server_socket(path, group=group)


@pytest.mark.parametrize("link", ["symbolic", "hard"])
def test_a_link_at_the_socket_s_place_is_replaced_and_never_followed(link: str, tmp_path: Path, victim: Path) -> None:
    path, before = tmp_path / "s", state(victim)
    path.symlink_to(victim) if link == "symbolic" else path.hardlink_to(victim)
    with server_socket(path, group=GROUP):
        assert (state(victim), stat.S_ISSOCK(path.lstat().st_mode), is_reached(path)) == (before, True, True)


@pytest.mark.parametrize("step", ["umask", "bind", "chown", "listen", "rename"])
def test_a_link_that_is_put_there_between_two_steps_changes_no_other_file(
    step: str, tmp_path: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attacker replaces the socket and whatever else is in the folder after each step of the daemon."""
    path, before = tmp_path / "run" / "s", state(victim)
    path.parent.mkdir()

    attacks: list[str] = []

    def attack() -> None:
        if attacks:
            return
        attacks.append(step)
        for name in os.listdir(path.parent):  # the folder in which the socket is made, or the socket
            (path.parent / name).rename(tmp_path / f"moved-{name}")
            (path.parent / name).symlink_to(victim.parent)
        path.symlink_to(victim)

    def attacked(call: Callable[..., object]) -> Callable[..., object]:
        def wrapper(*args: object, **options: object) -> object:
            attack()
            return call(*args, **options)

        return wrapper

    class Socket(socket.socket):
        pass

    place = Socket if step in ("bind", "listen") else os
    with monkeypatch.context() as patch:
        patch.setattr(socket, "socket", Socket)
        patch.setattr(place, step, attacked(getattr(place, step)))
        listener = server_socket(path, group=GROUP)
    with listener:
        assert (attacks, state(victim)) == ([step], before)
        assert (stat.S_ISSOCK(path.lstat().st_mode), is_reached(path)) == (True, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
@pytest.mark.parametrize("replaced_by", ["folder", "link", "open"])
def test_a_folder_that_another_put_in_its_place_is_refused(
    replaced_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mkdtemp(prefix: str, dir: Path) -> str:
        folder = dir / f"{prefix}0"
        if replaced_by == "link":
            (dir / "private").mkdir(mode=0o700)
            folder.symlink_to(dir / "private")
        else:
            folder.mkdir(mode=0o700)
            folder.chmod(0o777 if replaced_by == "open" else 0o700)
            os.chown(folder, 0 if replaced_by == "open" else 65534, 0)
        return str(folder)

    monkeypatch.setattr(tempfile, "mkdtemp", mkdtemp)
    with pytest.raises(OSError, match=r"replaced by another user|Not a directory|symbolic links"):
        server_socket(tmp_path / "s", group=GROUP)
    assert not (tmp_path / "s").exists()


def test_a_path_that_no_client_can_reach_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="choose another --socket"):
        server_socket(tmp_path / ("d" * 110) / "s")
    assert os.listdir(tmp_path) == []
