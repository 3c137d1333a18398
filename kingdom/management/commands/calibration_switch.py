"""``manage.py calibration_switch ID``, ``--undo``, ``--release``: which fitted gate serves."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.routing.activation import calibration_switch, calibration_unpin, routing_change_undo
from kingdom.routing.models import RoutingChange


class Command(BaseCommand):
    """Prints what led where."""

    help = "Let another fitted gate serve, and keep it until --release lets gates be refitted by themselves again; --undo switches back."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the gate, or the way back."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("gate", nargs="?", type=int, metavar="ID")
        what.add_argument("--undo", action="store_true", help="switch back what was switched last")
        what.add_argument("--release", type=int, metavar="ID", help="let this gate be refitted by itself again")
        parser.add_argument("--reason", default="", help="kept with the switch")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Switch and print."""
        try:
            self.stdout.write(self._do(options))
        except KingdomError as error:
            raise CommandError(error.message) from None

    def _do(self, options: dict[str, Any]) -> str:
        if options["release"] is not None:
            calibration_unpin(gate_id=options["release"])
            return f"gate {options['release']} is refitted by itself again"
        if options["undo"]:
            change = routing_change_undo(what=RoutingChange.What.GATE)
        else:
            change = calibration_switch(gate_id=options["gate"], reason=options["reason"])
        return f"gate {change.after} serves now instead of {change.before or 'none'}. Back: manage.py calibration_switch --undo"
