"""REST addresses of the registry, below /api/v1/."""

from django.urls import path

from kingdom.specialists.api.cassettes import CassetteApi, CassettesApi
from kingdom.specialists.api.credentials import CredentialApi, CredentialBindApi, CredentialExpireApi, CredentialsApi
from kingdom.specialists.api.evidence import EvidenceApi
from kingdom.specialists.api.feedback import FeedbackApi
from kingdom.specialists.api.specialists import (
    SpecialistApi,
    SpecialistPauseApi,
    SpecialistRenameApi,
    SpecialistResumeApi,
    SpecialistsApi,
)
from kingdom.specialists.api.status_changes import StatusChangesApi
from kingdom.specialists.api.test_runs import TestRunApi, TestRunsApi

urlpatterns = [
    path("specialists/", SpecialistsApi.as_view(), name="specialists"),
    path("specialists/<uuid:pk>/", SpecialistApi.as_view(), name="specialist"),
    path("specialists/<uuid:pk>/rename/", SpecialistRenameApi.as_view(), name="specialist-rename"),
    path("specialists/<uuid:pk>/pause/", SpecialistPauseApi.as_view(), name="specialist-pause"),
    path("specialists/<uuid:pk>/resume/", SpecialistResumeApi.as_view(), name="specialist-resume"),
    path("specialists/<uuid:pk>/evidence/", EvidenceApi.as_view(), name="specialist-evidence"),
    path("specialists/<uuid:pk>/cassettes/", CassettesApi.as_view(), name="specialist-cassettes"),
    path("specialists/<uuid:pk>/cassettes/<uuid:cassette>/", CassetteApi.as_view(), name="specialist-cassette"),
    path("specialists/<uuid:pk>/test-runs/", TestRunsApi.as_view(), name="specialist-test-runs"),
    path("specialists/<uuid:pk>/test-runs/<uuid:run>/", TestRunApi.as_view(), name="specialist-test-run"),
    path("specialists/<uuid:pk>/status-changes/", StatusChangesApi.as_view(), name="specialist-status-changes"),
    path("credentials/", CredentialsApi.as_view(), name="credentials"),
    path("credentials/<uuid:credential_id>/", CredentialApi.as_view(), name="credential"),
    path("credentials/<uuid:credential_id>/bind/", CredentialBindApi.as_view(), name="credential-bind"),
    path("credentials/<uuid:credential_id>/expire/", CredentialExpireApi.as_view(), name="credential-expire"),
    path("sessions/<uuid:session_id>/feedback/", FeedbackApi.as_view(), name="session-feedback"),
]
