"""A sign of life that needs no database: the child touches a file, the supervisor looks at it. Imports no Django."""

import os
from pathlib import Path

HEARTBEAT_FILE_VARIABLE = "SUPERVISOR_HEARTBEAT_FILE"  # set by the supervisor for the child it concerns


def heartbeat_file_touch() -> None:
    """Touch this process's heartbeat file; do nothing when no supervisor started it."""
    if name := os.environ.get(HEARTBEAT_FILE_VARIABLE):
        Path(name).touch()
