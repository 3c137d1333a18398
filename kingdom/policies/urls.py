"""URL patterns of policies, below /api/v1/."""

from django.urls import path

from kingdom.policies.apis import PoliciesApi, PolicyActivateApi, PolicyApi, PolicyDeactivateApi

urlpatterns = [
    path("policies/", PoliciesApi.as_view(), name="policies"),
    path("policies/<uuid:policy_id>/", PolicyApi.as_view(), name="policy"),
    path("policies/<uuid:policy_id>/activate/", PolicyActivateApi.as_view(), name="policy-activate"),
    path("policies/<uuid:policy_id>/deactivate/", PolicyDeactivateApi.as_view(), name="policy-deactivate"),
]
