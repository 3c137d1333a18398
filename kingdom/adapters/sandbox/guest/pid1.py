"""Pid 1 of a sandbox: one fork per call, a private pipe for its answer, and after each call nothing of it is left."""

import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import _sitebuiltins
import builtins
import gc
import os
import select
import sys
import time
from typing import Any

from kingdom.adapters.sandbox.guest.child import Child, set_dumpable
from kingdom.adapters.sandbox.guest.frames import CHUNK, Host

FLOOD_BYTES = 4 << 20  # output is cut at its limit, and a program that goes on to here is stopped
REQUEST_BYTES = 1 << 20
MESSAGE_BYTES = 2_000
KIND = {b"A": "answer", b"E": "error", b"M": "memory", b"B": "unfit", b"L": "large", b"R": "request"}
# Imported while nothing else is to do, so that a call's fork finds them loaded.
PRELOAD = (
    "re math datetime collections string decimal fractions statistics random csv io textwrap zoneinfo dataclasses typing linecache "
    "traceback yaml"
)


class CapturedOutput:
    """One captured stream: the first ``limit`` bytes (stdout) or the last (stderr), and a count of them all."""

    def __init__(self, fd: int, limit: int, tail: bool) -> None:
        """Take the reading end of a pipe."""
        os.set_blocking(fd, False)
        self.fd, self.limit, self.tail, self.total, self.kept = fd, limit, tail, 0, b""

    def read(self) -> bool:
        """Take what is there; False at the end of the stream or when nothing is waiting."""
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
        """Read the rest of what dead writers left."""
        while self.total <= FLOOD_BYTES and self.read():
            pass
        os.close(self.fd)


