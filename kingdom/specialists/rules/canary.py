"""How a newly verified version is let in: a share of its messages first, all of them once enough went well. Pure."""

import hashlib
from typing import Literal

State = Literal["running", "passed", "failed"]


def place(*parts: str) -> float:
    """Return where a message falls between 0 and 1: the same for the same parts, evenly spread over different ones."""
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def judged(successes: int, executions: int, *, needed: int, bar: float) -> State:
    """Return where a canary stands after so many executions.

    It passes with ``needed`` executions at the bar. It fails as soon as it cannot reach the bar within ``needed`` any more: nobody has to
    bear the rest.
    """
    allowed = int(needed * (1 - bar) + 1e-9)
    failures = executions - successes
    if failures > allowed and successes < bar * executions - 1e-9:
        return "failed"
    return "passed" if executions >= needed else "running"
