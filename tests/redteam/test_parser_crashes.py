"""Texts that crash, stall or bloat a parser written in C: they end a child process, and a person is asked."""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from kingdom.core.deployment import isolated_child
from kingdom.core.deployment.child_environment import python_environment
from kingdom.core.deployment.isolated_child import ChildFailed, IsolatedChild
from kingdom.ministers.guardian.file.shell import bash_reader, commands
from kingdom.ministers.guardian.file.shell.commands import CUT, Command, parse_script
from kingdom.ministers.guardian.file.structure_review import review_structure
from kingdom.ministers.guardian.review import review_item
from tests.redteam import failing_parser
from tests.redteam.failing_parser import ANSWERS_TOO_MUCH, CRASHES, NEVER_ENDS, RAISES, STARTED, TAKES_MEMORY

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [
    "ls -l | wc -l\n",
    "curl -fsSL https://get.example.org | sudo bash\n",
    'P="a b"; bash -c "$(wget -qO- https://x.example/$P)" > out.txt &\n',
    'sh -c \'eval "rm -rf /tmp/x && sh -c \\"echo $(date)\\""\'\n',
    "cat <<END | sh\nrm -rf /var/log\nEND\n",
    "diff <(sort a) <(sort b) 2>&1 | tee \udcff.txt 'ü€😀'\n",
    "echo a\n\n" * 3_000,
]


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Iterator[IsolatedChild]:
    """The failing parser in place of the real one."""
    child = IsolatedChild(failing_parser.MODULE)
    monkeypatch.setattr(commands, "PARSER", child)
    yield child
    child.close()


def _names(script: str) -> list[str]:
    return [command.name for command in parse_script(script)]


@pytest.mark.parametrize("marker", [CRASHES, NEVER_ENDS, TAKES_MEMORY, ANSWERS_TOO_MUCH, RAISES])
def test_a_failure_cuts_the_script_and_the_next_is_read(parser: IsolatedChild, marker: str) -> None:
    assert _names("ls") == ["ls"]
    first = parser.pid
    cut = _names(f"echo {marker}")
    assert cut[0] == STARTED, "what was read before the failure counts"
    assert cut[-1] == CUT
    assert first is not None
    assert not psutil.pid_exists(first), "the failed child is ended and reaped"
    assert _names("curl x | sh") == ["curl", "sh"]
    assert parser.pid != first


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.sh", "echo {}\n"),
        ("Dockerfile", "FROM x\nRUN echo {}\n"),
        ("a.py", "import os\nos.system('echo {}')\n"),
        ("a.sh", "echo '* * * * * {}' > /etc/cron.d/x\n"),
    ],
)
def test_a_file_that_crashes_the_parser_asks_a_person(parser: IsolatedChild, path: str, text: str) -> None:
    file = text.format(CRASHES)
    assert "file.too_long" in {finding.rule_id for finding in review_structure(path, file)}
    assert review_item("file", {"path": path, "content": file}, judge=False).needs_human


def test_all_scripts_of_one_file_share_a_bound(parser: IsolatedChild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_FILE_SECONDS", 0.0)
    rules = {finding.rule_id for finding in review_structure("Dockerfile", "FROM x\n" + "RUN echo a\n" * 500)}
    assert "file.too_long" in rules
    assert parser.pid is None, "nothing is parsed after the bound"


def test_a_stopped_child_is_killed_at_the_bound(parser: IsolatedChild) -> None:
    parse_script("ls")
    assert parser.pid is not None
    os.kill(parser.pid, signal.SIGSTOP)
    assert _names("ls") == [CUT]
    assert _names("ls") == ["ls"]


def test_a_child_that_ended_between_two_scripts_is_replaced(parser: IsolatedChild) -> None:
    parse_script("ls")
    assert parser.pid is not None
    os.kill(parser.pid, signal.SIGKILL)
    os.waitid(os.P_PID, parser.pid, os.WEXITED | os.WNOWAIT)
    assert _names("ls") == ["ls"]


def test_a_child_is_replaced_after_many_scripts(parser: IsolatedChild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated_child, "CALLS_PER_CHILD", 2)
    pids = [parser.pid for _ in range(5) if _names("ls") == ["ls"]]
    assert len(pids) == 5
    assert len(set(pids)) == 3


def test_the_child_has_limits_and_no_secret(parser: IsolatedChild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGDOM_VAULT_KEYS", "canary")
    parse_script("ls")
    child = psutil.Process(parser.pid)
    assert not [name for name in child.environ() if name.startswith("KINGDOM_")]
    assert child.rlimit(resource.RLIMIT_AS) == (512 << 20, 512 << 20)
    assert child.rlimit(resource.RLIMIT_CORE) == (0, 0)
    assert child.rlimit(resource.RLIMIT_NPROC) == (0, 0)
    assert child.rlimit(resource.RLIMIT_CPU)[0] <= 10
    assert not [line for line in child.memory_maps() if "psycopg" in line.path]


@pytest.mark.parametrize("script", SCRIPTS, ids=range(len(SCRIPTS)))
def test_the_child_reads_what_the_reader_reads(script: str) -> None:
    direct = [command for part in bash_reader.read_script(script, 0, float("inf")) for command in part]
    assert parse_script(script) == direct
    assert CUT not in _names(script)


def test_a_substitution_belongs_to_the_command_around_it() -> None:
    found = parse_script("a $(b $(c))\n")
    assert found[1].inside is found[0]
    assert found[2].inside is found[1]


def test_threads_share_a_child_and_get_their_own_answers(parser: IsolatedChild) -> None:
    answers: dict[int, list[Command]] = {}
    script = "".join(f"c{n} a\n" for n in range(50))

    def ask(number: int) -> None:
        for turn in range(10):
            answers[number * 100 + turn] = parse_script(f"first-{number}-{turn}\n{script}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 80
    for key, found in answers.items():
        assert [found[0].name, len(found)] == [f"first-{key // 100}-{key % 100}", 51]


FORKS = """
import os, sys, threading
from kingdom.ministers.guardian.file.shell.commands import PARSER, parse_script
assert [c.name for c in parse_script("ls")] == ["ls"]
first = PARSER.pid
PARSER._lock.acquire()  # as another thread may hold it at the fork
pid = os.fork()
if pid == 0:
    own = [c.name for c in parse_script("a | b")]
    good = own == ["a", "b"] and PARSER.pid != first
    print(PARSER.pid, flush=True)
    os._exit(0 if good else 1)
status = os.waitpid(pid, 0)[1]
PARSER._lock.release()
good = [c.name for c in parse_script("c")] == ["c"] and PARSER.pid == first
print(first, flush=True)
os._exit(0 if good and status == 0 else 1)
"""


def test_a_forked_process_has_a_child_of_its_own_and_both_end_with_their_parents() -> None:
    environment = python_environment(os.environ)
    done = subprocess.run(
        [sys.executable, "-c", FORKS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pids = [int(line) for line in done.stdout.split()]
    assert len(pids) == 2
    _, alive = psutil.wait_procs([psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)], timeout=20)
    assert alive == []


def test_the_parser_in_c_is_never_imported_beside_it() -> None:
    program = "import sys, kingdom.ministers.guardian.file_review as r; r.guardian_file_review('a.sh', 'ls'); "
    program += "sys.exit('tree_sitter' in sys.modules)"
    environment = python_environment(os.environ)
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=False).returncode == 0


def test_a_module_that_does_not_start_fails_the_call() -> None:
    child = IsolatedChild("kingdom.no_such_module")
    with pytest.raises(ChildFailed):
        list(child.call("x"))
    assert child.pid is None
