"""Addresses of the registry, below /api/v1/."""

from django.urls import path

from kingdom.specialists.apis import SpecialistApi, SpecialistsApi

urlpatterns = [
    path("specialists/", SpecialistsApi.as_view(), name="specialists"),
    path("specialists/<uuid:pk>/", SpecialistApi.as_view(), name="specialist"),
]
