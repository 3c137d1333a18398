"""``manage.py up``, for help and call_command. manage.py itself runs the launcher without Django, to stay small."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.ops.launch import launcher


class Command(BaseCommand):
    """Starts the whole product."""

    help = "Start database, sandbox, web, worker and beat under one supervisor. --data DIR chooses the data folder."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add host and port."""
        launcher.add_arguments(parser)

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Run until stopped."""
        sys.exit(launcher.main(["--host", options["host"], "--port", str(options["port"])]))
