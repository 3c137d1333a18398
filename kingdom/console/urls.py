"""URLs of the pages."""

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from kingdom.console.api_reference import reference_views
from kingdom.console.chat import chat_views, file_views, share_views
from kingdom.console.inbox import approval_views, notification_views, rule_views, schedule_views
from kingdom.console.javascript_words import javascript_words
from kingdom.console.specialists import (
    account_views,
    creation_views,
    credential_views,
    personal_data_views,
    specialist_views,
)
from kingdom.console.staff import system_status
from kingdom.console.workflows import workflow_views

urlpatterns = [
    path("", chat_views.chat, name="chat"),
    path("api/docs/", reference_views.api_reference, name="docs"),
    path("c/<uuid:conversation_id>/", chat_views.chat, name="chat-conversation"),
    path("c/<uuid:conversation_id>/files/", file_views.conversation_files, name="conversation-files"),
    path("c/<uuid:conversation_id>/files/show/", file_views.conversation_file, name="conversation-file"),
    path(
        "c/<uuid:conversation_id>/files/delete/", file_views.conversation_file_delete, name="conversation-file-delete"
    ),
    path("c/<uuid:conversation_id>/files/picture/", file_views.conversation_picture, name="conversation-picture"),
    path("c/<uuid:conversation_id>/change/", chat_views.conversation_submit, name="conversation-change"),
    path("c/<uuid:conversation_id>/messages/<uuid:message_id>/", chat_views.message_fragment, name="question"),
    path("c/<uuid:conversation_id>/messages/<uuid:message_id>/again/", chat_views.message_repeat_submit, name="again"),
    path("c/<uuid:conversation_id>/messages/<uuid:message_id>/show/", chat_views.branch_submit, name="branch"),
    path("c/<uuid:conversation_id>/share/", share_views.share_page, name="share-page"),
    path("shared/<str:token>/", share_views.shared, name="shared"),
    path("shared/<str:token>/file/", share_views.shared_file, name="shared-file"),
    path("say/", chat_views.message_submit, name="say"),
    path("choose/<uuid:route_id>/", chat_views.route_override_submit, name="choose"),
    path("choose/<uuid:route_id>/undo/", chat_views.route_override_undo, name="choose-undo"),
    path("c/<uuid:conversation_id>/delete/", chat_views.conversation_delete_submit, name="conversation-delete"),
    path("turns/<uuid:session_id>/stop/", chat_views.session_stop_submit, name="stop"),
    path("turns/<uuid:session_id>/rate/", chat_views.feedback_submit, name="rate"),
    path("turns/<uuid:session_id>/", chat_views.turn_fragment, name="turn"),
    path("status/", system_status.status_page, name="status"),
    path("inbox/counts/", notification_views.unread_counts, name="inbox-counts"),
    path("approvals/", approval_views.approvals, name="approvals-page"),
    path("approvals/<uuid:approval_id>/", approval_views.approval, name="approval-page"),
    path("approvals/<uuid:approval_id>/answer/", approval_views.approval_answer, name="approval-answer"),
    path("rules/", rule_views.permission_rules, name="rules-page"),
    path("rules/<uuid:rule_id>/remove/", rule_views.permission_rule_remove, name="rule-remove"),
    path("rules/drafts/<uuid:policy_id>/remove/", rule_views.policy_draft_remove, name="policy-draft-remove"),
    path("rules/hosts/<uuid:consent_id>/remove/", rule_views.host_consent_remove, name="host-consent-remove"),
    path("schedules/", schedule_views.schedules, name="schedules-page"),
    path("schedules/<uuid:schedule_id>/", schedule_views.schedule, name="schedule-page"),
    path("schedules/<uuid:schedule_id>/change/", schedule_views.schedule_change, name="schedule-change"),
    path("workflows/", workflow_views.workflows, name="workflows-page"),
    path("workflows/<uuid:workflow_id>/", workflow_views.workflow, name="workflow-page"),
    path("workflows/<uuid:workflow_id>/move/", workflow_views.workflow_move, name="workflow-move"),
    path("workflows/<uuid:workflow_id>/nodes/<str:node_id>/", workflow_views.workflow_node_action, name="workflow-act"),
    path("notifications/", notification_views.notifications, name="notifications-page"),
    path("notifications/read/", notification_views.notifications_clear, name="notifications-clear"),
    path("notifications/<uuid:notification_id>/", notification_views.notification_open, name="notification-open"),
    path("credentials/", credential_views.credentials, name="credentials-page"),
    path("credentials/<uuid:credential_id>/", credential_views.credential, name="credential-page"),
    path("credentials/<uuid:credential_id>/change/", credential_views.credential_change, name="credential-change"),
    path("creations/", creation_views.creations, name="creations-page"),
    path("creations/import/", creation_views.creation_import, name="creation-import"),
    path("specialists/<uuid:specialist_id>/export/", creation_views.specialist_download, name="specialist-download"),
    path("specialists/", specialist_views.specialists, name="specialists-page"),
    path("specialists/<uuid:specialist_id>/", specialist_views.specialist, name="specialist-page"),
    path("specialists/<uuid:specialist_id>/do/", specialist_views.specialist_action, name="specialist-do"),
    path("audits/<uuid:entry_id>/", specialist_views.finding, name="finding-page"),
    path("me/", account_views.account, name="account-page"),
    path("me/change/", account_views.account_change, name="account-change"),
    path("me/export/", personal_data_views.data_export, name="data-export-begin"),
    path("me/delete/", personal_data_views.account_delete, name="account-delete"),
    path("me/exports/<uuid:export_id>/", personal_data_views.data_download, name="data-download"),
    path("usage/", specialist_views.usage, name="usage-page"),
    path("creations/<uuid:case_id>/", creation_views.creation, name="creation-page"),
    path("creations/<uuid:case_id>/card/", creation_views.creation_card, name="creation-card"),
    path("creations/<uuid:case_id>/answer/", creation_views.creation_answer, name="creation-answer"),
    path("words/<str:language>.js", javascript_words, name="javascript-words"),
    path("favicon.ico", RedirectView.as_view(url=static("console/crown.svg"))),
]
