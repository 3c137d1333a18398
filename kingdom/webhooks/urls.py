"""URL patterns of event webhooks, below /api/v1/."""

from django.urls import path

from kingdom.webhooks.apis import EventWebhookApi, EventWebhooksApi

urlpatterns = [
    path("event-webhooks/", EventWebhooksApi.as_view(), name="event-webhooks"),
    path("event-webhooks/<uuid:webhook_id>/", EventWebhookApi.as_view(), name="event-webhook"),
]
