"""``manage.py token_create NAME``: an API token for scripts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.core.errors import NotFound


class Command(BaseCommand):
    """Prints the token alone, so that a script can take it as it is."""

    help = "Make an API token for a user and print it; it is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the user's name and the token's."""
        parser.add_argument("name", help="the user")
        parser.add_argument("--label", default="command line", help="the token's name in lists")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Make the token."""
        user = User.objects.filter(username=options["name"], is_active=True).first()
        if user is None:
            raise NotFound(
                f"There is no active user {options['name']}. Make one: manage.py user_create {options['name']}"
            )
        _, secret = token_create(user=user, name=options["label"])
        self.stdout.write(secret)
