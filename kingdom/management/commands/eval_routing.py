"""``manage.py eval_routing``: evaluate the router on labelled messages, with the real tables, SQL and calibration."""

import json
import math
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.orchestrator.evaluation import evaluation_run
from kingdom.orchestrator.evaluation_set import EvaluationFiles, evaluation_set_read


class Command(BaseCommand):
    """Prints one JSON object."""

    help = (
        "Load specialists into a scratch space, fit a calibration from the examples, route all messages, print metrics."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the files."""
        parser.add_argument(
            "--specialists", type=Path, required=True, metavar="F", help='JSON Lines: {"id", "role", "purpose"}'
        )
        parser.add_argument("--examples", type=Path, required=True, metavar="F", help='JSON Lines: {"text", "label"}')
        parser.add_argument(
            "--messages", type=Path, required=True, metavar="F", help="messages to route; label null is out of scope"
        )
        parser.add_argument("--oos", type=Path, metavar="F", help="further out-of-scope messages")
        parser.add_argument(
            "--bank", dest="negative_examples", type=Path, metavar="F", help="negative examples for the calibration"
        )
        parser.add_argument("--labels", type=Path, metavar="F", help="known labels; all others count as out of scope")
        parser.add_argument("--k", type=int, metavar="N", help="only the first N examples of each label")
        parser.add_argument("--json", action="store_true", help="one line, for programs")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Run and print."""
        names = ("specialists", "examples", "messages", "oos", "negative_examples", "labels")
        files = EvaluationFiles(**{name: options[name] for name in names})
        figures = evaluation_run(evaluation_set_read(files, k=options["k"]))
        printed = {name: None if _is_nan(value) else value for name, value in figures.items()}
        self.stdout.write(json.dumps(printed, indent=None if options["json"] else 2))


def _is_nan(value: float | str) -> bool:
    return isinstance(value, float) and math.isnan(value)
