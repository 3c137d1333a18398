"""Models of the approvals room."""

from kingdom.approvals.models.approval import Approval, ApprovalEvent
from kingdom.approvals.models.disclosure import DisclosureEvent
from kingdom.approvals.models.host_consent import HostConsent
from kingdom.approvals.models.notification import Notification, NotificationDelivery, NotificationSettings
from kingdom.approvals.models.permission import PermissionDefault, PermissionRule, SessionGrant
from kingdom.approvals.models.taint import SessionTaint

__all__ = [
    "Approval",
    "ApprovalEvent",
    "DisclosureEvent",
    "HostConsent",
    "Notification",
    "NotificationDelivery",
    "NotificationSettings",
    "PermissionDefault",
    "PermissionRule",
    "SessionGrant",
    "SessionTaint",
]
