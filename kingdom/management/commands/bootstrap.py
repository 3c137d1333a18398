"""``manage.py bootstrap``: prepare database and data folder for a start."""

import json
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from kingdom.core.errors import BadConfiguration
from kingdom.ops.launch.bootstrap import create_first_sign_in, run_bootstrap_steps


class Command(BaseCommand):
    """Prints one line per step; with ``--json`` one object per line, for the supervisor."""

    help = (
        "Prepare database, queue, sentence encoder and built-in specialists. Idempotent; deployments run it before "
        "each start."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--json``."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON object per line; the last one has a one-time sign-in secret"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Run the steps."""
        try:
            for step in run_bootstrap_steps():
                self._report(
                    options["json"],
                    {"text": step.text, "seconds": step.seconds, "may_serve": step.may_serve},
                    f"{step.text} {step.seconds:.1f} s",
                )
            if options["json"]:
                name, secret, created = create_first_sign_in()
                self._report(True, {"admin": name, "secret": secret, "made": created}, "")
        except DatabaseError as error:
            cause = error.__cause__
            if isinstance(cause, psycopg.errors.DiskFull):
                raise BadConfiguration("The disk of the database is full. Free some space and start again.") from error
            raise

    def _report(self, as_json: bool, values: dict[str, Any], line: str) -> None:
        self.stdout.write(json.dumps(values) if as_json else line)
        self.stdout.flush()
