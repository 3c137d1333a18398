"""Daily audit for verified specialists that serve the same requests."""

from datetime import datetime

import numpy as np
from django.utils import timezone

from kingdom.ministers.auditor.near_duplicates import detect_near_duplicates
from kingdom.routing.embeddings.similarity import unit_rows
from kingdom.routing.models import AgentEmbedding
from kingdom.specialists.audits.services import audit_round
from kingdom.specialists.audits.subjects import AuditResult
from kingdom.specialists.models.audit import AuditReport


def _duplicate_findings(space: str) -> AuditResult:
    rows = AgentEmbedding.objects.filter(shared=True, encoder=space, kind=AgentEmbedding.Kind.CENTROID, owner=None)
    centroids = list(rows.select_related("specialist").order_by("specialist__role"))
    if not centroids:
        return 0, ()
    vectors = unit_rows(np.array([row.vector.to_list() for row in centroids], dtype=np.float32))
    names, ids = [row.specialist.role for row in centroids], [str(row.specialist_id) for row in centroids]
    return len(centroids), detect_near_duplicates(names, ids, vectors)


def duplicates_audit(*, now: datetime | None = None, space: str) -> AuditReport | None:
    """Report verified specialists that serve the same requests; return None when the day has a report already."""
    now = now or timezone.now()
    slot = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return audit_round(kind=AuditReport.Kind.DUPLICATES, slot=slot, look=lambda: _duplicate_findings(space))
