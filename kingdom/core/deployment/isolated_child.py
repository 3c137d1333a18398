"""A child process that works on hostile input: bounded time and memory, a crash ends nothing but the child.

One socket joins both sides. A frame is its length (4 bytes, big-endian) and JSON; an empty frame ends an answer.
Does not import Django.
"""

import atexit
import json
import logging
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn
from weakref import WeakSet

from kingdom.core.deployment.child_environment import python_environment

MEMORY_BYTES = 512 << 20  # of address space; the interpreter has 20 MB
CALL_SECONDS = 2.0  # wall clock of one call; the child is killed then
START_SECONDS = 20.0
QUEUE_SECONDS = 20.0  # how long a thread waits for the calls of others
MAX_REQUEST_BYTES = 16 << 20
MAX_ANSWER_BYTES = 8 << 20  # of all frames of one answer
IDLE_SECONDS = 120.0  # without a call the child ends, and the next call starts another
IDLE_MARGIN = 10.0  # the parent stops to use it earlier than it ends
CALLS_PER_CHILD = 2_000  # then a fresh one, so that a slow leak meets no limit
_ROOT = Path(__file__).resolve().parents[3]
_HEAD = struct.Struct(">I")
_log = logging.getLogger(__name__)


class ChildFailed(Exception):
    """The child crashed, took too long or answered too much."""


class ChildBusy(ChildFailed):
    """The child works for others, and did so for too long."""


class IsolatedChild:
    """A long-lived child that runs a module; the module calls ``serve``.

    It starts with the first call, is shared by the threads of a process, and is replaced after a failure. A forked
    process gets one of its own. The child ends when its parent ends, since its socket closes, and after two minutes
    without a call.
    """

    def __init__(self, module: str, *, call_s: float = CALL_SECONDS, queue_s: float = QUEUE_SECONDS) -> None:
        """``module`` is a dotted name; ``call_s`` bounds one call, ``queue_s`` the wait for those of other threads.

        Both are seconds of the wall clock.
        """
        self._module, self._call_s, self._queue_s = module, call_s, queue_s
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._calls, self._used_at = 0, 0.0
        self._lock = threading.Lock()
        _children.add(self)

    @property
    def pid(self) -> int | None:
        """The process id of the running child, None without one."""
        return self._process.pid if self._process is not None else None

    def call(self, request: object) -> Iterator[Any]:
        """Yield the frames of the answer to a JSON value as they arrive; read them to the end.

        Raises ChildFailed, also after some frames, and ChildBusy.
        """
        if not self._lock.acquire(timeout=self._queue_s):
            raise ChildBusy("the child is busy with the calls of others")
        is_complete = False
        try:
            connection = self._connection()
            end = time.monotonic() + self._call_s
            _send(connection, _encode_request(request), end)
            yield from _answer(connection, end)
            is_complete = True
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("%s failed in its child process: %s: %s", self._module, type(error).__name__, error)
            raise ChildFailed(f"{type(error).__name__}: {error}") from error
        finally:
            self._used_at = time.monotonic()
            if not is_complete:  # what is left of the answer must not be taken for the next one
                self._stop()
            self._lock.release()

    def _connection(self) -> socket.socket:
        self._calls += 1
        is_idle = time.monotonic() - self._used_at > IDLE_SECONDS - IDLE_MARGIN
        if self._process is not None and (self._process.poll() is not None or self._calls > CALLS_PER_CHILD or is_idle):
            self._stop()
        if self._socket is None:
            self._socket = self._started()
        return self._socket

    def _started(self) -> socket.socket:
        """Start the child and wait until it has imported its module. Raises OSError when it does not."""
        self._calls = 1
        own, its = socket.socketpair()
        try:
            with its:
                self._process = subprocess.Popen(  # noqa: S603 - a fixed command
                    [sys.executable, "-m", self._module],
                    stdin=its.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=python_environment(os.environ),
                    cwd=_ROOT,
                )
            for _ in _answer(own, time.monotonic() + START_SECONDS):
                pass  # its greeting is the empty frame
        except BaseException:
            own.close()
            raise
        return own

    def _stop(self) -> None:
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._socket = None

    def close(self) -> None:
        """End the child. The next call starts another."""
        with self._lock:
            self._stop()

    def leave_to_parent(self) -> None:
        """Forget the child of the process that this one was forked from; another thread may have held the lock."""
        if self._socket is not None:
            self._socket.close()  # a copy that stays open would keep the child alive
        if self._process is not None:
            self._process.returncode = 0  # it is not ours to wait for
        self._process = self._socket = None
        self._lock = threading.Lock()


