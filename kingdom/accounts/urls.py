"""URLs of accounts, below /api/v1/."""

from django.urls import path, re_path

from kingdom.accounts.apis import MeApi, SignedInSessionApi, SignedInSessionsApi, TokenApi, TokensApi

urlpatterns = [
    path("auth/tokens/", TokensApi.as_view(), name="tokens"),
    re_path(r"^auth/tokens/(?P<key>[A-Za-z0-9_-]{8,25})/$", TokenApi.as_view(), name="token"),
    path("auth/sessions/", SignedInSessionsApi.as_view(), name="signed-in-sessions"),
    path("auth/sessions/<int:session_pk>/", SignedInSessionApi.as_view(), name="signed-in-session"),
    path("me/", MeApi.as_view(), name="me"),
]
