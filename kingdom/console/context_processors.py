"""What the head of every page shows: how much waits for its reader. Asked for only by pages that show it."""

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest

from kingdom.approvals.models import Approval
from kingdom.approvals.notifications.selectors import notifications_of
from kingdom.approvals.requests.selectors import approvals_of


def inbox_counts(user_id: int) -> dict[str, int]:
    """Return the numbers of open questions and of unread notifications that are no questions: ``{"questions": n, "notifications": n}``."""
    return {
        "questions": approvals_of(user_id=user_id, state=Approval.State.PENDING).count(),
        "notifications": notifications_of(user_id=user_id, unread=True).exclude(kind="approval").count(),
    }


def inbox(request: HttpRequest) -> dict[str, Callable[[], dict[str, int]]]:
    """Give templates ``inbox``; the admin and the error pages never ask, and cost nothing."""

    def counts() -> dict[str, int]:
        try:
            return inbox_counts(int(request.user.pk)) if request.user.is_authenticated and request.user.pk else {}
        except DatabaseError:  # the page that says so must not fail for the same reason
            return {}

    return {"inbox": counts}
