"""Run a function in a child with a limit on processor time: the limit is on work, however busy the machine is."""

import os
import resource
import signal
from collections.abc import Callable


def ends_within(seconds: int, function: Callable[[], object]) -> bool:
    """Return whether a function ends, by an answer or an exception, within so many seconds of processor time."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        try:
            function()
        except Exception:
            os._exit(0)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
