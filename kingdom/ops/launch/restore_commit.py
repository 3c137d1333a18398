"""The last step of a restore: put the complete new folders in the place of the old ones. Does not import Django.

A restore prepares everything in one folder, checks it, and renames that folder to ``restore.ready``: before this rename
the old data are untouched, after it only renames are left, which a start completes when the restore was killed.
"""

import os
import shutil
from pathlib import Path

STAGING = "restore.new"
READY = "restore.ready"
REPLACED_NAME = "replaced-name"  # a file with the name of the folder that takes what is replaced
RESTORED_FOLDERS = ("pg", "workspaces", "keys")


def complete_restore(data: Path) -> bool:
    """Finish a restore that was prepared completely; return whether there was one. Safe to kill and to run again."""
    shutil.rmtree(data / STAGING, ignore_errors=True)  # of a restore that was killed before it changed anything
    ready = data / READY
    if not ready.is_dir():
        return False
    # Without the file everything is in its place: it goes with the folder, after the last rename.
    named = ready / REPLACED_NAME
    replaced = data / (named.read_text().strip() if named.exists() else "replaced")
    for name in RESTORED_FOLDERS:
        new, old = ready / name, data / name
        if new.exists():
            if old.is_dir() and not any(old.iterdir()):
                old.rmdir()
            elif old.exists():
                replaced.mkdir(mode=0o700, exist_ok=True)  # no account but this one reads what was replaced
                old.rename(replaced / name)
            new.rename(old)
    sync_folder(data)
    shutil.rmtree(ready)
    return True


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
