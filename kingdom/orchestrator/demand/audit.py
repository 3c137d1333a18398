"""Daily audit of unmet demand: recurring requests that no specialist took."""

from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
import structlog
from django.conf import settings
from django.utils import timezone

from kingdom.core.errors import KingdomError
from kingdom.council.proposals.creation_offer import MIN_NEAREST_PROBABILITY
from kingdom.council.recipes.matcher import RecipeMatch, recipes_rank_vector
from kingdom.ministers.auditor.unmet_demand import DemandThresholds, UnmatchedRequest, detect_unmet_demand
from kingdom.ministers.auditor.values import DetectedFinding
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.small_talk.recognition import small_talk_of
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.runtime.ports import Embedder
from kingdom.specialists.audits.services import audit_round
from kingdom.specialists.audits.subjects import AuditResult
from kingdom.specialists.models.audit import AuditReport

_log = structlog.get_logger(__name__)
MAX_REQUESTS = 2_000  # newest requests; the cost grows with their square


def demand_audit(*, embedder: Embedder, now: datetime | None = None) -> AuditReport | None:
    """Report unmatched requests that several users repeat; return None if today's report exists.

    A finding holds message ids and no text, since readers of findings may not read the messages, and the nearest
    recipe.
    """
    now = now or timezone.now()
    slot = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return audit_round(kind=AuditReport.Kind.DEMAND, slot=slot, look=lambda: _find_demand(embedder, now))


def _find_demand(embedder: Embedder, now: datetime) -> AuditResult:
    since = now - timedelta(days=settings.KINGDOM.demand_days)
    routes = RouteRecord.objects.filter(
        kind__in=("create", "general"), created_at__gte=since, overridden_to=None, by="king"
    )
    newest = routes.select_related("message__conversation", "session").order_by("-created_at")[:MAX_REQUESTS]
    rows = [route for route in newest if small_talk_of(route.text) is None]
    if not rows:
        return 0, ()
    texts = [row.text for row in rows]
    vectors = np.asarray(request_vectors(texts, embedder, "document"), dtype=np.float32)
    nearest = _nearest_recipes(vectors, embedder)
    requests = [
        UnmatchedRequest(
            message_id=str(row.message_id),
            user_id=row.message.conversation.user_id,
            day=row.created_at.date(),
            recipe=match.recipe.name if match is not None and match.fits else "",
        )
        for row, match in zip(rows, nearest, strict=True)
    ]
    found = detect_unmet_demand(requests, vectors, DemandThresholds())
    by_message = {request.message_id: match for request, match in zip(requests, nearest, strict=True)}
    return len(rows), [_with_recipe(finding, by_message[finding.evidence[0]]) for finding in found]


def _nearest_recipes(vectors: Vectors, embedder: Embedder) -> list[RecipeMatch | None]:
    """Return the nearest recipe of each request (n, d); None where none is near or recipes cannot be read."""
    try:
        nearest = [next(iter(recipes_rank_vector(vector, embedder)), None) for vector in vectors]
    except KingdomError as error:
        _log.warning("recipes_unreadable", code=error.code)
        return [None] * len(vectors)
    return [match if match is None or match.probability >= MIN_NEAREST_PROBABILITY else None for match in nearest]


def _with_recipe(finding: DetectedFinding, nearest: RecipeMatch | None) -> DetectedFinding:
    """Return a finding with the recipe that is nearest to its first request, and whether it does the task."""
    if nearest is None:
        return finding
    return replace(finding, figures={**finding.figures, "recipe": nearest.recipe.name, "recipe_fits": nearest.fits})
