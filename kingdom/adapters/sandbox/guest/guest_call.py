"""The supervisor of the calls: the process that talks to the host, passes calls to children and captures their output.

It has the payloads and answers of a session in its memory, but no call is forked from it, and none may inspect it.
"""

import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import os
import select
import time
from typing import Any, NoReturn

from kingdom.adapters.sandbox.guest.channel import Channel
from kingdom.adapters.sandbox.guest.frames import CHUNK, IDLE_S, Host, encode_frame

FLOOD_BYTES = 4 << 20  # output is cut at its limit; a program that writes this much is killed
REQUEST_BYTES = 1 << 20
MESSAGE_BYTES = 2_000
OVER, ANSWERED, WANTED = b"over", b"answered", b"wanted"  # to pid 1
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

    def __init__(self, host: Host, channel: Channel, head: dict[str, Any], ends: list[int]) -> None:
        """Take the ends of the child's pipes."""
        self.host, self.channel, self.program = host, channel, head["mode"] == "program"
        self.answer_bytes = head["answer_bytes"]
        self.request_started = 0.0
        self.end, self.detail, self.answer, self.status = "", "", b"", -1
        self.inbox, self.outbox = b"", memoryview(b"")
        self.up, self.down = ends[:2]
        self.out = CapturedOutput(ends[2], head["answer_bytes"], tail=False)
        self.err = CapturedOutput(ends[3], head["stderr_bytes"], tail=True)
        os.set_blocking(self.up, False)
        os.set_blocking(self.down, False)

    def begin(self) -> None:
        """Wait for the call and pass it to the child. ``timeout`` and ``host_wait`` are in seconds."""
        header, payload = self.host.next()
        self.call = header["call"]
        self.start = time.monotonic()
        self.deadline, self.host_wait = self.start + self.call["timeout"], self.call["host_wait"]
        if self.program:  # its payload is its stdin, and follows the frame
            self.outbox = memoryview(encode_frame(self.call, b"") + payload)
        else:
            self.outbox = memoryview(encode_frame(self.call, payload))

    def watch(self) -> None:
        """Serve the child until it answers, ends, floods its output or exceeds its deadline."""
        poll = select.poll()
        for fd in (self.up, self.out.fd, self.err.fd, self.host.source, self.channel.fd):
            poll.register(fd, select.POLLIN)
        poll.register(self.down, select.POLLOUT)
        while not self.end:
            end_at = self.start + self.call["timeout"] + self.host_wait if self.request_started else self.deadline
            left = end_at - time.monotonic()
            if left <= 0:
                self.end = "timeout"
                return
            for fd, _event in poll.poll(left * 1000 + 1):
                self.serve(fd, poll)

    def serve(self, fd: int, poll: "select.poll") -> None:
        """Handle one ready descriptor."""
        if fd == self.channel.fd:
            self.take_status()
        elif fd == self.up:
            self.read_messages(poll)
        elif fd == self.down:
            self.write_down(poll)
        elif fd == self.host.source:
            self.relay_answer(poll)
        else:
            stream = self.out if fd == self.out.fd else self.err
            if not stream.read():
                poll.unregister(fd)
            if stream.total > FLOOD_BYTES:
                self.end = self.end or "flood"

    def take_status(self) -> None:
        """Take the child's status from pid 1. Its end is the call's, unless its answer is in the pipe."""
        self.status = int(self.channel.receive())
        if self.end:
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

    def relay_answer(self, poll: "select.poll") -> None:
        """Pass the host's answer to the child and move the deadline by the time it took."""
        header, text = self.host.frame()
        if "answer" in header and self.request_started:
            waited, self.request_started = time.monotonic() - self.request_started, 0.0
            self.deadline += min(waited, self.host_wait)
            self.host_wait = max(0.0, self.host_wait - waited)
            self.outbox = memoryview(bytes(self.outbox) + b"%d\n%s" % (len(text), text))
            poll.register(self.down, select.POLLOUT)

    def write_down(self, poll: "select.poll") -> None:
        """Write as much to the child as the pipe takes; then close the stdin of a program."""
        try:
            self.outbox = self.outbox[os.write(self.down, self.outbox[:CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:
            self.outbox = memoryview(b"")  # the child has closed its end
        if not self.outbox:
            poll.unregister(self.down)
            if self.program:
                os.close(self.down)
                self.down = -1

    def clean_up(self) -> None:
        """Kill all processes but pid 1, which reaps them, and this one; read what they have written."""
        while True:
            try:
                os.kill(-1, _signal.SIGKILL)
            except ProcessLookupError:
                break
            if self.status < 0:
                self.status = int(self.channel.receive())
            else:
                time.sleep(0.0005)  # until pid 1 has reaped the orphans
        if self.status < 0:
            self.channel.receive()
        self.out.finish()
        self.err.finish()
        os.close(self.up)
        if self.down >= 0:
            os.close(self.down)

    def report(self, *, dirty: bool) -> None:
        """Send the host how the call has ended."""
        facts = {
            "end": self.end,
            "detail": self.detail,
            "dirty": dirty,
            "cut": [self.out.total > len(self.out.kept), self.err.total > len(self.err.kept)],
            "ms": round((time.monotonic() - self.start) * 1000, 3),
        }
        self.host.send(facts, self.answer, self.out.kept, self.err.kept)


def supervise(host: Host, head: dict[str, Any], channel: Channel) -> NoReturn:
    """Run one call after the other until the host closes its end."""
    _signal.set_wakeup_fd(-1)
    _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
    os.setpgid(0, 0)  # a signal to a child's own process group must not reach this process
    while True:
        poll = select.poll()
        poll.register(host.source, select.POLLIN)
        poll.register(channel.fd, select.POLLIN)
        ready = [fd for fd, _event in poll.poll(IDLE_S * 1000)]
        if channel.fd not in ready:
            channel.send(WANTED)  # pid 1 may be importing
        call = GuestCall(host, channel, head, channel.receive_ends())
        os.utime("/tmp")  # noqa: S108 - its times, also that of the last reading, are as new
        before = tmp_state(1)
        call.begin()
        call.watch()
        call.clean_up()
        call.report(dirty=tmp_state(0) != before)
        channel.send(ANSWERED if call.end == "answer" else OVER)


def tmp_state(ahead: int) -> "tuple[int, ...]":
    """Return what a later call could learn from an empty /tmp: the next inode number plus ``ahead``, mode and times.

    The kernel numbers the files of a tmpfs in sequence, so that the number tells how many there have been. All zeros
    when no file can be created, which no other state equals.
    """
    try:
        file = os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600)  # noqa: S108
        number = os.fstat(file).st_ino
        os.close(file)
        folder = os.stat("/tmp")  # noqa: S108
    except OSError:
        return (ahead, 0, 0, 0)
    return number + ahead, folder.st_mode, folder.st_mtime_ns, folder.st_ctime_ns


def is_valid_length(digits: bytes, whole: bool, limit: int) -> bool:
    """Return whether the digits read so far are, or may become, a length within the limit."""
    if not whole:
        return len(digits) < 9 and (digits.isdigit() or not digits)
    return digits.isdigit() and int(digits) <= limit
