"""Every benchmark runs: its smallest size prints one JSON object."""

import json
import subprocess
import sys

import pytest

from tests.plugins.data_template import data_template
from tests.plugins.product import ROOT, Product, clean_environment
from tests.rounds import LONG

NAMES = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
SHARED = {"load", "message"}  # the others start what they measure
ELSEWHERE = {"first_hour"}  # every run starts it with more messages: tests/journeys/test_first_hour.py
pytestmark = pytest.mark.journey


@pytest.mark.parametrize("name", sorted({*NAMES} - SHARED - (set() if LONG else ELSEWHERE)))
def test_smallest_size(name: str) -> None:
    _runs(name, {"DATA_TEMPLATE": str(data_template("bootstrapped"))})


@pytest.mark.parametrize("name", sorted(SHARED))
def test_smallest_size_with_a_running_product(name: str, product: Product) -> None:
    _runs(name, {"RUNNING_PRODUCT": f"{product.process.pid}:{product.port}:{product.data}"})


def _runs(name: str, settings: dict[str, str]) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", "--smoke"]
    done = subprocess.run(
        command, cwd=ROOT, env=clean_environment(settings), capture_output=True, text=True, timeout=300, check=False
    )
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
            "rows",
            "sandbox",
            "tools",
            "workflows",
        )
    ] == NAMES
