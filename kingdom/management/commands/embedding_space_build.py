"""``manage.py embedding_space_build KIND``: build an embedding space beside the active one."""

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
    """Prints the progress once a second, and the result."""

    _reported_at: float = 0.0

    help = (
        "Build another embedding space while the present one stays active. It may be stopped at any time: "
        "the next call, or a worker, continues."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the kind."""
        parser.add_argument("kind", choices=SPACE_KINDS)
        parser.add_argument(
            "--background", action="store_true", help="leave it to a worker; `embedding_space_list` shows its progress"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Request the build; run it here, or follow the worker that was first."""
        try:
            space = space_request(kind=options["kind"])
        except KingdomError as error:
            raise CommandError(error.message) from None
        if not options["background"]:
            space_build_execute(space_id=space.pk, on_progress=self._report)
            self._follow(space)
        space.refresh_from_db()
        if space.state == EmbeddingSpace.State.FAILED:
            raise CommandError(f"{space.kind} was not built: {space.error}")
        self.stdout.write(f"{space.kind} ({space.encoder or 'not begun'}): {space.progress}")

    def _follow(self, space: EmbeddingSpace) -> None:
        """Print the progress of another process that builds the space."""
        space.refresh_from_db()
        printed = ""
        while space.state in (EmbeddingSpace.State.QUEUED, EmbeddingSpace.State.BUILDING):
            if space.progress != printed:
                printed = space.progress
                self.stdout.write(printed)
            time.sleep(PROGRESS_INTERVAL_S)
            space.refresh_from_db()

    def _report(self, done: int, total: int) -> None:
        if time.monotonic() - self._reported_at >= PROGRESS_INTERVAL_S:
            self._reported_at = time.monotonic()
            self.stdout.write(f"{done} of {total} texts")
