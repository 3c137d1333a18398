"""``manage.py builtins_install``: install and update the built-in specialists from their files."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.specialists.registry.builtins import builtins_install
from kingdom.specialists.registry.selectors import routable_builtins_count


class Command(BaseCommand):
    """Installs or updates the built-in specialists; does nothing when they are up to date."""

    help = "Install or update the built-in specialists (idempotent)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--json``."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Install them and print what changed."""
        try:
            report = builtins_install()
        except KingdomError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(report._asdict()))
            return
        self.stdout.write(
            f"{routable_builtins_count()} specialists ready for messages "
            f"(built-ins: {len(report.added)} new, {len(report.updated)} changed)"
        )
        for role in report.retired:
            self.stdout.write(f"{role} is no longer shipped: deprecated")
        for message in report.skipped:
            self.stderr.write(message)
