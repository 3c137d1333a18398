"""Build embedding spaces, one worker per space, and refresh them.

A build embeds texts and fits a calibration, so it is above the package ``spaces``, which both of them import.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import structlog
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from kingdom.core.background.jobs import GIVEN_UP, MAX_ATTEMPTS, Lease, LeaseLost
from kingdom.core.background.task_queue import check_worker_stopping
from kingdom.core.database import release_connection
from kingdom.core.errors import Conflict, InfrastructureFault, KingdomError
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


def space_build_execute(*, space_id: int, on_progress: Callable[[int, int], None] | None = None) -> bool:
    """Build a space until it is complete; return whether this worker had the lease. Idempotent and safe to kill.

    Each batch of texts is stored, so that the next build continues from there. ``on_progress`` gets the numbers of
    embedded and of all texts.
    """
    lease = space_jobs.take(
        space_id, state=State.BUILDING, started_at=timezone.now(), finished_at=None, done=0, error=""
    )
    if lease is None:
        return False
    with space_jobs.interruptible(lease):
        _execute(SpaceBuild(lease, on_progress), lease)
    return True


def _execute(build: "SpaceBuild", lease: Lease) -> None:
    try:
        if lease.attempts > MAX_ATTEMPTS:
            raise Conflict(GIVEN_UP)
        _build(build, cached_embedder(build.kind))
    except LeaseLost:
        return
    except InfrastructureFault:
        raise
    except KingdomError as error:
        space_jobs.finish(lease, state=State.FAILED, error=error.message, finished_at=timezone.now())


def _build(build: "SpaceBuild", embedder: Embedder) -> None:
    build.begin(embedder.space, space_text_count())
    space_rebuild(embedder=embedder, on_progress=build.add)
    with build.kept():  # a fit and an index of a large space take minutes each
        calibration_refit(space=embedder.space, on_block=build.check)
        space_index_ensure(space=embedder.space)
    build.complete()


def space_refresh(*, embedder: Embedder) -> dict[str, int]:
    """Embed missing texts, refit a due calibration, index a large space; return counts of new texts."""
    new = space_rebuild(embedder=embedder)
    calibration_refresh(space=embedder.space)
    space_index_ensure(space=embedder.space)
    return new


def spaces_refresh() -> None:
    """Refresh every complete space, the active one first. Errors of inactive spaces are logged."""
    for index, embedder in enumerate(maintained_embedders(building=False)):
        with _tolerate_errors(embedder, index > 0):
            space_refresh(embedder=embedder)
            if index == 0:
                active_space_record(encoder=embedder.space)


def specialist_refresh(*, specialist_id: UUID) -> None:
    """Embed a specialist in every maintained space, and refit the calibrations of complete spaces if due."""
    complete = {embedder.space for embedder in maintained_embedders(building=False)}
    for index, embedder in enumerate(maintained_embedders()):
        with _tolerate_errors(embedder, index > 0):
            specialist_embed(specialist_id=specialist_id, embedder=embedder)
            if embedder.space in complete:
                calibration_refresh(space=embedder.space)


@contextmanager
def _tolerate_errors(embedder: Embedder, inactive: bool) -> Iterator[None]:
    """Log errors of an inactive space instead of raising them."""
    try:
        yield
    except KingdomError as error:
        if not inactive:
            raise
        _log.warning("space_not_maintained", space=embedder.space, reason=error.message)


def active_space_record(*, encoder: str) -> None:
    """Store that the active space is complete under this encoder id: switches and undos compare with it."""
    values = {"encoder": encoder, "state": State.READY, "error": "", "finished_at": timezone.now()}
    kind = active_space_kind()
    if not EmbeddingSpace.objects.filter(kind=kind, encoder=encoder, state=State.READY).exists():
        EmbeddingSpace.objects.update_or_create(kind=kind, defaults=values)


class SpaceBuild:
    """The build of a space. Methods raise LeaseLost if another worker has the lease or the build is stopped."""

    def __init__(self, lease: Lease, on_progress: Callable[[int, int], None] | None) -> None:
        """Build the space that the lease holds; ``on_progress`` gets how many texts of how many are embedded."""
        self._lease, self._on_progress, self._done, self._total = lease, on_progress, 0, 0
        self._lost = False
        self.kind = str(EmbeddingSpace.objects.values_list("kind", flat=True).get(pk=lease.job_id))

    def begin(self, encoder: str, total: int) -> None:
        """Store what is built and how many texts there are."""
        self._total = total
        self._renew(encoder=encoder, total=total)

    def add(self, texts: int) -> None:
        """Store that so many more texts are embedded. Raises WorkerStopping."""
        self._done += texts
        self._renew(done=self._done, attempts=1)
        check_worker_stopping()
        if self._on_progress is not None:
            self._on_progress(self._done, self._total)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Renew the lease from a thread of its own while the block runs."""
        ended = threading.Event()
        keeper = threading.Thread(target=self._keep, args=(ended,), name="space lease", daemon=True)
        keeper.start()
        try:
            yield
        finally:
            ended.set()
            keeper.join()

    def _keep(self, ended: threading.Event) -> None:
        while not ended.wait(space_jobs.lease_s / 4):
            try:
                self._lost = space_jobs.renew(self._lease) is None
            except (OperationalError, InterfaceError):  # the next try may find the database again
                _log.warning("space_lease_not_renewed", space=self.kind)
            finally:
                release_connection()

    def check(self) -> None:
        """Raise LeaseLost once another worker has the lease or the build is stopped. Raises WorkerStopping."""
        check_worker_stopping()
        if self._lost:
            raise LeaseLost

    def complete(self) -> None:
        """Store that the space is ready."""
        if not space_jobs.finish(self._lease, state=State.READY, finished_at=timezone.now()):
            raise LeaseLost

    def _renew(self, **progress: object) -> None:
        if space_jobs.renew(self._lease, **progress) is None:
            raise LeaseLost
