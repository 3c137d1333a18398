"""``manage.py route_replay --last N``: which of the last messages would go elsewhere after a change."""

import json
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.orchestrator.replay.changes import ReplayChange, space_embedder
from kingdom.orchestrator.replay.engine import RouteDifference, route_replay
from kingdom.routing.spaces.selectors import SPACE_KINDS


class Command(BaseCommand):
    """Prints what would flip; stores nothing."""

    help = "Route the last messages again as things are and as they would be after one change. Nothing is stored, nothing runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of messages and the one change."""
        parser.add_argument("--last", type=int, default=200, help="messages, newest first (1 to 5000)")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--space", choices=SPACE_KINDS, help="another embedding space, once `embedding_space_build` has made it"
        )
        what.add_argument(
            "--gate", metavar="ID", type=int, help="another gate of the space that serves; `calibration_fit` makes one"
        )
        what.add_argument("--without", metavar="ROLE", help="a verified specialist taken out of service")
        what.add_argument("--with-version", metavar="ID", type=UUID, help="a version put in service for everybody")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a message that flips, with both receipts"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Replay and print."""
        try:
            embedder = space_embedder(options["space"]) if options["space"] else None
            change = ReplayChange(
                without=options["without"] or "",
                with_version=options["with_version"],
                gate_id=options["gate"],
                embedder=embedder,
            )
            found = route_replay(last=options["last"], change=change)
        except KingdomError as error:
            raise CommandError(error.message) from None
        for flip in found.flips:
            self.stdout.write(_difference_json(flip) if options["json"] else _difference_line(flip))
        if not options["json"]:
            time = f" A route would take {found.slower:.2f} times as long." if found.messages else ""
            self.stdout.write(
                f"{len(found.flips)} of {found.messages} messages would go elsewhere ({found.share:.1%}).{time}"
            )


def _difference_line(flip: RouteDifference) -> str:
    text = " ".join(flip.text.split())
    ends = [f"{route['intent']} {route['confidence']:.2f}" for route in (flip.now, flip.then)]
    return f"{' -> '.join(ends)}  {text[:80]}"


def _difference_json(flip: RouteDifference) -> str:
    body = {"message": str(flip.message_id), "user": flip.user_id, "now": flip.now, "then": flip.then}
    return json.dumps(body, ensure_ascii=False)
