"""Boxes that have run a call and wait for the next one of the same program and owner.

Each is held for one key only: whose calls it may run, the program and the limits. Nothing here decides who may share:
the client names the owner when it opens a session (see ``adapters.sandbox.reuse``).
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

from kingdom.adapters.sandbox.host.box_connection import BoxConnection, BoxLost, is_silent
from kingdom.adapters.sandbox.host.frames import encode_frame
from kingdom.adapters.sandbox.port import MAX_CALLS_PER_BOX
from kingdom.contracts.sandbox import Program, SandboxLimits

IDLE_S = 300.0  # of a box without a warm-up, which is soon made again
OLD_S = 1_800.0  # half of what the docker backend lets a container live
MEMORY_BYTES = 256 << 20  # of all of them together
BOX_BYTES = 64 << 20  # a box that holds more is not kept


@dataclass(eq=False)
class LoadedBox:
    """A box that has a program, and the count of its calls."""

    connection: BoxConnection
    calls: int = 0
    kills: int = 0
    started_at: float = field(default_factory=time.monotonic)
    used_at: float = 0.0

    def is_usable(self) -> bool:
        """Return whether it has sent nothing unasked and has not ended."""
        return not self.connection.buffer and is_silent(self.connection.box)

    def kill(self) -> None:
        """Kill the box."""
        self.connection.box.kill()


class WarmKey(NamedTuple):
    """Calls with equal keys may have the same box, one after the other."""

    owner: str
    backend: str
    program: Program
    limits: SandboxLimits


class WarmBoxes:
    """At most ``size`` boxes, 256 MB together. Thread-safe.

    None is older than 30 minutes; one without a warm-up is idle for 5 minutes at most.
    """

    def __init__(self, size: int) -> None:
        """Start empty."""
        self.size = size
        self._boxes: OrderedDict[LoadedBox, WarmKey] = OrderedDict()  # longest idle first
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of boxes."""
        return len(self._boxes)

    def take(self, key: WarmKey) -> LoadedBox | None:
        """Return the box of a key that was used last, for one session alone; None without one."""
        while True:
            with self._lock:
                box = next((box for box in reversed(self._boxes) if self._boxes[box] == key), None)
                if box is None:
                    return None
                del self._boxes[box]
            if box.is_usable():
                return box
            box.kill()

    def keep(self, key: WarmKey, box: LoadedBox) -> None:
        """Keep a box whose last call has ended well. One that is worn out or holds much memory is killed instead."""
        memory = box.connection.box.memory_bytes()
        box.used_at = time.monotonic()
        box.connection.detach()
        if box.calls >= MAX_CALLS_PER_BOX or memory > BOX_BYTES or box.used_at - box.started_at > OLD_S:
            box.kill()
            return
        with self._lock:
            self._boxes[box] = key
        self.close_longest_idle(len(self) - self.size)

    def close_longest_idle(self, count: int) -> int:
        """Kill so many boxes, longest idle first; return how many there were."""
        closed = 0
        while closed < count and (box := self._pop_longest_idle()) is not None:
            box.kill()
            closed += 1
        return closed

    def tend(self) -> None:
        """Ping each box; kill dead, idle and old ones, and the longest idle while all hold too much memory."""
        for box in self._take_ended():
            box.kill()
        while sum(max(0, box.connection.box.memory_bytes()) for box in list(self._boxes)) > MEMORY_BYTES:
            if not self.close_longest_idle(1):
                return

    def _take_ended(self) -> list[LoadedBox]:
        """Remove the idle, old and dead boxes from the store and return them."""
        now = time.monotonic()
        with self._lock:  # a ping does not wait, so no call waits for it
            ended = [box for box, key in self._boxes.items() if _is_over(box, key, now)]
            ended += [box for box in self._boxes if box not in ended and not _ping(box)]
            for box in ended:
                del self._boxes[box]
        return ended

    def clear(self) -> None:
        """Kill all boxes."""
        while (box := self._pop_longest_idle()) is not None:
            box.kill()

    def _pop_longest_idle(self) -> LoadedBox | None:
        with self._lock:
            return self._boxes.popitem(last=False)[0] if self._boxes else None


def _is_over(box: LoadedBox, key: WarmKey, now: float) -> bool:
    is_idle = not key.program.warm_up and now - box.used_at > IDLE_S
    return is_idle or now - box.started_at > OLD_S


def _ping(box: LoadedBox) -> bool:
    """Tell pid 1 that its host is alive; False when the box has ended or does not take the ping at once."""
    if not box.is_usable():
        return False
    try:
        box.connection.send(encode_frame({"ping": 1}), time.monotonic() + 0.05)
    except BoxLost:
        return False
    return True
