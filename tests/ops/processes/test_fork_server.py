"""Programs that are forked from a process which has imported the application."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from kingdom.core.deployment.child_environment import application_environment
from kingdom.core.errors import BadConfiguration
from kingdom.ops.processes.child_processes import ProgramSpec
from kingdom.ops.processes.forked_processes import ForkServer
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import ROOT, clean_environment, wait_for

Run = Callable[..., ProgramSpec]
MODULE = "kingdom.ops.processes.fork_server"


def fork_server(folder: Path, environ: dict[str, str]) -> ForkServer:
    program = ProgramSpec(
        name="application",
        argv=[sys.executable, "-m", MODULE, "--data", str(folder)],
        log=folder / "application.log",
        env={**environ, "KINGDOM_DATA": str(folder / "data"), "DJANGO_SETTINGS_MODULE": "kingdom.settings"},
        cwd=str(ROOT),
    )
    return ForkServer(program, record=lambda *_: None, check=lambda: None)


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with throwaway_folder() as folder:
        (folder / "data" / "static").mkdir(parents=True)
        running = fork_server(folder, application_environment(clean_environment()))
        yield running
        running.close()


@pytest.fixture
def program(tmp_path: Path) -> Run:
    """Make a program from its code; more fields of its specification by name."""

    def make(code: str, **fields: object) -> ProgramSpec:
        file = tmp_path / "program.py"
        file.write_text(code)
        specification = {"name": "test", "env": {"WORD": "own"}, "cwd": str(tmp_path), **fields}
        return ProgramSpec(argv=[sys.executable, str(file), "one"], log=tmp_path / "log", **specification)  # type: ignore[arg-type]

    return make


def test_a_program_is_what_a_process_of_its_own_would_be(server: ForkServer, program: Run, tmp_path: Path) -> None:
    code = "import os, sys; print(__name__, sys.argv[1:], dict(os.environ), os.getcwd(), os.getsid(0) == os.getpid())"
    process = server.start(program(code))
    assert process.wait(30) == 0
    assert (tmp_path / "log").read_text() == f"__main__ ['one'] {{'WORD': 'own'}} {tmp_path} True\n"


def test_it_has_the_application_and_no_other_descriptors(server: ForkServer, program: Run, tmp_path: Path) -> None:
    code = (
        "import os, sys; "
        "print('kingdom.urls' in sys.modules, os.read(150, 9), sorted(map(int, os.listdir('/proc/self/fd'))))"
    )
    reading, writing = os.pipe()
    place = os.dup2(reading, 150)  # not one of this process's own
    os.write(writing, b"sent")
    process = server.start(program(code, keep_fds=(place,)))
    for descriptor in (reading, writing, place):
        os.close(descriptor)
    assert process.wait(30) == 0
    *_, descriptors = (tmp_path / "log").read_text().partition("[")
    assert (tmp_path / "log").read_text().startswith("True b'sent' [0, 1, 2, ")
    assert len(descriptors.split(",")) <= 5, "its three, the one that it was given, and the listed folder"


def test_the_bootstrap_does_not_wait_for_the_views(program: Run, tmp_path: Path) -> None:
    code = (
        "import os, sys; from django.apps import apps; "
        "print(apps.ready, 'kingdom.urls' in sys.modules); sys.exit(int(os.environ['END']))"
    )
    (tmp_path / "data" / "static").mkdir(parents=True)
    server = fork_server(tmp_path, application_environment(clean_environment()))
    try:
        for name, end in (("bootstrap", 3), ("web", 4), ("bootstrap", 5)):
            assert server.start(program(code, name=name, env={"END": str(end)})).wait(60) == end
    finally:
        server.close()
    assert (tmp_path / "log").read_text() == "True False\nTrue True\nTrue True\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [("raise SystemExit(3)", 3), ("1 / 0", 1), ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -15)],
)
def test_its_end_is_told_as_of_a_child(server: ForkServer, program: Run, code: str, expected: int) -> None:
    assert server.start(program(code)).wait(30) == expected


def test_its_output_goes_where_it_is_sent(server: ForkServer, program: Run, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    process = server.start(program("import sys; print('out'); print('err', file=sys.stderr)"), stdout=writing)
    os.close(writing)
    with os.fdopen(reading) as output:
        assert output.read() == "out\n"
    assert process.wait(30) == 0
    assert (tmp_path / "log").read_text() == "err\n"


def test_it_is_stopped_by_signals_and_named(server: ForkServer, program: Run) -> None:
    code = "import signal, sys, time\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\ntime.sleep(600)"
    process = server.start(program(code))
    named = psutil.Process(process.pid)
    wait_for(lambda: named.name() == "kingdom-test", timeout_s=30, what="the name of the program")
    assert process.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) in (7, -signal.SIGTERM), "the second before it has set its handler"
    process.kill()  # its number may be that of another process by now


def test_programs_end_with_the_server_and_the_next_start_makes_another(server: ForkServer, program: Run) -> None:
    process = server.start(program("import time; time.sleep(600)"))
    parent = psutil.Process(process.pid).parent()
    assert parent is not None
    parent.kill()
    assert process.wait(30) == -signal.SIGKILL
    wait_for(lambda: not psutil.pid_exists(process.pid), timeout_s=30, what="the end of the program")
    assert server.start(program("raise SystemExit(4)")).wait(30) == 4


def test_an_application_that_cannot_be_imported_is_told_with_its_reason(tmp_path: Path, program: Run) -> None:
    server = fork_server(tmp_path, {**application_environment(clean_environment()), "KINGDOM_PROT": "8000"})
    with pytest.raises(BadConfiguration, match="KINGDOM_PROT"):
        server.start(program("pass"))
    server.close()
