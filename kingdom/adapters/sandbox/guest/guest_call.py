"""One call of the program: a forked child, its pipes, its output, and the clean-up after it."""

import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import os
import select
import time
from typing import Any

from kingdom.adapters.sandbox.guest.child import Child
from kingdom.adapters.sandbox.guest.frames import CHUNK, Host

FLOOD_BYTES = 4 << 20  # output is cut at its limit; a program that writes this much is killed
REQUEST_BYTES = 1 << 20
MESSAGE_BYTES = 2_000
KIND = {b"A": "answer", b"E": "error", b"M": "memory", b"B": "unfit", b"L": "large", b"R": "request"}


class CapturedOutput:
    """One captured stream: its first ``limit`` bytes, or its last (``tail``), and the total count."""

    def __init__(self, fd: int, limit: int, *, tail: bool) -> None:
        """Take the read end of a pipe."""
        os.set_blocking(fd, False)
        self.fd, self.limit, self.tail, self.total, self.kept = fd, limit, tail, 0, b""

    def read(self) -> bool:
        """Read available bytes; False at the end of the stream or when there are none."""
        try:
            data = os.read(self.fd, CHUNK)
        except BlockingIOError:
            return False
        self.total += len(data)
        if self.tail:
            self.kept = (self.kept + data)[-self.limit :]
        else:
            self.kept += data[: max(0, self.limit - len(self.kept))]
        return bool(data)

    def finish(self) -> None:
        """Read what ended processes have written, then close."""
        while self.total <= FLOOD_BYTES and self.read():
            pass
        os.close(self.fd)


