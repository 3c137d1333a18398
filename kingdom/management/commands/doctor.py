"""``manage.py doctor``: the state of every component, and advice."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.ops.cluster_checks import run_cluster_checks
from kingdom.ops.doctor import CheckResult, run_checks


class Command(BaseCommand):
    """Prints one line per component; exits with 1 if one fails."""

    help = "Check every component of the running product with a small piece of work, and advise on failures."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--json``."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON object: {ok, checks: [{name, state, detail, advice}]}"
        )
        parser.add_argument(
            "--cluster", action="store_true", help="compare code, keys and settings of all running processes instead"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Run the checks, print the results, and exit with 1 for a failure."""
        results: list[CheckResult] = []
        for result in run_cluster_checks() if options["cluster"] else run_checks():
            results.append(result)
            if not options["json"]:
                self._print(result)
        passed = all(result.state != "fail" for result in results)
        if options["json"]:
            self.stdout.write(
                json.dumps({"ok": passed, "checks": [result.as_values() for result in results]}, indent=2)
            )
        if not passed:
            sys.exit(1)

    def _print(self, result: CheckResult) -> None:
        width = 18 if len(result.name) < 18 else len(result.name) + 1
        self.stdout.write(f"{result.state:<5}{result.name:<{width}}{result.detail}")
        if result.advice:
            self.stdout.write(f"{'':<23}{result.advice}")
        self.stdout.flush()
