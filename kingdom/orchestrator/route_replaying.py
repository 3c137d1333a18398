"""Router replay: the last messages routed as things are and as they would be after a change; what would flip, with both receipts.

The change is made for real inside a transaction that is always rolled back, so the SQL, the triggers and the law of who sees whom are
the product's own. Messages go in small lots, since a transaction holds the locks of what it changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median
from typing import Any
from uuid import UUID

import numpy as np
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Left

from kingdom.contracts.routes import Route
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.orchestrator.king import QUOTED, route_message
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.selectors import previous_route
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.embedding_services import embedder_kept, process_embedder, specialist_embed
from kingdom.specialists.models import AgentEmbedding, EmbeddingSpace, RoutingGate, Specialist, SpecialistVersion
from kingdom.specialists.space_selectors import KINDS, kind_serving

LOT = 25  # messages a transaction; at some milliseconds each, nobody waits long for its locks
MOST = 5_000


@dataclass(frozen=True, kw_only=True)
class Change:
    """What would be done, one of four: a specialist taken out (role, or id), a version put in service for all, a gate, another space."""

    without: str = ""
    with_version: UUID | None = None
    gate_id: int | None = None
    embedder: Embedder | None = None

    def check(self) -> None:
        """Raise BadInput for a change of nothing or of several things."""
        if sum([bool(self.without), self.with_version is not None, self.gate_id is not None, self.embedder is not None]) != 1:
            raise BadInput("Say one change: without a role, with a version, with a gate, or in another space.")


@dataclass(frozen=True, kw_only=True)
class Flip:
    """One message that would go elsewhere; ``now`` and ``then`` are routes in their public form, without words of single users."""

    message_id: UUID
    user_id: int
    text: str
    now: Mapping[str, Any]
    then: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Lot:
    """Some messages that were routed both ways: which flip, and how long all routes took as things are and as they would be (ms)."""

    flips: Sequence[Flip]
    now_ms: float
    then_ms: float


@dataclass(frozen=True, kw_only=True)
class Replay:
    """What a change would do to the last messages. ``slower`` is the time of a route then over now, 0 without messages."""

    messages: int
    flips: Sequence[Flip] = field(default_factory=tuple)
    slower: float = 0.0

    @property
    def share(self) -> float:
        """Fraction of the messages that would go elsewhere, 0 for none."""
        return len(self.flips) / self.messages if self.messages else 0.0


def route_replay(*, last: int, change: Change, embedder: Embedder | None = None) -> Replay:
    """Route the last messages of all users as things are and as they would be; nothing is stored and no model is asked.

    Raises BadInput for an empty or too large number and for a change of nothing or of several things, NotFound for what is not there.
    """
    last_check(last)
    replayer = Replayer(change, embedder)
    messages = messages_last(last)
    lots = [replayer.lot(messages[start : start + LOT]) for start in range(0, len(messages), LOT)]
    now, then = sum(one.now_ms for one in lots), sum(one.then_ms for one in lots)
    return Replay(messages=len(messages), flips=tuple(flip for one in lots for flip in one.flips), slower=then / now if now else 0.0)


def last_check(last: int) -> None:
    """Raise BadInput for an empty or too large number of messages."""
    if not 1 <= last <= MOST:
        raise BadInput(f"last must be 1 to {MOST} messages.")


def messages_last(count: int, *, until: datetime | None = None, after: tuple[datetime, UUID] | None = None) -> list[Message]:
    """Return the newest messages of all users, newest first: those from before ``until``, and older than ``after`` (time, id)."""
    asked = Message.objects.filter(role=Message.Role.USER).select_related("conversation").order_by("-created_at", "-pk")
    if until is not None:
        asked = asked.filter(created_at__lt=until)
    if after is not None:
        asked = asked.filter(Q(created_at__lt=after[0]) | Q(created_at=after[0], pk__lt=after[1]))
    return list(asked[:count])


class Replayer:
    """Routes lots of messages both ways. What costs only once is done once: encoders are loaded, a version's texts embedded."""

    def __init__(self, change: Change, embedder: Embedder | None = None) -> None:
        """Raise BadInput for a change of nothing or of several things; NotFound and Conflict for what cannot be changed like that."""
        change.check()
        self._change = change
        self._present = embedder or process_embedder()
        self._then = change.embedder or self._present
        self._texts = _Once(self._present)
        self._warm = False
        with self._changed():
            pass  # what is not there is said before the first message

    def lot(self, messages: Sequence[Message]) -> Lot:
        """Route some messages both ways. Raises NotFound when what is changed has gone meanwhile."""
        if not self._warm:  # else the first messages would pay for what is loaded once, and one of the two ways look slow
            self._both(messages[:1])
            self._warm = True
        now, then = self._both(messages)
        pairs = [one for one in zip(messages, now, then, strict=True) if _goal(one[1]) != _goal(one[2])]
        return Lot(flips=_flips(pairs), now_ms=_spent(now), then_ms=_spent(then))

    def _both(self, messages: Sequence[Message]) -> tuple[list[Route], list[Route]]:
        now = [_routed(message, self._present) for message in messages]
        with self._changed():
            return now, [_routed(message, self._then) for message in messages]

    @contextmanager
    def _changed(self) -> Iterator[None]:
        """Make the change for the length of the block, and no longer."""
        with transaction.atomic():
            if self._change.without:
                _take_out(self._change.without)
            if self._change.with_version is not None:
                _put_in(self._change.with_version, self._texts)
            if self._change.gate_id is not None:
                _gate_in(self._change.gate_id, self._present.space)
            yield
            transaction.set_rollback(True)


