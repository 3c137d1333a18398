"""A process that has imported the application and forks its programs, which start at once and share what it loaded.

python -m kingdom.ops.processes.fork_server --fd N --data FOLDER

The launcher asks over a socket of records: a program's arguments, environment and descriptors. The answer is its
process id, and later its exit code. The end of the socket is the end of the server, and with it of its programs.
Three seconds of processor time and 100 MB a program are saved. The bootstrap needs the installed apps alone: it is
forked as soon as these are there, and works while the server imports the views and the worker.
"""

import argparse
import ctypes
import fcntl
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from kingdom.core.deployment.garbage_collection import pause_collection, resume_collection
from kingdom.core.errors import KingdomError
from kingdom.ops.processes.child_processes import request_parent_death_signal

MAX_REQUEST_BYTES = 2**20
MAX_DESCRIPTORS = 8
_PR_SET_NAME = 15
_EARLY_PROGRAM = "bootstrap"
_FREE_DESCRIPTORS = 200  # above all that a program asks for by number
# What web and worker import beside the installed apps. Modules that read the data folder at once are left to them.
_PROGRAM_MODULES = (
    *("celery.apps.worker", "celery.concurrency.thread", "celery.worker.consumer"),
    *("kingdom.core.deployment.pgmq_transport", "kingdom.ops.heartbeats.worker_heartbeat"),
    *("django.core.asgi", "uvicorn"),
)

Request = dict[str, Any]


def import_apps() -> None:
    """Import the installed apps and their migrations, which bootstrap and web look at first. Starts no thread."""
    import_module("django").setup()
    import_module("django.db.migrations.loader").MigrationLoader(None)


def import_programs() -> None:
    """Import the tasks, every view and what the programs are made of. Starts no thread."""
    pause_collection()
    import_module("kingdom.celery").app.loader.import_default_modules()
    for name in _PROGRAM_MODULES:
        import_module(name)
    _ = import_module("django.urls").get_resolver().url_patterns
    import_module("kingdom.core.text.lazy_patterns").lazy_patterns_compile()  # once, for web and every worker
    import_module("kingdom.ops.heartbeats.code_profile").code_profile()  # each heartbeat has it: of the code in here
    gc.collect()
    resume_collection()


def serve_early(control: socket.socket) -> Request | None:
    """Fork the bootstrap when it has been asked for already. Returns the request in the forked process."""
    if not select.select([control], [], [], 0)[0]:
        return None
    first = control.recv(MAX_REQUEST_BYTES, socket.MSG_PEEK)
    if not first or json.loads(first)["name"] != _EARLY_PROGRAM:
        return None
    return _fork(control)


def serve(control: socket.socket) -> Request | None:
    """Fork programs until the socket ends. Returns the request in the forked process, None in the server."""
    with ExitStack() as stack:
        wake, waker = socket.socketpair()
        stack.callback(wake.close)
        stack.callback(waker.close)
        waker.setblocking(False)
        handler = signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        while True:
            for pid, code in _exited():  # first: an early program may have ended before there was a handler
                control.send(json.dumps({"pid": pid, "code": code}).encode())
            ready, _, _ = select.select([control, wake], [], [])
            if wake in ready:
                wake.recv(4096)
            if control in ready:
                if not control.recv(1, socket.MSG_PEEK):
                    return None
                if request := _fork(control):
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, handler)
                    return request


def _fork(control: socket.socket) -> Request | None:
    """Take one request and fork its program. Returns the request in the forked process, None in the server."""
    message, descriptors, _, _ = socket.recv_fds(control, MAX_REQUEST_BYTES, MAX_DESCRIPTORS)
    server = os.getpid()
    pid = os.fork()
    if pid == 0:
        return {**json.loads(message), "server": server, "descriptors": descriptors}
    for descriptor in descriptors:
        os.close(descriptor)
    control.send(json.dumps({"started": pid}).encode())
    return None


def _exited() -> Iterator[tuple[int, int]]:
    """Yield process id and exit code of the children that have ended; the code is negative for a signal."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid, os.waitstatus_to_exitcode(status)


def become(request: Request) -> None:
    """Make this forked process that of the program: its session, descriptors, environment and folder."""
    os.setsid()
    request_parent_death_signal(request["server"], signal.Signals(request["orphaned"]))()
    _place(request["descriptors"], request["places"])
    ctypes.CDLL(None).prctl(_PR_SET_NAME, f"kingdom-{request['name']}".encode()[:15], 0, 0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])


def _place(descriptors: list[int], places: list[int]) -> None:
    """Give each descriptor the number that the program knows it by."""
    kept = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FREE_DESCRIPTORS) for descriptor in descriptors]
    for descriptor in descriptors:
        os.close(descriptor)
    for descriptor, place in zip(kept, places, strict=True):
        os.dup2(descriptor, place, inheritable=place <= 2)
        os.close(descriptor)


def run(argv: list[str]) -> None:
    """Run a program as ``python ARGV`` does: ``-m MODULE …`` or a file."""
    sys.argv = argv[1:] if argv[0] == "-m" else argv
    import_module("kingdom.ops.apps").start_trace_export()  # its thread would not have survived the fork
    if argv[0] == "-m":
        runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(argv[0], run_name="__main__")


def main() -> None:
    """Serve until the launcher ends; what is wrong with the settings ends it with a sentence."""
    parser = argparse.ArgumentParser(description="Forks the programs of Kingdom; for its launcher alone.")
    parser.add_argument("--fd", type=int, required=True, help="the socket of the launcher")
    parser.add_argument("--data", help="the data folder, so that `ps` shows it")
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=options.fd) as control:
        try:
            import_apps()
            request = serve_early(control)
            if request is None:
                import_programs()
                request = serve(control)
        except KingdomError as error:
            sys.exit(error.message)
    if request is not None:
        become(request)
        run(request["argv"])


if __name__ == "__main__":
    main()
