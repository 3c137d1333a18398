"""Pid 1 of a sandbox: forks one process per call, and removes all its processes and files afterwards."""

import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import _sitebuiltins
import builtins
import gc
import os
import sys
import time

from kingdom.adapters.sandbox.guest.child import Child, set_dumpable
from kingdom.adapters.sandbox.guest.frames import Host
from kingdom.adapters.sandbox.guest.guest_call import GuestCall

# Imported while pid 1 is idle, so that a forked call has them loaded.
PRELOAD = (
    "re math datetime collections string decimal fractions statistics random csv io textwrap zoneinfo dataclasses "
    "typing linecache traceback yaml"
)


def oom_kills() -> int:
    """Return the number of out-of-memory kills in this sandbox, -1 where it cannot be read."""
    for path in ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events"):
        try:
            with open(path) as file:
                return next((int(line.split()[1]) for line in file if line.startswith("oom_kill ")), -1)
        except OSError:
            continue
    return -1


def preload(host: Host, names: list[str]) -> None:
    """Import common modules, one at a time, while the host sends nothing."""
    while names and not host.has_input(0):
        try:
            __import__(names.pop())
        except ImportError:
            continue
        if not names:
            gc.collect()
            gc.freeze()  # a collection in a child would copy every shared page


def setup_pid1() -> list[int]:
    """Protect pid 1 from signals and from its children; return the pipe that SIGCHLD writes to."""
    if os.getpid() != 1:
        raise SystemExit("not pid 1: kill(-1) would end every process of this user")
    set_dumpable(0)  # children have the same uid and must not inspect pid 1
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
    """Receive the program, then run it once per call until the host closes the pipe."""
    host = Host()
    wake = setup_pid1()
    host.send({"end": "hello"})
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
        dirty = call.clean_up()
        kills, before = oom_kills() if call.end in ("signal", "timeout") else kills, kills
        facts = {
            "end": call.end,
            "detail": call.detail,
            "oom": kills > before,
            "dirty": dirty,
            "cut": [call.out.total > len(call.out.kept), call.err.total > len(call.err.kept)],
            "ms": round((time.monotonic() - call.start) * 1000, 3),
        }
        host.send(facts, call.answer, call.out.kept, call.err.kept)
        if child.code is None and call.end == "answer":
            child.code = child.compiled()  # safe: its source has compiled in a child
        preload(host, unloaded)


if __name__ == "__main__":
    serve()
