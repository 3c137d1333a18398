"""One hostile program and the check of its outcome."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

from kingdom.contracts.sandbox import SandboxOutcome

# Helpers of every attack: `went` returns the names of the acts that neither raised nor returned False.
PRELUDE = """
import os, sys, socket, ctypes, json, time

def went(**acts):
    through = []
    for name, act in acts.items():
        try:
            if act() is not False:
                through.append(name)
        except BaseException:
            pass
    return through

def call(name, *args):
    libc = ctypes.CDLL(None, use_errno=True)
    result = getattr(libc, name)(*args)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result

def tell(ctx, data):
    os.write(ctx._channel.up, data)

def hear(ctx):
    return os.read(ctx._channel.down, 100)

def ask(ctx, *request):
    return ctx._channel.request(*request)

def fork(act):
    pid = os.fork()
    if pid == 0:
        try:
            act()
        finally:
            os._exit(0)
    return pid

"""
ANY_END = frozenset({"error", "timeout", "oom", "output_limit", "bad_answer", "crashed"})


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A hostile program. The sandbox held if the status is expected and, for ``ok``, the value equals ``value``.

    ``control``: harmless enough to run without a sandbox, where the check must report it; so the check can fail.
    """

    name: str
    category: str
    code: str
    payload: dict[str, Any] = field(default_factory=dict)
    statuses: frozenset[str] = frozenset({"ok"})
    value: Any = field(default_factory=list)
    timeout: float = 30.0
    control: bool = False
    only: str = ""

    @property
    def text(self) -> str:
        """The whole program."""
        return PRELUDE + self.code

    def problem(self, outcome: SandboxOutcome) -> str:
        """Return what is wrong with an outcome, '' when the sandbox held."""
        if outcome.status not in self.statuses:
            found = f"{outcome.status} ({outcome.reason}) {outcome.value!r} {outcome.stderr[-300:]}"
            return f"expected {sorted(self.statuses)}: {found}"
        if outcome.status == "ok" and outcome.value != self.value:
            return f"it returned {outcome.value!r}"
        return ""


def unfenced(attack: Attack, payload: dict[str, Any]) -> SandboxOutcome:
    """Run a harmless attack without a sandbox, as the positive control."""
    text = attack.text + f"\nprint(json.dumps(handle(json.loads({json.dumps(payload)!r}), None)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=20, check=False)
    if done.returncode:
        return SandboxOutcome(status="error", stderr=done.stderr)
    return SandboxOutcome(status="ok", value=json.loads(done.stdout))
