"""The forked side of one call."""

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
CLAIMS = os.access(
    "/proc/self/oom_score_adj", os.W_OK
)  # where it can be written, a call's processes die for memory before pid 1 does
# The package ctypes would cost 4 ms in every cold start, for one call.
PRCTL = _ctypes.dlsym(_ctypes.dlopen(None, 0), "prctl")  # type: ignore[arg-type]  # None is this process


def set_dumpable(yes: int) -> None:
    """Say whether others of this uid may look into this process: /proc of one that is not dumpable belongs to root."""
    _ctypes.call_function(PRCTL, (PR_SET_DUMPABLE, yes, 0, 0, 0))


class Child:
    """The forked side of one call: everything here runs beside hostile code and is believed by nobody."""

    def __init__(self, head: dict[str, Any], source: bytes, code: Any) -> None:  # noqa: ANN401 - a code object
        """Take the program; ``code`` is None until its text has compiled once."""
        self.head, self.source, self.code = head, source, code
        self.up = self.down = -1

    def run(self, call: dict[str, Any], payload: bytes, pipes: list[int]) -> NoReturn:
        """Run the program and leave; never returns."""
        status = 1
        try:
            self.up, self.down = pipes[0], pipes[1]
            self.settle(payload if self.head["mode"] == "program" else b"", pipes, call["timeout"])
            status = self.program() if self.head["mode"] == "program" else self.handler(call, payload)
        except BaseException as error:  # whatever the program raises ends here
            self.failed(error)
            status = 1
        os._exit(status)

    def settle(self, stdin: bytes, pipes: list[int], seconds: float) -> None:
        """Make this process an ordinary one: own stdio, default signals, lowest claims on processor and memory."""
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

            # Counted for each user namespace since Linux 5.14; before that forks may fail early, which is the safe side.
            resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
            # Of each process; all of them end at the call's deadline anyway.
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 2))
        os.nice(10)
        if CLAIMS:
            claim = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
            os.write(claim, b"1000")
            os.close(claim)

    def module(self, name: str) -> dict[str, Any]:
        """Return the namespace of a new module that stands where programs expect theirs."""
        made = type(sys)(name)
        sys.modules[name] = made
        sys.modules["__main__"] = made
        sys.argv = ["specialist.py"]
        return made.__dict__

    def compiled(self) -> Any:  # noqa: ANN401
        """Return the code object, from the fork or from the text."""
        return self.code or compile(self.source, "specialist.py", "exec", dont_inherit=True)

    def program(self) -> int:
        """Run the text as a program and return its exit code."""
        status = 0
        try:
            exec(self.compiled(), self.module("__main__"))  # noqa: S102 - what this place is for
            if "threading" in sys.modules:
                sys.modules["threading"]._shutdown()
        except SystemExit as leaving:
            status = self.exit_code(leaving)
        if "atexit" in sys.modules:
            sys.modules["atexit"]._run_exitfuncs()
        sys.stdout.flush()
        return status

    @staticmethod
    def exit_code(leaving: SystemExit) -> int:
        """Read a SystemExit as the interpreter does."""
        if leaving.code is None or isinstance(leaving.code, int):
            return (leaving.code or 0) & 0xFF
        sys.stderr.write(f"{leaving.code}\n")
        return 1

    def handler(self, call: dict[str, Any], payload: bytes) -> int:
        """Call the handler and send its value."""
        space = self.module("specialist")
        exec(self.compiled(), space)  # noqa: S102
        entry = space.get(self.head["entry"])
        if not callable(entry):
            raise TypeError(f"the code does not define {self.head['entry']}(payload, ctx)")
        value = entry(json.loads(payload), Ctx(call["now"], self.up, self.down))
        sys.stdout.flush()
        self.send(value)
        return 0

    def send(self, value: Any) -> None:  # noqa: ANN401
        """Send the value, or say why it is no answer."""
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

    def failed(self, error: BaseException) -> None:
        """Write the program's own traceback to its stderr and say that it failed."""
        place = error.__traceback__
        while place is not None and place.tb_frame.f_code.co_filename == "<string>":
            place = place.tb_next
        try:
            import linecache  # noqa: PLC0415 - only a failing call pays for these
            import traceback  # noqa: PLC0415

            lines = self.source.decode(errors="replace").splitlines(keepends=True)
            linecache.cache["specialist.py"] = (len(self.source), None, lines, "specialist.py")
            text = "".join(traceback.format_exception(type(error), error, place))
            text = text if len(text) <= 16_000 else text[:4_000] + "\n[…]\n" + text[-12_000:]
            sys.stdout.flush()
            os.write(2, text.encode(errors="replace"))
        except BaseException:  # noqa: S110 - an error that cannot even be shown; its name still goes out below
            pass
        send_message(
            self.up,
            b"M" if isinstance(error, MemoryError) else b"E",
            type(error).__name__.encode(errors="replace")[:200],
        )


def is_too_long(value: object, limit: int) -> bool:
    """Tell whether a plain text is over the limit, before it is copied."""
    return isinstance(value, str) and len(value) > limit
