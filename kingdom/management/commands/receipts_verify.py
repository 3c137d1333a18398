"""``manage.py receipts_verify``: is every receipt there, in its place, and as it was written?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.tools.receipts.selectors import receipt_chains_verify


class Command(BaseCommand):
    """Follow every chain of tool receipts; ends with status 1 when one is broken."""

    help = "Find tool receipts that were changed, removed or reordered."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--user``."""
        parser.add_argument("--user", type=int, help="only this user's chain, by the account's number")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Check, and name each fault."""
        found = receipt_chains_verify(user_id=options["user"])
        for fault in found.faults:
            self.stdout.write(fault)
        if found.faults:
            raise CommandError(
                f"{len(found.faults)} faults in {found.receipts} receipts: somebody changed them past Kingdom."
            )
        self.stdout.write(
            f"{found.receipts} receipts in {found.chains} chains, none changed, none missing. Ends: {found.ends}"
        )
