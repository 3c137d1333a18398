"""Calls of handlers that are repeated where no sandbox is free, or where a busy machine answers too late."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import structlog

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import Busy, KingdomError, SandboxLost
from kingdom.runtime.sandbox_worker import SandboxWorker

BUSY_WAITS_S = (0.5, 1.0, 2.0)  # before a handler is asked again for which no sandbox was free
TIMEOUTS_S = (5.0, 20.0)  # of one call after another; a busy machine takes long to load a handler
WorkerWithin = Callable[[float], SandboxWorker]
_log = structlog.get_logger(__name__)


def call_handler_with_retry(
    worker_within: WorkerWithin, role: str, call: CallContext, payload: Mapping[str, Any], *, hurried: bool = False
) -> SandboxOutcome | None:
    """Return what a call came to; None when the handler did not answer in time, again and again.

    ``worker_within`` returns the handler's worker for calls of so many seconds at most.
    ``hurried``: it is asked once, and None says that no sandbox was free or there, too.

    Raises SandboxLost when no sandbox is free or there, unless ``hurried``: the message waits and is read later.
    """
    waits = iter(() if hurried else BUSY_WAITS_S)
    for timeout_s in TIMEOUTS_S[:1] if hurried else TIMEOUTS_S:
        try:
            outcome = _call(worker_within(timeout_s), call, payload, waits)
        except KingdomError as error:
            if isinstance(error, SandboxLost) and not hurried:
                raise
            _note_skipped(role, error.message)
            return None
        if outcome.status != "timeout":
            return outcome
    _note_skipped(role, "no answer in time")
    return None


def _call(
    worker: SandboxWorker, call: CallContext, payload: Mapping[str, Any], waits: Iterator[float]
) -> SandboxOutcome:
    """Return what a call came to, asked again after ``waits`` while no sandbox is free. Raises SandboxLost."""
    while True:
        try:
            return asyncio.run(worker.run(call, payload))
        except Busy as error:
            wait_s = next(waits, None)
            if wait_s is None:
                raise SandboxLost(error.message) from error
            time.sleep(wait_s)


def _note_skipped(role: str, reason: str) -> None:
    _log.warning("reading_skipped", role=role, reason=reason)
