"""Where the embedded PostgreSQL of a data folder listens."""

from pathlib import Path
from typing import Any

DATABASE = "kingdom"


def database_location(data: Path) -> dict[str, Any]:
    """Return Django's connection settings for the embedded server of a data folder.

    A running server writes its port and socket folder on lines 4 and 5 of ``postmaster.pid`` (PostgreSQL's own format); when it
    does not run, the place where it would listen is returned, so that a connection fails with a plain message.
    """
    folder = data / "pg"
    host, port = str(folder), "5432"
    pid_file = folder / "postmaster.pid"
    if pid_file.exists():
        lines = pid_file.read_text().splitlines()
        if len(lines) >= 5 and lines[4].strip():
            port, host = lines[3].strip(), lines[4].strip()
    return {"NAME": DATABASE, "USER": "postgres", "PASSWORD": "", "HOST": host, "PORT": port}
