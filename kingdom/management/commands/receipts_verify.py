"""``manage.py receipts_verify``: check that no receipt was changed, removed or reordered."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.tools.receipts.selectors import receipt_chains_verify


class Command(BaseCommand):
    """Follows every chain of tool receipts; exits with 1 if one is broken."""

    help = "Find tool receipts that were changed, removed or reordered."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--user``."""
        parser.add_argument("--user", type=int, help="only this user's chain, by the account's id")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Check the chains and print each fault."""
        report = receipt_chains_verify(user_id=options["user"])
        for fault in report.faults:
            self.stdout.write(fault)
        if report.faults:
            raise CommandError(
                f"{len(report.faults)} faults in {report.receipts} receipts: they were changed outside Kingdom."
            )
        self.stdout.write(
            f"{report.receipts} receipts in {report.chains} chains, none changed, none missing. Ends: {report.ends}"
        )
