"""``manage.py counters_verify``: compare the specialists' counters with their executions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.specialists.evidence.executions import counters_verify
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_verify


class Command(BaseCommand):
    """Compares counters, hourly sums and execution rows; exits with 1 if some differ and are not corrected."""

    help = "Check that the counters agree with the execution rows; --fix recalculates them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--fix``."""
        parser.add_argument("--fix", action="store_true", help="recalculate wrong counters from the rows")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Compare rows with hours and hours with counters, and print each difference."""
        hours = 0
        for hour in hourly_metrics_verify():
            self.stdout.write(
                f"{hour.version_id} {hour.hour:%Y-%m-%d %H}h: {hour.stored} stored, {hour.counted} counted"
            )
            hours += 1
        wrong = counters_verify(fix=options["fix"])
        for row in wrong:
            differences = [f"{name} {row.stored[name]} stored, {row.counted[name]} counted" for name in row.stored]
            self.stdout.write(f"{row.role}: {'; '.join(differences)}")
        if hours:
            raise CommandError(f"{hours} hourly sums differ from their rows. Restore them from a backup.")
        if wrong and not options["fix"]:
            raise CommandError(
                f"{len(wrong)} specialists have wrong counters. `manage.py counters_verify --fix` recalculates them."
            )
        self.stdout.write(f"{len(wrong)} corrected" if wrong else "every counter agrees with its rows")
