"""Addresses of the pages."""

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from kingdom.console import creation_views, credential_views, inbox_views, specialist_views, views

urlpatterns = [
    path("", views.chat, name="chat"),
    path("c/<uuid:conversation_id>/", views.chat, name="chat-conversation"),
    path("say/", views.say, name="say"),
    path("choose/<uuid:route_id>/", views.choose, name="choose"),
    path("turns/<uuid:session_id>/rate/", views.rate, name="rate"),
    path("turns/<uuid:session_id>/", views.turn, name="turn"),
    path("status/", views.status, name="status"),
    path("inbox/counts/", inbox_views.counts, name="inbox-counts"),
    path("approvals/", inbox_views.approvals, name="approvals-page"),
    path("approvals/<uuid:approval_id>/", inbox_views.approval, name="approval-page"),
    path("approvals/<uuid:approval_id>/answer/", inbox_views.approval_answer, name="approval-answer"),
    path("rules/", inbox_views.rules, name="rules-page"),
    path("rules/<uuid:rule_id>/remove/", inbox_views.rule_remove, name="rule-remove"),
    path("notices/", inbox_views.notices, name="notices-page"),
    path("notices/read/", inbox_views.notices_clear, name="notices-clear"),
    path("notices/<uuid:notice_id>/", inbox_views.notice_open, name="notice-open"),
    path("credentials/", credential_views.credentials, name="credentials-page"),
    path("credentials/<uuid:credential_id>/", credential_views.credential, name="credential-page"),
    path("credentials/<uuid:credential_id>/change/", credential_views.credential_change, name="credential-change"),
    path("creations/", creation_views.creations, name="creations-page"),
    path("creations/import/", creation_views.creation_import, name="creation-import"),
    path("specialists/<uuid:specialist_id>/export/", creation_views.specialist_download, name="specialist-download"),
    path("specialists/", specialist_views.specialists, name="specialists-page"),
    path("specialists/<uuid:specialist_id>/", specialist_views.specialist, name="specialist-page"),
    path("specialists/<uuid:specialist_id>/do/", specialist_views.specialist_do, name="specialist-do"),
    path("audits/<uuid:entry_id>/", specialist_views.finding, name="finding-page"),
    path("usage/", specialist_views.usage, name="usage-page"),
    path("creations/<uuid:case_id>/", creation_views.creation, name="creation-page"),
    path("creations/<uuid:case_id>/card/", creation_views.creation_card, name="creation-card"),
    path("creations/<uuid:case_id>/answer/", creation_views.creation_answer, name="creation-answer"),
    path("favicon.ico", RedirectView.as_view(url=static("console/crown.svg"))),
]
