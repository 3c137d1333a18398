"""``manage.py route "text" --user NAME``: how the King routes a message, and why."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.contracts.routes import Route
from kingdom.management.user_lookup import active_user_by_name
from kingdom.orchestrator.king.router import route_message


class Command(BaseCommand):
    """Prints the route and its receipt; stores nothing."""

    help = "Route one message as a user, and show the receipt. Nothing is stored and nothing runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the message, the user and ``--json``."""
        parser.add_argument("text")
        parser.add_argument("--user", required=True, help="candidates are the specialists that this user may use")
        parser.add_argument("--json", action="store_true", help="the whole receipt as one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Route and print."""
        route = route_message(user_id=active_user_by_name(options["user"]).pk, text=options["text"])
        self.stdout.write(
            json.dumps(route.public(), ensure_ascii=False, indent=2) if options["json"] else _route_lines(route)
        )


def _route_lines(route: Route) -> str:
    receipt = route.receipt
    lines = [f"{route.intent}  {route.confidence:.2f}  ({receipt.reason})"]
    for candidate in receipt.candidates:
        why_not = f"  {candidate.why_not}" if candidate.why_not else ""
        lines.append(f"  {candidate.probability:.2f}  {candidate.role} ({candidate.status}){why_not}")
    if analysis := receipt.analysis:
        lines.append(f"  analysis by {analysis.by}: {analysis.complexity}, {analysis.frequency}. {analysis.reason}")
    times = ", ".join(f"{name} {value:.1f} ms" for name, value in receipt.timings_ms.items())
    lines.append(f"  threshold {receipt.threshold:.2f}, calibration {receipt.gate}; {times}")
    return "\n".join(lines)
