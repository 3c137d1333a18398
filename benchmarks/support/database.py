"""A database of a benchmark's own, started and ended with it."""

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kingdom.ops.launch.child_processes import spawn
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres


@contextmanager
def database(folder: Path, *, durable: bool = True, kept: bool = False, settings: Mapping[str, str]) -> Iterator[None]:
    """Start a server in a folder and point the product's settings at it, with ``settings`` beside them; before Django is set up.

    ``durable`` waits for the disk, as the product does; ``kept`` ends it so that the folder can be started again.
    """
    folder.chmod(0o755)
    (folder / "static").mkdir(exist_ok=True)
    log = folder / "database.log"
    server = (
        EmbeddedPostgres(folder, log=log)
        if durable
        else EmbeddedPostgres(folder, log=log, parameters=UNSAFE_FAST_PARAMETERS)
    )
    server.prepare(sync=False)
    process = spawn(server.program())
    server.wait_ready(process)
    url = f"postgresql://postgres:@/postgres?host={server.folder}"
    os.environ.update(
        {"DATABASE_URL": url, "KINGDOM_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "kingdom.settings", **settings}
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT if kept else signal.SIGQUIT)  # a folder that goes is not worth a checkpoint
        process.wait(60)
