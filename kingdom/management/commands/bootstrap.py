"""``manage.py bootstrap``: everything a start needs, once and again."""

import json
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from kingdom.core.errors import BadConfiguration
from kingdom.ops.launch.bootstrap import create_first_sign_in, run_bootstrap_steps


class Command(BaseCommand):
    """Prints a line a step; with ``--json`` one object a line, for the supervisor."""

    help = "Prepare database, queue, sentence encoder and built-in specialists. Safe to repeat; real deployments run it before each start."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the form of the output."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a line, ending with a one-time sign-in secret"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Run the steps."""
        try:
            for done in run_bootstrap_steps():
                self._tell(
                    options["json"],
                    {"text": done.text, "seconds": done.seconds, "may_serve": done.may_serve},
                    f"{done.text} {done.seconds:.1f} s",
                )
            if options["json"]:
                name, secret, made = create_first_sign_in()
                self._tell(True, {"admin": name, "secret": secret, "made": made}, "")
        except DatabaseError as error:
            cause = error.__cause__
            if isinstance(cause, psycopg.errors.DiskFull):
                raise BadConfiguration("The disk of the database is full. Free some space and start again.") from error
            raise

    def _tell(self, as_json: bool, values: dict[str, Any], line: str) -> None:
        self.stdout.write(json.dumps(values) if as_json else line)
        self.stdout.flush()
