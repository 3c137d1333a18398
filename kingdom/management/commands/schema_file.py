"""``manage.py schema_file``: write the schema of a new database from the migrations."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.deployment.child_environment import python_environment
from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, DATABASE_NAME
from kingdom.ops.backup.database_copy import database_script, stopped_server
from kingdom.ops.launch.database_roles import connect_superuser, ensure_database
from kingdom.ops.launch.postgres_server import EmbeddedPostgres
from kingdom.ops.launch.schema_file import SCHEMA_FILE, schema_text


class Command(BaseCommand):
    """Applies every migration to a database of its own, which it throws away."""

    help = "Write config/schema.sql from the migrations; with --check only fail if it is outdated."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--check``."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is outdated")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Write the file, or raise CommandError when it is outdated."""
        text = schema_text(_migrated_script())
        if SCHEMA_FILE.exists() and SCHEMA_FILE.read_text(encoding="utf-8") == text:
            self.stdout.write(f"{SCHEMA_FILE.name} is up to date")
        elif options["check"]:
            raise CommandError(f"{SCHEMA_FILE.name} is not what the migrations make. Write it: make schema")
        else:
            SCHEMA_FILE.write_text(text, encoding="utf-8")
            self.stdout.write(f"{SCHEMA_FILE.name} written")


def _migrated_script() -> str:
    """Return the script of a database that has nothing but what the migrations made."""
    with tempfile.TemporaryDirectory(prefix="kingdom-schema-") as temporary:
        data = Path(temporary)
        data.chmod(0o711)
        with stopped_server(data, log=data / "database.log"):
            host = str(EmbeddedPostgres(data, log=data / "database.log").folder)
            with connect_superuser(host) as server:
                ensure_database(server, host)
            command = [sys.executable, "-W", "ignore", "manage.py", "migrate", "-v0", "--data", str(data)]
            environ = python_environment(os.environ)
            done = subprocess.run(  # noqa: S603 - our own program
                command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                raise CommandError(done.stderr.strip() or "The migrations failed without a reason.")
            return database_script({"host": host, "user": APPLICATION_ROLE, "dbname": DATABASE_NAME})
