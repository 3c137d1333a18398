"""Template context of the page header. Lazy: only pages that show the counts query them."""

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest

from kingdom.approvals.models import Approval
from kingdom.approvals.notifications.selectors import notifications_of
from kingdom.approvals.requests.selectors import approvals_of


def inbox_counts(user_id: int) -> dict[str, int]:
    """Return ``{"approvals": pending, "notifications": unread}``; notifications of approvals are not counted twice."""
    return {
        "approvals": approvals_of(user_id=user_id, state=Approval.State.PENDING).count(),
        "notifications": notifications_of(user_id=user_id, unread=True).exclude(kind="approval").count(),
    }


def inbox(request: HttpRequest) -> dict[str, Callable[[], dict[str, int]]]:
    """Return the template variable ``inbox``, a function; the admin and error pages never call it."""

    def counts() -> dict[str, int]:
        try:
            return inbox_counts(int(request.user.pk)) if request.user.is_authenticated and request.user.pk else {}
        except DatabaseError:  # the page that reports the failure must not fail itself
            return {}

    return {"inbox": counts}
