"""One hostile program and the judgement of its outcome."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

from kingdom.contracts.sandbox import SandboxOutcome

# What every attack may use: `went` returns the names of those acts that did not raise and did not return False.
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
    """A program that tries something. It held when its status is expected and, with ``ok``, its value is exactly ``value``.

    ``control``: harmless enough to be run without a fence, where it must be seen to go through; that shows that the test can fail.
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
        """Say what is wrong with an outcome, nothing when the fence held."""
        if outcome.status not in self.statuses:
            return f"{outcome.status} ({outcome.reason}) is not among {sorted(self.statuses)}; {outcome.value!r} {outcome.stderr[-300:]}"
        if outcome.status == "ok" and outcome.value != self.value:
            return f"it got {outcome.value!r}"
        return ""


def unfenced(attack: Attack, payload: dict[str, Any]) -> SandboxOutcome:
    """Run a harmless attack as an ordinary process: the positive control."""
    text = attack.text + f"\nprint(json.dumps(handle(json.loads({json.dumps(payload)!r}), None)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=20, check=False)
    if done.returncode:
        return SandboxOutcome(status="error", stderr=done.stderr)
    return SandboxOutcome(status="ok", value=json.loads(done.stdout))
