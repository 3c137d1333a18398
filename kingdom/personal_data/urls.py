"""URLs of personal data, below /api/v1/."""

from django.urls import path

from kingdom.personal_data.apis import AccountDeleteApi, DataExportApi, DataExportsApi

urlpatterns = [
    path("me/delete/", AccountDeleteApi.as_view(), name="me-delete"),
    path("me/exports/", DataExportsApi.as_view(), name="data-exports"),
    path("me/exports/<uuid:export_id>/", DataExportApi.as_view(), name="data-export"),
]
