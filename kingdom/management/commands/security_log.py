"""``manage.py security_log``: export the security log, or check it."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import BadConfiguration
from kingdom.security_log.models import SecurityEvent, SecurityEventKind
from kingdom.security_log.seal_chain import GENESIS
from kingdom.security_log.selectors import line_batches, sealed_batches, security_log_faults, security_log_lines
from kingdom.security_log.services import security_event_record, security_log_seal, signers


class Command(BaseCommand):
    """Exports or checks; exits with 1 when the log was changed outside Kingdom."""

    help = "Export the security log as JSON lines, or check the log or an exported file against its signatures."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("action", choices=["export", "verify"])
        parser.add_argument("file", nargs="?", type=Path, help="export: where to write (default: standard output); "
                            "verify: an exported file (default: the database)")  # fmt: skip
        parser.add_argument("--after-seal", type=int, default=0, help="export: only seals with a higher number")
        parser.add_argument("--key", action="append", default=[], help="verify: a public key to trust (default: ours)")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Run the action. Raises CommandError for faults."""
        if options["action"] == "export":
            self._export(options["file"], options["after_seal"])
        else:
            self._verify(options["file"], options["key"])

    def _export(self, file: Path | None, after_seal: int) -> None:
        try:
            opened = file.open("x", encoding="utf-8") if file is not None else nullcontext(sys.stdout)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}. Nothing was exported.") from error
        with opened as output:
            security_event_record(SecurityEventKind.LOG_EXPORTED, details={"channel": "command"})
            security_log_seal()
            for line in security_log_lines(after_seal=after_seal):
                output.write(f"{line}\n")

    def _verify(self, file: Path | None, keys: list[str]) -> None:
        try:
            trusted = frozenset(keys or [signer.public_key for signer in signers()])
        except BadConfiguration as error:
            raise CommandError(error.message) from error
        faults = _file_faults(file, trusted) if file else _database_faults(trusted)
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults: the log was changed outside Kingdom.")
        unsealed = "" if file else f" {SecurityEvent.objects.filter(seal=None).count()} events wait for their seal."
        self.stdout.write(f"No event was changed or removed.{unsealed}")


def _database_faults(trusted: frozenset[str]) -> list[str]:
    return list(security_log_faults(sealed_batches(), trusted, first=GENESIS))


def _file_faults(file: Path, trusted: frozenset[str]) -> list[str]:
    try:
        with file.open(encoding="utf-8") as lines:
            return list(security_log_faults(line_batches(lines), trusted))
    except ValueError as error:
        raise CommandError(f"{file}: {error}.") from error