class GuestCall:
    """One call: the child process, its pipes and how it ended."""

    def __init__(self, host: Host, head: dict[str, Any], call: dict[str, Any]) -> None:
        """Open the pipes. ``call`` has ``timeout`` and ``host_wait`` in seconds, and ``now``."""
        self.host, self.call = host, call
        self.answer_bytes = head["answer_bytes"]
        self.start = time.monotonic()
        self.deadline = self.start + call["timeout"]
        self.host_wait = call["host_wait"]
        self.request_started = 0.0
        self.end, self.detail, self.answer, self.status = "", "", b"", -1
        self.inbox = self.outbox = b""
        up, down, out, err = (os.pipe() for _ in range(4))
        self.up, self.down = up[0], down[1]
        self.child_ends = [up[1], down[0], out[1], err[1]]
        self.out = CapturedOutput(out[0], head["answer_bytes"], tail=False)
        self.err = CapturedOutput(err[0], head["stderr_bytes"], tail=True)
        self.own_ends = [self.up, self.down, out[0], err[0]]

    def fork(self, child: Child, payload: bytes, wake: list[int]) -> None:
        """Fork the child process, which closes all descriptors but its own."""
        self.pid = os.fork()
        if self.pid == 0:
            for fd in (*self.own_ends, *wake, self.host.source, self.host.sink):
                os.close(fd)
            child.run(self.call, payload, self.child_ends)
        for fd in self.child_ends:
            os.close(fd)
        os.set_blocking(self.up, False)
        os.set_blocking(self.down, False)

    def watch(self, wake: int) -> None:
        """Serve the child until it answers, ends, floods its output or exceeds its deadline."""
        poll = select.poll()
        for fd in (self.up, self.out.fd, self.err.fd, self.host.source, wake):
            poll.register(fd, select.POLLIN)
        while not self.end:
            end_at = self.start + self.call["timeout"] + self.host_wait if self.request_started else self.deadline
            left = end_at - time.monotonic()
            if left <= 0:
                self.end = "timeout"
                return
            for fd, _event in poll.poll(left * 1000 + 1):
                self.serve(fd, poll, wake)

    def serve(self, fd: int, poll: "select.poll", wake: int) -> None:
        """Handle one ready descriptor."""
        if fd == wake:
            os.read(wake, 512)
            self.reap()
        elif fd == self.up:
            self.read_messages(poll)
        elif fd == self.down:
            self.write_answer(poll)
        elif fd == self.host.source:
            self.host.fill()
            self.relay_answers(poll)
        else:
            stream = self.out if fd == self.out.fd else self.err
            if not stream.read():
                poll.unregister(fd)
            if stream.total > FLOOD_BYTES:
                self.end = self.end or "flood"

    def reap(self) -> None:
        """Collect ended processes, orphans too. The child's end is the call's, unless its answer is in the pipe."""
        while (ended := next_ended_process()) is not None:
            if ended[0] == self.pid:
                self.status = ended[1]
        if self.status < 0 or self.end:
            return
        self.read_messages(None)
        if not self.end:
            by_signal = os.WIFSIGNALED(self.status)
            self.end = "signal" if by_signal else "exit"
            self.detail = str(os.WTERMSIG(self.status) if by_signal else os.WEXITSTATUS(self.status))

    def read_messages(self, poll: "select.poll | None") -> None:
        """Read the child's messages: tag, length, text. Anything else ends the call."""
        while not self.end:
            try:
                data = os.read(self.up, CHUNK)
            except BlockingIOError:
                return
            if not data:
                if poll:
                    poll.unregister(self.up)
                return
            self.inbox += data
            while self.inbox and not self.end and self.parse_message():
                pass

    def parse_message(self) -> bool:
        """Take one message off the inbox and handle it; False while it is incomplete."""
        kind = KIND.get(self.inbox[:1], "")
        digits, newline, _rest = self.inbox[1:12].partition(b"\n")
        limit = {"answer": self.answer_bytes, "request": REQUEST_BYTES}.get(kind, MESSAGE_BYTES)
        if not kind or not is_valid_length(digits, bool(newline), limit):
            self.end = "garbled"
            return False
        size = 2 + len(digits)
        if not newline or len(self.inbox) < size + int(digits):
            return False
        text, self.inbox = self.inbox[size : size + int(digits)], self.inbox[size + int(digits) :]
        self.handle_message(kind, text)
        return True

    def handle_message(self, kind: str, text: bytes) -> None:
        """Handle one message of the child."""
        if kind == "request":
            if self.request_started:
                self.end = "garbled"  # only one request may be open
                return
            self.request_started = time.monotonic()
            self.host.send({"end": "request"}, text)
        elif kind == "answer":
            self.end, self.answer = kind, text
        else:
            self.end, self.detail = kind, text.decode(errors="replace")

    def relay_answers(self, poll: "select.poll") -> None:
        """Pass the host's answer to the child and move the deadline by the time it took."""
        while (frame := self.host.frame()) is not None:
            if "answer" in frame[0] and self.request_started:
                waited, self.request_started = time.monotonic() - self.request_started, 0.0
                self.deadline += min(waited, self.host_wait)
                self.host_wait = max(0.0, self.host_wait - waited)
                self.outbox += b"%d\n%s" % (len(frame[1]), frame[1])
                poll.register(self.down, select.POLLOUT)

    def write_answer(self, poll: "select.poll") -> None:
        """Write as much of the answer as the pipe takes."""
        try:
            self.outbox = self.outbox[os.write(self.down, self.outbox[:CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:
            self.outbox = b""  # the child has closed its end
        if not self.outbox:
            poll.unregister(self.down)

    def clean_up(self) -> bool:
        """Kill all other processes, empty /tmp and close the pipes; return whether a file is left."""
        while True:
            try:  # noqa: SIM105 - importing contextlib would slow every cold start
                os.kill(-1, _signal.SIGKILL)
            except ProcessLookupError:
                pass
            try:
                pid, status = os.waitpid(-1, 0)
            except ChildProcessError:
                break
            if pid == self.pid and self.status < 0:
                self.status = status
        self.out.finish()
        self.err.finish()
        os.close(self.up)
        os.close(self.down)
        empty_folder("/tmp")  # noqa: S108 - the sandbox's only writable place
        return bool(os.listdir("/tmp"))  # noqa: S108


def next_ended_process() -> "tuple[int, int] | None":
    """Return pid and status of an ended child process, None when there is none."""
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, status) if pid else None


def is_valid_length(digits: bytes, whole: bool, limit: int) -> bool:
    """Return whether the digits read so far are, or may become, a length within the limit."""
    if not whole:
        return len(digits) < 9 and (digits.isdigit() or not digits)
    return digits.isdigit() and int(digits) <= limit


def empty_folder(folder: str) -> None:
    """Empty a folder as far as permissions allow; the caller checks what is left."""
    for entry in list(os.scandir(folder)):
        try:
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.path, 0o700)
                empty_folder(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)
        except (OSError, RecursionError):
            continue
