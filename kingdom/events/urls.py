"""URL patterns of events, below /api/v1/."""

from django.urls import path

from kingdom.events.apis import EventsApi

urlpatterns = [path("events/", EventsApi.as_view(), name="events")]
