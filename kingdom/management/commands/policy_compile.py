"""``manage.py policy_compile "text" [--json]``: show the pattern of a rule in plain words; nothing is stored."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.policies.compilation import policy_compile
from kingdom.policies.evaluation.dry_run import dry_run


class Command(BaseCommand):
    """Compiles a rule and holds it against the stored events of everybody."""

    help = "Show the pattern that a rule in plain words becomes, and how often it would have fired."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the text and ``--json``."""
        parser.add_argument("text", help="e.g. “stop a workflow when a tool fails 3 times in 10 minutes”")
        parser.add_argument("--json", action="store_true", help="the pattern and the dry run as one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Compile, hold against history, print."""
        try:
            pattern = policy_compile(options["text"], user_id=0)
        except KingdomError as error:
            raise CommandError(error.message) from error
        report = {"pattern": pattern.to_json(), "dry_run": dry_run(pattern, user_id=None)}
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=2))
            return
        self.stdout.write(f"on {pattern.trigger_event}: {pattern.action} when {pattern.condition}")
        self.stdout.write(report["dry_run"]["sentence"])
