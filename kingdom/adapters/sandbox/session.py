"""One program and its calls, whichever backend its boxes come from."""

import select
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Self

from kingdom.adapters.sandbox.port import (
    CALLS_A_BOX,
    GRACE_S,
    PATIENCE_S,
    PAYLOAD_BYTES,
    REQUESTS_A_CALL,
    START_S,
    BackendGone,
    Box,
    OnRequest,
)
from kingdom.adapters.sandbox.protocol import Frame, Garbled, frame, frame_read, head_frame, json_read, payload_bytes, text_read
from kingdom.contracts.sandbox import Limits, Outcome, Program, Status
from kingdom.core.errors import KingdomError

KILLED = "9"
STATUS: dict[str, Status] = {
    "error": "error",
    "memory": "oom",
    "unfit": "bad_answer",
    "garbled": "bad_answer",
    "large": "output_limit",
    "flood": "output_limit",
    "timeout": "timeout",
}
REASON = {
    "garbled": "the program wrote something else than an answer",
    "flood": "the program wrote more output than a sandbox carries",
    "timeout": "the time limit was reached",
}


class Gone(Exception):
    """The box ended, was late, or its caller left; the text says which."""


class Line:
    """Frames to and from one box, each with a deadline on the monotonic clock."""

    def __init__(self, box: Box, limits: Limits, abort: Callable[[], bool] | None = None, abort_fd: int = -1) -> None:
        """``abort`` tells, when ``abort_fd`` becomes readable, whether the caller has left."""
        self.box, self.limits, self.abort, self.abort_fd = box, limits, abort, abort_fd
        self.buffer = b""

    def send(self, data: bytes, deadline: float) -> None:
        """Write a frame whole. Raises Gone."""
        view = memoryview(data)
        while view:
            self._wait(deadline, writing=True)
            try:
                view = view[self.box.write(bytes(view[:65_536])) :]
            except EOFError:
                raise Gone("the sandbox ended") from None

    def receive(self, deadline: float) -> Frame:
        """Wait for one frame. Raises Gone, Garbled."""
        while True:
            got = frame_read(self.buffer, self.limits)
            if got is not None:
                made, self.buffer = got
                return made
            self._wait(deadline)
            data = self.box.read()
            if data == b"":
                raise Gone("the sandbox ended")
            self.buffer += data or b""

    def _wait(self, deadline: float, *, writing: bool = False) -> None:
        readers = ([] if writing else [self.box.fileno()]) + ([self.abort_fd] if self.abort_fd >= 0 else [])
        left = deadline - time.monotonic()
        try:
            ready = select.select(readers, [self.box.writer()] if writing else [], [], left) if left > 0 else ([], [], [])
        except (OSError, ValueError):  # closed by another thread: a descriptor that is not one any more
            raise Gone("the sandbox ended") from None
        if self.abort_fd in ready[0] and self.abort and self.abort():
            raise Gone("the caller left")
        if not any(ready):
            raise Gone("late")


