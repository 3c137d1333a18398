"""``manage.py builtins_install``: bring the built-in specialists in step with their files."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.specialists.registry.builtins import builtins_install
from kingdom.specialists.registry.selectors import routable_builtins_count


class Command(BaseCommand):
    """Install or update the built-in specialists; changes nothing when they are up to date."""

    help = "Install or update the built-in specialists (safe to run at every start)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--json``."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Install, and say what changed."""
        try:
            done = builtins_install()
        except KingdomError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(done._asdict()))
            return
        self.stdout.write(
            f"{routable_builtins_count()} specialists ready ({len(done.added)} new, {len(done.updated)} changed)"
        )
        for role in done.retired:
            self.stdout.write(f"{role} is no longer shipped: deprecated")
        for sentence in done.skipped:
            self.stderr.write(sentence)
