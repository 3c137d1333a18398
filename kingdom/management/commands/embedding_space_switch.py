"""``manage.py embedding_space_switch KIND``, ``--undo``: choose the active embedding space."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.routing.models import RoutingChange
from kingdom.routing.space_build import spaces_refresh
from kingdom.routing.spaces.activation import SpaceLacksTexts, routing_change_undo, space_switch
from kingdom.routing.spaces.selectors import SPACE_KINDS


class Command(BaseCommand):
    """Prints the spaces before and after."""

    help = (
        "Activate another embedding space in every process at once; --undo switches back. "
        "`route_replay --space` shows what changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the kind, or the way back."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("kind", nargs="?", choices=SPACE_KINDS)
        what.add_argument("--undo", action="store_true", help="undo the last switch")
        parser.add_argument("--reason", default="", help="recorded with the switch")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Switch and print."""
        try:
            if options["undo"]:
                change = routing_change_undo(subject=RoutingChange.Subject.SPACE)
            else:
                change = self._switch(options["kind"], options["reason"])
        except KingdomError as error:
            raise CommandError(error.message) from None
        self.stdout.write(
            f"{change.after} is active instead of {change.before}. Back: manage.py embedding_space_switch --undo"
        )

    def _switch(self, kind: str, reason: str) -> RoutingChange:
        """Switch; texts that came after the build are embedded first, and said so."""
        try:
            return space_switch(kind=kind, reason=reason)
        except SpaceLacksTexts as error:
            self.stdout.write(f"{error.message.partition('. ')[0]}; embedding them first.")
        spaces_refresh()
        return space_switch(kind=kind, reason=reason)
