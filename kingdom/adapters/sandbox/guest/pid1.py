"""Pid 1 of a sandbox: forks one process per call, and never has a payload or an answer in its memory.

It reads the program, and starts the supervisor. From then on the supervisor alone talks to the host, and passes each
call to a child that pid 1 has forked: nothing of a call is in the memory from which the next one is forked.
"""

import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import _sitebuiltins
import builtins
import gc
import marshal
import os
import select
import sys
from collections.abc import Callable
from typing import Any

from kingdom.adapters.sandbox.guest.channel import Channel, channel_pair
from kingdom.adapters.sandbox.guest.child import PID1_SIGNALS, Child, hide_memory_size, set_undumpable
from kingdom.adapters.sandbox.guest.frames import Host
from kingdom.adapters.sandbox.guest.guest_call import ANSWERED, OVER, supervise

# Imported while pid 1 is idle, so that a forked call has them loaded.
PRELOAD = (
    "re math datetime collections string decimal fractions statistics random csv io textwrap zoneinfo dataclasses "
    "typing linecache traceback yaml"
)


class MemoryScore:
    """The kernel kills the processes of a call before pid 1 when memory runs out, where the score can be set."""

    def __init__(self) -> None:
        """Open the score while this process is still dumpable: afterwards the file belongs to root."""
        self.fd, self.own = -1, b""
        try:
            file = os.open("/proc/self/oom_score_adj", os.O_RDWR)
            self.own = os.read(file, 8).strip()
            os.pwrite(file, b"1000", 0)
            os.pwrite(file, self.own, 0)
        except OSError:
            return
        self.fd = file

    def write(self, value: bytes) -> None:
        """Set the score of this process, which its children inherit."""
        if self.fd >= 0:
            os.pwrite(self.fd, value, 0)


def preload(names: list[str], is_wanted: Callable[[], bool]) -> None:
    """Import common modules, one at a time, while nothing else is wanted."""
    while names and not is_wanted():
        try:
            __import__(names.pop())
        except ImportError:
            continue
        if not names:
            gc.collect()
            gc.freeze()  # a collection in a child would copy every shared page


def warm_up(child: Child) -> None:
    """Run a program of the product in this process; one that fails here is run by each call, as all others are."""
    try:
        child.warm_up()
    except Exception:
        return
    gc.collect()
    gc.freeze()  # as in ``preload``


def compile_apart(child: Child) -> Any:  # noqa: ANN401 - a code object
    """Compile the source in a forked process, which runs nothing of it; None when that process was killed.

    Compiling 600 kB takes 35 MB that the allocator keeps, and pid 1 would hold them for as long as it lives.
    """
    ours, theirs = os.pipe()
    if (pid := os.fork()) == 0:
        status = 1
        try:
            with open(theirs, "wb", closefd=False) as sink:
                marshal.dump(child.compiled(), sink)
            status = 0
        finally:
            os._exit(status)
    os.close(theirs)
    with open(ours, "rb") as stream:
        made = stream.read()
    _, status = os.waitpid(pid, 0)
    return None if status else marshal.loads(made)  # noqa: S302 - a fork of this process made it and ran nothing


def set_up_pid1() -> list[int]:
    """Protect pid 1 from signals and from its children; return the pipe that SIGCHLD writes to."""
    if os.getpid() != 1:
        raise SystemExit("not pid 1: kill(-1) would end every process of this user")
    set_undumpable()  # children have the same uid and must not inspect pid 1
    hide_memory_size(PID1_SIGNALS)  # everybody may read the limits of a process
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    wake = list(os.pipe())
    os.set_blocking(wake[0], False)
    os.set_blocking(wake[1], False)
    _signal.signal(_signal.SIGCHLD, lambda *_: None)
    _signal.set_wakeup_fd(wake[1], warn_on_full_buffer=False)
    sys.path.append("/usr/lib/python3/dist-packages")
    vars(builtins).update(exit=_sitebuiltins.Quitter("exit", ""), quit=_sitebuiltins.Quitter("quit", ""))
    return wake


def serve() -> Child:
    """Fork one call after the other until the supervisor ends; return in the forked process of each."""
    host, score, wake = Host(), MemoryScore(), set_up_pid1()
    host.send({"end": "hello"})
    unloaded = PRELOAD.split()[::-1]
    preload(unloaded, lambda: host.has_input(0))
    header, source = host.next()
    child = Child(header["head"], source, None)
    channel, other = channel_pair()
    own = [fd for fd in (*wake, score.fd, channel.fd) if fd >= 0]
    if os.fork() == 0:
        close_all(own)
        supervise(host, child.head, other)
    host.close()
    other.close()
    if child.head["warm_up"]:  # a program of the product: its first call would build all patterns for itself alone
        child.code = compile_apart(child)
        warm_up(child)
    while True:
        if (pid := fork_child(child, channel, score)) == 0:
            close_all(own)
            return child
        if await_end(pid, channel, wake[0]) == ANSWERED and child.code is None:
            child.code = compile_apart(child)  # safe: its source has compiled in a child
        preload(unloaded, channel.has_input)


def close_all(descriptors: list[int]) -> None:
    """Close descriptors."""
    for fd in descriptors:
        os.close(fd)


def fork_child(child: Child, channel: Channel, score: MemoryScore) -> int:
    """Fork a child that waits for a call, and give the other ends of its pipes away; return as fork does."""
    up, down, out, err = (os.pipe() for _ in range(4))
    score.write(b"1000")
    pid = os.fork()
    if pid == 0:
        close_all([up[0], down[1], out[0], err[0]])
        child.set_up([up[1], down[0], out[1], err[1]])
        return 0
    score.write(score.own)
    close_all([up[1], down[0], out[1], err[1]])
    channel.send_ends([up[0], down[1], out[0], err[0]])
    return pid


def await_end(pid: int, channel: Channel, wake: int) -> bytes:
    """Reap ended processes and report the child's status until the call is over; return the message that says so."""
    poll = select.poll()
    for fd in (wake, channel.fd):
        poll.register(fd, select.POLLIN)
    while True:
        for fd, _event in poll.poll():
            if fd == wake:
                os.read(wake, 512)
                reap(pid, channel)
            elif (text := channel.receive()) in (OVER, ANSWERED):
                return text


def reap(pid: int, channel: Channel) -> None:
    """Collect ended processes, orphans too; report the status of the child."""
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if ended == 0:
            return
        if ended == pid:
            channel.send(b"%d" % status)


if __name__ == "__main__":
    serve().run()  # not within serve(): its frame and what it refers to end before the code of the call runs
