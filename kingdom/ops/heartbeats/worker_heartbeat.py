"""The worker's heartbeat, in a thread of its own: every pool thread may be busy with a long session.

It also keeps the messages that the worker has received: those of a worker that died come back to the queue.
"""

import threading
from typing import Any

import structlog
from celery import signals
from celery.worker import state
from django.db import connection

from kingdom.contracts.call_context import CallContext
from kingdom.core.background.killed_workers import jobs_of_killed_release, leases_of_ended_expire
from kingdom.core.deployment.celery_broker import MESSAGE_LEASE_S
from kingdom.core.deployment.free_memory import release_free_memory
from kingdom.core.deployment.heartbeat_file import heartbeat_file_touch
from kingdom.core.errors import KingdomError
from kingdom.council.recipes.matcher import recipes_rank
from kingdom.ministers.services import content_review
from kingdom.ops import services
from kingdom.ops.heartbeats.process_heartbeat import ProcessHeartbeat
from kingdom.ops.models import Heartbeat
from kingdom.ops.processes.killed_processes import killed_processes
from kingdom.providers.language_models import language_model_or_none, model_label
from kingdom.routing.spaces.active_embedder import active_embedder

_log = structlog.get_logger(__name__)


class WorkerHeartbeat(ProcessHeartbeat):
    """The heartbeat of a worker, which also keeps the messages that it has received."""

    def __init__(self, worker: Any) -> None:  # noqa: ANN401 - Celery is untyped
        """``worker`` is Celery's WorkController."""
        super().__init__(Heartbeat.Kind.WORKER)
        self._worker = worker
        self._killed_before = killed_processes()
        self._has_looked = False  # for leases of processes that have ended
        self._warm_up = threading.Thread(target=_warm_up, name="warm", daemon=True)

    def _beat(self) -> bool:
        heartbeat_file_touch()
        release_free_memory()
        recorded = super()._beat()
        if recorded and self._warm_up.ident is None:
            self._warm_up.start()  # only now: the start of the product waits for the first heartbeat
        return recorded

    def _details(self) -> dict[str, Any]:
        return {**super()._details(), "threads": self._worker.concurrency, "model": model_label()}

    def _record(self) -> None:
        jobs_of_killed_release(pids=self._killed_before)
        self._killed_before = []
        if not self._has_looked:
            leases_of_ended_expire()
            self._has_looked = True
        services.queue_messages_keep(message_ids=_received_message_ids(), seconds=MESSAGE_LEASE_S)
        super()._record()

    def _leave(self) -> None:
        services.queue_messages_keep(message_ids=_received_message_ids(), seconds=0)
        super()._leave()


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
    """Start the heartbeat, and with it the warm-up, when the worker is ready; stop the heartbeat at its end."""
    heartbeat = WorkerHeartbeat(worker)
    signals.worker_ready.connect(lambda **_: heartbeat.start(), weak=False)
    signals.worker_shutdown.connect(lambda **_: heartbeat.finish(), weak=False)


def _warm_up() -> None:
    """Load what the first message needs: seconds of processor time, which it would wait for."""
    try:
        embedder = active_embedder()
        embedder.embed(["warm up"])
        recipes_rank("warm up", embedder)  # embeds hundreds of texts the first time; cached on disk
        language_model_or_none()
        call = CallContext(trace_id="warm-up")
        content_review(kind="request", item={"text": "warm up"}, subject="warm-up", model=None, call=call)
    except KingdomError as error:  # `doctor` and the answer to a message say what to do
        _log.warning("warm_up_incomplete", error=error.message)
    finally:
        connection.close()  # this thread's own: it reads which space serves
