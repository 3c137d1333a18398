"""Celery's beat under the launcher: it imports while the database starts, and waits until the tables are there.

python -m kingdom.ops.launch.beat_process --start-fd FD

With ``kingdom.beat_settings`` it has few apps. Celery's command line is not imported: it brings a shell with it.
"""

import argparse
import select
import sys
from collections.abc import Sequence
from importlib import import_module

from kingdom.celery import app
from kingdom.core.deployment.heartbeat_file import heartbeat_file_touch

SIGN_OF_LIFE_S = 5.0


def wait_for_start(descriptor: int) -> None:
    """Wait until the other end of a pipe is closed, or says something; give signs of life until then."""
    while not select.select([descriptor], [], [], SIGN_OF_LIFE_S)[0]:
        heartbeat_file_touch()


def main(arguments: Sequence[str]) -> None:
    """Run beat until SIGTERM."""
    parser = argparse.ArgumentParser(description="Kingdom's schedules: Celery's beat.")
    parser.add_argument("--start-fd", type=int, required=True, help="an inherited pipe; beat begins when it ends")
    options = parser.parse_args(arguments)
    app.loader.init_worker()
    app.finalize()
    import_module("kingdom.ops.beat_scheduler")  # by name: it imports models
    wait_for_start(options.start_fd)
    app.Beat(pidfile="").run()


if __name__ == "__main__":
    main(sys.argv[1:])
