"""Celery beat's scheduler: schedules in the database, seeded once, and a heartbeat."""

import time
from typing import Any

import structlog
from django.db import DatabaseError, close_old_connections
from django_celery_beat.schedulers import DatabaseScheduler

from kingdom.core.deployment.heartbeat_file import heartbeat_file_touch
from kingdom.ops import services
from kingdom.ops.heartbeats.code_profile import code_profile
from kingdom.ops.models import Heartbeat
from kingdom.ops.services import HEARTBEAT_INTERVAL_S

_log = structlog.get_logger(__name__)


class SeedingScheduler(DatabaseScheduler):  # type: ignore[misc] # ships no types
    """The database scheduler, except that a restart keeps an admin's changes."""

    _beat_at = 0.0

    def setup_schedule(self) -> None:
        """Create missing schedules only; the library's method overwrites the rows on every start."""
        self.install_default_entries(self.schedule)
        services.schedules_seed(schedules=self.app.conf.beat_schedule)

    def tick(self, *args: Any, **kwargs: Any) -> float:  # noqa: ANN401 - the library's signature
        """Send due tasks and record the heartbeat."""
        if time.monotonic() - self._beat_at >= HEARTBEAT_INTERVAL_S:
            self._beat_at = time.monotonic()
            heartbeat_file_touch()
            _record_beat_heartbeat()
        return min(float(super().tick(*args, **kwargs)), HEARTBEAT_INTERVAL_S)

    def close(self) -> None:
        """Shut down and remove the heartbeat."""
        super().close()
        _remove_beat_heartbeat()


def _record_beat_heartbeat() -> None:
    try:
        close_old_connections()
        services.heartbeat_record(kind=Heartbeat.Kind.BEAT, details={"profile": code_profile()})
    except DatabaseError as error:  # a database restart must not end beat
        _log.warning("heartbeat_failed", error=str(error))


def _remove_beat_heartbeat() -> None:
    try:
        services.heartbeat_remove(kind=Heartbeat.Kind.BEAT)
    except DatabaseError:
        _log.warning("heartbeat_not_removed")
