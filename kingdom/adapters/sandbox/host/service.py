"""The sandboxes of one process: backend, pool of boxes, bounded queue. Used by the daemon and `sandbox_run`."""

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from kingdom.adapters.sandbox.host.box_pool import BoxPool
from kingdom.adapters.sandbox.host.call_slots import CallSlots
from kingdom.adapters.sandbox.host.factory import select_backend
from kingdom.adapters.sandbox.host.frames import ProtocolError, encode_payload
from kingdom.adapters.sandbox.host.request_answers import AnswerRequest, answer_request
from kingdom.adapters.sandbox.host.selftest import SelfTestResult
from kingdom.adapters.sandbox.host.session import BoxSession
from kingdom.adapters.sandbox.host.warm_boxes import WarmBoxes, WarmKey
from kingdom.adapters.sandbox.port import CODE_BYTES, DEFAULT_WAIT_S, Backend, BackendLost, Box, OnRequest, check_limits
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.deployment.free_memory import release_free_memory
from kingdom.core.errors import BadInput, KingdomError, SandboxUnavailable

log = logging.getLogger(__name__)
BOXES_A_SLOT = 8  # sandboxes whose calls wait for the host, and idle ones of open sessions and of warm programs
WARM_A_SLOT = 6  # of them at most so many warm ones
HOUSEKEEPING_S = 5.0
REAP_S = 60.0
RETRY_S = 5.0


class ServiceSession:
    """A session whose calls each take a slot."""

    def __init__(self, service: "SandboxService", inner: BoxSession) -> None:
        """Wrap a session."""
        self.service, self.inner = service, inner
        self.user_key = ""

    def __enter__(self) -> "ServiceSession":
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def call(
        self,
        payload: Any,  # noqa: ANN401 - any JSON value
        timeout: float | None = None,
        now: str = "",
        on_request: OnRequest | None = None,
        wait_s: float = DEFAULT_WAIT_S,
    ) -> SandboxOutcome:
        """Run the program once with a JSON value; see ``call_encoded``."""
        try:
            data = encode_payload(self.inner.program, payload)
        except ProtocolError as error:
            return self.inner.refused(str(error))
        answers = None if on_request is None else partial(answer_request, on_request=on_request)
        return self.call_encoded(lambda: data, timeout, now, answers, wait_s)

    def call_encoded(
        self,
        read_payload: Callable[[], bytes],
        timeout: float | None,
        now: str,
        answers: AnswerRequest | None,
        wait_s: float,
    ) -> SandboxOutcome:
        """Run the program once, after a wait of at most ``wait_s`` seconds. Raises Busy, BackendLost, CallerLeft.

        The payload is read when the call has its slot: calls that wait hold none.
        """
        slots, inner = self.service.slots, self.inner
        slots.acquire(self.user_key, wait_s, abort_fd=inner.abort_fd, aborted=inner.abort or (lambda: False))
        inner.answer_request = self._without_slot(answers) if answers else None
        try:
            return inner.call_encoded(read_payload(), timeout, now)
        except BackendLost:
            self.service.drop_backend()
            raise
        finally:
            slots.release()
            self.service.close_idle_boxes()

    def _without_slot(self, answers: AnswerRequest) -> AnswerRequest:
        """Release the slot while the host works on a request, which may itself need a sandbox."""

        def answer(request: bytes) -> bytes:
            self.service.slots.pause()
            try:
                return answers(request)
            finally:
                self.service.slots.resume()

        return answer

    def close(self) -> None:
        """Kill the box."""
        self.inner.close()
        self.service.forget_session(self.inner)


def _new_slots(count: int | None) -> CallSlots:
    count = count or max(2, os.cpu_count() or 1)
    return CallSlots(count, count * BOXES_A_SLOT)


