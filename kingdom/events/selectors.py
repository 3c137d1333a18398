"""Reads of domain events; those for a user find that user's own only."""

import uuid

from django.db.models import Q, QuerySet

from kingdom.events.models import DomainEvent


def events_of(*, user_id: int, run_id: uuid.UUID | None = None, name: str = "") -> QuerySet[DomainEvent]:
    """Return a user's events; with ``run_id`` of one session, or of one workflow and its sessions."""
    found = DomainEvent.objects.filter(user_id=user_id)
    if run_id is not None:
        found = found.filter(Q(session_id=run_id) | Q(workflow_id=run_id))
    return found.filter(name=name) if name else found
