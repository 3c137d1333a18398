"""URLs of the council room, below /api/v1/."""

from django.urls import path

from kingdom.council.api import creations
from kingdom.council.api.creation_events import creation_events
from kingdom.council.api.fork_proposals import ForkProposalsApi
from kingdom.council.api.specialist_files import SpecialistExportApi, SpecialistImportApi

urlpatterns = [
    path("specialists/import/", SpecialistImportApi.as_view(), name="specialist-import"),
    path("specialists/<uuid:pk>/export/", SpecialistExportApi.as_view(), name="specialist-export"),
    path("specialists/<uuid:pk>/edit/", creations.SpecialistEditApi.as_view(), name="specialist-edit"),
    path("specialists/<uuid:pk>/offer-back/", ForkProposalsApi.as_view(), name="specialist-offer-back"),
    path("creations/", creations.CreationsApi.as_view(), name="creations"),
    path("creations/<uuid:case_id>/", creations.CreationApi.as_view(), name="creation"),
    path("creations/<uuid:case_id>/events/", creation_events, name="creation-events"),
    path("creations/<uuid:case_id>/confirm/", creations.CreationConfirmApi.as_view(), name="creation-confirm"),
    path("creations/<uuid:case_id>/try/", creations.CreationTryApi.as_view(), name="creation-try"),
    path("creations/<uuid:case_id>/edit/", creations.CreationEditApi.as_view(), name="creation-edit"),
    path(
        "creations/<uuid:case_id>/credentials/", creations.CreationCredentialsApi.as_view(), name="creation-credentials"
    ),
    path("creations/<uuid:case_id>/use-mock/", creations.CreationMockApi.as_view(), name="creation-mock"),
    path("creations/<uuid:case_id>/reject/", creations.CreationRejectApi.as_view(), name="creation-reject"),
    path("creations/<uuid:case_id>/reopen/", creations.CreationReopenApi.as_view(), name="creation-reopen"),
]
