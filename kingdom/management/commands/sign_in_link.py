"""``manage.py sign_in_link NAME``: make a one-time sign-in link for a user."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from kingdom.accounts.services import LINK_LIFE, sign_in_link_create
from kingdom.management.user_lookup import active_user_by_name


class Command(BaseCommand):
    """Prints the link alone on standard output, so that a script can use it."""

    help = "Make a one-time sign-in link for a user and print it. It ends the user's unused links."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the user and the address before the link's path."""
        parser.add_argument("name", help="the user")
        parser.add_argument("--origin", default="", help="where Kingdom is reached, e.g. https://kingdom.example.org")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Make the link and print it."""
        secret = sign_in_link_create(user=active_user_by_name(options["name"]))
        self.stdout.write(f"{options['origin'].rstrip('/')}{reverse('sign-in-link', args=[secret])}")
        self.stderr.write(f"It signs in once, within {LINK_LIFE.total_seconds() / 60:.0f} minutes.")
