"""A user's notifications and how they are delivered."""

from django.db.models import QuerySet

from kingdom.approvals.models import Notification, NotificationSettings
from kingdom.approvals.models.ownership import owner_filter


def notifications_of(*, user_id: int, unread: bool = False) -> QuerySet[Notification]:
    """Return the user's notifications, with ``unread`` only those not read yet."""
    found = Notification.objects.filter(user_id=user_id)
    return found.filter(read_at=None) if unread else found


def notification_settings_of(*, user_id: int | None) -> NotificationSettings:
    """Return where a user's notifications go (None: the organisation's copies), or unstored defaults."""
    return NotificationSettings.objects.filter(owner_filter(user_id)).first() or NotificationSettings(user_id=user_id)
