"""URLs of the orchestrator, below /api/v1/."""

from django.urls import path

from kingdom.orchestrator.conversations.apis import (
    BranchApi,
    ConversationApi,
    ConversationsApi,
    MessageRepeatApi,
    MessagesApi,
)
from kingdom.orchestrator.conversations.file_apis import FileApi, FilesApi
from kingdom.orchestrator.conversations.file_version_apis import DiffApi, RestoreApi, VersionApi, VersionsApi
from kingdom.orchestrator.conversations.route_apis import RouteApi, RouteOverrideApi
from kingdom.orchestrator.sharing.export_apis import ExportApi
from kingdom.orchestrator.sharing.share_apis import ShareApi

urlpatterns = [
    path("conversations/", ConversationsApi.as_view(), name="conversations"),
    path("conversations/<uuid:conversation_id>/", ConversationApi.as_view(), name="conversation"),
    path("conversations/<uuid:conversation_id>/files/", FilesApi.as_view(), name="files"),
    path("conversations/<uuid:conversation_id>/files/content/", FileApi.as_view(), name="file"),
    path("conversations/<uuid:conversation_id>/files/versions/", VersionsApi.as_view(), name="file-versions"),
    path("conversations/<uuid:conversation_id>/files/versions/content/", VersionApi.as_view(), name="file-version"),
    path("conversations/<uuid:conversation_id>/files/diff/", DiffApi.as_view(), name="file-diff"),
    path("conversations/<uuid:conversation_id>/files/restore/", RestoreApi.as_view(), name="file-restore"),
    path("conversations/<uuid:conversation_id>/messages/", MessagesApi.as_view(), name="messages"),
    path(
        "conversations/<uuid:conversation_id>/messages/<uuid:message_id>/again/",
        MessageRepeatApi.as_view(),
        name="message-again",
    ),
    path("conversations/<uuid:conversation_id>/branch/", BranchApi.as_view(), name="conversation-branch"),
    path("conversations/<uuid:conversation_id>/share/", ShareApi.as_view(), name="conversation-share"),
    path("conversations/<uuid:conversation_id>/export/", ExportApi.as_view(), name="conversation-export"),
    path("routes/<uuid:route_id>/", RouteApi.as_view(), name="route"),
    path("routes/<uuid:route_id>/override/", RouteOverrideApi.as_view(), name="route-override"),
]
