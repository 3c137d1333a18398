"""Folders that only one account may enter, made or checked without following a name that somebody else made."""

import os
import stat
from pathlib import Path

from kingdom.core.errors import BadConfiguration

PRIVATE_MODE = 0o700
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def ensure_private_folder(path: Path, *, owner: tuple[int, int] | None = None) -> None:
    """Create a folder, or check an existing one, and give it to ``owner`` (uid, gid; None: this process's account).

    Owner and mode are read from the opened folder before anything is changed. Raises BadConfiguration for a link, a
    file, a folder of another account, and one that others could write to; OSError when it cannot be created.
    """
    created = _make(path)
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        raise BadConfiguration(_refusal(path, "is a link or no folder")) from error
    try:
        status = os.fstat(folder)
        uid = os.geteuid() if owner is None else owner[0]
        if status.st_uid not in (uid, os.geteuid()):
            raise BadConfiguration(_refusal(path, f"belongs to another user (uid {status.st_uid})"))
        if not created and status.st_mode & _WRITABLE_BY_OTHERS:
            raise BadConfiguration(_refusal(path, "may be written by other users"))
        os.fchmod(folder, PRIVATE_MODE)
        if owner is not None and status.st_uid != uid:
            os.fchown(folder, *owner)
    finally:
        os.close(folder)


def _make(path: Path) -> bool:
    try:
        path.mkdir(mode=PRIVATE_MODE)
    except FileExistsError:
        return False
    return True


def _refusal(path: Path, fault: str) -> str:
    return (
        f"{path} {fault}, so Kingdom does not use it. Remove it if nobody needs it, start Kingdom as its owner, "
        "or choose another --data folder."
    )
