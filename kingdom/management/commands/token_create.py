"""``manage.py token_create NAME``: create an API token for scripts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.accounts.services import token_create
from kingdom.accounts.token_scopes import ALL_SCOPES
from kingdom.management.user_lookup import active_user_by_name


class Command(BaseCommand):
    """Prints the token alone, so that a script can use the output."""

    help = "Create an API token for a user and print it. It is shown only once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the user and the token's name."""
        parser.add_argument("name", help="the user")
        parser.add_argument("--scope", action="append", choices=ALL_SCOPES, help="what it may do; all without this")
        parser.add_argument("--label", default="command line", help="the token's name in lists")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Create the token and print its secret."""
        scopes = options["scope"] or ALL_SCOPES
        _, secret = token_create(user=active_user_by_name(options["name"]), name=options["label"], scopes=scopes)
        self.stdout.write(secret)
