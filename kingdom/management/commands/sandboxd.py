"""``manage.py sandboxd``: run the sandbox daemon."""

import os
import sys
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from kingdom.core.deployment.child_environment import sandboxd_environment

DAEMON_MODULE = "kingdom.adapters.sandbox.daemon"


class Command(BaseCommand):
    """Replaces this process by the daemon, which runs without Django to stay small."""

    help = "Run the sandbox daemon (see `python -m kingdom.adapters.sandbox.daemon --help` for its options)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Pass every argument on."""
        parser.add_argument("arguments", nargs=REMAINDER, help="options of the daemon, e.g. --socket PATH")

    def run_from_argv(self, argv: list[str]) -> None:
        """Skip Django's own options: all options are the daemon's."""
        self.handle(arguments=argv[2:])

    def handle(self, *_args: Any, arguments: list[str], **_options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Execute the daemon; never returns."""
        command = [sys.executable, "-m", DAEMON_MODULE, *arguments]
        os.execve(sys.executable, command, sandboxd_environment(os.environ))  # noqa: S606 - ourselves