def _routed(message: Message, embedder: Embedder) -> Route:
    return route_message(
        user_id=message.conversation.user_id,
        text=message.content,
        previous=previous_route(message=message),
        model=None,
        embedder=embedder,
    )


def _goal(route: Route) -> tuple[str, str, str]:
    return route.kind, route.specialist_id, route.version_id


def _spent(routes: Sequence[Route]) -> float:
    """Return the milliseconds of all routes by their median: one that the machine held up says nothing of the change."""
    return median(route.receipt.timings_ms["total"] for route in routes) * len(routes) if routes else 0.0


def _flips(pairs: Sequence[tuple[Message, Route, Route]]) -> list[Flip]:
    routes = [route for _, *both in pairs for route in both]
    known = _everybodys(routes)
    return [
        Flip(
            message_id=message.pk,
            user_id=message.conversation.user_id,
            text=message.content,
            now=_told(now, known),
            then=_told(then, known),
        )
        for message, now, then in pairs
    ]


def _everybodys(routes: Sequence[Route]) -> set[tuple[str, str]]:
    """Return which of the quoted examples everybody may read: the others are words of single users, kept out of what staff see."""
    quoted = [(one.specialist_id, one.nearest_example) for route in routes for one in route.receipt.candidates if one.nearest_example]
    if not quoted:
        return set()
    rows = AgentEmbedding.objects.filter(shared=True, specialist_id__in={one for one, _ in quoted}).annotate(start=Left("text", QUOTED))
    found = rows.filter(start__in={text for _, text in quoted}).values_list("specialist_id", "start")
    return {(str(pk), text) for pk, text in found}


def _told(route: Route, known: set[tuple[str, str]]) -> dict[str, Any]:
    told = route.public()
    for one in told["receipt"]["candidates"]:
        if (one["specialist_id"], one["nearest_example"]) not in known:
            one["nearest_example"] = ""
    return told


def _take_out(who: str) -> None:
    """Suspend the verified specialist of a role, or the one with an id."""
    try:
        found = Specialist.objects.filter(pk=UUID(who))
    except ValueError:
        found = Specialist.objects.filter(role=who, status=Specialist.Status.VERIFIED)
    if not found.update(status=Specialist.Status.SUSPENDED):
        raise NotFound(f"No verified specialist is called {who}.")


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


def _gate_in(gate_id: int, space: str) -> None:
    """Make a gate the active one of the space it is of, which must be the one that serves."""
    gate = RoutingGate.objects.filter(pk=gate_id).values_list("encoder", "active").first()
    if gate is None:
        raise NotFound("There is no such gate. Old ones are cleared away.")
    if gate[0] != space:
        raise Conflict(f"Gate {gate_id} is of {gate[0]}, and {space} serves.")
    RoutingGate.objects.filter(encoder=space, active=True).update(active=False)
    RoutingGate.objects.filter(pk=gate_id).update(active=True)


class _Once:
    """An embedder that remembers what it embedded: each lot puts the same version in service anew."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[str, Matrix] = {}

    @property
    def space(self) -> str:
        """The id of the embedding space."""
        return self._inner.space

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return self._inner.dimensions

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return one unit row a text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._inner.embed(new, purpose), strict=True))
        return np.stack([self._known[text] for text in texts])


def space_embedder(kind: str) -> Embedder:
    """Return the embedder of a kind for a replay. Raises BadInput, NotFound and Conflict for one that cannot be replayed in."""
    space_check(kind)
    return embedder_kept(kind)


def space_check(kind: str) -> None:
    """Raise BadInput for a space that there cannot be, or that serves already, NotFound and Conflict for one that is not complete."""
    if kind not in KINDS:
        raise BadInput(f"A space is one of {', '.join(KINDS)}.")
    if kind == kind_serving():
        raise BadInput(f"{kind} serves now; name another space.")
    space = EmbeddingSpace.objects.filter(kind=kind).first()
    if space is None:
        raise NotFound(f"There is no space {kind}. Build it first: manage.py space_build {kind}")
    if space.state != EmbeddingSpace.State.READY:
        raise Conflict(f"{kind} is not complete: {space.progress}.")
