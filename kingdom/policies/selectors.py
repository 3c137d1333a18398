"""Reads of patterns."""

import uuid

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from kingdom.core.errors import NotFound
from kingdom.policies.models import Pattern

ACTIVATE = "policies.activate_pattern"


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
