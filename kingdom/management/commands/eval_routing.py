"""``manage.py eval_routing``: how well the King routes labelled messages, by the product's own tables, statement and gate."""

import json
import math
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.orchestrator.evaluation import EvaluationFiles, evaluation_run, evaluation_set_read


class Command(BaseCommand):
    """Prints one JSON object."""

    help = "Load specialists into a scratch space, fit the gate from their examples alone, route every message, print the figures."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files."""
        parser.add_argument(
            "--specialists", type=Path, required=True, metavar="F", help='JSON Lines: {"id", "role", "purpose"}'
        )
        parser.add_argument("--examples", type=Path, required=True, metavar="F", help='JSON Lines: {"text", "label"}')
        parser.add_argument(
            "--messages", type=Path, required=True, metavar="F", help="what is routed; label null is for nobody"
        )
        parser.add_argument("--oos", type=Path, metavar="F", help="further messages, for nobody")
        parser.add_argument("--bank", type=Path, metavar="F", help="texts for nobody that the gate may learn from")
        parser.add_argument(
            "--labels", type=Path, metavar="F", help="the known labels; all others count as out of scope"
        )
        parser.add_argument("--k", type=int, metavar="N", help="only the first N examples of a label")
        parser.add_argument("--json", action="store_true", help="one line, for programs")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Run and print."""
        names = ("specialists", "examples", "messages", "oos", "bank", "labels")
        trial = evaluation_set_read(EvaluationFiles(**{name: options[name] for name in names}), k=options["k"])
        found = {name: None if _is_nan(value) else value for name, value in evaluation_run(trial).items()}
        self.stdout.write(json.dumps(found, indent=None if options["json"] else 2))


def _is_nan(value: float | str) -> bool:
    return isinstance(value, float) and math.isnan(value)
