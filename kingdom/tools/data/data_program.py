"""Runs one program in the data tree and returns what it left in /out. This file runs in the sandbox.

It imports nothing of the product. The program can change all of it: the host checks what it returns.
"""

import base64
import json
import linecache
import os
import sys
import threading
import traceback
from typing import Any

OUT = "/tmp/out"  # noqa: S108 - of the sandbox; the tree's /out is a link to it
ENVIRONMENT = {
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp/matplotlib",  # noqa: S108 - as above
    "HOME": "/tmp",  # noqa: S108
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


def handle(payload: dict[str, Any], _ctx: object) -> dict[str, Any]:
    """Return ``{"exit", "error", "files": [[path, base64]], "refused"}`` of ``{"code", "stdin", "files", "bytes"}``.

    ``files`` and ``bytes`` bound what /out may hold; beyond them nothing is returned and ``refused`` says why.
    """
    os.environ.update(ENVIRONMENT)
    os.mkdir(OUT)
    give_stdin(json.dumps(payload["stdin"]).encode())
    exit_status, error = run(payload["code"])
    answer: dict[str, Any] = {"exit": exit_status, "error": error, "files": [], "refused": ""}
    if exit_status == 0:
        try:
            answer["files"] = collected(payload["files"], payload["bytes"])
        except RefusedError as refusal:
            answer["refused"] = str(refusal)
    return answer


class RefusedError(Exception):
    """What is in /out is not given back; the text says why."""


def give_stdin(data: bytes) -> None:
    """Make bytes the standard input of this process."""
    file = os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600)  # noqa: S108 - as above
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    os.dup2(file, 0)
    os.close(file)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)


def run(code: str) -> tuple[int, str]:
    """Run a program as ``__main__`` and return its exit status and the name of its error, "" for none."""
    module = type(sys)("__main__")
    sys.modules["__main__"], sys.argv = module, ["program.py"]
    linecache.cache["program.py"] = (len(code), None, code.splitlines(keepends=True), "program.py")
    try:
        exec(compile(code, "program.py", "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - its purpose
        threading._shutdown()  # type: ignore[attr-defined]  # as the interpreter does: waits for the program's threads
    except SystemExit as ending:
        return exit_status(ending), ""
    except MemoryError:
        raise
    except BaseException as error:
        trace = error.__traceback__
        traceback.print_exception(type(error), error, trace.tb_next if trace else None)
        return 1, type(error).__name__
    return 0, ""


def exit_status(ending: SystemExit) -> int:
    """Return the exit status of a SystemExit as the interpreter does."""
    if ending.code is None or isinstance(ending.code, int):
        return (ending.code or 0) & 0xFF
    sys.stderr.write(f"{ending.code}\n")
    return 1


def files_below(base: str, most_files: int) -> list[str]:
    """Return the paths of all files below a folder. Raises RefusedError beyond ``most_files``."""
    paths = []
    for folder, _folders, names in os.walk(base):
        paths += [os.path.join(folder, name) for name in names]
        if len(paths) > most_files:
            raise RefusedError(f"{base} holds more than {most_files} files")
    return paths


def collected(most_files: int, most_bytes: int) -> list[list[str]]:
    """Return path and content of the files in /out, sorted. Raises RefusedError."""
    paths = files_below(OUT, most_files)
    odd = next((path for path in paths if os.path.islink(path) or not os.path.isfile(path)), None)
    if odd is not None:
        raise RefusedError(f"{odd.removeprefix(OUT)[:200]} is not a plain file")
    size = sum(os.path.getsize(path) for path in paths)
    if size > most_bytes:
        raise RefusedError(f"/out holds {size:,} bytes; at most {most_bytes:,} are returned: write smaller files")
    return [[path.removeprefix(OUT + "/"), encoded(path)] for path in sorted(paths)]


def encoded(path: str) -> str:
    """Return a file's content as Base64."""
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()
