"""``manage.py route_replay --last N``: which of the last messages a change would route differently."""

import json
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.orchestrator.replay.changes import ReplayChange, space_embedder
from kingdom.orchestrator.replay.engine import RouteDifference, route_replay
from kingdom.routing.spaces.selectors import SPACE_KINDS


class Command(BaseCommand):
    """Prints the differences; stores nothing."""

    help = "Route the last messages again, without and with one change. Nothing is stored, nothing runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the number of messages and the change."""
        parser.add_argument("--last", type=int, default=200, help="messages, newest first (1 to 5000)")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--space", choices=SPACE_KINDS, help="another embedding space, after `embedding_space_build`")
        what.add_argument(
            "--calibration",
            metavar="ID",
            type=int,
            help="another calibration of the active space; see `calibration_fit`",
        )
        what.add_argument("--without", metavar="ROLE", help="without this verified specialist")
        what.add_argument("--with-version", metavar="ID", type=UUID, help="with this version active for everybody")
        parser.add_argument("--json", action="store_true", help="one JSON object per difference, with both receipts")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Replay and print."""
        try:
            embedder = space_embedder(options["space"]) if options["space"] else None
            change = ReplayChange(
                without=options["without"] or "",
                with_version=options["with_version"],
                calibration_id=options["calibration"],
                embedder=embedder,
            )
            report = route_replay(message_count=options["last"], change=change)
        except KingdomError as error:
            raise CommandError(error.message) from None
        for difference in report.differences:
            self.stdout.write(_difference_json(difference) if options["json"] else _difference_line(difference))
        if not options["json"]:
            time = f" A route would take {report.time_ratio:.2f} times as long." if report.messages else ""
            count = f"{len(report.differences)} of {report.messages} messages"
            self.stdout.write(f"{count} would be routed differently ({report.share:.1%}).{time}")


def _difference_line(difference: RouteDifference) -> str:
    text = " ".join(difference.text.split())
    ends = [f"{route['intent']} {route['confidence']:.2f}" for route in (difference.current, difference.changed)]
    return f"{' -> '.join(ends)}  {text[:80]}"


def _difference_json(difference: RouteDifference) -> str:
    body = {
        "message": str(difference.message_id),
        "user": difference.user_id,
        "now": difference.current,
        "then": difference.changed,
    }
    return json.dumps(body, ensure_ascii=False)
