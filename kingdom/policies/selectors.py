"""Reads of patterns."""

import uuid

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from kingdom.core.errors import NotFound
from kingdom.policies.models import Pattern

ACTIVATE = "policies.activate_pattern"


def unused_drafts() -> QuerySet[Pattern]:
    """Return the drafts of users that were never activated. Those without an author are shipped."""
    return Pattern.objects.filter(state=Pattern.State.DRAFT, decided_at=None, author__isnull=False)


def unused_drafts_of(*, user_id: int) -> QuerySet[Pattern]:
    """Return a user's drafts about their own runs that were never activated, newest first."""
    return unused_drafts().filter(author_id=user_id, covers_id=user_id).order_by("-created_at", "id")


def may_activate(user_id: int) -> bool:
    """Return whether a user is staff with the right to activate policies."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True, is_staff=True).first()
    return user is not None and user.has_perm(ACTIVATE)


def patterns_visible(*, user_id: int, as_staff: bool = True) -> QuerySet[Pattern]:
    """Return the patterns that a user may see: about their own runs, for everybody once active; staff all.

    ``as_staff`` is False for a token without the scope of staff's rights.
    """
    if as_staff and may_activate(user_id):
        return Pattern.objects.all()
    return Pattern.objects.filter(Q(covers_id=user_id) | Q(covers=None, state=Pattern.State.ACTIVE))


def pattern_visible(*, user_id: int, pattern_id: uuid.UUID, as_staff: bool = True) -> Pattern:
    """Return one pattern that a user may see. Raises NotFound."""
    pattern = patterns_visible(user_id=user_id, as_staff=as_staff).filter(pk=pattern_id).first()
    if pattern is None:
        raise NotFound("There is no such policy.")
    return pattern
