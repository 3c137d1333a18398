"""The forked process of one call. It runs untrusted code; pid 1 and the host trust nothing that it sends."""

import _ctypes
import _signal  # type: ignore[import-not-found]  # signal without its enums, which cost more to import than all else here
import json
import os
import sys
from typing import Any, NoReturn

from kingdom.adapters.sandbox.guest.frames import write_all
from kingdom.adapters.sandbox.guest.handler_context import Ctx, send_message

DETAIL_BYTES = 2_000
PR_SET_DUMPABLE = 4
# Where this is writable, the kernel kills processes of the call before pid 1 when memory runs out.
HAS_OOM_SCORE = os.access("/proc/self/oom_score_adj", os.W_OK)
# Not ctypes: its import costs 4 ms at every cold start.
PRCTL = _ctypes.dlsym(_ctypes.dlopen(None, 0), "prctl")  # type: ignore[arg-type]  # None is this process


def set_dumpable(yes: int) -> None:
    """Set whether processes of the same uid may inspect this one: root owns /proc/<pid> of one that is not dumpable."""
    _ctypes.call_function(PRCTL, (PR_SET_DUMPABLE, yes, 0, 0, 0))


class Child:
    """The forked process of one call."""

    def __init__(self, head: dict[str, Any], source: bytes, code: Any) -> None:  # noqa: ANN401 - a code object
        """Take the program; ``code`` is None until its source has compiled once."""
        self.head, self.source, self.code = head, source, code
        self.up = self.down = -1

    def run(self, call: dict[str, Any], payload: bytes, pipes: list[int]) -> NoReturn:
        """Run the program and exit the process."""
        status = 1
        try:
            self.up, self.down = pipes[0], pipes[1]
            self.set_up(payload if self.head["mode"] == "program" else b"", pipes, call["timeout"])
            status = self.program() if self.head["mode"] == "program" else self.handler(call, payload)
        except BaseException as error:  # also SystemExit and KeyboardInterrupt
            self.report_error(error)
            status = 1
        os._exit(status)

    def set_up(self, stdin: bytes, pipes: list[int], seconds: float) -> None:
        """Set up stdio, default signals, limits and the lowest priority for processor and memory."""
        if stdin:
            file = os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600)  # noqa: S108
            write_all(file, stdin)
            os.lseek(file, 0, os.SEEK_SET)
            os.dup2(file, 0)
            os.close(file)
        os.dup2(pipes[2], 1)
        os.dup2(pipes[3], 2)
        os.close(pipes[2])
        os.close(pipes[3])
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        set_dumpable(1)
        if count := self.head["processes"]:
            import resource  # noqa: PLC0415 - only without control groups

            # Counted per user namespace since Linux 5.14; on older kernels forks may fail earlier, which is safe.
            resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
            # Per process; all of them end at the call's deadline anyway.
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 2))
        os.nice(10)
        if HAS_OOM_SCORE:
            score = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
            os.write(score, b"1000")
            os.close(score)

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

    def handler(self, call: dict[str, Any], payload: bytes) -> int:
        """Call the handler and send its return value."""
        namespace = self.module("specialist")
        exec(self.compiled(), namespace)  # noqa: S102
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
