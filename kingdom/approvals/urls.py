"""URLs of the approvals room, below /api/v1/."""

from django.urls import path

from kingdom.approvals.consents.apis import HostConsentApi, HostConsentsApi
from kingdom.approvals.notifications.apis import (
    NotificationReadApi,
    NotificationsApi,
    NotificationSettingsApi,
    NotificationsReadApi,
    inbox_events,
)
from kingdom.approvals.permissions.apis import PermissionRuleApi, PermissionRulesApi
from kingdom.approvals.requests.apis import ApprovalApi, ApprovalDecideApi, ApprovalsApi

urlpatterns = [
    path("approvals/", ApprovalsApi.as_view(), name="approvals"),
    path("approvals/<uuid:approval_id>/", ApprovalApi.as_view(), name="approval"),
    path("approvals/<uuid:approval_id>/decide/", ApprovalDecideApi.as_view(), name="approval-decide"),
    path("permission-rules/", PermissionRulesApi.as_view(), name="permission-rules"),
    path("permission-rules/<uuid:rule_id>/", PermissionRuleApi.as_view(), name="permission-rule"),
    path("host-consents/", HostConsentsApi.as_view(), name="host-consents"),
    path("host-consents/<uuid:consent_id>/", HostConsentApi.as_view(), name="host-consent"),
    path("notifications/", NotificationsApi.as_view(), name="notifications"),
    path("notifications/read/", NotificationsReadApi.as_view(), name="notifications-read"),
    path("notifications/events/", inbox_events, name="notification-events"),
    path("notifications/settings/", NotificationSettingsApi.as_view(), name="notification-settings"),
    path("notifications/<uuid:notification_id>/read/", NotificationReadApi.as_view(), name="notification-read"),
]
