"""``manage.py counters_verify``: do the specialists' counters say what their telemetry says?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.specialists.evidence.executions import counters_verify
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_verify


class Command(BaseCommand):
    """Compare every specialist's counters with its telemetry rows; ends with status 1 when one differs and is not mended."""

    help = "Prove that the counters agree with the telemetry rows; --fix sets them from the rows."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--fix``."""
        parser.add_argument("--fix", action="store_true", help="set wrong counters from the rows")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Compare, and name each difference: rows with hours, hours with counters."""
        hours = 0
        for hour in hourly_metrics_verify():
            self.stdout.write(
                f"{hour.version_id} {hour.hour:%Y-%m-%d %H}h: {hour.stored} stored, {hour.counted} counted"
            )
            hours += 1
        wrong = counters_verify(fix=options["fix"])
        for one in wrong:
            said = "; ".join(f"{name} {one.stored[name]} stored, {one.counted[name]} counted" for name in one.stored)
            self.stdout.write(f"{one.role}: {said}")
        if hours:
            raise CommandError(
                f"{hours} hourly sums do not agree with their rows. Restore them from a backup, or ask for help."
            )
        if wrong and not options["fix"]:
            raise CommandError(
                f"{len(wrong)} specialists have wrong counters. `manage.py counters_verify --fix` sets them from the rows."
            )
        self.stdout.write(f"{len(wrong)} mended" if wrong else "every counter agrees with its rows")
