"""``manage.py user_create NAME``: make a person."""

import getpass
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.accounts.services import user_create


class Command(BaseCommand):
    """Prints the name of the user it made."""

    help = "Make a user. Without --password one is asked for at a terminal; elsewhere the user signs in by links and tokens only."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take name, password and staff."""
        parser.add_argument("name")
        parser.add_argument(
            "--password", help="visible to others on this machine while the command runs; better leave it out"
        )
        parser.add_argument("--staff", action="store_true", help="an administrator")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Make the user."""
        password = options["password"]
        if password is None and sys.stdin.isatty():
            password = getpass.getpass("Password (empty: none): ") or None
        user = user_create(name=options["name"], password=password, staff=options["staff"])
        self.stdout.write(user.get_username())
