"""A resident process with Django set up that runs pieces of code: starting one takes seconds, and tests need dozens."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

LOOP = """
import contextlib, io, json, sys, traceback
import django
from django.db import connections
django.setup()
for line in sys.stdin:
    printed, failure = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {})
    except BaseException:
        failure = traceback.format_exc()
    connections.close_all()
    print(json.dumps([printed.getvalue(), failure]), flush=True)
"""
SETTINGS = {"DJANGO_SETTINGS_MODULE": "kingdom.settings", "KINGDOM_DATABASE_POOL": "0", "KINGDOM_LOG_LEVEL": "WARNING"}


class DjangoShell:
    """Runs code in one process after the other piece; each piece has globals of its own."""

    def __init__(self, environ: Mapping[str, str], *, cwd: Path) -> None:
        """Start the process with an environment that names the data folder."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", LOOP],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=cwd,
            env={**environ, **SETTINGS},
            text=True,
        )

    def run(self, code: str) -> str:
        """Run code and return what it printed. Fails with its traceback when it raises."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the shell ended with code {self._process.wait()}"
        printed, failure = json.loads(line)
        assert not failure, failure
        return str(printed)

    def close(self) -> None:
        """End the process."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()
