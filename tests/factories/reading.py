"""A sandbox for readings of the built-in handlers without processes."""

from typing import Any

from kingdom.contracts.sandbox import Program, SandboxOutcome
from kingdom.core.errors import Busy
from tests.builtins.asking import handler


class InProcessBox:
    """A sandbox that runs the built-in handlers in this process."""

    name, guarantees = "in-process", frozenset[str]()

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.busy = False
        self.busy_calls = 0

    def run(self, program: Program, payload: Any, *_: Any, **__: Any) -> SandboxOutcome:  # noqa: ANN401 - the port's
        """Answer as the handler whose name stands in the code."""
        if self.busy or self.busy_calls:
            self.busy_calls = max(0, self.busy_calls - 1)
            raise Busy("Too many calls wait.")
        self.asked.append(program.code.strip("# \n"))
        return SandboxOutcome(status="ok", value=handler(self.asked[-1])(payload, None))
