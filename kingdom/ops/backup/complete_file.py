"""A file that gets its name when it is complete: a kill at any moment leaves no part of it. Does not import Django."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from kingdom.ops.launch.restore_commit import sync_folder

_WITHOUT_NAMELESS = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL)  # network folders, old kernels


@contextmanager
def new_file(target: Path) -> Iterator[IO[bytes]]:
    """Yield a file of mode 0600 that becomes ``target`` at the end, unless an error is raised.

    It has no name until then where the folder's file system can do so, else a hidden one. Raises FileExistsError when
    ``target`` exists by then, and OSError.
    """
    folder, draft = target.absolute().parent, target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        descriptor, is_named = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600), False
    except OSError as error:
        if error.errno not in _WITHOUT_NAMELESS or not folder.is_dir():
            raise
        descriptor, is_named = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), True
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            # ``src_dir_fd`` makes it the call that follows the link below /proc
            os.link(draft if is_named else f"/proc/self/fd/{descriptor}", target, src_dir_fd=descriptor)
        sync_folder(folder)
    finally:
        if is_named:
            draft.unlink(missing_ok=True)
