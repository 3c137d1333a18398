"""What is known of embedding spaces: which serves, which are kept in step, and what one lacks."""

from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Count

from kingdom.routing.models import (
    ActiveEmbeddingSpace,
    AgentEmbedding,
    EmbeddingSpace,
    RouterCalibration,
    RoutingChange,
)

MAX_CALIBRATIONS = 10  # of a space that a page lists
SPACE_KINDS = ("minilm", "gemini", "hashing")
State = EmbeddingSpace.State

# Texts of the one in service that the other has not: what counts for all, of whoever can be routed to, and the shared bank.
_MISSING = """
SELECT (SELECT count(*) FROM agent_embeddings e JOIN dynamic_agents a ON a.id = e.specialist_id
        WHERE e.encoder = %(now)s AND e.owner_id IS NULL AND a.status IN ('verified', 'unverified') AND NOT EXISTS (
            SELECT 1 FROM agent_embeddings o WHERE o.specialist_id = e.specialist_id AND o.encoder = %(then)s AND o.kind = e.kind
            AND o.text_digest = e.text_digest AND o.owner_id IS NULL))
     + (SELECT count(*) FROM routing_bank b WHERE b.encoder = %(now)s AND b.source = 'shipped' AND NOT EXISTS (
            SELECT 1 FROM routing_bank o WHERE o.encoder = %(then)s AND o.text_digest = b.text_digest AND o.owner_id IS NULL))
"""


class SpaceSummary(NamedTuple):
    """A space as operators see it: ``texts`` are its vectors of specialists, ``gate`` the number of its active gate."""

    space: EmbeddingSpace
    serves: bool
    texts: int
    gate: int | None


def active_space_kind() -> str:
    """Return the kind of embedder whose space serves: what was switched to last, else the setting. One read by primary key."""
    return ActiveEmbeddingSpace.objects.filter(pk=1).values_list("kind", flat=True).first() or settings.KINGDOM.embedder


def maintained_space_kinds(*, building: bool = True) -> list[str]:
    """Return the kinds whose spaces are kept in step with the registry: the one that serves first, then those beside it.

    ``building`` counts those in that are not complete yet.
    """
    serving = active_space_kind()
    states = [State.READY, State.BUILDING] if building else [State.READY]
    beside = EmbeddingSpace.objects.filter(state__in=states).exclude(kind=serving).order_by("kind")
    return [serving, *beside.values_list("kind", flat=True)]


def texts_missing(*, now: str, then: str) -> int:
    """Return how many texts of one encoder's space another's has not; users' own choices are brought along after a switch."""
    with connection.cursor() as cursor:
        cursor.execute(_MISSING, {"now": now, "then": then})
        counted = cursor.fetchone()
    return int(counted[0]) if counted is not None else 0


def spaces_list() -> list[SpaceSummary]:
    """Return all spaces for operators, in three reads."""
    serving = active_space_kind()
    texts = dict(AgentEmbedding.objects.values_list("encoder").annotate(Count("pk")).order_by())
    gates = dict(RouterCalibration.objects.filter(active=True).values_list("encoder", "pk"))
    return [
        SpaceSummary(one, one.kind == serving, int(texts.get(one.encoder, 0)), gates.get(one.encoder))
        for one in EmbeddingSpace.objects.all()
    ]


def calibrations_list(encoder: str) -> list[RouterCalibration]:
    """Return the gates of a space, the newest first, without their numbers."""
    return list(
        RouterCalibration.objects.filter(encoder=encoder).defer("parameters", "head").order_by("-pk")[:MAX_CALIBRATIONS]
    )


def latest_routing_change(what: RoutingChange.What) -> RoutingChange | None:
    """Return the newest switch, which is the one that can be undone; None before the first."""
    return RoutingChange.objects.filter(what=what).order_by("-created_at").first()
