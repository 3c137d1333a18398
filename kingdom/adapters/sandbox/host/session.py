"""One program and its calls, for boxes of any backend."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Self

from kingdom.adapters.sandbox.host.box_connection import ENDED, BoxConnection, BoxLost
from kingdom.adapters.sandbox.host.frames import (
    Frame,
    ProtocolError,
    decode_json,
    decode_text,
    encode_frame,
    encode_payload,
    encode_program_frame,
)
from kingdom.adapters.sandbox.host.request_answers import NOTHING_OPEN, AnswerRequest, encode_refusal
from kingdom.adapters.sandbox.host.warm_boxes import LoadedBox, WarmBoxes, WarmKey
from kingdom.adapters.sandbox.port import (
    GRACE_S,
    HOST_WAIT_S,
    MAX_CALLS_PER_BOX,
    MAX_REQUESTS_PER_CALL,
    PAYLOAD_BYTES,
    START_S,
    Box,
)
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome, SandboxStatus
from kingdom.core.errors import KingdomError, SandboxLost

SIGKILL = "9"
MIN_RETRY_S = 0.5
MAX_RETRIES = 2  # of a call whose process or box was killed; a program can kill itself
STATUS: dict[str, SandboxStatus] = {
    "error": "error",
    "memory": "oom",
    "unfit": "bad_answer",
    "garbled": "bad_answer",
    "large": "output_limit",
    "flood": "output_limit",
    "timeout": "timeout",
}
REASON = {
    "garbled": "the program broke the protocol instead of answering",
    "flood": "the program wrote more output than a sandbox carries",
    "timeout": "the time limit was reached",
}


class BoxSession:
    """Runs one program call by call. A box is killed after any other outcome than ok or error, and after 200 calls.

    A call whose process or box is killed from outside before it asks the host for anything is sent once more to a new
    box. In strict mode a box is killed after every call. With ``reuse`` a box goes to the warm ones after a good call.
    """

    def __init__(
        self,
        program: Program,
        limits: SandboxLimits,
        start: Callable[[SandboxLimits], Box],
        backend: str,
        guarantees: frozenset[str],
    ) -> None:
        """``start`` returns a box that has reported ready, from a pool or newly started."""
        self.program, self.limits, self._start = program, limits, start
        self.backend, self.guarantees = backend, guarantees
        self.strict = False
        self.answer_request: AnswerRequest | None = None
        self.abort: Callable[[], bool] | None = None
        self.abort_fd = -1
        self._reuse: tuple[WarmBoxes, WarmKey] | None = None
        self._box: LoadedBox | None = None
        self.used_at = 0.0
        self._requests, self._was_killed, self._was_lost = 0, False, False
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the box."""
        self.close()

    def close(self) -> None:
        """Kill the box."""
        box, self._box = self._box, None
        if box:
            box.kill()

    def reuse(self, boxes: WarmBoxes, key: WarmKey) -> None:
        """Take the boxes of calls from those of a key, and give them back."""
        self._reuse = (boxes, key)

    @property
    def holds_box(self) -> bool:
        """Return whether a box is kept for the next call, or in use."""
        return self._box is not None

    @property
    def calls(self) -> int:
        """Return the number of calls that its box has had, 0 without one."""
        return self._box.calls if self._box else 0

    def close_if_idle(self) -> bool:
        """Kill the box unless a call is in progress, and return whether none was; the next call gets another one."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self.close()
        finally:
            self._lock.release()
        return True

    def call(self, payload: Any, timeout: float | None = None, now: str = "") -> SandboxOutcome:  # noqa: ANN401 - any JSON value
        """Run the program once with a JSON value; see ``call_encoded``."""
        try:
            data = encode_payload(self.program, payload)
        except ProtocolError as error:
            return self.refused(str(error))
        return self.call_encoded(data, timeout, now)

    def call_encoded(self, data: bytes, timeout: float | None = None, now: str = "") -> SandboxOutcome:
        """Run the program once. A failing program is an outcome, not an error. Raises BackendLost, SandboxLost.

        ``timeout`` in seconds, at most the limit; ``now`` is the value of ``ctx.now``, by default the host's time.
        """
        if len(data) > PAYLOAD_BYTES:
            return self.refused(f"the payload is larger than {PAYLOAD_BYTES} bytes")
        with self._lock:
            seconds = min(timeout or self.limits.timeout_s, self.limits.timeout_s)
            try:
                return self._call(data, seconds, now or datetime.now(UTC).isoformat())
            finally:
                self.used_at = time.monotonic()

    def refused(self, reason: str) -> SandboxOutcome:
        """Return the outcome of a call that was not made."""
        return self._outcome("refused", reason=reason)

    def ping(self) -> None:
        """Tell a waiting pid 1 that its host is alive. Does nothing during a call."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self._box:
                self._box.connection.send(encode_frame({"ping": 1}), time.monotonic() + 1)
        except BoxLost:
            self.close()
        finally:
            self._lock.release()

    def _call(self, data: bytes, limit: float, now: str) -> SandboxOutcome:
        """Return the outcome of a call. Raises SandboxLost when its sandbox was ended each time it was sent."""
        outcome = self._attempt(data, limit, now)
        for _ in range(MAX_RETRIES):
            limit -= outcome.ms / 1000  # the caller does not wait longer than for one call
            if not self._was_killed or limit <= MIN_RETRY_S:
                break
            self.close()
            outcome = self._attempt(data, limit, now)
        if self._box:
            self._box.calls += 1
        was_ended = self._was_lost and self._box is not None and self._box.connection.box.ended_outside()
        self._release_box(outcome.status)
        if was_ended:  # the program cannot do that: its call waits, and has not failed
            raise SandboxLost("The sandbox was ended from outside.", nothing_ran=True)
        return outcome

    def _attempt(self, data: bytes, limit: float, now: str) -> SandboxOutcome:
        """Send one call and return its outcome.

        ``_was_killed`` tells that its process or box was killed from outside before it had asked the host for anything:
        nothing of the call has happened, and it can be sent again.
        """
        self._requests, self._was_killed, self._was_lost = 0, False, False
        started = time.monotonic()
        try:
            return self._to_outcome(self._exchange(data, limit, now))
        except ProtocolError as error:
            return self._outcome("bad_answer", reason=str(error), ms=_elapsed_ms(started))
        except BoxLost as error:
            return self._lost_outcome(str(error), _elapsed_ms(started))

    def _release_box(self, status: SandboxStatus) -> None:
        """Kill the box, keep it for this session's next call, or give it to the warm ones."""
        box = self._box
        is_worn_out = box is not None and box.calls >= MAX_CALLS_PER_BOX
        if box is None or self.strict or is_worn_out or status not in ("ok", "error"):
            self.close()
        elif self._reuse and status == "ok":
            self._box = None
            self._reuse[0].keep(self._reuse[1], box)

    def _open(self) -> LoadedBox:
        """Return a box that has the program.

        A box that ended between two calls, or sent something unasked, is replaced: that is no failure of the program.
        """
        if self._box is not None and not self._box.is_usable():
            self.close()
        if self._box is None and self._reuse:
            self._box = self._reuse[0].take(self._reuse[1])
            if self._box:
                self._box.connection.attach(self.abort, self.abort_fd)
        if self._box is None:
            connection = BoxConnection(self._start(self.limits), self.limits, self.abort, self.abort_fd)
            self._box = LoadedBox(connection)
            processes = 0 if "pids" in self.guarantees else self.limits.processes
            connection.send(encode_program_frame(self.program, self.limits, processes), time.monotonic() + START_S)
        return self._box

    def _exchange(self, payload: bytes, limit: float, now: str) -> Frame:
        """Send one call, answer its requests, and return its last frame."""
        connection = self._open().connection
        deadline = time.monotonic() + limit + GRACE_S
        header = {"timeout": limit, "now": now, "host_wait": HOST_WAIT_S}
        connection.send(encode_frame({"call": header}, payload), deadline)
        host_wait = HOST_WAIT_S
        while True:
            frame = connection.receive(deadline)
            if frame.end != "request":
                return frame
            self._requests += 1
            started = time.monotonic()
            answer = self._answer(frame.blobs[0], self._requests)
            waited = min(host_wait, time.monotonic() - started)
            host_wait, deadline = host_wait - waited, deadline + waited
            connection.send(encode_frame({"answer": {}}, answer), deadline)

    def _answer(self, request: bytes, number: int) -> bytes:
        """Return the host's answer to one request of the program, or a refusal."""
        if number > MAX_REQUESTS_PER_CALL:
            return encode_refusal(f"more than {MAX_REQUESTS_PER_CALL} requests in one call")
        if self.answer_request is None:
            return encode_refusal(NOTHING_OPEN)
        try:
            return self.answer_request(request)
        except KingdomError as error:
            return encode_refusal(error.message)

    def _to_outcome(self, frame: Frame) -> SandboxOutcome:
        """Return the outcome of pid 1's report; its answer is parsed strictly."""
        if len(frame.blobs) != 3:
            raise ProtocolError("a report without its parts")
        answer, out, err = frame.blobs
        texts: dict[str, Any] = {
            "stdout": decode_text(out),
            "stderr": decode_text(err),
            "ms": frame.ms,
            "truncated": frame.cut,
        }
        if frame.dirty and self._box:
            self._box.calls = MAX_CALLS_PER_BOX
        if frame.end == "answer":
            try:
                return self._outcome("ok", value=decode_json(answer), **texts)
            except ProtocolError as error:
                return self._outcome("bad_answer", reason=str(error), **texts)
        status, reason = self._ending(frame)
        return self._outcome(status, reason=reason, **texts)

    def _ending(self, frame: Frame) -> tuple[SandboxStatus, str]:
        """Return status and reason of a call that ended without an answer."""
        match frame.end:
            case "exit" if self.program.mode != "program":
                return "crashed", f"the process exited with status {frame.detail} and no answer"
            case "exit":
                return ("ok", "") if frame.detail == "0" else ("error", f"exit status {frame.detail}")
            case "signal" if frame.detail == SIGKILL and self._has_new_oom_kill():
                return "oom", "the memory limit was reached"
            case "signal":
                self._was_killed = frame.detail == SIGKILL and self._requests == 0
                return "crashed", f"killed by signal {frame.detail}"
        if frame.end not in STATUS:
            raise ProtocolError(f"an unexpected report: {frame.end}")
        return STATUS[frame.end], REASON.get(frame.end, frame.detail)

    def _has_new_oom_kill(self) -> bool:
        """Return whether the kernel has killed for memory since the last look."""
        box = self._box
        if box is None:
            return False
        kills = box.connection.box.oom_kills()
        previous, box.kills = box.kills, max(kills, box.kills)
        return kills > previous

    def _lost_outcome(self, reason: str, ms: float) -> SandboxOutcome:
        """Return the outcome of a call whose box was lost."""
        if reason == "late":
            return self._outcome("timeout", reason="the sandbox did not answer in time and was killed", ms=ms)
        if self._has_new_oom_kill():
            return self._outcome("oom", reason="the memory limit was reached", ms=ms)
        self._was_killed = reason == ENDED and self._requests == 0
        self._was_lost = self._was_killed
        return self._outcome("crashed", reason=reason, ms=ms)

    def _outcome(self, status: SandboxStatus, **facts: Any) -> SandboxOutcome:  # noqa: ANN401 - fields of Outcome
        return SandboxOutcome(status=status, backend=self.backend, guarantees=self.guarantees, **facts)


def _elapsed_ms(started: float) -> float:
    return round((time.monotonic() - started) * 1000, 3)
