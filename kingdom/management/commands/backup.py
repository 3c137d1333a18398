"""``manage.py backup``: database and files of this installation in one archive."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.ops.backup.services import backup_create


class Command(BaseCommand):
    """Writes the archive and says what is in it."""

    help = "Write the database with users' files and, with --with-keys, key files to one archive. Kingdom may run."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file and --with-keys."""
        parser.add_argument("file", type=Path, help="the archive to write; it must not exist")
        parser.add_argument(
            "--with-keys",
            action="store_true",
            help="include the key files: a person with the archive can then open the stored secrets",
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Back up."""
        done = backup_create(target=options["file"], with_keys=options["with_keys"])
        self.stdout.write(f"{options['file']}: {done.size / 2**20:.1f} MB, the database with the users' files.")
        self.stdout.write(
            "It has the key files: keep it as secret as the keys."
            if done.has_keys
            else "The keys are not in it. Keep a copy of the folder `keys` elsewhere: without it stored credentials "
            "cannot be opened."
        )