class GuestCall:
    """One run of the program, watched until it ends."""

    def __init__(self, host: Host, head: dict[str, Any], order: dict[str, Any]) -> None:
        """Open the pipes. ``order`` holds the call's timeout, its time of day and how long the host may keep it waiting."""
        self.host, self.order = host, order
        self.answer_bytes = head["answer_bytes"]
        self.start = time.monotonic()
        self.deadline = self.start + order["timeout"]
        self.patience = order["patience"]
        self.asked = 0.0
        self.end, self.detail, self.answer, self.status = "", "", b"", -1
        self.inbox = self.outbox = b""
        up, down, out, err = (os.pipe() for _ in range(4))
        self.up, self.down = up[0], down[1]
        self.inside = [up[1], down[0], out[1], err[1]]
        self.out, self.err = (
            CapturedOutput(out[0], head["answer_bytes"], False),
            CapturedOutput(err[0], head["stderr_bytes"], True),
        )
        self.outer = [self.up, self.down, out[0], err[0]]

    def fork(self, child: Child, payload: bytes, wake: list[int]) -> None:
        """Start the child; it keeps only its own ends."""
        self.pid = os.fork()
        if self.pid == 0:
            for fd in (*self.outer, *wake, self.host.source, self.host.sink):
                os.close(fd)
            child.run(self.order, payload, self.inside)
        for fd in self.inside:
            os.close(fd)
        os.set_blocking(self.up, False)
        os.set_blocking(self.down, False)

    def watch(self, wake: int) -> None:
        """Serve the child until it answers, ends, floods or is late."""
        poll = select.poll()
        for fd in (self.up, self.out.fd, self.err.fd, self.host.source, wake):
            poll.register(fd, select.POLLIN)
        while not self.end:
            left = (
                self.start + self.order["timeout"] + self.patience if self.asked else self.deadline
            ) - time.monotonic()
            if left <= 0:
                self.end = "timeout"
                return
            for fd, _event in poll.poll(left * 1000 + 1):
                self.serve(fd, poll, wake)

    def serve(self, fd: int, poll: "select.poll", wake: int) -> None:
        """React to one descriptor."""
        if fd == wake:
            os.read(wake, 512)
            self.reap()
        elif fd == self.up:
            self.listen(poll)
        elif fd == self.down:
            self.feed(poll)
        elif fd == self.host.source:
            self.host.fill()
            self.hear(poll)
        else:
            stream = self.out if fd == self.out.fd else self.err
            if not stream.read():
                poll.unregister(fd)
            if stream.total > FLOOD_BYTES:
                self.end = self.end or "flood"

    def reap(self) -> None:
        """Bury the dead, orphans too; the main process's own end is the end of the call unless its answer is still in the pipe."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            if pid == self.pid:
                self.status = status
        if self.status >= 0 and not self.end:
            self.listen(None)
            self.end = self.end or ("signal" if os.WIFSIGNALED(self.status) else "exit")
            if self.end in ("signal", "exit"):
                self.detail = str(
                    os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else os.WEXITSTATUS(self.status)
                )

    def listen(self, poll: "select.poll | None") -> None:
        """Take the child's messages: tag, length, text. Anything else ends the call."""
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
            while self.inbox and not self.end and self.message():
                pass

    def message(self) -> bool:
        """Take one message from the inbox; False when it is not whole yet."""
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
        self.take(kind, text)
        return True

    def take(self, kind: str, text: bytes) -> None:
        """Act on one message of the child."""
        if kind == "request":
            if self.asked:
                self.end = "garbled"  # one question at a time
                return
            self.asked = time.monotonic()
            self.host.put({"end": "request"}, text)
        elif kind == "answer":
            self.end, self.answer = kind, text
        else:
            self.end, self.detail = kind, text.decode(errors="replace")

    def hear(self, poll: "select.poll") -> None:
        """Pass the host's answer on to the child; the time it took is not the child's."""
        while (got := self.host.frame()) is not None:
            if "answer" in got[0] and self.asked:
                waited, self.asked = time.monotonic() - self.asked, 0.0
                self.deadline += min(waited, self.patience)
                self.patience = max(0.0, self.patience - waited)
                self.outbox += b"%d\n%s" % (len(got[1]), got[1])
                poll.register(self.down, select.POLLOUT)

    def feed(self, poll: "select.poll") -> None:
        """Write what the child will take."""
        try:
            self.outbox = self.outbox[os.write(self.down, self.outbox[:CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:
            self.outbox = b""  # the child closed its end: its loss
        if not self.outbox:
            poll.unregister(self.down)

    def bury(self) -> bool:
        """Kill every other process of this sandbox, empty /tmp and close the pipes; True when something is left."""
        while True:
            try:  # noqa: SIM105 - contextlib is one more import in every cold start
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


def is_valid_length(digits: bytes, whole: bool, limit: int) -> bool:
    """Tell whether what has come of a length can be, or become, one within the limit."""
    if not whole:
        return len(digits) < 9 and (digits.isdigit() or not digits)
    return digits.isdigit() and int(digits) <= limit


def empty_folder(folder: str) -> None:
    """Empty a folder as far as its owner can; the caller looks at what is left."""
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


def oom_kills() -> int:
    """Return how often the kernel killed for memory in here, where this can be read (-1 where not)."""
    for path in ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events"):
        try:
            with open(path) as file:
                return next((int(line.split()[1]) for line in file if line.startswith("oom_kill ")), -1)
        except OSError:
            continue
    return -1


def preload(host: Host, names: list[str]) -> None:
    """Import common modules, one at a time, as long as the host wants nothing."""
    while names and not host.waiting(0):
        try:
            __import__(names.pop())
        except ImportError:
            continue
        if not names:
            gc.collect()
            gc.freeze()  # the collector's marks would copy every page that children share


def setup_pid1() -> list[int]:
    """Make pid 1 deaf to signals and closed to its children; return the pipe that SIGCHLD writes to."""
    if os.getpid() != 1:
        raise SystemExit("not pid 1: kill(-1) here would end every process of this user")
    set_dumpable(0)  # not dumpable: /proc/1 is root's, and children of the same uid cannot reach it
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    wake = list(os.pipe())
    os.set_blocking(wake[0], False)
    os.set_blocking(wake[1], False)
    _signal.signal(_signal.SIGCHLD, lambda *_: None)
    _signal.set_wakeup_fd(wake[1], warn_on_full_buffer=False)
    sys.path.append("/usr/lib/python3/dist-packages")
    vars(builtins).update(exit=_sitebuiltins.Quitter("exit", ""), quit=_sitebuiltins.Quitter("quit", ""))
    return wake


def serve() -> None:
    """Take the program, then run it once for each call until the host is gone."""
    host = Host()
    wake = setup_pid1()
    host.put({"end": "hello"})
    unloaded = PRELOAD.split()[::-1]
    preload(host, unloaded)
    header, source = host.next()
    child = Child(header["head"], source, None)
    kills = oom_kills()
    while True:
        header, payload = host.next()
        call = GuestCall(host, child.head, header["call"])
        call.fork(child, payload, wake)
        call.watch(wake[0])
        dirty = call.bury()
        kills, before = oom_kills() if call.end in ("signal", "timeout") else kills, kills
        facts = {
            "end": call.end,
            "detail": call.detail,
            "oom": kills > before,
            "dirty": dirty,
            "cut": [call.out.total > len(call.out.kept), call.err.total > len(call.err.kept)],
            "ms": round((time.monotonic() - call.start) * 1000, 3),
        }
        host.put(facts, call.answer, call.out.kept, call.err.kept)
        if child.code is None and call.end == "answer":
            child.code = child.compiled()  # its text has compiled in a child without harm
        preload(host, unloaded)


if __name__ == "__main__":
    serve()
