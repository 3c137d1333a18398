"""The worker's heartbeat, in a thread of its own: every pool thread may be busy with a long session.

It also keeps the messages that the worker has received: those of a worker that died come back to the queue.
"""

import threading
from typing import Any

import structlog
from celery import signals
from celery.worker import state
from django.db import DatabaseError, connection

from kingdom.core.deployment.celery_broker import MESSAGE_LEASE_S
from kingdom.core.deployment.free_memory import release_free_memory
from kingdom.core.deployment.heartbeat_file import heartbeat_file_touch
from kingdom.core.errors import KingdomError
from kingdom.council.recipes.matcher import recipes_rank
from kingdom.ops import services
from kingdom.ops.models import Heartbeat
from kingdom.ops.services import HEARTBEAT_INTERVAL_S
from kingdom.providers.language_models import model_label
from kingdom.routing.spaces.active_embedder import active_embedder

_log = structlog.get_logger(__name__)


class WorkerHeartbeat(threading.Thread):
    """Records the heartbeat until it is stopped, and then removes it."""

    def __init__(self, worker: Any) -> None:  # noqa: ANN401 - Celery is untyped
        """``worker`` is Celery's WorkController."""
        super().__init__(name="heartbeat", daemon=True)
        self._worker = worker
        self._stop_requested = threading.Event()

    def run(self) -> None:
        """Record the heartbeat every HEARTBEAT_INTERVAL_S seconds, and every second after a failure."""
        while not self._stop_requested.wait(HEARTBEAT_INTERVAL_S if self._beat() else 1.0):
            pass
        self._guarded(self._leave)

    def finish(self) -> None:
        """Stop, and remove the row."""
        self._stop_requested.set()
        self.join(timeout=2)

    def _beat(self) -> bool:
        heartbeat_file_touch()
        release_free_memory()
        return self._guarded(self._record)

    def _record(self) -> None:
        services.queue_messages_keep(message_ids=_received_message_ids(), seconds=MESSAGE_LEASE_S)
        services.heartbeat_record(
            kind=Heartbeat.Kind.WORKER, details={"threads": self._worker.concurrency, "model": model_label()}
        )

    def _leave(self) -> None:
        services.queue_messages_keep(message_ids=_received_message_ids(), seconds=0)
        services.heartbeat_remove(kind=Heartbeat.Kind.WORKER)

    def _guarded(self, write: Any) -> bool:  # noqa: ANN401 - a callable without arguments
        try:
            write()
        except DatabaseError as error:  # a database restart must not end the heartbeat
            _log.warning("heartbeat_failed", error=str(error))
            return False
        finally:
            connection.close()
        return True


def _received_message_ids() -> list[int]:
    """Return the queue's ids of all messages that this worker has and has not acknowledged."""
    while True:
        try:
            requests = list(state.reserved_requests)
        except RuntimeError:  # the consumer's thread has just added one
            continue
        found = [request.message.delivery_info.get("pgmq_msg_id") for request in requests]
        return [message_id for message_id in found if message_id is not None]


def watch_worker(worker: Any) -> None:  # noqa: ANN401 - Celery is untyped
    """Start the heartbeat and load the encoder when the worker is ready; stop the heartbeat when it shuts down."""
    heartbeat = WorkerHeartbeat(worker)
    signals.worker_ready.connect(lambda **_: heartbeat.start(), weak=False)
    signals.worker_ready.connect(
        lambda **_: threading.Thread(target=_warm_up_encoder, name="warm", daemon=True).start(), weak=False
    )
    signals.worker_shutdown.connect(lambda **_: heartbeat.finish(), weak=False)


def _warm_up_encoder() -> None:
    try:
        embedder = active_embedder()
        embedder.embed(["warm up"])
        recipes_rank("warm up", embedder)  # embeds hundreds of texts the first time; cached on disk
    except KingdomError as error:  # `doctor` and the answer to a message say what to do
        _log.warning("encoder_not_ready", error=error.message)
    finally:
        connection.close()  # this thread's own: it reads which space serves
