"""``manage.py receipts_purge``: remove the receipts of a deleted account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.tools.receipts.services import receipts_purge


class Command(BaseCommand):
    """Removes all receipts of one deleted account; nothing else can remove receipts."""

    help = "Remove the tool receipts of a deleted account, by its id."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the account's id."""
        parser.add_argument("user", type=int, help="the id of the deleted account")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Remove them and print how many."""
        try:
            count = receipts_purge(user_id=options["user"])
        except KingdomError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{count} receipts removed")
