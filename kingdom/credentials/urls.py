"""URLs of credentials, below /api/v1/."""

from django.urls import path

from kingdom.credentials.apis import CredentialApi, CredentialExpireApi, CredentialsApi

urlpatterns = [
    path("credentials/", CredentialsApi.as_view(), name="credentials"),
    path("credentials/<uuid:credential_id>/", CredentialApi.as_view(), name="credential"),
    path("credentials/<uuid:credential_id>/expire/", CredentialExpireApi.as_view(), name="credential-expire"),
]
