"""Reads of the evidence for those whose work it was."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from kingdom.specialists.models import TaskTelemetry


def ratings_of(session_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Return the user's word on each of these sessions in which a specialist worked to the end, "" where nothing was said. One query."""
    rows = TaskTelemetry.objects.filter(session__in=session_ids).values_list("session_id", "feedback")
    return {session_id: feedback for session_id, feedback in rows if session_id is not None}
