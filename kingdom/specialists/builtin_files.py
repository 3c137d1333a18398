"""The files of the built-in specialists: one folder a role, read into checked values."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.specialists.spec_files import spec_folders_read

FOLDER: Path = settings.BASE_DIR / "config" / "builtins"


class Builtin(NamedTuple):
    """One folder of ``config/builtins``."""

    spec: AgentSpec
    tests: tuple[TestCase, ...]
    routable: bool


def builtins_read(folder: Path = FOLDER) -> tuple[Builtin, ...]:
    """Return the built-ins of a folder by role. Raises BadConfiguration, naming the file, for whatever cannot be read or does not hold."""
    folders = spec_folders_read(folder, noun="built-in", extras=["routable"])
    return tuple(Builtin(one.spec, one.tests, bool(one.extras.get("routable", True))) for one in folders)
