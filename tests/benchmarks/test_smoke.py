"""Every benchmark runs: its smallest size prints one JSON object."""

import json
import subprocess
import sys

import pytest

from tests.plugins.data_template import data_template
from tests.plugins.product import ROOT, clean_environment

NAMES = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
pytestmark = pytest.mark.journey


@pytest.mark.parametrize("name", NAMES)
def test_smallest_size(name: str) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", "--smoke"]
    environ = clean_environment({"DATA_TEMPLATE": str(data_template("bootstrapped"))})
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    figures = json.loads(done.stdout)
    assert figures
    assert "not_measured" not in str(figures), figures


def test_all_are_found() -> None:
    assert [
        *(
            "api",
            "chaos",
            "council",
            "first_hour",
            "guardian",
            "load",
            "message",
            "registry",
            "routing",
            "sandbox",
            "tools",
            "workflows",
        )
    ] == NAMES
