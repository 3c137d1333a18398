"""Compiles everything once, before xdist's workers start: in a new checkout each of them would compile it for itself.

The workers import the same modules in the same order, at the same time. Pytest rewrites the assertions of a test module
when it compiles it, which takes ten times as long as compiling.
"""

import py_compile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib.util import cache_from_source
from multiprocessing import get_context
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import PYC_TAIL, _rewrite_test, _write_pyc, assertstate_key

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("kingdom", "tests", "benchmarks")
AT_ONCE = 16  # files for a process
_configs: list[pytest.Config] = []  # of this process, for those that are forked from it


@pytest.hookimpl(tryfirst=True)  # before xdist starts its workers
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile in as many processes as there are workers."""
    count = session.config.getoption("numprocesses", None)
    if not count or hasattr(session.config, "workerinput"):
        return
    _configs.append(session.config)
    if files := list(_uncompiled()):
        with ProcessPoolExecutor(int(count), mp_context=get_context("fork")) as processes:
            list(processes.map(_compile, files, chunksize=AT_ONCE))


def _uncompiled() -> Iterator[Path]:
    for file in (file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")):
        code = _code_file(file)
        if not code.exists() or code.stat().st_mtime < file.stat().st_mtime:
            yield file


def _is_rewritten(file: Path) -> bool:
    return file.is_relative_to(ROOT / "tests") and (file.name.startswith("test_") or file.name == "conftest.py")


def _code_file(file: Path) -> Path:
    plain = Path(cache_from_source(str(file)))
    return plain.with_name(f"{file.stem}{PYC_TAIL}") if _is_rewritten(file) else plain


def _compile(file: Path) -> None:
    code = _code_file(file)
    code.parent.mkdir(exist_ok=True)
    with suppress(SyntaxError, OSError, py_compile.PyCompileError):  # whoever imports it says so
        if not _is_rewritten(file):
            py_compile.compile(str(file), doraise=True)
            return
        (config,) = _configs
        status, made = _rewrite_test(file, config)
        _write_pyc(config.stash[assertstate_key], made, status, code)
