"""Filters for rows that belong to a user or to the organisation."""

from django.db.models import Q


def owner_filter(user_id: int | None) -> Q:
    """Return the condition for rows of a user, or of the organisation (None)."""
    return Q(user=None) if user_id is None else Q(user_id=user_id)
