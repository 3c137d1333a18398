"""Reads of embedding spaces: the active one, the maintained ones, their calibrations and missing texts."""

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

MAX_CALIBRATIONS = 10  # on the admin page
SPACE_KINDS = ("minilm", "gemini", "hashing")
State = EmbeddingSpace.State

# Shared texts of one space that another lacks: those of specialists in service, and the shipped negative examples. A
# draft is embedded in the active space only, by its creation, and no build embeds it.
_MISSING = """
SELECT (SELECT count(*) FROM agent_embeddings e JOIN dynamic_agents a ON a.id = e.specialist_id
        WHERE e.encoder = %(now)s AND e.owner_id IS NULL AND NOT a.draft
          AND a.status IN ('verified', 'unverified') AND NOT EXISTS (
            SELECT 1 FROM agent_embeddings o WHERE o.specialist_id = e.specialist_id AND o.encoder = %(then)s
            AND o.kind = e.kind AND o.text_digest = e.text_digest AND o.owner_id IS NULL))
     + (SELECT count(*) FROM negative_examples b WHERE b.encoder = %(now)s AND b.source = 'shipped' AND NOT EXISTS (
            SELECT 1 FROM negative_examples o
            WHERE o.encoder = %(then)s AND o.text_digest = b.text_digest AND o.owner_id IS NULL))
"""


class SpaceSummary(NamedTuple):
    """A space with the number of its specialist vectors and the id of its active calibration."""

    space: EmbeddingSpace
    active: bool
    texts: int
    calibration: int | None


def active_space_kind() -> str:
    """Return the embedder kind of the active space: the last switch, else the setting. One read by primary key."""
    return ActiveEmbeddingSpace.objects.filter(pk=1).values_list("kind", flat=True).first() or settings.KINGDOM.embedder


def maintained_space_kinds(*, building: bool = True) -> list[str]:
    """Return the kinds of maintained spaces, the active one first; ``building`` includes spaces in a build."""
    active = active_space_kind()
    states = [State.READY, State.BUILDING] if building else [State.READY]
    others = EmbeddingSpace.objects.filter(state__in=states).exclude(kind=active).order_by("kind")
    return [active, *others.values_list("kind", flat=True)]


def texts_missing(*, now: str, then: str) -> int:
    """Return how many shared texts of the encoder ``now`` the encoder ``then`` lacks; user texts are not counted."""
    with connection.cursor() as cursor:
        cursor.execute(_MISSING, {"now": now, "then": then})
        row = cursor.fetchone()
    return int(row[0]) if row is not None else 0


def spaces_list() -> list[SpaceSummary]:
    """Return all spaces for operators, in four queries."""
    active_kind = active_space_kind()
    texts = dict(AgentEmbedding.objects.values_list("encoder").annotate(Count("pk")).order_by())
    calibrations = dict(RouterCalibration.objects.filter(active=True).values_list("encoder", "pk"))
    return [
        SpaceSummary(
            space, space.kind == active_kind, int(texts.get(space.encoder, 0)), calibrations.get(space.encoder)
        )
        for space in EmbeddingSpace.objects.all()
    ]


def calibrations_list(encoder: str) -> list[RouterCalibration]:
    """Return the newest calibrations of a space without their parameters, newest first."""
    return list(
        RouterCalibration.objects.filter(encoder=encoder)
        .defer("parameters", "classifier")
        .order_by("-pk")[:MAX_CALIBRATIONS]
    )


def latest_routing_change(subject: RoutingChange.Subject) -> RoutingChange | None:
    """Return the newest switch of a space or calibration, the only one that can be undone; None before the first."""
    return RoutingChange.objects.filter(subject=subject).order_by("-created_at").first()
