"""A data folder as ``manage.py bootstrap`` leaves it, made once per run: products copy it instead of migrating and embedding anew."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from kingdom.ops.launch.child_processes import spawn
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from tests.plugins.postgres import without_settings

ROOT = Path(__file__).resolve().parents[2]


def data_template() -> Path:
    """Return the prepared data folder, without keys: each product makes its own."""
    run_folder = Path(os.environ["TEST_KINGDOM_DATA"])
    folder = run_folder / "template"
    with (run_folder / "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several xdist workers ask at once
        if not folder.exists():
            draft = run_folder / "template.new"
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(mode=0o711)
            _bootstrap(draft)
            draft.rename(folder)
    return folder


def copy_template(data: Path) -> None:
    """Make a data folder from the template."""
    data.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(data_template()), str(data)], check=True)  # keeps the owner of the cluster


def _bootstrap(data: Path) -> None:
    (data / "static").mkdir()  # whitenoise warns without the folder
    server = EmbeddedPostgres(data, log=data / "database.log", parameters=UNSAFE_FAST_PARAMETERS)
    server.prepare(sync=False)
    process = spawn(server.program())
    server.wait_ready(process)
    environ = dict(os.environ)
    without_settings(environ)
    command = [sys.executable, "manage.py", "bootstrap", "--data", str(data)]
    try:
        subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True, text=True)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    shutil.rmtree(data / "keys", ignore_errors=True)
