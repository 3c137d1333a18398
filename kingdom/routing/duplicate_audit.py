"""The daily audit for verified specialists that serve the same requests."""

from datetime import datetime

import numpy as np
from django.utils import timezone

from kingdom.ministers.auditor.near_duplicates import detect_near_duplicates
from kingdom.ministers.auditor.unmet_demand import DemandThresholds
from kingdom.routing.models import AgentEmbedding
from kingdom.specialists.audits.services import audit_round
from kingdom.specialists.audits.subjects import AuditResult
from kingdom.specialists.models.audit import AuditReport


def _duplicate_findings(space: str) -> AuditResult:
    rows = AgentEmbedding.objects.filter(shared=True, encoder=space, kind=AgentEmbedding.Kind.CENTROID, owner=None)
    found = list(rows.select_related("specialist").order_by("specialist__role"))
    if not found:
        return 0, ()
    vectors = np.array([one.vector.to_list() for one in found], dtype=np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    names, ids = [one.specialist.role for one in found], [str(one.specialist_id) for one in found]
    return len(found), detect_near_duplicates(names, ids, vectors, DemandThresholds())


def duplicates_audit(*, now: datetime | None = None, space: str) -> AuditReport | None:
    """Look for verified specialists that serve the same requests in an embedding space, once a day; None when the day has its report."""
    now = now or timezone.now()
    slot = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return audit_round(kind=AuditReport.Kind.DUPLICATES, slot=slot, look=lambda: _duplicate_findings(space))
