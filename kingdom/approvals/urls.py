"""Addresses of the approvals room, below /api/v1/."""

from django.urls import path

from kingdom.approvals.apis import ApprovalApi, ApprovalDecideApi, ApprovalsApi, PermissionRuleApi, PermissionRulesApi
from kingdom.approvals.notice_apis import NoticeReadApi, NoticesApi, NoticeSettingsApi, inbox_events

urlpatterns = [
    path("approvals/", ApprovalsApi.as_view(), name="approvals"),
    path("approvals/<uuid:approval_id>/", ApprovalApi.as_view(), name="approval"),
    path("approvals/<uuid:approval_id>/decide/", ApprovalDecideApi.as_view(), name="approval-decide"),
    path("permission-rules/", PermissionRulesApi.as_view(), name="permission-rules"),
    path("permission-rules/<uuid:rule_id>/", PermissionRuleApi.as_view(), name="permission-rule"),
    path("notices/", NoticesApi.as_view(), name="notices"),
    path("notices/events/", inbox_events, name="notice-events"),
    path("notices/settings/", NoticeSettingsApi.as_view(), name="notice-settings"),
    path("notices/<uuid:notice_id>/read/", NoticeReadApi.as_view(), name="notice-read"),
]
