"""``archon.exec.python`` with nothing faked: the daemon and a real sandbox."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from kingdom.tools.library.exec_python import ExecPython
from tests.factories.sandboxd import Sandboxd
from tests.factories.tools import Kit, MakeKit

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db]
SUM = """
import json, sys
given = json.load(sys.stdin)
rows = given["files"]["sales.csv"].split()
print(sum(int(row) for row in rows) * given["input"])
"""
REACH = """
import socket
try:
    socket.create_connection(("127.0.0.1", 80), 1)
except OSError as error:
    print("no way out:", type(error).__name__)
"""


@pytest.fixture
def sandboxed(make_kit: MakeKit, tmp_path: Path) -> Iterator[Kit]:
    """A kit whose programs run in a sandbox of this test's own daemon."""
    daemon = Sandboxd(tmp_path, "bubblewrap")
    kit = make_kit("analyze_tester", sandbox=daemon.client)
    kit.allow("archon.exec.python")
    yield kit
    daemon.close()


def test_it_computes_with_files_and_input(sandboxed: Kit) -> None:
    sandboxed.put("sales.csv", b"1\n2\n3\n")
    result = sandboxed.one("archon.exec.python", code=SUM, input=7, files=["sales.csv"])
    assert (result["success"], result["stdout"], result["status"]) == (True, "42\n", "ok")


def test_it_reaches_nothing_and_fails_alone(sandboxed: Kit) -> None:
    assert "no way out" in sandboxed.one("archon.exec.python", code=REACH)["stdout"]
    failed = sandboxed.one("archon.exec.python", code="1 / 0")
    assert (failed["success"], failed["status"]) == (False, "error")
    assert "ZeroDivisionError" in failed["stderr"]


def test_its_time_begins_after_the_longest_wait_for_a_sandbox(settings: LazySettings) -> None:
    """A higher setting must not be cut by a limit of the tool."""
    assert ExecPython().time_limit_s == settings.KINGDOM.sandbox_wait_s + ExecPython.seconds
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"sandbox_wait_s": 3_600.0})
    assert ExecPython().time_limit_s == 3_600.0 + ExecPython.seconds
