"""``manage.py credentials_rotate``: re-encrypt every stored credential with the present key."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.credentials.vault.factory import VAULT_KEY_FOLDER
from kingdom.credentials.vault.keyring import add_key_file
from kingdom.credentials.vault.rotation import RotationProgress, credentials_rotate
from kingdom.tools.mcp.server_tokens import server_tokens_rotate


class Command(BaseCommand):
    """Re-encrypts online; it may be stopped and restarted at any time."""

    help = (
        "Re-seal all stored credentials under the present vault key. Safe while the product runs; may be stopped and "
        "restarted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--new-key", action="store_true", help="First create a new local key file, which becomes the present key."
        )
        parser.add_argument("--batch", type=int, default=500, help="Rows read at a time.")

    def handle(self, *args: object, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Rotate and report. Raises CommandError when rows cannot be read."""
        if options["new_key"]:
            self._new_key()
        report = credentials_rotate(on_progress=self._progress, batch=max(1, options["batch"]))
        self.stdout.write(
            f"{report.rotated} re-sealed, {report.overtaken} changed by others meanwhile, "
            f"{len(report.unreadable)} unreadable."
        )
        tokens, lost = server_tokens_rotate()
        if tokens or lost:
            self.stdout.write(f"{tokens} tokens of MCP servers re-sealed, {len(lost)} unreadable.")
        if lost:
            raise CommandError(f"The tokens of these MCP servers cannot be read; enter them again: {', '.join(lost)}.")
        if report.unreadable:
            ids = ", ".join(str(row) for row in report.unreadable[:20])
            raise CommandError(
                f"{len(report.unreadable)} credentials cannot be read and were left as they are ({ids}). "
                "Is an old key missing from the ring? If not, their owners must replace them."
            )

    def _new_key(self) -> None:
        if settings.KINGDOM.vault_keys is not None or not settings.KINGDOM.vault_kms.startswith("local"):
            raise CommandError(
                "The present key does not come from a key file, so a new file would not become it. "
                "Put the new key first in KINGDOM_VAULT_KEYS or KINGDOM_VAULT_KMS, restart, and omit --new-key."
            )
        path = add_key_file(settings.KINGDOM.resolved_data.joinpath(*VAULT_KEY_FOLDER))
        self.stdout.write(f"New key {path}. Back it up; keep the old ones as long as backups sealed under them matter.")

    def _progress(self, progress: RotationProgress) -> None:
        self.stdout.write(f"{progress.seen} of {progress.total}")
        self.stdout.flush()
