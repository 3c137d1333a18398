"""Which space and which gate serve: asked for, switched, switched back by people. A switch is one compare-and-set and its event row.

A switch is one statement on one row. The King's own statement reads that row with the candidates, so that the next message of any process
goes by it; nothing has to be told, reloaded or restarted. What was switched from is kept in step, so that the way back is as short.
"""

from django.db import transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.core.jobs import JobQueue
from kingdom.routing.models import EmbeddingSpace
from kingdom.routing.spaces.selectors import SPACE_KINDS, active_space_kind, texts_missing
from kingdom.routing.spaces.vector_index import space_drop

SPACE_BUILD_TASK = "kingdom.routing.tasks.build_space"
OPERATOR = "operator"  # whoever holds the shell
State = EmbeddingSpace.State
space_jobs = JobQueue(
    EmbeddingSpace,
    states=(State.QUEUED, State.BUILDING),
    task=SPACE_BUILD_TASK,
    lease_s=120.0,  # each batch of texts renews it
)


@transaction.atomic
def space_request(*, kind: str, user: User | None = None) -> EmbeddingSpace:
    """Have a space built beside the one that serves; returns it, as it is when it is under way. One that failed is begun again.

    Raises BadInput for a kind that there is not, Conflict for the one that serves and for one that is complete.
    """
    if kind not in SPACE_KINDS:
        raise BadInput(f"A space is one of {', '.join(SPACE_KINDS)}.")
    if kind == active_space_kind():
        raise Conflict(f"{kind} serves now, and is kept in step by itself.")
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
    """Stop a build; what is there stays, and asking for it again goes on from there. Raises Conflict when none is under way."""
    said = {"state": State.FAILED, "error": f"Stopped by {actor_label(actor)}.", "finished_at": timezone.now()}
    if EmbeddingSpace.objects.filter(kind=kind, state__in=(State.QUEUED, State.BUILDING)).update(**said) != 1:
        raise Conflict(f"{kind} is not being built.")


@transaction.atomic
def space_remove(*, kind: str) -> int:
    """Remove a space with its vectors and gates; return how many rows went. Nothing leads back then but to build it again.

    ``kind`` may be the id of vectors that no embedder has any more: of weights that were replaced. Raises NotFound, Conflict for the
    space that serves and for one that is being built.
    """
    space = EmbeddingSpace.objects.select_for_update().filter(kind=kind).first()
    if space is None:
        return _orphan_remove(kind)
    serving = active_space_kind()
    shared = EmbeddingSpace.objects.filter(encoder=space.encoder).exclude(pk=space.pk).exists()
    if kind == serving:
        raise Conflict(f"{kind} serves now. Switch to another space first.")
    if space.state in (State.QUEUED, State.BUILDING):
        raise Conflict(f"{kind} is being built. Stop that first.")
    space.delete()
    return space_drop(space=space.encoder) if space.encoder and not shared else 0


def _orphan_remove(encoder: str) -> int:
    if EmbeddingSpace.objects.filter(encoder=encoder).exists():
        raise Conflict(f"{encoder} belongs to a space that is kept. Remove that by its name.")
    gone = space_drop(space=encoder)
    if not gone:
        raise NotFound(f"There is no space {encoder}.")
    return gone


def spaces_reap() -> int:
    """Send builds again whose worker or message was lost; return how many. Periodic."""
    return space_jobs.reap()


def missing_text_count(space: EmbeddingSpace, now: str = "") -> int:
    serving = EmbeddingSpace.objects.filter(kind=now or active_space_kind()).values_list("encoder", flat=True).first()
    return texts_missing(now=serving, then=space.encoder) if serving else 0


def actor_label(actor: User | None) -> str:
    return actor.get_username() if actor is not None else OPERATOR
