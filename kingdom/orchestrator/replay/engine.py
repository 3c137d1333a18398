"""Router replay: the last messages routed as things are and as they would be after a change; what would flip, with both receipts.

The change is made for real inside a transaction that is always rolled back, so the SQL, the triggers and the law of
who sees whom are the product's own. Messages go in small lots, since a transaction holds the locks of what it
changed.
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
from kingdom.core.errors import BadInput
from kingdom.orchestrator.conversations.selectors import previous_route
from kingdom.orchestrator.king.router import EXAMPLE_CHARS, route_message
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.replay.changes import ReplayChange, activate_calibration, activate_version, suspend_specialist
from kingdom.routing.models import AgentEmbedding
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder, Matrix

BATCH_SIZE = 25  # messages a transaction; at some milliseconds each, nobody waits long for its locks
MAX_MESSAGES = 5_000


@dataclass(frozen=True, kw_only=True)
class RouteDifference:
    """One message that would go elsewhere; ``now`` and ``then`` are routes in their public form, without words of single users."""

    message_id: UUID
    user_id: int
    text: str
    now: Mapping[str, Any]
    then: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ReplayBatch:
    """Some messages that were routed both ways: which flip, and how long all routes took as things are and as they would be (ms)."""

    flips: Sequence[RouteDifference]
    now_ms: float
    then_ms: float


@dataclass(frozen=True, kw_only=True)
class RouteReplay:
    """What a change would do to the last messages. ``slower`` is the time of a route then over now, 0 without messages."""

    messages: int
    flips: Sequence[RouteDifference] = field(default_factory=tuple)
    slower: float = 0.0

    @property
    def share(self) -> float:
        """Fraction of the messages that would go elsewhere, 0 for none."""
        return len(self.flips) / self.messages if self.messages else 0.0


def route_replay(*, last: int, change: ReplayChange, embedder: Embedder | None = None) -> RouteReplay:
    """Route the last messages of all users as things are and as they would be; nothing is stored and no model is asked.

    Raises BadInput for an empty or too large number and for a change of nothing or of several things, NotFound for
    what is not there.
    """
    message_count_check(last)
    replayer = Replayer(change, embedder)
    messages = newest_messages(last)
    lots = [replayer.lot(messages[start : start + BATCH_SIZE]) for start in range(0, len(messages), BATCH_SIZE)]
    now, then = sum(one.now_ms for one in lots), sum(one.then_ms for one in lots)
    return RouteReplay(
        messages=len(messages),
        flips=tuple(flip for one in lots for flip in one.flips),
        slower=then / now if now else 0.0,
    )


def message_count_check(last: int) -> None:
    """Raise BadInput for an empty or too large number of messages."""
    if not 1 <= last <= MAX_MESSAGES:
        raise BadInput(f"last must be 1 to {MAX_MESSAGES} messages.")


def newest_messages(
    count: int, *, until: datetime | None = None, after: tuple[datetime, UUID] | None = None
) -> list[Message]:
    """Return the newest messages of all users, newest first: those from before ``until``, and older than ``after`` (time, id)."""
    asked = Message.objects.filter(role=Message.Role.USER).select_related("conversation").order_by("-created_at", "-pk")
    if until is not None:
        asked = asked.filter(created_at__lt=until)
    if after is not None:
        asked = asked.filter(Q(created_at__lt=after[0]) | Q(created_at=after[0], pk__lt=after[1]))
    return list(asked[:count])


class Replayer:
    """Routes lots of messages both ways. What costs only once is done once: encoders are loaded, a version's texts embedded."""

    def __init__(self, change: ReplayChange, embedder: Embedder | None = None) -> None:
        """Raise BadInput for a change of nothing or of several things; NotFound and Conflict for what cannot be changed like that."""
        change.check()
        self._change = change
        self._present = embedder or active_embedder()
        self._then = change.embedder or self._present
        self._texts = CachingEmbedder(self._present)
        self._warm = False
        with self._changed():
            pass  # what is not there is said before the first message

    def lot(self, messages: Sequence[Message]) -> ReplayBatch:
        """Route some messages both ways. Raises NotFound when what is changed has gone meanwhile."""
        if (
            not self._warm
        ):  # else the first messages would pay for what is loaded once, and one of the two ways look slow
            self._both(messages[:1])
            self._warm = True
        now, then = self._both(messages)
        pairs = [one for one in zip(messages, now, then, strict=True) if _destination(one[1]) != _destination(one[2])]
        return ReplayBatch(flips=_differences(pairs), now_ms=_total_ms(now), then_ms=_total_ms(then))

    def _both(self, messages: Sequence[Message]) -> tuple[list[Route], list[Route]]:
        now = [_route_one(message, self._present) for message in messages]
        with self._changed():
            return now, [_route_one(message, self._then) for message in messages]

    @contextmanager
    def _changed(self) -> Iterator[None]:
        """Make the change for the length of the block, and no longer."""
        with transaction.atomic():
            if self._change.without:
                suspend_specialist(self._change.without)
            if self._change.with_version is not None:
                activate_version(self._change.with_version, self._texts)
            if self._change.gate_id is not None:
                activate_calibration(self._change.gate_id, self._present.space)
            yield
            transaction.set_rollback(True)


def _route_one(message: Message, embedder: Embedder) -> Route:
    return route_message(
        user_id=message.conversation.user_id,
        text=message.content,
        previous=previous_route(message=message),
        model=None,
        embedder=embedder,
    )


def _destination(route: Route) -> tuple[str, str, str]:
    return route.kind, route.specialist_id, route.version_id


def _total_ms(routes: Sequence[Route]) -> float:
    """Return the milliseconds of all routes by their median: one that the machine held up says nothing of the change."""
    return median(route.receipt.timings_ms["total"] for route in routes) * len(routes) if routes else 0.0


def _differences(pairs: Sequence[tuple[Message, Route, Route]]) -> list[RouteDifference]:
    routes = [route for _, *both in pairs for route in both]
    known = _shared_examples(routes)
    return [
        RouteDifference(
            message_id=message.pk,
            user_id=message.conversation.user_id,
            text=message.content,
            now=_public_route(now, known),
            then=_public_route(then, known),
        )
        for message, now, then in pairs
    ]


def _shared_examples(routes: Sequence[Route]) -> set[tuple[str, str]]:
    """Return which of the quoted examples everybody may read: the others are words of single users, kept out of what staff see."""
    quoted = [
        (one.specialist_id, one.nearest_example)
        for route in routes
        for one in route.receipt.candidates
        if one.nearest_example
    ]
    if not quoted:
        return set()
    rows = AgentEmbedding.objects.filter(shared=True, specialist_id__in={one for one, _ in quoted}).annotate(
        start=Left("text", EXAMPLE_CHARS)
    )
    found = rows.filter(start__in={text for _, text in quoted}).values_list("specialist_id", "start")
    return {(str(pk), text) for pk, text in found}


def _public_route(route: Route, known: set[tuple[str, str]]) -> dict[str, Any]:
    told = route.public()
    for one in told["receipt"]["candidates"]:
        if (one["specialist_id"], one["nearest_example"]) not in known:
            one["nearest_example"] = ""
    return told


class CachingEmbedder:
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
