"""Router replay: route the last messages with the current configuration and with one change, and compare.

The change is made in a transaction that is always rolled back, so that the SQL, the triggers and the visibility rules
are the real ones. Messages go in small batches, since the transaction holds the locks of the rows it changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Q
from django.db.models.functions import Left

from kingdom.contracts.routes import Route
from kingdom.core.errors import BadInput
from kingdom.orchestrator.conversations.selectors import previous_route
from kingdom.orchestrator.king.receipt_candidates import EXAMPLE_CHARS
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.replay.changes import ReplayChange
from kingdom.routing.models import AgentEmbedding
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder, Matrix

BATCH_SIZE = 25  # messages per transaction, a few milliseconds each: its locks must not block others for long
MAX_MESSAGES = 5_000


@dataclass(frozen=True, kw_only=True)
class RouteDifference:
    """One message with different routes; ``current`` and ``changed`` are public routes without private text."""

    message_id: UUID
    user_id: int
    text: str
    current: Mapping[str, Any]
    changed: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ReplayBatch:
    """The differences of some messages, and the total routing time of both ways in milliseconds."""

    differences: Sequence[RouteDifference]
    current_ms: float
    changed_ms: float


@dataclass(frozen=True, kw_only=True)
class RouteReplay:
    """Differences that a change makes. ``time_ratio`` is the routing time changed over current, 0 without messages."""

    messages: int
    differences: Sequence[RouteDifference] = field(default_factory=tuple)
    time_ratio: float = 0.0

    @property
    def share(self) -> float:
        """Fraction of the messages with different routes, 0 without messages."""
        return len(self.differences) / self.messages if self.messages else 0.0


def route_replay(*, message_count: int, change: ReplayChange, embedder: Embedder | None = None) -> RouteReplay:
    """Route the last messages of all users both ways; stores nothing and asks no language model.

    Raises BadInput for a wrong count or change, NotFound and Conflict for a change that is not possible.
    """
    message_count_check(message_count)
    replayer = Replayer(change, embedder)
    messages = newest_messages(message_count)
    batches = [replayer.batch(messages[start : start + BATCH_SIZE]) for start in range(0, len(messages), BATCH_SIZE)]
    current_ms = sum(batch.current_ms for batch in batches)
    return RouteReplay(
        messages=len(messages),
        differences=tuple(difference for batch in batches for difference in batch.differences),
        time_ratio=sum(batch.changed_ms for batch in batches) / current_ms if current_ms else 0.0,
    )


def message_count_check(message_count: int) -> None:
    """Raise BadInput for a count outside 1..5000."""
    if not 1 <= message_count <= MAX_MESSAGES:
        raise BadInput(f"The number of messages must be 1 to {MAX_MESSAGES}.")


def newest_messages(
    count: int, *, until: datetime | None = None, after: tuple[datetime, UUID] | None = None
) -> list[Message]:
    """Return the newest user messages, newest first, created before ``until`` and older than ``after`` (time, id)."""
    messages = Message.objects.filter(role=Message.Role.USER).select_related("conversation")
    if until is not None:
        messages = messages.filter(created_at__lt=until)
    if after is not None:
        messages = messages.filter(Q(created_at__lt=after[0]) | Q(created_at=after[0], pk__lt=after[1]))
    return list(messages.order_by("-created_at", "-pk")[:count])


class Replayer:
    """Routes batches of messages both ways. Encoders are loaded and a version's texts embedded once."""

    def __init__(self, change: ReplayChange, embedder: Embedder | None = None) -> None:
        """Check the change. Raises BadInput, NotFound and Conflict."""
        change.check()
        self._change = change
        self._embedder = CachingEmbedder(embedder or active_embedder())
        self._warm = False
        with change.applied(self._embedder):
            pass  # a change that is not possible fails before the first message

    def batch(self, messages: Sequence[Message]) -> ReplayBatch:
        """Route some messages both ways. Raises NotFound when the target of the change was deleted meanwhile."""
        if not self._warm:  # one-time loading must not count as routing time of one way
            self._route_both(messages[:1])
            self._warm = True
        current, changed = self._route_both(messages)
        pairs = zip(messages, current, changed, strict=True)
        different = [pair for pair in pairs if _destination(pair[1]) != _destination(pair[2])]
        return ReplayBatch(
            differences=_differences(different), current_ms=_total_ms(current), changed_ms=_total_ms(changed)
        )

    def _route_both(self, messages: Sequence[Message]) -> tuple[list[Route], list[Route]]:
        embedder = self._embedder.inner
        current = [_route(message, embedder) for message in messages]
        with self._change.applied(self._embedder):
            return current, [_route(message, self._change.embedder or embedder) for message in messages]


def _route(message: Message, embedder: Embedder) -> Route:
    return route_message(
        user_id=message.conversation.user_id,
        text=message.routing_text,
        previous=previous_route(message=message),
        model=None,
        embedder=embedder,
    )


def _destination(route: Route) -> tuple[str, str, str]:
    return route.kind, route.specialist_id, route.version_id


def _total_ms(routes: Sequence[Route]) -> float:
    """Return median times count, in milliseconds: robust against single delays of the machine."""
    return median(route.receipt.timings_ms["total"] for route in routes) * len(routes) if routes else 0.0


def _differences(pairs: Sequence[tuple[Message, Route, Route]]) -> list[RouteDifference]:
    shared = _shared_examples([route for _, *both in pairs for route in both])
    return [
        RouteDifference(
            message_id=message.pk,
            user_id=message.conversation.user_id,
            text=message.content,
            current=_public_route(current, shared),
            changed=_public_route(changed, shared),
        )
        for message, current, changed in pairs
    ]


def _shared_examples(routes: Sequence[Route]) -> set[tuple[str, str]]:
    """Return the shared ones of the quoted examples, as (specialist id, text); others are private text."""
    candidates = (candidate for route in routes for candidate in route.receipt.candidates)
    quoted = {(found.specialist_id, found.nearest_example) for found in candidates if found.nearest_example}
    if not quoted:
        return set()
    shared = AgentEmbedding.objects.filter(shared=True, specialist_id__in={pk for pk, _ in quoted})
    rows = shared.annotate(start=Left("text", EXAMPLE_CHARS)).filter(start__in={text for _, text in quoted})
    return {(str(pk), text) for pk, text in rows.values_list("specialist_id", "start")}


def _public_route(route: Route, shared: set[tuple[str, str]]) -> dict[str, Any]:
    """Return the public form of a route without private examples."""
    public = route.public()
    for candidate in public["receipt"]["candidates"]:
        if (candidate["specialist_id"], candidate["nearest_example"]) not in shared:
            candidate["nearest_example"] = ""
    return public


class CachingEmbedder:
    """An embedder with a cache: each batch embeds the same version's texts again."""

    def __init__(self, inner: Embedder) -> None:
        self.inner = inner
        self._vectors: dict[str, Matrix] = {}

    @property
    def space(self) -> str:
        """The id of the embedding space."""
        return self.inner.space

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return self.inner.dimensions

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return one unit row per text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self.inner.embed(new, purpose), strict=True))
        return np.stack([self._vectors[text] for text in texts])
