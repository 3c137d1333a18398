"""What all processes of one installation run, as fingerprints: code and packages."""

import hashlib
import socket
import sys
from functools import cache
from pathlib import Path

from django.conf import settings

_CODE = ("kingdom/**/*.py", "kingdom/**/*.sql", "templates/**/*.html", "config/**/*.py", "config/**/*.json*")


@cache
def code_profile() -> dict[str, str]:
    """Return the fingerprints of a process that gets no keys: its machine, its code and its packages."""
    return {"machine": socket.gethostname(), "code": _code_digest(), "packages": _packages_digest()}


def _code_digest() -> str:
    digest = hashlib.sha256()
    for file in sorted({file for pattern in _CODE for file in settings.BASE_DIR.glob(pattern)}):
        digest.update(str(file.relative_to(settings.BASE_DIR)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _packages_digest() -> str:
    """Return the digest of the installed packages by the names of their metadata folders, ``<name>-<version>``."""
    folders = [Path(entry) for entry in sys.path if entry]
    names = {found.name.lower() for folder in folders for found in folder.glob("*.*-info")}
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:12]
