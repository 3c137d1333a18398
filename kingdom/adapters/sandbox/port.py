"""Interfaces and limits shared by the parts of the sandbox: a backend starts boxes, a session runs calls in them."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import BadInput, SandboxLost

# Answers one request (op, args) of the running code: returns any JSON value, or raises KingdomError to refuse.
OnRequest = Callable[[str, Any], Any]

# An admin may raise a program's limits up to here; all others stay at or below the defaults of SandboxLimits.
MAX_LIMITS = SandboxLimits(
    memory_mb=1024, cpu=2.0, processes=200, timeout_s=300.0, tmp_mb=256, answer_bytes=1 << 20, stderr_bytes=1 << 18
)
MIN_LIMITS = SandboxLimits(
    memory_mb=32, cpu=0.05, processes=4, timeout_s=0.05, tmp_mb=1, answer_bytes=256, stderr_bytes=256
)
CODE_BYTES = 1 << 20
PAYLOAD_BYTES = 4 << 20
GRACE_S = 2.0  # between a call's deadline, when pid 1 should report, and the moment the host kills the sandbox
HOST_WAIT_S = 120.0  # total time that one call may wait for the host's answers
DEFAULT_WAIT_S, MAX_WAIT_S = 600.0, 3_600.0  # that a call waits for a free sandbox
MAX_CALLS_PER_BOX = 200
MAX_REQUESTS_PER_CALL = 1_000
START_S = 20.0
NO_ENGINE = "No Docker engine"  # begins the reason why docker is passed over where there is nothing to repair

ALL_GUARANTEES = frozenset({"net", "fs", "uid", "mem", "pids", "cpu", "seccomp", "kernel"})


class BackendLost(SandboxLost):
    """The sandbox backend stopped answering."""


class Box(Protocol):
    """One running sandbox: pid 1 and its two pipes. ``kill`` may be called twice."""

    ident: str

    def fileno(self) -> int:
        """Return the descriptor to select on for reading."""
        ...

    def writer(self) -> int:
        """Return the descriptor to select on for writing."""
        ...

    def read(self) -> bytes | None:
        """Return bytes from pid 1, ``b''`` at the end, None when there is nothing to read."""
        ...

    def write(self, data: bytes) -> int:
        """Write without blocking and return how many bytes were taken."""
        ...

    def on_guest_ready(self) -> None:
        """Called when pid 1 has reported ready and no program has been sent yet. Raises OSError."""
        ...

    def startup_stderr(self) -> str:
        """Return what was written to stderr before pid 1 reported ready."""
        ...

    def oom_kills(self) -> int:
        """Return the number of out-of-memory kills in this sandbox, -1 when the host cannot count them."""
        ...

    def memory_bytes(self) -> int:
        """Return the memory that this sandbox holds now, -1 when the host cannot tell."""
        ...

    def ended_outside(self) -> bool:
        """Return whether a sandbox that has ended was killed from outside; blocks for 15 seconds at most.

        Nothing inside can kill the first process; it may only bring it to exit by itself.
        """
        ...

    def kill(self) -> None:
        """Kill every process of this sandbox and release its resources."""
        ...


class Backend(Protocol):
    """Starts boxes."""

    name: str
    guarantees: frozenset[str]
    facts: Mapping[str, Any]

    def start(self, limits: SandboxLimits) -> Box:
        """Start one empty box. Raises BackendLost."""
        ...

    def reap(self) -> int:
        """Remove the sandboxes of owners that have ended; return how many."""
        ...

    def close(self) -> None:
        """Remove every box of this process."""
        ...


def check_limits(limits: SandboxLimits) -> None:
    """Raise BadInput for limits outside the fixed caps."""
    for name, cap in vars(MAX_LIMITS).items():
        value, floor = getattr(limits, name), getattr(MIN_LIMITS, name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not floor <= value <= cap:
            raise BadInput(f"The limit {name} must be between {floor} and {cap}.", limit=name)
