"""Celery's worker under the launcher, without Celery's command line, which brings a shell of its own.

python -m kingdom.ops.processes.worker_process
"""

import sys

from kingdom.celery import app


def main() -> None:
    """Work until SIGTERM; exit with the worker's code."""
    worker = app.Worker(
        pool_cls="threads", loglevel="WARNING", without_gossip=True, without_mingle=True, without_heartbeat=True
    )
    worker.start()
    sys.exit(worker.exitcode)


if __name__ == "__main__":
    main()
