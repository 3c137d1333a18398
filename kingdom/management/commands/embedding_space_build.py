"""``manage.py embedding_space_build KIND``: an embedding space built beside the one that serves."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.routing.models import EmbeddingSpace
from kingdom.routing.space_build import space_build_execute
from kingdom.routing.spaces.selectors import SPACE_KINDS
from kingdom.routing.spaces.services import space_request

PROGRESS_INTERVAL_S = 1.0


class Command(BaseCommand):
    """Prints how far it is, once a second, and how it ended."""

    _told: float = 0.0  # when it last said so

    help = "Build another embedding space while the present one serves. Stop it at any time: the next call, or a worker, goes on from there."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the kind."""
        parser.add_argument("kind", choices=SPACE_KINDS)
        parser.add_argument(
            "--background", action="store_true", help="leave it to a worker; `embedding_space_list` says how far it is"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Ask for it; work on it here, or look on when a worker is first."""
        try:
            space = space_request(kind=options["kind"])
        except KingdomError as error:
            raise CommandError(error.message) from None
        if not options["background"]:
            space_build_execute(space_id=space.pk, heard=self._tell)
            self._follow(space)
        space.refresh_from_db()
        if space.state == EmbeddingSpace.State.FAILED:
            raise CommandError(f"{space.kind} was not built: {space.error}")
        self.stdout.write(f"{space.kind} ({space.encoder or 'not begun'}): {space.progress}")

    def _follow(self, space: EmbeddingSpace) -> None:
        """Tell how far another process is that has it."""
        space.refresh_from_db()
        said = ""
        while space.state in (EmbeddingSpace.State.QUEUED, EmbeddingSpace.State.BUILDING):
            if space.progress != said:
                said = space.progress
                self.stdout.write(said)
            time.sleep(PROGRESS_INTERVAL_S)
            space.refresh_from_db()

    def _tell(self, done: int, total: int) -> None:
        if time.monotonic() - self._told >= PROGRESS_INTERVAL_S:
            self._told = time.monotonic()
            self.stdout.write(f"{done} of {total} texts")
