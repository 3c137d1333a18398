"""``manage.py calibration_switch ID``, ``--undo``, ``--release``: choose the active calibration."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.routing.models import RoutingChange
from kingdom.routing.spaces.activation import calibration_switch, calibration_unpin, routing_change_undo


class Command(BaseCommand):
    """Prints the calibrations before and after."""

    help = (
        "Activate another fitted calibration and pin it until --release allows automatic refits again; "
        "--undo switches back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the calibration, or the way back."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("calibration", nargs="?", type=int, metavar="ID")
        what.add_argument("--undo", action="store_true", help="undo the last switch")
        what.add_argument("--release", type=int, metavar="ID", help="allow automatic refits of this calibration again")
        parser.add_argument("--reason", default="", help="recorded with the switch")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Switch and print."""
        try:
            self.stdout.write(self._switch(options))
        except KingdomError as error:
            raise CommandError(error.message) from None

    def _switch(self, options: dict[str, Any]) -> str:
        if options["release"] is not None:
            calibration_unpin(calibration_id=options["release"])
            return f"calibration {options['release']} is refitted automatically again"
        if options["undo"]:
            change = routing_change_undo(subject=RoutingChange.Subject.CALIBRATION)
        else:
            change = calibration_switch(calibration_id=options["calibration"], reason=options["reason"])
        return (
            f"calibration {change.after} is active instead of {change.before or 'none'}. "
            "Back: manage.py calibration_switch --undo"
        )