class SandboxService:
    """Runs programs. Selects a backend at first use, and again after it has lost one."""

    def __init__(self, config: SandboxConfig, slots: int | CallSlots | None = None) -> None:
        """``slots`` calls run at a time: one a core when None, at least two; or those of another service."""
        self.config = config
        self.slots = slots if isinstance(slots, CallSlots) else _new_slots(slots)
        self._data: SandboxService | None = None  # of the data tree, from its first program on
        self.probes: list[SelfTestResult] = []
        self.passed_over: dict[str, str] = {}
        self.refused, self._refused_at = "", 0.0
        self._refusal_kind: type[KingdomError] = SandboxUnavailable
        self.started_at = time.time()
        self._backend: Backend | None = None
        self._pool: BoxPool | None = None
        self._sessions: set[BoxSession] = set()
        self.warm = WarmBoxes(self.slots.limit * WARM_A_SLOT)
        self._lock = threading.RLock()
        self._stop = threading.Event()
        threading.Thread(target=self._housekeep, name="sandbox-housekeeping", daemon=True).start()

    @property
    def name(self) -> str:
        """Return the backend's name, ``refused`` without one."""
        return self._backend.name if self._backend else "refused"

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces."""
        return self._backend.guarantees if self._backend else frozenset()

    def ready(self) -> BoxPool:
        """Return the pool of a tested backend, selecting one if needed. Raises SandboxUnavailable, BackendLost."""
        with self._lock:
            if self._stop.is_set():
                raise BackendLost("The sandbox is being shut down.")
            if self._pool is None:
                if self.refused and time.monotonic() - self._refused_at < RETRY_S:
                    raise self._refusal_kind(self.refused)
                try:
                    selection = select_backend(self.config)
                except KingdomError as error:
                    self.refused, self._refused_at, self._refusal_kind = error.message, time.monotonic(), type(error)
                    raise
                self.refused = ""
                self._backend, self.probes = selection.backend, selection.probes
                self.passed_over = dict(selection.passed_over)
                if getattr(self._backend, "one_at_a_time", False):
                    self.slots.limit = 1
                self._pool = BoxPool(self._backend, 0 if self.slots.limit == 1 else self.config.pool)
            return self._pool

    def drop_backend(self) -> None:
        """Close a backend that has stopped answering; the next call selects one again."""
        with self._lock:
            pool, backend, self._pool, self._backend = self._pool, self._backend, None, None
        if pool is not None and backend is not None:  # not by truth: an empty pool is false
            pool.stop()
            self.warm.clear()
            backend.close()
            pool.close()

    def open(self, program: Program, limits: SandboxLimits, *, strict: bool = False, owner: str = "") -> ServiceSession:
        """Open a session. It holds no sandbox before its first call. Raises BadInput, SandboxUnavailable.

        With an ``owner`` its calls take the warm boxes of this owner's earlier calls of the program, and leave theirs.
        """
        check_limits(limits)
        if len(program.code.encode(errors="surrogatepass")) > CODE_BYTES:
            raise BadInput(f"The code is larger than {CODE_BYTES} bytes. Shorten it.")
        if program.tree != self.config.tree:
            return self._data_service().open(program, limits, strict=strict, owner=owner)
        self.ready()
        session = BoxSession(program, limits, self._take_box, self.name, self.guarantees)
        session.strict = strict
        if owner and not strict:
            session.reuse(self.warm, WarmKey(owner, self.name, program, limits))
        self._sessions.add(session)
        return ServiceSession(self, session)

    def _data_service(self) -> "SandboxService":
        """Return the service of the data tree: a backend with its own self-test, on the same slots.

        Raises SandboxUnavailable without such a tree.
        """
        with self._lock:
            if self._stop.is_set():
                raise BackendLost("The sandbox is being shut down.")
            if self._data is None:
                self._data = SandboxService(self.config.with_data_tree(), self.slots)
            return self._data

    def _take_box(self, limits: SandboxLimits) -> Box:
        return self.ready().take(limits)  # of the present pool: the one of the session's beginning may be lost by now

    def close_idle_boxes(self) -> None:
        """Kill boxes of idle sessions, longest idle first, until no more boxes than the limit are held.

        Boxes of calls in progress count as held and stay. The next call of a session without a box starts another.
        """
        holders = [session for session in list(self._sessions) if session.holds_box]
        excess = len(holders) + len(self.warm) - self.slots.limit * BOXES_A_SLOT
        excess -= self.warm.close_longest_idle(excess)
        if excess <= 0:
            return
        for session in sorted(holders, key=lambda session: session.used_at):
            excess -= session.close_if_idle()
            if excess == 0:
                return

    def forget_session(self, session: BoxSession) -> None:
        """Forget a closed session."""
        self._sessions.discard(session)

    def run(
        self,
        program: Program,
        payload: Any,  # noqa: ANN401 - any JSON value
        limits: SandboxLimits,
        on_request: OnRequest | None = None,
        now: str = "",
    ) -> SandboxOutcome:
        """Run one call in its own sandbox; retry once when the backend is lost before the program starts."""
        try:
            with self.open(program, limits) as session:
                return session.call(payload, None, now, on_request)
        except BackendLost:
            with self.open(program, limits) as session:
                return session.call(payload, None, now, on_request)

    def status(self) -> dict[str, Any]:
        """Return the state that doctor and the status page show."""
        return {
            "state": "ready" if self._pool is not None else "refused" if self.refused else "starting",
            "backend": self.name,
            "guarantees": sorted(self.guarantees),
            "facts": dict(self._backend.facts) if self._backend else {},
            "selftest": [asdict(probe) for probe in self.probes],
            "refused": self.refused,
            "passed_over": self.passed_over,
            "pool": len(self._pool) if self._pool is not None else 0,
            "sessions": len(self._sessions),
            "warm": len(self.warm),
            "running": self.slots.running,
            "waiting": self.slots.waiting,
            "slots": self.slots.limit,
            "data": self._data.status() if self._data else {},
            "pid": os.getpid(),
            "uptime_s": round(time.time() - self.started_at, 1),
        }

    def close(self) -> None:
        """Kill every sandbox and close the backend."""
        self._stop.set()
        for session in list(self._sessions):
            session.close()
        self.drop_backend()
        if self._data is not None:
            self._data.close()

    def _housekeep(self) -> None:
        """Ping idle sessions and give free memory back; once a minute remove the sandboxes of ended owners."""
        next_reap = time.monotonic() + REAP_S
        while not self._stop.wait(HOUSEKEEPING_S):
            for session in list(self._sessions):
                self._run_logged(session.ping)
            self._run_logged(self.warm.tend)
            self._run_logged(release_free_memory)  # of the calls of the last seconds
            if time.monotonic() >= next_reap:
                next_reap = time.monotonic() + REAP_S
                self._run_logged(lambda: self._backend.reap() if self._backend else 0)

    def _run_logged(self, work: Callable[[], Any]) -> None:
        try:
            work()
        except BackendLost:
            self.drop_backend()
        except Exception:  # the loop must go on: without its pings idle sandboxes end after 15 s
            log.exception("sandbox housekeeping failed")
