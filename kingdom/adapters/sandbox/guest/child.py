"""The forked process of one call. It runs untrusted code; pid 1 and the host trust nothing that it sends."""

import _ctypes
import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import json
import os
import resource
import sys
from typing import Any, NoReturn

from kingdom.adapters.sandbox.guest.frames import read_frame
from kingdom.adapters.sandbox.guest.handler_context import Ctx, send_message

DETAIL_BYTES = 2_000
CALL_FILES = 256  # less than pid 1: a call cannot use up what pid 1 needs to start the next
PROCESSES = 4_096  # far more than the control group lets a sandbox have
CALL_SIGNALS, PID1_SIGNALS = 1_024, 4_096  # queued ones
PR_SET_DUMPABLE = 4
# Not ctypes: its import costs 4 ms at every cold start.
PRCTL = _ctypes.dlsym(_ctypes.dlopen(None, 0), "prctl")  # type: ignore[arg-type]  # None is this process


def set_undumpable() -> None:
    """Close this process and those it forks to inspection: root then owns /proc/<pid>, with the memory in it."""
    _ctypes.call_function(PRCTL, (PR_SET_DUMPABLE, 0, 0, 0, 0))


def hide_memory_size(signals: int) -> None:
    """Lower the limits that the kernel derives from the size of the host's memory, which they would tell."""
    for limit, most in ((resource.RLIMIT_NPROC, PROCESSES), (resource.RLIMIT_SIGPENDING, signals)):
        hard = resource.getrlimit(limit)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (most, most))


class Child:
    """The forked process of one call."""

    def __init__(self, head: dict[str, Any], source: bytes, code: Any) -> None:  # noqa: ANN401 - a code object
        """Take the program; ``code`` is None until its source has compiled once."""
        self.head, self.source, self.code = head, source, code
        self.namespace: dict[str, Any] | None = None  # of the module, when pid 1 has run it
        self.up = self.down = -1

    def run(self) -> NoReturn:
        """Read the call, run the program and exit the process."""
        status = 1
        try:
            call, payload = read_frame(lambda size: os.read(self.down, size))
            self.set_limits(call["timeout"])
            status = self.program() if self.head["mode"] == "program" else self.handler(call, payload)
        except BaseException as error:  # also SystemExit and KeyboardInterrupt
            self.report_error(error)
            status = 1
        os._exit(status)

    def set_up(self, pipes: list[int]) -> None:
        """Set up stdio, default signals and the lowest priority; a program's stdin is what follows the call."""
        self.up, self.down = pipes[0], pipes[1]
        os.dup2(pipes[2], 1)
        os.dup2(pipes[3], 2)
        os.close(pipes[2])
        os.close(pipes[3])
        if self.head["mode"] == "program":
            os.dup2(self.down, 0)
            os.close(self.down)
            self.down = 0
        else:  # opened anew: a lock on the stdin that all calls share would be there for the next one
            null = os.open("/dev/null", os.O_RDWR)
            os.dup2(null, 0)
            os.close(null)
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_NOFILE, (CALL_FILES, CALL_FILES))
        hide_memory_size(CALL_SIGNALS)

    def set_limits(self, seconds: float) -> None:
        """Set limits of this process where no control group bounds the sandbox."""
        if count := self.head["processes"]:
            # Counted per user namespace since Linux 5.14; on older kernels forks may fail earlier, which is safe.
            resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
            # Per process; all of them end at the call's deadline anyway.
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 2))

    def module(self, name: str) -> dict[str, Any]:
        """Return the namespace of a new module, which is also registered as ``__main__``."""
        module = type(sys)(name)
        sys.modules[name] = module
        sys.modules["__main__"] = module
        sys.argv = ["specialist.py"]
        return module.__dict__

    def compiled(self) -> Any:  # noqa: ANN401
        """Return the code object, compiled now if pid 1 has none."""
        return self.code or compile(self.source, "specialist.py", "exec", dont_inherit=True)

    def program(self) -> int:
        """Run the source as a program and return its exit code."""
        status = 0
        try:
            exec(self.compiled(), self.module("__main__"))  # noqa: S102 - the purpose of the sandbox
            if "threading" in sys.modules:
                sys.modules["threading"]._shutdown()
        except SystemExit as error:
            status = self.exit_code(error)
        if "atexit" in sys.modules:
            sys.modules["atexit"]._run_exitfuncs()
        sys.stdout.flush()
        return status

    @staticmethod
    def exit_code(error: SystemExit) -> int:
        """Return the exit code of a SystemExit as the interpreter does."""
        if error.code is None or isinstance(error.code, int):
            return (error.code or 0) & 0xFF
        sys.stderr.write(f"{error.code}\n")
        return 1

    def loaded(self) -> dict[str, Any]:
        """Run the module and return its namespace."""
        namespace = self.module("specialist")
        exec(self.compiled(), namespace)  # noqa: S102
        return namespace

    def warm_up(self) -> None:
        """Run the module and the payloads of its warm-up in this process, which the next calls are forked from."""
        namespace = self.loaded()
        for payload in json.loads(self.head["warm_up"]):
            namespace[self.head["entry"]](payload, None)
        self.namespace = namespace

    def handler(self, call: dict[str, Any], payload: bytes) -> int:
        """Call the handler and send its return value."""
        namespace = self.namespace or self.loaded()
        entry = namespace.get(self.head["entry"])
        if not callable(entry):
            raise TypeError(f"the code does not define {self.head['entry']}(payload, ctx)")
        value = entry(json.loads(payload), Ctx(call["now"], self.up, self.down))
        sys.stdout.flush()
        self.send(value)
        return 0

    def send(self, value: Any) -> None:  # noqa: ANN401
        """Send the value as JSON, or the reason why it cannot be sent."""
        limit = self.head["answer_bytes"]
        try:
            text = json.dumps(value, allow_nan=False).encode() if not is_too_long(value, limit) else b" " * (limit + 1)
        except (TypeError, ValueError, RecursionError) as error:
            send_message(
                self.up,
                b"B",
                f"the answer is not JSON: {type(error).__name__}: {error}".encode(errors="replace")[:DETAIL_BYTES],
            )
            return
        if len(text) > limit:
            send_message(self.up, b"L", b"the answer is larger than %d bytes" % limit)
        else:
            send_message(self.up, b"A", text)

    def report_error(self, error: BaseException) -> None:
        """Write the traceback, without frames of this program, to stderr and send the error's name."""
        frame = error.__traceback__
        while frame is not None and frame.tb_frame.f_code.co_filename == "<string>":
            frame = frame.tb_next
        try:
            import linecache  # noqa: PLC0415 - import cost for failing calls only
            import traceback  # noqa: PLC0415 - a cold start must not pay for it

            lines = self.source.decode(errors="replace").splitlines(keepends=True)
            linecache.cache["specialist.py"] = (len(self.source), None, lines, "specialist.py")
            text = "".join(traceback.format_exception(type(error), error, frame))
            text = text if len(text) <= 16_000 else text[:4_000] + "\n[…]\n" + text[-12_000:]
            sys.stdout.flush()
            os.write(2, text.encode(errors="replace"))
        except BaseException:  # noqa: S110 - formatting may fail; the name is still sent below
            pass
        send_message(
            self.up,
            b"M" if isinstance(error, MemoryError) else b"E",
            type(error).__name__.encode(errors="replace")[:200],
        )


def is_too_long(value: object, limit: int) -> bool:
    """Return whether a plain string exceeds the limit, so that it is not copied."""
    return isinstance(value, str) and len(value) > limit
