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
    centroids = list(rows.order_by("specialist__role").values_list("specialist__role", "specialist_id", "vector"))
    if not centroids:
        return 0, ()
    names, ids, stored = zip(*centroids, strict=True)
    vectors = unit_rows(np.stack([vector.to_numpy() for vector in stored]).astype(np.float32))
    return len(centroids), detect_near_duplicates(names, [str(key) for key in ids], vectors)


def duplicates_audit(*, now: datetime | None = None, space: str) -> AuditReport | None:
    """Report verified specialists that serve the same requests; return None when the day has a report already."""
    now = now or timezone.now()
    slot = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return audit_round(kind=AuditReport.Kind.DUPLICATES, slot=slot, look=lambda: _duplicate_findings(space))
