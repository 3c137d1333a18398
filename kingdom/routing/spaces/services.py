"""Request, stop, remove and requeue builds of embedding spaces."""

from django.db import transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.background.jobs import JobQueue
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.routing.models import EmbeddingSpace
from kingdom.routing.spaces.selectors import SPACE_KINDS, active_space_kind, texts_missing
from kingdom.routing.spaces.vector_index import space_drop

SPACE_BUILD_TASK = "kingdom.routing.tasks.space_build_execute"
OPERATOR = "operator"  # actor name of management commands
State = EmbeddingSpace.State
space_jobs = JobQueue(
    EmbeddingSpace,
    states=(State.QUEUED, State.BUILDING),
    task=SPACE_BUILD_TASK,
    lease_s=120.0,  # each batch of texts renews it
)


@transaction.atomic
def space_request(*, kind: str, user: User | None = None) -> EmbeddingSpace:
    """Request the build of an inactive space and return it.

    A build under way is returned as it is; a failed one starts again.

    Raises BadInput for an unknown kind, Conflict for the active space and for a complete one, LostRace for a concurrent
    request.
    """
    if kind not in SPACE_KINDS:
        raise BadInput(f"A space is one of {', '.join(SPACE_KINDS)}.")
    if kind == active_space_kind():
        raise Conflict(f"{kind} is active and is kept up to date automatically.")
    space, made = EmbeddingSpace.objects.get_or_create(kind=kind, defaults={"requested_by": user})
    if made or space.state == State.QUEUED:
        space_jobs.enqueue(space)
        return space
    if space.state == State.READY and not missing_text_count(space):
        raise Conflict(f"{kind} is complete: replay messages in it, or switch to it.")
    if space.state == State.BUILDING:
        return space
    again = EmbeddingSpace.objects.filter(pk=space.pk, state=space.state).update(
        state=State.QUEUED, error="", requested_by=user, attempts=0, lease_owner="", lease_expires_at=None
    )
    if again != 1:
        raise LostRace
    space_jobs.enqueue(space)
    space.refresh_from_db()
    return space


def space_stop(*, kind: str, actor: User | None = None) -> None:
    """Stop a build; a new request continues from its vectors. Raises Conflict when no build is under way."""
    values = {"state": State.FAILED, "error": f"Stopped by {actor_label(actor)}.", "finished_at": timezone.now()}
    if EmbeddingSpace.objects.filter(kind=kind, state__in=(State.QUEUED, State.BUILDING)).update(**values) != 1:
        raise Conflict(f"{kind} is not being built.")


@transaction.atomic
def space_remove(*, kind: str) -> int:
    """Remove a space with its vectors and calibrations; return the number of deleted rows.

    ``kind`` may also be an encoder id without a space: vectors of replaced model weights. Raises NotFound, and Conflict
    for the active space and for one that is being built.
    """
    space = EmbeddingSpace.objects.select_for_update().filter(kind=kind).first()
    if space is None:
        return _orphan_remove(kind)
    shared = EmbeddingSpace.objects.filter(encoder=space.encoder).exclude(pk=space.pk).exists()
    if kind == active_space_kind():
        raise Conflict(f"{kind} is active. Switch to another space first.")
    if space.state in (State.QUEUED, State.BUILDING):
        raise Conflict(f"{kind} is being built. Stop the build first.")
    space.delete()
    return space_drop(space=space.encoder) if space.encoder and not shared else 0


def _orphan_remove(encoder: str) -> int:
    if EmbeddingSpace.objects.filter(encoder=encoder).exists():
        raise Conflict(f"{encoder} belongs to a space. Remove the space by its name.")
    deleted = space_drop(space=encoder)
    if not deleted:
        raise NotFound(f"There is no space {encoder}.")
    return deleted


def spaces_reap() -> int:
    """Send builds again whose worker or message was lost; return how many. Periodic."""
    return space_jobs.reap()


def missing_text_count(space: EmbeddingSpace, active_kind: str = "") -> int:
    """Return how many shared texts of the active space another space lacks."""
    rows = EmbeddingSpace.objects.filter(kind=active_kind or active_space_kind())
    encoder = rows.values_list("encoder", flat=True).first()
    return texts_missing(now=encoder, then=space.encoder) if encoder else 0


def actor_label(actor: User | None) -> str:
    """Return the name of an actor to store; a management command has no user."""
    return actor.get_username() if actor is not None else OPERATOR
