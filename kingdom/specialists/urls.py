"""Addresses of the registry, below /api/v1/."""

from django.urls import path

from kingdom.specialists.apis import SpecialistApi, SpecialistsApi
from kingdom.specialists.feedback_apis import FeedbackApi
from kingdom.specialists.standing_apis import DecisionsApi, EvidenceApi, SuiteRunApi, SuiteRunsApi

urlpatterns = [
    path("specialists/", SpecialistsApi.as_view(), name="specialists"),
    path("specialists/<uuid:pk>/", SpecialistApi.as_view(), name="specialist"),
    path("specialists/<uuid:pk>/evidence/", EvidenceApi.as_view(), name="specialist-evidence"),
    path("specialists/<uuid:pk>/suite-runs/", SuiteRunsApi.as_view(), name="specialist-suite-runs"),
    path("specialists/<uuid:pk>/suite-runs/<uuid:run>/", SuiteRunApi.as_view(), name="specialist-suite-run"),
    path("specialists/<uuid:pk>/decisions/", DecisionsApi.as_view(), name="specialist-decisions"),
    path("sessions/<uuid:session_id>/feedback/", FeedbackApi.as_view(), name="session-feedback"),
]
