"""What users ask for and nobody does: the Auditor's look at requests that no specialist took."""

from datetime import datetime, timedelta

import numpy as np
from django.conf import settings
from django.utils import timezone

from kingdom.ministers.auditor.demand import Asked, DemandStandards, demand
from kingdom.orchestrator.models import RouteRecord
from kingdom.runtime.ports import Embedder
from kingdom.specialists.audit_models import AuditReport
from kingdom.specialists.audit_services import Found, audit_round

MOST = 2_000  # newest requests that are looked at; the comparison is of all pairs


def demand_audit(*, embedder: Embedder, now: datetime | None = None) -> AuditReport | None:
    """Look for requests that come again and again from several people and find nobody, once a day; None when the day has its report.

    A finding names the messages and holds none of their words: who may read them decides where they are read.
    """
    now = now or timezone.now()
    slot = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return audit_round(kind=AuditReport.Kind.DEMAND, slot=slot, look=lambda: _look(embedder, now))


def _look(embedder: Embedder, now: datetime) -> Found:
    since = now - timedelta(days=settings.KINGDOM.demand_days)
    routes = RouteRecord.objects.filter(kind__in=("create", "general"), created_at__gte=since, overridden_to=None, by="king")
    rows = list(routes.select_related("message__conversation").order_by("-created_at")[:MOST])
    if not rows:
        return 0, ()
    asked = [Asked(message_id=str(row.message_id), user_id=row.message.conversation.user_id, day=row.created_at.date()) for row in rows]
    vectors = np.asarray(embedder.embed([row.message.content for row in rows], "document"), dtype=np.float32)
    return len(rows), demand(asked, vectors, DemandStandards())
