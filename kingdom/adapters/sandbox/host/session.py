"""One program and its calls, whichever backend its boxes come from."""

import select
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Self

from kingdom.adapters.sandbox.host.frames import (
    Frame,
    ProtocolError,
    decode_frame,
    decode_json,
    decode_text,
    encode_frame,
    encode_payload,
    encode_program_frame,
)
from kingdom.adapters.sandbox.port import (
    GRACE_S,
    HOST_WAIT_S,
    MAX_CALLS_PER_BOX,
    MAX_REQUESTS_PER_CALL,
    PAYLOAD_BYTES,
    START_S,
    BackendLost,
    Box,
    OnRequest,
)
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome, SandboxStatus
from kingdom.core.errors import KingdomError

KILLED = "9"
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
    "garbled": "the program wrote something else than an answer",
    "flood": "the program wrote more output than a sandbox carries",
    "timeout": "the time limit was reached",
}


class BoxLost(Exception):
    """The box ended, was late, or its caller left; the text says which."""


class BoxConnection:
    """Frames to and from one box, each with a deadline on the monotonic clock."""

    def __init__(
        self, box: Box, limits: SandboxLimits, abort: Callable[[], bool] | None = None, abort_fd: int = -1
    ) -> None:
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
                raise BoxLost("the sandbox ended") from None

    def receive(self, deadline: float) -> Frame:
        """Wait for one frame. Raises Gone, Garbled."""
        while True:
            got = decode_frame(self.buffer, self.limits)
            if got is not None:
                made, self.buffer = got
                return made
            self._wait(deadline)
            data = self.box.read()
            if data == b"":
                raise BoxLost("the sandbox ended")
            self.buffer += data or b""

    def _wait(self, deadline: float, *, writing: bool = False) -> None:
        readers = ([] if writing else [self.box.fileno()]) + ([self.abort_fd] if self.abort_fd >= 0 else [])
        left = deadline - time.monotonic()
        try:
            ready = (
                select.select(readers, [self.box.writer()] if writing else [], [], left) if left > 0 else ([], [], [])
            )
        except (OSError, ValueError):  # closed by another thread: a descriptor that is not one any more
            raise BoxLost("the sandbox ended") from None
        if self.abort_fd in ready[0] and self.abort and self.abort():
            raise BoxLost("the caller left")
        if not any(ready):
            raise BoxLost("late")


