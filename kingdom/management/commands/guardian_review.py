"""``manage.py guardian_review``: JSON lines in, verdicts out, in order. Needs no database."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.ministers.guardian.review import answer


class Command(BaseCommand):
    """Reads ``{"id","kind","item"}`` lines and writes one verdict for each, as it is ready."""

    help = "Review requests, specs, handlers and files: JSON lines on standard input, one verdict per line on standard output."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the choice of layers."""
        parser.add_argument("--no-judge", action="store_true", help="the deterministic layers alone")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Answer each line."""
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", errors="replace")
            if line.strip():
                told = answer(line, judge=not options["no_judge"])
                self.stdout.write(json.dumps(told, ensure_ascii=True))
                self.stdout.flush()
