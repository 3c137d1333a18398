"""A process's heartbeat, in a thread of its own: every other thread may be busy."""

import threading
from collections.abc import Callable
from typing import Any

import structlog
from django.db import DatabaseError, connection

from kingdom.ops import services
from kingdom.ops.heartbeats.process_profile import process_profile
from kingdom.ops.models import Heartbeat
from kingdom.ops.services import HEARTBEAT_INTERVAL_S
from kingdom.tools.registry.registry_refresh import added_tools_refresh

_log = structlog.get_logger(__name__)


class ProcessHeartbeat(threading.Thread):
    """Records the heartbeat until it is stopped, and then removes it."""

    def __init__(self, kind: str) -> None:
        """``kind`` is one of Heartbeat.Kind."""
        super().__init__(name="heartbeat", daemon=True)
        self._kind = kind
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
        return self._guarded(self._record)

    def _details(self) -> dict[str, Any]:
        return {"profile": process_profile()}

    def _record(self) -> None:
        added_tools_refresh()
        services.heartbeat_record(kind=self._kind, details=self._details())

    def _leave(self) -> None:
        services.heartbeat_remove(kind=self._kind)

    def _guarded(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except DatabaseError as error:  # a database restart must not end the heartbeat
            _log.warning("heartbeat_failed", error=str(error))
            return False
        finally:
            connection.close()
        return True


def web_heartbeat() -> ProcessHeartbeat:
    """Start the heartbeat of a web process and return it."""
    heartbeat = ProcessHeartbeat(Heartbeat.Kind.WEB)
    heartbeat.start()
    return heartbeat
