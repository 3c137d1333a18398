"""``manage.py embedding_space_remove KIND``: remove a space that is no longer used."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.routing.spaces.services import space_remove


class Command(BaseCommand):
    """Prints the number of removed rows."""

    help = "Remove an embedding space with its vectors and calibrations, unless it is active or being built."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the kind."""
        parser.add_argument("kind")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Remove and print."""
        try:
            removed = space_remove(kind=options["kind"])
        except KingdomError as error:
            raise CommandError(error.message) from None
        self.stdout.write(f"{options['kind']}: {removed} rows removed")
