"""``manage.py space_build KIND``: an embedding space built beside the one that serves."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.specialists.building_services import space_execute
from kingdom.specialists.models import EmbeddingSpace
from kingdom.specialists.space_selectors import KINDS
from kingdom.specialists.switching_services import space_request

EVERY_S = 1.0


class Command(BaseCommand):
    """Prints how far it is, once a second, and how it ended."""

    _told: float = 0.0  # when it last said so

    help = (
        "Build another embedding space while the present one serves. Stop it at any time: the next call, or a worker, goes on from there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the kind."""
        parser.add_argument("kind", choices=KINDS)
        parser.add_argument("--background", action="store_true", help="leave it to a worker; `space_list` says how far it is")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Ask for it; work on it here, or look on when a worker is first."""
        try:
            space = space_request(kind=options["kind"])
        except KingdomError as error:
            raise CommandError(error.message) from None
        if not options["background"]:
            space_execute(space_id=space.pk, heard=self._tell)
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
            time.sleep(EVERY_S)
            space.refresh_from_db()

    def _tell(self, done: int, total: int) -> None:
        if time.monotonic() - self._told >= EVERY_S:
            self._told = time.monotonic()
            self.stdout.write(f"{done} of {total} texts")
