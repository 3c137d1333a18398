"""Pages of notifications."""

import uuid

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.approvals.models import Notification
from kingdom.approvals.notifications.selectors import notifications_of
from kingdom.approvals.notifications.services import notification_mark_read, notifications_mark_read
from kingdom.console.context_processors import inbox_counts
from kingdom.console.request_params import current_user_id, page_number

NOTIFICATIONS_PER_PAGE = 30


@require_GET
@never_cache
@login_required
def notifications(request: HttpRequest) -> HttpResponse:
    """Show the reader's notifications, newest first."""
    own = notifications_of(user_id=current_user_id(request)).order_by("-created_at", "pk")
    page = Paginator(own, NOTIFICATIONS_PER_PAGE).get_page(page_number(request))
    context = {"page": page, "notifications": [_notification_row(notification) for notification in page]}
    return render(request, "console/inbox/notifications.html", context)


@require_POST
@login_required
def notification_open(request: HttpRequest, notification_id: uuid.UUID) -> HttpResponse:
    """Mark a notification as read and redirect to its link."""
    notification = notification_mark_read(user_id=current_user_id(request), notification_id=notification_id)
    return redirect(_local_path(notification.link) or reverse("notifications-page"))


@require_POST
@login_required
def notifications_clear(request: HttpRequest) -> HttpResponse:
    """Mark all notifications as read."""
    notifications_mark_read(user_id=current_user_id(request))
    return redirect("notifications-page")


@require_GET
@never_cache
@login_required
def unread_counts(request: HttpRequest) -> HttpResponse:
    """Return the counts in the page header as JSON for the page's script."""
    return JsonResponse(inbox_counts(current_user_id(request)))


def _notification_row(notification: Notification) -> dict[str, object]:
    return {
        "id": str(notification.pk),
        "text": notification.text,
        "link": _local_path(notification.link),
        "read": notification.read_at is not None,
        "created_at": notification.created_at,
    }


def _local_path(link: str) -> str:
    """Return a link that is a path of this site, else "": a notification must not redirect to another site."""
    return link if link.startswith("/") and not link.startswith(("//", "/\\")) else ""
