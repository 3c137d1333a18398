"""URL patterns of events, below /api/v1/."""

from django.urls import path

from kingdom.events.apis import EventsApi
from kingdom.events.event_stream import event_stream

urlpatterns = [
    path("events/", EventsApi.as_view(), name="events"),
    path("events/stream/", event_stream, name="live-events"),
]
