"""Router replay: the last messages routed as things are and as they would be after a change; what would flip, with both receipts.

The change is made for real inside a transaction that is always rolled back, so the SQL, the triggers and the law of who sees whom are
the product's own. Messages go in small lots, since a transaction holds the locks of what it changed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings
from django.db import transaction

from kingdom.contracts.routes import Route
from kingdom.core.errors import BadInput, NotFound
from kingdom.orchestrator.king import route_message
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.selectors import previous_route
from kingdom.runtime.ports import Embedder
from kingdom.specialists.embedding_services import embedder_of, process_embedder, specialist_embed
from kingdom.specialists.models import Specialist, SpecialistVersion

LOT = 25  # messages a transaction; at some milliseconds each, nobody waits long for its locks
MOST = 5_000


@dataclass(frozen=True, kw_only=True)
class Change:
    """What would be done: a specialist taken out, a version put in service for all, or another embedding space."""

    without: str = ""
    with_version: UUID | None = None
    embedder: Embedder | None = None


@dataclass(frozen=True, kw_only=True)
class Flip:
    """One message that would go elsewhere."""

    message_id: UUID
    user_id: int
    text: str
    now: Route
    then: Route


@dataclass(frozen=True, kw_only=True)
class Replay:
    """What a change would do to the last messages."""

    messages: int
    flips: Sequence[Flip] = field(default_factory=tuple)

    @property
    def share(self) -> float:
        """Fraction of the messages that would go elsewhere, 0 for none."""
        return len(self.flips) / self.messages if self.messages else 0.0


def route_replay(*, last: int, change: Change, embedder: Embedder | None = None) -> Replay:
    """Route the last messages of all users as things are and as they would be; nothing is stored and no model is asked.

    Raises BadInput for an empty or too large number and for a change of nothing or of several things, NotFound for what is not there.
    """
    if not 1 <= last <= MOST:
        raise BadInput(f"last must be 1 to {MOST} messages.")
    if sum([bool(change.without), change.with_version is not None, change.embedder is not None]) != 1:
        raise BadInput("Say one change: without a role, with a version, or in another space.")
    present = embedder or process_embedder()
    newest = Message.objects.filter(role=Message.Role.USER).select_related("conversation").order_by("-created_at", "-pk")[:last]
    messages = list(newest)
    flips = [flip for start in range(0, len(messages), LOT) for flip in _lot(messages[start : start + LOT], change, present)]
    return Replay(messages=len(messages), flips=tuple(flips))


def _lot(messages: Sequence[Message], change: Change, present: Embedder) -> list[Flip]:
    now = [_routed(message, present) for message in messages]
    with _changed(change, present):
        then = [_routed(message, change.embedder or present) for message in messages]
    return [
        Flip(message_id=message.pk, user_id=message.conversation.user_id, text=message.content, now=before, then=after)
        for message, before, after in zip(messages, now, then, strict=True)
        if (before.kind, before.specialist_id, before.version_id) != (after.kind, after.specialist_id, after.version_id)
    ]


def _routed(message: Message, embedder: Embedder) -> Route:
    return route_message(
        user_id=message.conversation.user_id,
        text=message.content,
        previous=previous_route(message=message),
        model=None,
        embedder=embedder,
    )


@contextmanager
def _changed(change: Change, embedder: Embedder) -> Iterator[None]:
    """Make the change for the length of the block, and no longer."""
    with transaction.atomic():
        if change.without:
            _take_out(change.without)
        if change.with_version is not None:
            _put_in(change.with_version, embedder)
        yield
        transaction.set_rollback(True)


def _take_out(role: str) -> None:
    taken = Specialist.objects.filter(role=role, status=Specialist.Status.VERIFIED).update(status=Specialist.Status.SUSPENDED)
    if not taken:
        raise NotFound(f"No verified specialist is called {role}.")


def _put_in(version_id: UUID, embedder: Embedder) -> None:
    """Make a version the current one of its specialist, and that one everybody's; one of the same role steps aside."""
    version = SpecialistVersion.objects.filter(pk=version_id, specialist__draft=False).select_related("specialist").first()
    if version is None:
        raise NotFound("There is no such version.")
    role, verified = version.specialist.role, Specialist.Status.VERIFIED
    Specialist.objects.filter(role=role, status=verified).exclude(pk=version.specialist_id).update(status=Specialist.Status.SUSPENDED)
    Specialist.objects.filter(pk=version.specialist_id).update(
        status=verified, scope=Specialist.Scope.GLOBAL, current_version=version, spec_snapshot=version.spec
    )
    specialist_embed(specialist_id=version.specialist_id, embedder=embedder)


def space_embedder(kind: str) -> Embedder:
    """Return the embedder of a kind for a replay. Raises BadInput for one that there is not, or that serves already."""
    if kind not in ("minilm", "gemini", "hashing"):
        raise BadInput("A space is minilm, gemini or hashing.")
    if kind == settings.KINGDOM.embedder:
        raise BadInput(f"{kind} serves now; name another space.")
    return embedder_of(kind)  # type: ignore[arg-type]
