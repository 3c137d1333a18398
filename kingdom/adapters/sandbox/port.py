"""What the parts of the sandbox agree on: a backend starts boxes, a session runs calls in them."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kingdom.contracts.sandbox import SandboxLimits, SandboxOutcome
from kingdom.core.errors import BadInput, Unavailable

# Asked by running code through ctx.call(op, args); returns any JSON value, raises KingdomError to refuse with its sentence.
OnRequest = Callable[[str, Any], Any]

# What an operator may raise a program's limits to; nobody else may go above the defaults of Limits.
MAX_LIMITS = SandboxLimits(
    memory_mb=1024, cpu=2.0, processes=200, timeout_s=300.0, tmp_mb=256, answer_bytes=1 << 20, stderr_bytes=1 << 18
)
MIN_LIMITS = SandboxLimits(
    memory_mb=32, cpu=0.05, processes=4, timeout_s=0.05, tmp_mb=1, answer_bytes=256, stderr_bytes=256
)
CODE_BYTES = 1 << 20
PAYLOAD_BYTES = 4 << 20
GRACE_S = 2.0  # after a call's deadline the host gives the supervisor so long to report before it kills the sandbox
HOST_WAIT_S = 120.0  # how long a call may spend in all waiting for the host's answers
MAX_CALLS_PER_BOX = 200
MAX_REQUESTS_PER_CALL = 1_000
START_S = 20.0

ALL_GUARANTEES = frozenset({"net", "fs", "uid", "mem", "pids", "cpu", "seccomp", "kernel"})


class BackendLost(Unavailable):
    """The sandbox backend stopped answering."""

    code = "sandbox_gone"


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
        """Return bytes of the supervisor, ``b''`` at the end, None when nothing came."""
        ...

    def write(self, data: bytes) -> int:
        """Write without blocking and return how many bytes were taken."""
        ...

    def on_guest_ready(self) -> None:
        """Be told that the supervisor is up; no program has been sent yet. Raises OSError."""
        ...

    def oom_kills(self) -> int:
        """Return how often the kernel killed for memory in this sandbox, -1 when only the inside knows."""
        ...

    def kill(self) -> None:
        """End every process of this sandbox and give back what it held."""
        ...


class Backend(Protocol):
    """A way to start boxes."""

    name: str
    guarantees: frozenset[str]
    facts: Mapping[str, Any]

    def start(self, limits: SandboxLimits) -> Box:
        """Start one empty box. Raises BackendGone."""
        ...

    def reap(self) -> int:
        """Remove what earlier owners left behind; return how many."""
        ...

    def close(self) -> None:
        """Remove every box of this process."""
        ...


class Session(Protocol):
    """One program and its calls; closing kills."""

    def call(self, payload: Any, timeout: float | None = None, now: str = "") -> SandboxOutcome:  # noqa: ANN401 - any JSON value
        """Run the program once; ``timeout`` in seconds, the program's limit when None."""
        ...

    def close(self) -> None:
        """Kill the sandbox."""
        ...


def check_limits(limits: SandboxLimits) -> None:
    """Raise BadInput for limits outside the fixed caps."""
    for name, cap in vars(MAX_LIMITS).items():
        value, floor = getattr(limits, name), getattr(MIN_LIMITS, name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not floor <= value <= cap:
            raise BadInput(f"The limit {name} must be between {floor} and {cap}.", limit=name)
