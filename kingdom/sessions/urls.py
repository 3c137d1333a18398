"""URL patterns of sessions, below /api/v1/."""

from django.urls import path

from kingdom.sessions.apis import SessionApi, SessionCancelApi, UsageApi, session_events

urlpatterns = [
    path("sessions/<uuid:session_id>/", SessionApi.as_view(), name="session"),
    path("sessions/<uuid:session_id>/cancel/", SessionCancelApi.as_view(), name="session-cancel"),
    path("sessions/<uuid:session_id>/events/", session_events, name="session-events"),
    path("me/usage/", UsageApi.as_view(), name="me-usage"),
]