class BoxSession:
    """Runs one program call by call. A box is thrown away after any bad outcome, after 200 calls, and in strict mode after each."""

    def __init__(
        self,
        program: Program,
        limits: SandboxLimits,
        box: Callable[[SandboxLimits], Box],
        backend: str,
        guarantees: frozenset[str],
    ) -> None:
        """``box`` gives a started box that has said hello, fresh from a pool or cold."""
        self.program, self.limits, self._box_source = program, limits, box
        self.backend, self.guarantees = backend, guarantees
        self.strict = False
        self.on_request: OnRequest | None = None
        self.abort: Callable[[], bool] | None = None
        self.abort_fd = -1
        self._line: BoxConnection | None = None
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

    def call(self, payload: Any, timeout: float | None = None, now: str = "") -> SandboxOutcome:  # noqa: ANN401 - any JSON value
        """Run the program once and judge what came back; never raises for what the program does. Raises BackendGone.

        ``timeout`` in seconds, at most the limit; ``now`` is what ``ctx.now`` will be, the host's time unless given.
        """
        with self._lock:
            return self._call(
                payload,
                min(timeout or self.limits.timeout_s, self.limits.timeout_s),
                now or datetime.now(UTC).isoformat(),
            )

    def ping(self) -> None:
        """Tell a waiting supervisor that its host is alive; a call in progress needs no telling."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self._line:
                self._line.send(encode_frame({"ping": 1}), time.monotonic() + 1)
        except BoxLost:
            self.close()
        finally:
            self._lock.release()

    def _call(self, payload: Any, limit: float, now: str) -> SandboxOutcome:  # noqa: ANN401
        try:
            data = encode_payload(self.program, payload)
        except ProtocolError as error:
            return self._outcome("refused", reason=str(error))
        if len(data) > PAYLOAD_BYTES:
            return self._outcome("refused", reason=f"the payload is larger than {PAYLOAD_BYTES} bytes")
        started = time.monotonic()
        try:
            outcome = self._judge(self._exchange(data, limit, now))
        except ProtocolError as error:
            outcome = self._outcome("bad_answer", reason=str(error), ms=_since(started))
        except BoxLost as error:
            outcome = self._ended(str(error), _since(started))
        self._calls += 1
        if self.strict or self._calls >= MAX_CALLS_PER_BOX or outcome.status not in ("ok", "error"):
            self.close()
        return outcome

    def _open(self) -> BoxConnection:
        """Return the line to a box that has the program."""
        if self._line is None:
            box = self._box_source(self.limits)
            self._line, self._calls, self._kills = BoxConnection(box, self.limits, self.abort, self.abort_fd), 0, 0
            own = 0 if "pids" in self.guarantees else self.limits.processes
            self._line.send(encode_program_frame(self.program, self.limits, own), time.monotonic() + START_S)
        return self._line

    def _exchange(self, payload: bytes, limit: float, now: str) -> Frame:
        """Send one call, answer what it asks, return how it ended."""
        line = self._open()
        deadline = time.monotonic() + limit + GRACE_S
        line.send(encode_frame({"call": {"timeout": limit, "now": now, "patience": HOST_WAIT_S}}, payload), deadline)
        patience, asked = HOST_WAIT_S, 0
        while True:
            got = line.receive(deadline)
            if got.end != "request":
                return got
            asked += 1
            started = time.monotonic()
            answer = (
                self._answer(got.blobs[0])
                if asked <= MAX_REQUESTS_PER_CALL
                else {"refused": f"more than {MAX_REQUESTS_PER_CALL} requests in one call"}
            )
            waited = min(patience, time.monotonic() - started)
            patience, deadline = patience - waited, deadline + waited
            line.send(encode_frame({"answer": {}}, _encode(answer)), deadline)

    def _answer(self, text: bytes) -> dict[str, Any]:
        """Put one request of the program to whoever opened this session; with nobody there it is refused."""
        try:
            asked = decode_json(text)
        except ProtocolError as error:
            return {"refused": str(error)}
        if self.on_request is None or not isinstance(asked, dict) or not isinstance(asked.get("op"), str):
            return {"refused": "nothing outside is open to this program"}
        try:
            return {"value": self.on_request(asked["op"], asked.get("args"))}
        except KingdomError as error:
            return {"refused": error.message}

    def _judge(self, got: Frame) -> SandboxOutcome:
        """Turn the supervisor's report into an outcome. The answer is parsed here, never believed."""
        if len(got.blobs) != 3:
            raise ProtocolError("a report without its parts")
        answer, out, err = got.blobs
        texts: dict[str, Any] = {
            "stdout": decode_text(out),
            "stderr": decode_text(err),
            "ms": got.ms,
            "truncated": got.cut,
        }
        if got.dirty:
            self._calls = MAX_CALLS_PER_BOX
        if got.end == "answer":
            try:
                return self._outcome("ok", value=decode_json(answer), **texts)
            except ProtocolError as error:
                return self._outcome("bad_answer", reason=str(error), **texts)
        status, reason = self._plain(got)
        return self._outcome(status, reason=reason, **texts)

    def _plain(self, got: Frame) -> tuple[SandboxStatus, str]:
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
        raise ProtocolError(f"an unexpected report: {got.end}")

    def _oom_new(self) -> bool:
        """Tell whether the kernel has killed for memory since this was last asked."""
        kills = self._line.box.oom_kills() if self._line else -1
        before, self._kills = self._kills, max(kills, self._kills)
        return kills > before

    def _ended(self, how: str, ms: float) -> SandboxOutcome:
        """Name the end of a whole box."""
        if how == "late":
            return self._outcome("timeout", reason="the sandbox did not answer in time and was killed", ms=ms)
        if self._oom_new():
            return self._outcome("oom", reason="the memory limit was reached", ms=ms)
        return self._outcome("crashed", reason=how, ms=ms)

    def _outcome(self, status: SandboxStatus, **facts: Any) -> SandboxOutcome:  # noqa: ANN401 - fields of Outcome
        return SandboxOutcome(status=status, backend=self.backend, guarantees=self.guarantees, **facts)


def _since(started: float) -> float:
    return round((time.monotonic() - started) * 1000, 3)


def _encode(answer: dict[str, Any]) -> bytes:
    """Encode the host's answer within the frame's bound."""
    data = encode_payload(Program(code=""), answer)
    if len(data) <= PAYLOAD_BYTES:
        return data
    return encode_payload(Program(code=""), {"refused": f"the answer is larger than {PAYLOAD_BYTES >> 20} MiB"})


def await_hello(box: Box) -> None:
    """Wait until a started box's supervisor is there. Raises BackendGone with what it complained of."""
    try:
        got = BoxConnection(box, SandboxLimits()).receive(time.monotonic() + START_S)
        if got.end == "hello":
            box.on_guest_ready()
            return
        problem = f"it said {got.end} first"
    except (BoxLost, ProtocolError, OSError) as error:
        complain = getattr(box, "complaint", str)
        problem = f"{error}; {complain()}"
    box.kill()
    raise BackendLost(f"A sandbox did not start: {problem}")
