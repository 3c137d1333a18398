"""URLs of the whole product."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from kingdom.accounts.views import PasswordView, SignInView, SignOutView, sign_in_link
from kingdom.core.web.api import OnceSchemaGenerator
from kingdom.ops.metrics.views import MetricsApi
from kingdom.ops.views import healthz, livez
from kingdom.schedules.hook_api import HookApi

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("livez", livez, name="livez"),
    path("metrics", MetricsApi.as_view(), name="metrics"),
    path("sign-in/", SignInView.as_view(), name="sign-in"),
    path("sign-in/<str:secret>/", sign_in_link, name="sign-in-link"),
    path("password/", PasswordView.as_view(), name="password-change"),
    path("sign-out/", SignOutView.as_view(), name="sign-out"),
    path("api/schema/", SpectacularAPIView.as_view(generator_class=OnceSchemaGenerator), name="schema"),
    path("api/v1/", include("kingdom.accounts.urls")),
    path("api/v1/", include("kingdom.orchestrator.urls")),
    path("api/v1/", include("kingdom.schedules.urls")),
    path("api/v1/", include("kingdom.personal_data.urls")),
    path("hooks/<str:secret>/", HookApi.as_view(), name="hook"),
    path("api/v1/", include("kingdom.sessions.urls")),
    path("api/v1/", include("kingdom.specialists.urls")),
    path("api/v1/", include("kingdom.council.urls")),
    path("api/v1/", include("kingdom.workflows.urls")),
    path("api/v1/", include("kingdom.approvals.urls")),
    path("api/v1/", include("kingdom.events.urls")),
    path("api/v1/", include("kingdom.policies.urls")),
    path("api/v1/", include("kingdom.webhooks.urls")),
    path("api/v1/", include("kingdom.tools.urls")),
    path("", include("kingdom.doors.urls")),
    path("", include("kingdom.console.urls")),
]

handler400 = "kingdom.console.error_pages.bad_request"
handler403 = "kingdom.console.error_pages.permission_denied"
handler404 = "kingdom.console.error_pages.page_not_found"
handler500 = "kingdom.console.error_pages.server_error"
