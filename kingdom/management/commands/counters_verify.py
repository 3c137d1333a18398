"""``manage.py counters_verify``: do the specialists' counters say what their telemetry says?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.specialists.telemetry_services import counters_verify


class Command(BaseCommand):
    """Compare every specialist's counters with its telemetry rows; ends with status 1 when one differs and is not mended."""

    help = "Prove that the counters agree with the telemetry rows; --fix sets them from the rows."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--fix``."""
        parser.add_argument("--fix", action="store_true", help="set wrong counters from the rows")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Compare, and name each difference."""
        wrong = counters_verify(fix=options["fix"])
        for one in wrong:
            said = "; ".join(f"{name} {one.stored[name]} stored, {one.counted[name]} counted" for name in one.stored)
            self.stdout.write(f"{one.role}: {said}")
        if wrong and not options["fix"]:
            raise CommandError(f"{len(wrong)} specialists have wrong counters. `manage.py counters_verify --fix` sets them from the rows.")
        self.stdout.write(f"{len(wrong)} mended" if wrong else "every counter agrees with its rows")
