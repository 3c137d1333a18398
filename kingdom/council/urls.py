"""Addresses of the council room, below /api/v1/."""

from django.urls import path

from kingdom.council import apis
from kingdom.council.event_apis import creation_events
from kingdom.council.exchange_apis import ExportApi, ImportApi
from kingdom.council.offer_apis import OffersApi

urlpatterns = [
    path("specialists/import/", ImportApi.as_view(), name="specialist-import"),
    path("specialists/<uuid:pk>/export/", ExportApi.as_view(), name="specialist-export"),
    path("specialists/<uuid:pk>/offer-back/", OffersApi.as_view(), name="specialist-offer-back"),
    path("creations/", apis.CreationsApi.as_view(), name="creations"),
    path("creations/<uuid:case_id>/", apis.CreationApi.as_view(), name="creation"),
    path("creations/<uuid:case_id>/events/", creation_events, name="creation-events"),
    path("creations/<uuid:case_id>/confirm/", apis.ConfirmApi.as_view(), name="creation-confirm"),
    path("creations/<uuid:case_id>/edit/", apis.EditApi.as_view(), name="creation-edit"),
    path("creations/<uuid:case_id>/provide-resources/", apis.ResourcesApi.as_view(), name="creation-resources"),
    path("creations/<uuid:case_id>/use-mock/", apis.MockApi.as_view(), name="creation-mock"),
    path("creations/<uuid:case_id>/reject/", apis.RejectApi.as_view(), name="creation-reject"),
    path("creations/<uuid:case_id>/reopen/", apis.ReopenApi.as_view(), name="creation-reopen"),
]
