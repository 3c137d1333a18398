"""Key files: created once with mode 600, never overwritten."""

import os
import secrets
from pathlib import Path

from kingdom.core.errors import BadConfiguration


def key_from_file(path: Path, *, size: int = 48) -> str:
    """Return the key in a file; a missing file is created with a random URL-safe key of ``size`` bytes.

    Processes that start at once get the same key: the complete file is linked into place, which fails if it exists.
    Raises BadConfiguration when the folder cannot be written or the file is empty.
    """
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(size))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(draft, path)
            except FileExistsError:
                pass  # another process was first; its key is used
            finally:
                draft.unlink()
        key = path.read_text().strip()
    except OSError as error:
        raise BadConfiguration(
            f"The key file {path} cannot be read or created: {error.strerror}. Check the folder's permissions."
        ) from error
    if not key:
        raise BadConfiguration(
            f"The key file {path} is empty. Restore it from a backup; data sealed with it cannot be read without it."
        )
    return key
