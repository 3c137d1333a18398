"""Daily audit of unmet demand: recurring requests that no specialist took."""

from datetime import datetime, timedelta

import numpy as np
from django.conf import settings
from django.utils import timezone

from kingdom.ministers.auditor.unmet_demand import DemandThresholds, UnmatchedRequest, detect_unmet_demand
from kingdom.orchestrator.message_rules.small_talk import small_talk_of
from kingdom.orchestrator.models import RouteRecord
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.runtime.ports import Embedder
from kingdom.specialists.audits.services import audit_round
from kingdom.specialists.audits.subjects import AuditResult
from kingdom.specialists.models.audit import AuditReport

MAX_REQUESTS = 2_000  # newest requests; the cost grows with their square


def demand_audit(*, embedder: Embedder, now: datetime | None = None) -> AuditReport | None:
    """Report unmatched requests that several users repeat; return None if today's report exists.

    A finding holds message ids and no text, since readers of findings may not read the messages.
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
    requests = [
        UnmatchedRequest(
            message_id=str(row.message_id), user_id=row.message.conversation.user_id, day=row.created_at.date()
        )
        for row in rows
    ]
    texts = [row.text for row in rows]
    vectors = np.asarray(request_vectors(texts, embedder, "document"), dtype=np.float32)
    return len(rows), detect_unmet_demand(requests, vectors, DemandThresholds())
