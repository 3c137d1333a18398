"""``archon.exec.python`` with NumPy, pandas and Matplotlib, and the files it gives back, in a real sandbox."""

import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.tools.data.output_files import MAX_BYTES, MAX_FILES
from kingdom.tools.library.exec_python import needs_data_tree
from kingdom.tools.models import FileVersion, ToolReceipt
from tests.factories.files import list_files
from tests.factories.sandboxd import Sandboxd
from tests.factories.sandboxd import daemon as daemon
from tests.factories.tools import Kit, MakeKit

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db]
CHART = """
import json, sys, io
import numpy, pandas
import matplotlib.pyplot as plt
table = pandas.read_csv(io.StringIO(json.load(sys.stdin)["files"]["sales.csv"]))
table.groupby("region")["revenue"].sum().plot.bar()
plt.savefig("/out/chart.png")
print(int(table["revenue"].sum()), numpy.__version__ > "2", len(table))
"""


@pytest.fixture
def kit(make_kit: MakeKit, daemon: Sandboxd) -> Kit:
    """A kit that may run programs in this module's sandbox."""
    made = make_kit("analyze_tester", sandbox=daemon.client)
    made.allow("archon.exec.python")
    return made


def test_a_chart_of_a_file_arrives_in_the_workspace(kit: Kit) -> None:
    kit.put("sales.csv", b"region,revenue\nNorth,10\nSouth,20\nNorth,5\n")
    result = kit.one("archon.exec.python", code=CHART, files=["sales.csv"])
    assert (result["success"], result["stdout"], result["stderr"]) == (True, "35 True 3\n", "")
    (saved,) = result["files"]
    picture = kit.read("out/chart.png")
    assert saved == {"path": "out/chart.png", "bytes": len(picture)}
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (640, 480)
    version = FileVersion.objects.get(workspace=kit.environment.workspace_id, path="out/chart.png")
    assert (version.session_id, version.agent_id) == (kit.session.pk, "analyze_tester")
    receipt = ToolReceipt.objects.get(user_id=kit.session.user_id)
    assert receipt.outcome == ToolReceipt.Outcome.DONE


def test_a_program_of_numbers_reaches_nothing_either(kit: Kit) -> None:
    code = """
import os, socket, numpy
def refused(act):
    try:
        act()
    except OSError as error:
        return type(error).__name__
print(refused(lambda: socket.create_connection(("127.0.0.1", 80), 1)), refused(lambda: open("/etc/x", "w")),
      os.environ["OPENBLAS_NUM_THREADS"], (numpy.ones((300, 300)) @ numpy.ones(300)).sum(),
      len(os.listdir("/proc/self/task")))
"""
    result = kit.one("archon.exec.python", code=code)
    assert (result["success"], result["stdout"]) == (True, "PermissionError OSError 1 90000.0 1\n")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (f"for n in range({MAX_FILES + 1}): open(f'/out/{{n}}.txt', 'w').write('x')", f"more than {MAX_FILES} files"),
        (f"open('/out/big.bin', 'wb').write(b'x' * {MAX_BYTES + 1})", f"at most {MAX_BYTES:,} are returned"),
        ("import os; os.truncate(os.open('/out/hole', os.O_CREAT | os.O_RDWR), 30 << 20)", "31,457,284 bytes"),
        ("import os; os.symlink('/etc/passwd', '/out/users.txt')", "/users.txt is not a plain file"),
        ("import os; os.mkfifo('/out/pipe')", "/pipe is not a plain file"),
        ("open('/out/key.txt', 'w').write('-----BEGIN RSA PRIVATE ' + 'KEY-----')", "out/key.txt is not written"),
    ],
    ids=["count", "size", "hole", "link", "pipe", "secret"],
)  # fmt: skip
def test_a_bomb_or_a_trick_in_out_is_refused_whole(kit: Kit, code: str, reason: str) -> None:
    result = kit.one("archon.exec.python", code=f"open('/out/good.txt', 'w').write('good')\n{code}")
    assert result["success"] is False
    assert reason in str(result)
    assert [entry.path for entry in list_files(kit.environment.workspace_id)] == []
    assert not FileVersion.objects.filter(workspace=kit.environment.workspace_id).exists()


def test_a_program_that_forges_its_answer_gives_nothing_back(kit: Kit) -> None:
    """The program shares its process with what collects its files, so the host checks paths and contents again."""
    code = """
import sys
frame = sys._getframe()
while "collected" not in frame.f_globals:
    frame = frame.f_back
frame.f_globals["collected"] = lambda *_: [[%r, "aGk="]]
frame.f_globals["numpy"] = 1  # /out
"""
    for path in ("../../escape.txt", "/etc/escape.txt"):
        result = kit.one("archon.exec.python", code=code % path)
        assert (result["success"], "files" in result) == (False, False), path
    assert [entry.path for entry in list_files(kit.environment.workspace_id)] == []
    forged = code.replace("[[%r", "7 or [[%r") % "x"
    assert "at most" in str(kit.one("archon.exec.python", code=forged))


def test_a_failing_program_shows_its_own_lines_and_saves_nothing(kit: Kit) -> None:
    result = kit.one("archon.exec.python", code="import numpy\nopen('/out/a.txt', 'w').write('a')\nnumpy.zeros(3)[5]")
    assert (result["success"], result["status"], result["error"]) == (False, "error", "IndexError")
    assert 'File "program.py", line 3, in <module>' in result["stderr"]
    assert "handle" not in result["stderr"]
    assert "files" not in result
    ended = kit.one("archon.exec.python", code="import sys, numpy\nsys.exit('no rows')")
    assert (ended["success"], ended["stderr"], ended["error"]) == (False, "no rows\n", "exit status 1")


@pytest.fixture
def root_without_data() -> Iterator[Path]:
    """A folder with the base tree alone, which the sandbox's own user may enter."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        for path in load_sandbox_config().root.iterdir():
            if path.name not in ("data", "devices"):
                (root / path.name).symlink_to(path)
        yield root


def test_without_the_data_tree_the_error_says_what_to_do(
    make_kit: MakeKit, tmp_path: Path, root_without_data: Path
) -> None:
    daemon = Sandboxd(tmp_path, "bubblewrap", {"KINGDOM_SANDBOX_ROOT": str(root_without_data)})
    try:
        kit = make_kit("analyze_tester", sandbox=daemon.client)
        kit.allow("archon.exec.python")
        refused = kit.one("archon.exec.python", code="import pandas")
        assert refused["success"] is False
        assert "`make sandbox-image`" in str(refused)
        assert kit.one("archon.exec.python", code="print(6 * 7)")["stdout"] == "42\n"
    finally:
        daemon.close()


def test_the_data_tree_is_chosen_by_what_a_program_imports() -> None:
    for code in (
        "import numpy as np",
        "from matplotlib import pyplot",
        "import os, pandas.io",
        "open('/out/a.csv', 'w')",
    ):
        assert needs_data_tree(code), code
    for code in ("import json", "print('numpy')", "open('/output', 'w')", "import (", "from . import numpy"):
        assert not needs_data_tree(code), code