class BoxSession:
    """Runs one program call by call. A box is thrown away after any bad outcome, after 200 calls, and in strict mode after each."""

    def __init__(self, program: Program, limits: Limits, box: Callable[[Limits], Box], backend: str, guarantees: frozenset[str]) -> None:
        """``box`` gives a started box that has said hello, fresh from a pool or cold."""
        self.program, self.limits, self._box_source = program, limits, box
        self.backend, self.guarantees = backend, guarantees
        self.strict = False
        self.on_request: OnRequest | None = None
        self.abort: Callable[[], bool] | None = None
        self.abort_fd = -1
        self._line: Line | None = None
        self._calls = self._kills = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Kill."""
        self.close()

    def close(self) -> None:
        """Kill the box."""
        line, self._line = self._line, None
        if line:
            line.box.kill()

    def call(self, payload: Any, timeout: float | None = None, now: str = "") -> Outcome:  # noqa: ANN401 - any JSON value
        """Run the program once and judge what came back; never raises for what the program does. Raises BackendGone.

        ``timeout`` in seconds, at most the limit; ``now`` is what ``ctx.now`` will be, the host's time unless given.
        """
        with self._lock:
            return self._call(payload, min(timeout or self.limits.timeout_s, self.limits.timeout_s), now or datetime.now(UTC).isoformat())

    def ping(self) -> None:
        """Tell a waiting supervisor that its host is alive; a call in progress needs no telling."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self._line:
                self._line.send(frame({"ping": 1}), time.monotonic() + 1)
        except Gone:
            self.close()
        finally:
            self._lock.release()

    def _call(self, payload: Any, limit: float, now: str) -> Outcome:  # noqa: ANN401
        try:
            data = payload_bytes(self.program, payload)
        except Garbled as error:
            return self._outcome("refused", reason=str(error))
        if len(data) > PAYLOAD_BYTES:
            return self._outcome("refused", reason=f"the payload is larger than {PAYLOAD_BYTES} bytes")
        started = time.monotonic()
        try:
            outcome = self._judge(self._exchange(data, limit, now))
        except Garbled as error:
            outcome = self._outcome("bad_answer", reason=str(error), ms=_since(started))
        except Gone as error:
            outcome = self._ended(str(error), _since(started))
        self._calls += 1
        if self.strict or self._calls >= CALLS_A_BOX or outcome.status not in ("ok", "error"):
            self.close()
        return outcome

    def _open(self) -> Line:
        """Return the line to a box that has the program."""
        if self._line is None:
            box = self._box_source(self.limits)
            self._line, self._calls, self._kills = Line(box, self.limits, self.abort, self.abort_fd), 0, 0
            own = 0 if "pids" in self.guarantees else self.limits.processes
            self._line.send(head_frame(self.program, self.limits, own), time.monotonic() + START_S)
        return self._line

    def _exchange(self, payload: bytes, limit: float, now: str) -> Frame:
        """Send one call, answer what it asks, return how it ended."""
        line = self._open()
        deadline = time.monotonic() + limit + GRACE_S
        line.send(frame({"call": {"timeout": limit, "now": now, "patience": PATIENCE_S}}, payload), deadline)
        patience, asked = PATIENCE_S, 0
        while True:
            got = line.receive(deadline)
            if got.end != "request":
                return got
            asked += 1
            started = time.monotonic()
            answer = (
                self._answer(got.blobs[0]) if asked <= REQUESTS_A_CALL else {"refused": f"more than {REQUESTS_A_CALL} requests in one call"}
            )
            waited = min(patience, time.monotonic() - started)
            patience, deadline = patience - waited, deadline + waited
            line.send(frame({"answer": {}}, _encode(answer)), deadline)

    def _answer(self, text: bytes) -> dict[str, Any]:
        """Put one request of the program to whoever opened this session; with nobody there it is refused."""
        try:
            asked = json_read(text)
        except Garbled as error:
            return {"refused": str(error)}
        if self.on_request is None or not isinstance(asked, dict) or not isinstance(asked.get("op"), str):
            return {"refused": "nothing outside is open to this program"}
        try:
            return {"value": self.on_request(asked["op"], asked.get("args"))}
        except KingdomError as error:
            return {"refused": error.message}

    def _judge(self, got: Frame) -> Outcome:
        """Turn the supervisor's report into an outcome. The answer is parsed here, never believed."""
        if len(got.blobs) != 3:
            raise Garbled("a report without its parts")
        answer, out, err = got.blobs
        texts: dict[str, Any] = {"stdout": text_read(out), "stderr": text_read(err), "ms": got.ms, "truncated": got.cut}
        if got.dirty:
            self._calls = CALLS_A_BOX
        if got.end == "answer":
            try:
                return self._outcome("ok", value=json_read(answer), **texts)
            except Garbled as error:
                return self._outcome("bad_answer", reason=str(error), **texts)
        status, reason = self._plain(got)
        return self._outcome(status, reason=reason, **texts)

    def _plain(self, got: Frame) -> tuple[Status, str]:
        """Name an ending that has no answer."""
        if got.end == "exit" and self.program.mode == "program":
            return ("ok", "") if got.detail == "0" else ("error", f"exit status {got.detail}")
        if got.end == "exit":
            return "crashed", f"the process left with status {got.detail} and no answer"
        if got.end == "signal":
            memory = got.detail == KILLED and (got.oom or self._oom_new())
            return ("oom", "the memory limit was reached") if memory else ("crashed", f"killed by signal {got.detail}")
        if got.end in STATUS:
            return STATUS[got.end], REASON.get(got.end, got.detail)
        raise Garbled(f"an unexpected report: {got.end}")

    def _oom_new(self) -> bool:
        """Tell whether the kernel has killed for memory since this was last asked."""
        kills = self._line.box.oom_kills() if self._line else -1
        before, self._kills = self._kills, max(kills, self._kills)
        return kills > before

    def _ended(self, how: str, ms: float) -> Outcome:
        """Name the end of a whole box."""
        if how == "late":
            return self._outcome("timeout", reason="the sandbox did not answer in time and was killed", ms=ms)
        if self._oom_new():
            return self._outcome("oom", reason="the memory limit was reached", ms=ms)
        return self._outcome("crashed", reason=how, ms=ms)

    def _outcome(self, status: Status, **facts: Any) -> Outcome:  # noqa: ANN401 - fields of Outcome
        return Outcome(status=status, backend=self.backend, guarantees=self.guarantees, **facts)


def _since(started: float) -> float:
    return round((time.monotonic() - started) * 1000, 3)


def _encode(answer: dict[str, Any]) -> bytes:
    """Encode the host's answer within the frame's bound."""
    data = payload_bytes(Program(code=""), answer)
    if len(data) <= PAYLOAD_BYTES:
        return data
    return payload_bytes(Program(code=""), {"refused": f"the answer is larger than {PAYLOAD_BYTES >> 20} MiB"})


def await_hello(box: Box) -> None:
    """Wait until a started box's supervisor is there. Raises BackendGone with what it complained of."""
    try:
        got = Line(box, Limits()).receive(time.monotonic() + START_S)
        if got.end == "hello":
            box.greeted()
            return
        problem = f"it said {got.end} first"
    except (Gone, Garbled, OSError) as error:
        complain = getattr(box, "complaint", str)
        problem = f"{error}; {complain()}"
    box.kill()
    raise BackendGone(f"A sandbox did not start: {problem}")
