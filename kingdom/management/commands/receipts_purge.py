"""``manage.py receipts_purge``: the receipts of an account that is gone."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.tools.receipts.services import receipts_purge


class Command(BaseCommand):
    """Remove all receipts of one deleted account; nothing else can remove any."""

    help = "Remove the tool receipts of a deleted account, by its number."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the account's number."""
        parser.add_argument("user", type=int, help="the number of the account that was deleted")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Remove, and say how many."""
        try:
            count = receipts_purge(user_id=options["user"])
        except KingdomError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{count} receipts removed")
