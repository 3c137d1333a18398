"""``manage.py units``: write systemd units for this installation."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kingdom.ops.launch.systemd_units import UnitOptions, separate_units, single_unit


class Command(BaseCommand):
    """Writes files into a folder and starts nothing."""

    help = "Write systemd units for this installation into a folder."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("output", type=Path, help="the folder for the units, e.g. /etc/systemd/system")
        parser.add_argument(
            "--separate", action="store_true", help="one unit for each kind of process (needs DATABASE_URL)"
        )
        parser.add_argument("--user", default="kingdom", help="the account that runs them (default kingdom)")
        parser.add_argument(
            "--env", type=Path, default=Path("/etc/kingdom/env"), help="the file of settings (default /etc/kingdom/env)"
        )
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default 8000)")

    def handle(self, *_args: Any, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Write the units and say what to do next."""
        chosen = UnitOptions(
            code=settings.BASE_DIR,
            python=Path(sys.executable),
            data=settings.KINGDOM.resolved_data,
            user=options["user"],
            environment=options["env"],
            host=options["host"],
            port=options["port"],
        )
        units = separate_units(chosen) if options["separate"] else single_unit(chosen)
        folder: Path = options["output"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in units.items():
                (folder / name).write_text(text)
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}. Choose another folder.") from None
        start = "kingdom.target" if options["separate"] else "kingdom.service"
        self.stdout.write(
            f"{len(units)} units written to {folder}. Next: systemctl daemon-reload && systemctl enable --now {start}"
        )
