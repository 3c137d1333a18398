"""``manage.py sandboxd``: become the sandbox daemon."""

import os
import sys
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

DAEMON_MODULE = "kingdom.adapters.sandbox.daemon"


class Command(BaseCommand):
    """Replaces this process: the daemon runs without Django, so that it stays small and holds no settings."""

    help = "Run the sandbox daemon (see `python -m kingdom.adapters.sandbox.daemon --help` for its options)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Pass every word on."""
        parser.add_argument("words", nargs=REMAINDER, help="options of the daemon, e.g. --socket PATH")

    def run_from_argv(self, argv: list[str]) -> None:
        """Skip Django's own options: all of them are the daemon's."""
        self.handle(words=argv[2:])

    def handle(self, *_args: Any, words: list[str], **_options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Never return."""
        os.execv(sys.executable, [sys.executable, "-m", DAEMON_MODULE, *words])  # noqa: S606 - ourselves
