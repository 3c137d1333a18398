"""A new database from the schema file is the one that the migrations make."""

import subprocess
import sys

import pytest

from kingdom.ops.launch.schema_file import ROOT
from tests.plugins.product import clean_environment


@pytest.mark.timeout(300)
def test_the_migrations_make_what_the_file_says() -> None:
    command = [sys.executable, "-W", "ignore", "manage.py", "schema_file", "--check"]
    done = subprocess.run(command, cwd=ROOT, env=clean_environment({}), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
