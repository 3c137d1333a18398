"""The worker's heartbeat: a thread of its own, because every pool thread may be busy with a long session."""

import threading
from typing import Any

import structlog
from celery import signals
from django.db import DatabaseError, connection

from kingdom.core.errors import KingdomError
from kingdom.council.recipes.matcher import recipes_rank
from kingdom.ops import services
from kingdom.ops.models import Heartbeat
from kingdom.routing.spaces.active_embedder import active_embedder

HEARTBEAT_INTERVAL_S = 5.0
_log = structlog.get_logger(__name__)


class WorkerHeartbeat(threading.Thread):
    """Writes the heartbeat until it is told to stop, and then removes it."""

    def __init__(self, worker: Any) -> None:  # noqa: ANN401 - Celery is untyped
        """Prepare for one worker (Celery's WorkController)."""
        super().__init__(name="pulse", daemon=True)
        self._worker = worker
        self._stop_asked = threading.Event()

    def run(self) -> None:
        """Beat every EVERY_S seconds."""
        while not self._stop_asked.wait(HEARTBEAT_INTERVAL_S if self._beat() else 1.0):
            pass
        self._guarded(lambda: services.heartbeat_remove(kind=Heartbeat.Kind.WORKER))

    def finish(self) -> None:
        """Stop, and take the row away."""
        self._stop_asked.set()
        self.join(timeout=2)

    def _beat(self) -> bool:
        details = {"threads": self._worker.concurrency}
        return self._guarded(lambda: services.heartbeat_record(kind=Heartbeat.Kind.WORKER, details=details))

    def _guarded(self, write: Any) -> bool:  # noqa: ANN401 - a callable without arguments
        try:
            write()
        except DatabaseError as error:  # a database that restarts must not end the pulse
            _log.warning("heartbeat_failed", error=str(error))
            return False
        finally:
            connection.close()
        return True


def watch_worker(worker: Any) -> None:  # noqa: ANN401 - Celery is untyped
    """Start the pulse when the worker consumes, stop it when the worker shuts down; load the encoder before the first message needs it."""
    pulse = WorkerHeartbeat(worker)
    signals.worker_ready.connect(lambda **_: pulse.start(), weak=False)
    signals.worker_ready.connect(
        lambda **_: threading.Thread(target=_warm_up_encoder, name="warm", daemon=True).start(), weak=False
    )
    signals.worker_shutdown.connect(lambda **_: pulse.finish(), weak=False)


def _warm_up_encoder() -> None:
    try:
        embedder = active_embedder()
        embedder.embed(["warm up"])
        recipes_rank(
            "warm up", embedder
        )  # hundreds of texts where nobody has read them before; kept on disk after that
    except KingdomError as error:  # `doctor` says what to do; messages say it, too
        _log.warning("encoder_not_ready", error=error.message)
    finally:
        connection.close()  # this thread's own: which space serves is read from it
