"""``manage.py user_create NAME``: create a user."""

import getpass
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.accounts.services import user_create


class Command(BaseCommand):
    """Prints the name of the new user."""

    help = (
        "Create a user. Without --password it asks for one at a terminal; elsewhere the user signs in by links and "
        "tokens only."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add name, password and staff."""
        parser.add_argument("name")
        parser.add_argument(
            "--password", help="visible to others on this machine while the command runs; better omit it"
        )
        parser.add_argument("--staff", action="store_true", help="an administrator")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Create the user."""
        password = options["password"]
        if password is None and sys.stdin.isatty():
            password = getpass.getpass("Password (empty: none): ") or None
        user = user_create(name=options["name"], password=password, staff=options["staff"])
        self.stdout.write(user.get_username())
