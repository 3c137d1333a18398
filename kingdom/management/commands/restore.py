"""``manage.py restore``: an archive of ``manage.py backup`` into an empty installation."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from kingdom.ops.backup.services import backup_restore


class Command(BaseCommand):
    """Restores the archive and says what is left to do."""

    help = "Restore an archive of `manage.py backup` into an empty data folder, or an empty DATABASE_URL."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file and --force."""
        parser.add_argument("file", type=Path, help="the archive to restore")
        parser.add_argument(
            "--force", action="store_true", help="replace what is there; it is kept in a folder replaced-…"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Restore."""
        done = backup_restore(source=options["file"], force=options["force"])
        self.stdout.write(f"Restored the database with the users' files to {settings.KINGDOM.resolved_data}.")
        if not done.has_keys:
            self.stdout.write(
                "The archive has no keys. Copy your folder `keys` into the data folder before the start, or stored "
                "credentials cannot be opened."
            )
        self.stdout.write("Start with `manage.py up`.")
