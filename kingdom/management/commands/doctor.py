"""``manage.py doctor``: how every part is, and what to do."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.ops.doctor import CheckResult, run_checks


class Command(BaseCommand):
    """Prints a line a part; exits with 1 when one fails."""

    help = "Ask every part of the running product for a tiny piece of work, and say what to do where one fails."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the form of the output."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON object: {ok, checks: [{name, state, said, do}]}"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Ask, print, and exit 1 for a failure."""
        findings: list[CheckResult] = []
        for finding in run_checks():
            findings.append(finding)
            if not options["json"]:
                self._print(finding)
        well = all(finding.state != "fail" for finding in findings)
        if options["json"]:
            self.stdout.write(
                json.dumps({"ok": well, "checks": [finding.as_values() for finding in findings]}, indent=2)
            )
        if not well:
            sys.exit(1)

    def _print(self, finding: CheckResult) -> None:
        self.stdout.write(f"{finding.state:<5}{finding.name:<18}{finding.said}")
        if finding.do:
            self.stdout.write(f"{'':<23}{finding.do}")
        self.stdout.flush()
