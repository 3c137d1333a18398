"""Building an embedding space beside the one that serves: by one worker at a time, told text by text, taken up again after a crash."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

import structlog
from django.db.models import Q
from django.utils import timezone

from kingdom.core.errors import KingdomError
from kingdom.providers.embedders import cached_embedder
from kingdom.routing.calibration.services import calibration_refit, calibration_refresh
from kingdom.routing.embeddings.services import space_rebuild, space_text_count, specialist_embed
from kingdom.routing.models import EmbeddingSpace
from kingdom.routing.spaces.active_embedder import maintained_embedders
from kingdom.routing.spaces.selectors import active_space_kind
from kingdom.routing.spaces.services import LEASE_TIMEOUT
from kingdom.routing.spaces.vector_index import space_index_ensure
from kingdom.runtime.ports import Embedder

State = EmbeddingSpace.State
_log = structlog.get_logger(__name__)


class BuildLeaseLost(Exception):
    """This build is over for this worker."""


def space_build_execute(*, space_id: int, heard: Callable[[int, int], None] | None = None) -> bool:
    """Work on a space until it is complete; returns whether this worker had it. Safe to call at any time, by any number, and to kill.

    What was embedded is stored lot by lot, and found there the next time. ``heard`` is told how many texts of how many are there.
    """
    now = timezone.now()
    free = Q(state=State.QUEUED) | Q(state=State.BUILDING, heartbeat_at__lt=now - LEASE_TIMEOUT)
    taken = {
        "state": State.BUILDING,
        "started_at": now,
        "heartbeat_at": now,
        "finished_at": None,
        "done": 0,
        "error": "",
    }
    if EmbeddingSpace.objects.filter(free, pk=space_id).update(**taken) != 1:
        return False
    mine = BuildLease(space_id, now, heard)
    try:
        _build(mine, cached_embedder(mine.kind))
    except BuildLeaseLost:
        return True
    except KingdomError as error:
        mine.write(state=State.FAILED, error=error.message, finished_at=timezone.now())
    return True


def _build(mine: "BuildLease", embedder: Embedder) -> None:
    mine.begin(embedder.space, space_text_count())
    space_rebuild(embedder=embedder, told=mine.told)
    calibration_refit(space=embedder.space)
    space_index_ensure(space=embedder.space)
    mine.must(state=State.READY, finished_at=timezone.now())


def space_refresh(*, embedder: Embedder) -> dict[str, int]:
    """Bring a whole space in step: its texts, its gate when that is due, its index once it pays; return counts of what was new."""
    new = space_rebuild(embedder=embedder)
    calibration_refresh(space=embedder.space)
    space_index_ensure(space=embedder.space)
    return new


def spaces_refresh() -> None:
    """Bring every complete space in step, the serving one first. One beside it whose embedder is away waits for the next time."""
    for place, embedder in enumerate(maintained_embedders(building=False)):
        with _tolerate_errors(embedder, place > 0):
            space_refresh(embedder=embedder)
            if place == 0:
                active_space_record(encoder=embedder.space)


def specialist_refresh(*, specialist_id: UUID) -> None:
    """Bring one specialist in step in every space, those that are being built included, and gates with it where that is due."""
    whole = {embedder.space for embedder in maintained_embedders(building=False)}
    for place, embedder in enumerate(maintained_embedders()):
        with _tolerate_errors(embedder, place > 0):
            specialist_embed(specialist_id=specialist_id, embedder=embedder)
            if embedder.space in whole:
                calibration_refresh(space=embedder.space)


@contextmanager
def _tolerate_errors(embedder: Embedder, spared: bool) -> Iterator[None]:
    """Let what goes wrong beside the serving space be no fault of that one."""
    try:
        yield
    except KingdomError as error:
        if not spared:
            raise
        _log.warning("space_not_kept", space=embedder.space, reason=error.message)


def active_space_record(*, encoder: str) -> None:
    """Keep in mind that the serving space is there, whole, under this id: what it is compared with and switched back to."""
    values = {"encoder": encoder, "state": State.READY, "error": "", "finished_at": timezone.now()}
    kind = active_space_kind()
    if not EmbeddingSpace.objects.filter(kind=kind, encoder=encoder, state=State.READY).exists():
        EmbeddingSpace.objects.update_or_create(kind=kind, defaults=values)


class BuildLease:
    """A space while this worker builds it; ``started_at`` is the token by which the worker that took it over is another."""

    def __init__(self, space_id: int, started_at: datetime, heard: Callable[[int, int], None] | None) -> None:
        self._heard, self._done, self._total = heard, 0, 0
        self._rows = EmbeddingSpace.objects.filter(pk=space_id, state=State.BUILDING, started_at=started_at)
        self.kind = str(EmbeddingSpace.objects.values_list("kind", flat=True).get(pk=space_id))

    def write(self, **values: object) -> bool:
        """Write down, with a sign of life; returns whether it is still this worker's."""
        return self._rows.update(**{"heartbeat_at": timezone.now(), **values}) == 1

    def must(self, **values: object) -> None:
        """Write down. Raises BuildStopped when it is no longer this worker's."""
        if not self.write(**values):
            raise BuildLeaseLost

    def begin(self, encoder: str, total: int) -> None:
        """Write down what is built, and how much there is to do. Raises BuildStopped as above."""
        self._total = total
        self.must(encoder=encoder, total=total)

    def told(self, texts: int) -> None:
        """Hear of texts that are there. Raises BuildStopped as above."""
        self._done += texts
        self.must(done=self._done)
        if self._heard is not None:
            self._heard(self._done, self._total)
