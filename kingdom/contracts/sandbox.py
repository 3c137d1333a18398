"""Values of the sandbox port."""

from dataclasses import dataclass, field
from typing import Any, Literal

SandboxStatus = Literal["ok", "error", "timeout", "oom", "output_limit", "bad_answer", "crashed", "refused"]
ProgramMode = Literal["handler", "program"]
SandboxTree = Literal["base", "data"]


@dataclass(frozen=True, kw_only=True)
class SandboxLimits:
    """Limits of one sandbox, by default the platform's. ``cpu`` is in cores, sizes are in the units of their names."""

    memory_mb: int = 256
    cpu: float = 0.5
    processes: int = 50
    timeout_s: float = 30.0
    tmp_mb: int = 32
    answer_bytes: int = 65_536
    stderr_bytes: int = 65_536


@dataclass(frozen=True, kw_only=True)
class Program:
    """The code to run: a ``handler`` defines ``handle(payload, ctx)``, a ``program`` runs as ``__main__``.

    ``tree`` names the files that it sees: ``base`` has the standard library and YAML, ``data`` also NumPy, pandas and
    Matplotlib, and a folder ``/out`` once the program has made ``/tmp/out``.

    ``warm_up`` is a JSON list of payloads, for handlers of the product only: the process that is forked for each call
    runs the module and these payloads before the first one, so that no call builds its patterns and tables again.
    """

    code: str
    mode: ProgramMode = "handler"
    entry: str = "handle"
    tree: SandboxTree = "base"
    warm_up: str = ""


@dataclass(frozen=True, kw_only=True)
class SandboxOutcome:
    """The result of one call. ``value`` is set with ``ok``. ``refused``: nothing ran. ``error``: the code failed.

    ``files_read`` are the paths of the conversation's files whose text the host gave to the code.
    """

    status: SandboxStatus
    value: Any = None
    stdout: str = ""
    stderr: str = ""
    ms: float = 0.0
    backend: str = ""
    truncated: bool = False
    reason: str = ""
    guarantees: frozenset[str] = field(default_factory=frozenset)
    files_read: tuple[str, ...] = ()