_children: "WeakSet[IsolatedChild]" = WeakSet()


def _leave_to_parent() -> None:
    for child in list(_children):
        child.leave_to_parent()


def _close_all() -> None:
    for child in list(_children):
        child.close()


os.register_at_fork(after_in_child=_leave_to_parent)
atexit.register(_close_all)


def _encode_request(request: object) -> bytes:
    """Encode a request in UTF-8, a third of the size of escapes; a lone surrogate stays one. Raises ValueError."""
    data = json.dumps(request, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if len(data) > MAX_REQUEST_BYTES:
        raise ValueError(f"the request has {len(data)} bytes")
    return data


def _send(connection: socket.socket, data: bytes, end: float | None = None) -> None:
    connection.settimeout(_left(end))
    connection.sendall(_HEAD.pack(len(data)) + data)


def _answer(connection: socket.socket, end: float) -> Iterator[Any]:
    """Yield the frames up to the empty one. Raises OSError (a timeout, a closed socket) and ValueError (no JSON)."""
    total = 0
    while frame := _receive(connection, MAX_ANSWER_BYTES - total, end):
        total += len(frame)
        yield json.loads(frame)


def _receive(connection: socket.socket, max_bytes: int, end: float | None = None) -> bytes:
    (size,) = _HEAD.unpack(_receive_exactly(connection, _HEAD.size, end))
    if size > max_bytes:
        raise ValueError(f"the frame has {size} bytes")
    return _receive_exactly(connection, size, end)


def _receive_exactly(connection: socket.socket, size: int, end: float | None) -> bytes:
    data = bytearray()
    while len(data) < size:
        connection.settimeout(_left(end))
        chunk = connection.recv(min(size - len(data), 1 << 16))
        if not chunk:
            raise ConnectionError("the other side closed the socket")
        data += chunk
    return bytes(data)


def _left(end: float | None) -> float | None:
    if end is None:
        return None
    if (left := end - time.monotonic()) <= 0:
        raise TimeoutError("it took too long")
    return left


def serve(
    answer: Callable[[Any], Iterator[Any]], *, cpu_s: int = int(CALL_SECONDS) + 1, memory_bytes: int = MEMORY_BYTES
) -> NoReturn:
    """Answer the parent's requests until it closes the socket: the main function of a child's module.

    ``answer`` yields the frames for a request. Any error ends the process. ``cpu_s`` bounds the processor time of one
    call, so that a child whose parent was killed ends too; ``memory_bytes`` bounds its address space.
    """
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the parent's group, where a call may still run
        signal.signal(number, signal.SIG_IGN)
    _limit_resources(memory_bytes)
    connection = socket.socket(fileno=os.dup(0))
    status = 1
    with suppress(ConnectionError, TimeoutError, MemoryError):
        _send(connection, b"")
        while True:
            request = _receive(connection, MAX_REQUEST_BYTES, time.monotonic() + IDLE_SECONDS)
            connection.settimeout(None)
            soft = int(time.process_time()) + cpu_s + 1
            resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))
            for frame in answer(json.loads(request)):
                _send(connection, json.dumps(frame).encode())
            _send(connection, b"")
            status = 0
    os._exit(status)


def _limit_resources(memory_bytes: int) -> None:
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0}
    if sys.platform == "linux":  # elsewhere the system refuses the limit
        limits[resource.RLIMIT_AS] = memory_bytes
    for kind, value in limits.items():
        resource.setrlimit(kind, (value, value))
