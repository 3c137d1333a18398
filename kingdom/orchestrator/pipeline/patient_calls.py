"""Calls of handlers that are repeated where no sandbox is free, or where a busy machine answers too late."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import structlog

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import Busy, KingdomError
from kingdom.runtime.sandbox_worker import SandboxWorker

BUSY_WAITS_S = (0.5, 1.0, 2.0)  # before a handler is asked again for which no sandbox was free
LATE_WAITS_S = (0.0,)  # a busy machine takes long to load a handler; the next call finds it loaded
_log = structlog.get_logger(__name__)


def call_patiently(
    worker: SandboxWorker, role: str, call: CallContext, payload: Mapping[str, Any], *, hurried: bool = False
) -> SandboxOutcome | None:
    """Return what a call came to; None when no sandbox was free, or it did not answer in time, again and again.

    ``hurried``: it is not repeated.
    """
    waits, late_waits = iter(() if hurried else BUSY_WAITS_S), iter(() if hurried else LATE_WAITS_S)
    while True:
        try:
            outcome = asyncio.run(worker.run(call, payload))
        except KingdomError as error:
            wait_s, reason = next(waits, None) if isinstance(error, Busy) else None, error.message
        else:
            if outcome.status != "timeout":
                return outcome
            wait_s, reason = next(late_waits, None), "no answer in time"
        if wait_s is None:
            _log.warning("reading_skipped", role=role, reason=reason)
            return None
        time.sleep(wait_s)
