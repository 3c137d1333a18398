"""``manage.py sandbox_certificates``: certificates for sandbox daemons on other machines."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kingdom.adapters.sandbox_certificates import certificates_make
from kingdom.core.errors import BadConfiguration

VALID_DAYS = 825


class Command(BaseCommand):
    """Writes files into a folder and starts nothing."""

    help = "Make the certificates for sandbox daemons on other machines; the authority in the folder is kept."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder, the hosts and the days."""
        parser.add_argument("folder", type=Path, help="where ca.pem, ca-key.pem, server.pem and client.pem are written")
        parser.add_argument("--host", action="append", required=True, help="name or address of a daemon (repeatable)")
        parser.add_argument("--days", type=int, default=VALID_DAYS, help=f"valid so long (default {VALID_DAYS})")

    def handle(self, *_args: Any, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Write them and say which file belongs where."""
        if not 1 <= options["days"] <= 3650:
            raise CommandError("--days must be between 1 and 3650.")
        try:
            files = certificates_make(options["folder"], hosts=options["host"], days=options["days"])
        except BadConfiguration as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Written: {', '.join(str(file) for file in files)}")
        self.stdout.write(
            "Copy ca.pem and server.pem to the machines with a daemon, ca.pem and client.pem to those with web "
            "processes and workers. Keep ca-key.pem elsewhere: with it anyone can make certificates."
        )
