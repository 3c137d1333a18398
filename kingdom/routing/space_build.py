"""Building an embedding space beside the one that serves: by one worker at a time, told text by text, taken up again after a crash."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import structlog
from django.utils import timezone

from kingdom.core.errors import Conflict, KingdomError
from kingdom.core.jobs import GIVEN_UP, MAX_ATTEMPTS, Lease, LeaseLost
from kingdom.providers.embedders import cached_embedder
from kingdom.routing.calibration.services import calibration_refit, calibration_refresh
from kingdom.routing.embeddings.services import space_rebuild, space_text_count, specialist_embed
from kingdom.routing.models import EmbeddingSpace
from kingdom.routing.spaces.active_embedder import maintained_embedders
from kingdom.routing.spaces.selectors import active_space_kind
from kingdom.routing.spaces.services import space_jobs
from kingdom.routing.spaces.vector_index import space_index_ensure
from kingdom.runtime.ports import Embedder

State = EmbeddingSpace.State
_log = structlog.get_logger(__name__)


def space_build_execute(*, space_id: int, heard: Callable[[int, int], None] | None = None) -> bool:
    """Work on a space until it is complete; returns whether this worker had it. Safe to call at any time, by any number, and to kill.

    What was embedded is stored lot by lot, and found there the next time. ``heard`` is told how many texts of how many are there.
    """
    lease = space_jobs.take(
        space_id, state=State.BUILDING, started_at=timezone.now(), finished_at=None, done=0, error=""
    )
    if lease is None:
        return False
    build = SpaceBuild(lease, heard)
    try:
        if lease.attempts > MAX_ATTEMPTS:
            raise Conflict(GIVEN_UP)
        _build(build, cached_embedder(build.kind))
    except LeaseLost:
        return True
    except KingdomError as error:
        space_jobs.finish(lease, state=State.FAILED, error=error.message, finished_at=timezone.now())
    return True


def _build(build: "SpaceBuild", embedder: Embedder) -> None:
    build.begin(embedder.space, space_text_count())
    space_rebuild(embedder=embedder, told=build.told)
    calibration_refit(space=embedder.space)
    space_index_ensure(space=embedder.space)
    build.complete()


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


class SpaceBuild:
    """A space while this worker builds it. Its methods raise LeaseLost when another worker has it, or it was stopped."""

    def __init__(self, lease: Lease, heard: Callable[[int, int], None] | None) -> None:
        """Build the space that the lease holds; ``heard`` gets how many texts of how many are embedded."""
        self._lease, self._heard, self._done, self._total = lease, heard, 0, 0
        self.kind = str(EmbeddingSpace.objects.values_list("kind", flat=True).get(pk=lease.job_id))

    def begin(self, encoder: str, total: int) -> None:
        """Store what is built and how many texts there are."""
        self._total = total
        self._renew(encoder=encoder, total=total)

    def told(self, texts: int) -> None:
        """Store that so many more texts are embedded."""
        self._done += texts
        self._renew(done=self._done, attempts=1)
        if self._heard is not None:
            self._heard(self._done, self._total)

    def complete(self) -> None:
        """Store that the space is ready."""
        if not space_jobs.finish(self._lease, state=State.READY, finished_at=timezone.now()):
            raise LeaseLost

    def _renew(self, **progress: object) -> None:
        if space_jobs.renew(self._lease, **progress) is None:
            raise LeaseLost
