"""Data folders made once per run. A copy starts in a second; a fresh one takes half a minute to migrate and embed."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Literal

from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, DATABASE_NAME
from kingdom.ops.launch.database_roles import connect_superuser, ensure_database
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from kingdom.ops.launch.schema_file import migrations_digest, schema_digest, schema_load
from kingdom.ops.processes.child_processes import spawn
from tests.plugins.postgres import without_settings

ROOT = Path(__file__).resolve().parents[2]
Stage = Literal["migrated", "bootstrapped"]
# One process for all. The first worker on a data folder embeds the recipes, which takes 6 s of processor time.
BOOTSTRAP = """
from django.core.management import call_command
from kingdom.council.recipes.matcher import recipes_rank
from kingdom.routing.spaces.active_embedder import active_embedder
call_command("bootstrap")
recipes_rank("warm up", active_embedder())
"""


def data_template(stage: Stage) -> Path:
    """Return a data folder after ``migrate`` or ``bootstrap``, without keys: each copy makes its own."""
    run_folder = Path(os.environ["TEST_KINGDOM_DATA"])
    folder = run_folder / stage
    with (run_folder / f"{stage}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several xdist workers ask at once
        if not folder.exists():
            draft = run_folder / f"{stage}.draft"
            shutil.rmtree(draft, ignore_errors=True)
            if stage == "bootstrapped":
                copy_template("migrated", draft)
            else:
                (draft / "static").mkdir(parents=True)  # whitenoise warns without the folder
                draft.chmod(0o711)
            _complete(draft, _commands(stage))
            draft.rename(folder)
    return folder


def copy_template(stage: Stage, data: Path) -> None:
    """Make a data folder that does not exist yet from a template."""
    data.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(data_template(stage)), str(data)], check=True)  # keeps the owner of the cluster


def _commands(stage: Stage) -> list[list[str]]:
    if stage == "bootstrapped":
        return [["shell", "-v0", "-c", BOOTSTRAP]]
    return [["migrate", "-v0"]] if schema_digest() != migrations_digest() else []  # newer than the schema file


def _complete(data: Path, commands: list[list[str]]) -> None:
    server = EmbeddedPostgres(data, log=data / "database.log", parameters=UNSAFE_FAST_PARAMETERS)
    created = server.prepare(sync=False)
    process = spawn(server.program())
    server.wait_ready(process)
    environ = dict(os.environ)
    without_settings(environ)
    try:
        if created:
            with connect_superuser(str(server.folder)) as database:
                ensure_database(database, str(server.folder))
            schema_load({"host": str(server.folder), "user": APPLICATION_ROLE, "dbname": DATABASE_NAME})
        for command in commands:
            arguments = [sys.executable, "manage.py", *command, "--data", str(data)]
            subprocess.run(arguments, cwd=ROOT, env=environ, check=True, stdout=subprocess.DEVNULL)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    shutil.rmtree(data / "keys", ignore_errors=True)
