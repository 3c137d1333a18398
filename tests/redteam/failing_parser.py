"""The reader of shell scripts as a child process that fails on request, as its C parser does on some texts."""

import os
import signal
from collections.abc import Iterator

from kingdom.core.deployment.isolated_child import serve
from kingdom.ministers.guardian.file.shell import bash_reader

MODULE = __name__ if __name__ != "__main__" else "tests.redteam.failing_parser"
CRASHES, NEVER_ENDS, TAKES_MEMORY, ANSWERS_TOO_MUCH, RAISES = (
    "marker-crash",
    "marker-endless",
    "marker-memory",
    "marker-flood",
    "marker-error",
)
STARTED = "first-command"  # its part is answered before the failure


def answer(request: tuple[str, int]) -> Iterator[list[list[object]]]:
    """Answer a script's first part, then fail as its text asks."""
    source = request[0]
    if "marker-" not in source:
        yield from bash_reader.answer(request)
        return
    yield from bash_reader.answer((STARTED, 0))
    if CRASHES in source:
        os.kill(os.getpid(), signal.SIGSEGV)
    while NEVER_ENDS in source:
        pass
    kept = []
    while TAKES_MEMORY in source:
        kept.append(bytearray(32 << 20))
    while ANSWERS_TOO_MUCH in source:
        yield [["x" * 100_000, [], 0, 0, [], [], "", None]]
    raise ValueError(source)


if __name__ == "__main__":
    serve(answer)
