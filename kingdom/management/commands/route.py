"""``manage.py route "text" --user NAME``: what the King would do with a message, and why."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.accounts.models import User
from kingdom.contracts.routes import Route
from kingdom.orchestrator.king.router import route_message


class Command(BaseCommand):
    """Prints the route and its receipt; stores nothing."""

    help = "Route one message as a user, and show the receipt. Nothing is stored and nothing runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the message, the user and the form of the output."""
        parser.add_argument("text")
        parser.add_argument("--user", required=True, help="on whose behalf: candidates are what this user may use")
        parser.add_argument("--json", action="store_true", help="the whole receipt as one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Route and print."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']!r}. Make one with `manage.py user_create`.")
        route = route_message(user_id=user.pk, text=options["text"])
        self.stdout.write(
            json.dumps(route.public(), ensure_ascii=False, indent=2) if options["json"] else _route_lines(route)
        )


def _route_lines(route: Route) -> str:
    receipt = route.receipt
    lines = [f"{route.intent}  {route.confidence:.2f}  ({receipt.reason})"]
    for one in receipt.candidates:
        why = f"  {one.why_not}" if one.why_not else ""
        lines.append(f"  {one.probability:.2f}  {one.role} ({one.status}){why}")
    if receipt.analysis is not None:
        said = receipt.analysis
        lines.append(f"  analysis by {said.by}: {said.complexity}, {said.frequency}. {said.reason}")
    times = ", ".join(f"{name} {value:.1f} ms" for name, value in receipt.timings_ms.items())
    lines.append(f"  bar {receipt.threshold:.2f}, gate {receipt.gate}; {times}")
    return "\n".join(lines)
