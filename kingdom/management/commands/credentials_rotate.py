"""``manage.py credentials_rotate``: bring every stored credential under the present key."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.credentials.vault.factory import VAULT_KEY_FOLDER
from kingdom.credentials.vault.keyring import add_key_file
from kingdom.credentials.vault.rotation import RotationProgress, credentials_rotate


class Command(BaseCommand):
    """Online and resumable: stop it at any time and start it again."""

    help = "Re-seal all stored credentials under the present vault key. Safe while the platform runs, and to stop and start again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--new-key", action="store_true", help="First make a new local key file, which becomes the present key."
        )
        parser.add_argument("--batch", type=int, default=500, help="Rows read at a time.")

    def handle(self, *args: object, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Rotate, report, and fail when rows could not be read."""
        if options["new_key"]:
            self._new_key()
        done = credentials_rotate(on_progress=self._progress, batch=max(1, options["batch"]))
        self.stdout.write(
            f"{done.rotated} re-sealed, {done.overtaken} changed by others meanwhile, {len(done.unreadable)} unreadable."
        )
        if done.unreadable:
            ids = ", ".join(str(row) for row in done.unreadable[:20])
            raise CommandError(
                f"{len(done.unreadable)} credentials cannot be read and were left as they are ({ids}). "
                "Is an old key missing from the ring? If not, their owners must replace them."
            )

    def _new_key(self) -> None:
        if settings.KINGDOM.vault_keys is not None or not settings.KINGDOM.vault_kms.startswith("local"):
            raise CommandError(
                "The present key does not come from a key file, so a new file would not become it. "
                "Put the new key first in KINGDOM_VAULT_KEYS or KINGDOM_VAULT_KMS, restart, and run this without --new-key."
            )
        path = add_key_file(settings.KINGDOM.resolved_data.joinpath(*VAULT_KEY_FOLDER))
        self.stdout.write(f"New key {path}. Back it up; keep the old ones as long as backups sealed under them matter.")

    def _progress(self, progress: RotationProgress) -> None:
        self.stdout.write(f"{progress.seen} of {progress.total}")
        self.stdout.flush()
