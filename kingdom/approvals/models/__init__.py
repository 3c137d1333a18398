"""The rows of the approvals room."""

from kingdom.approvals.models.approval import Approval, ApprovalEvent
from kingdom.approvals.models.consent import HostConsent
from kingdom.approvals.models.notice import Notice, NoticeDelivery, NoticeSettings
from kingdom.approvals.models.permission import PermissionRule, SessionGrant

__all__ = ["Approval", "ApprovalEvent", "HostConsent", "Notice", "NoticeDelivery", "NoticeSettings", "PermissionRule", "SessionGrant"]
