"""Pages to sign in and out."""

from typing import Any

from django.contrib.auth import login, views
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from kingdom.accounts.services import sign_in_link_use
from kingdom.core.errors import Gone
from kingdom.core.web.problem_details import CONTENT_TYPE, problem_object

LOCKED_OUT_MESSAGE = "Too many wrong passwords for this name. Try again in a quarter of an hour."
RETRY_AFTER = "900"  # seconds: AXES_COOLOFF_TIME


class SignInView(views.LoginView):
    """The sign-in page."""

    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True


class SignOutView(views.LogoutView):
    """Sign out on POST and redirect to the sign-in page."""

    next_page = "sign-in"


@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign in by a one-time link. Only POST uses it up: mail and chat clients fetch links for previews."""
    if request.method != "POST":
        return render(request, "accounts/sign_in_link.html")
    try:
        user = sign_in_link_use(secret=secret)
    except Gone as error:
        return render(request, "accounts/sign_in_link.html", {"fault": error.message}, status=error.status)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("chat")


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """Return the response for a locked name. django-axes calls it with varying arguments; only ``request`` is used."""
    if request.path.startswith("/api/"):
        body = problem_object(status=429, code="locked_out", detail=LOCKED_OUT_MESSAGE)
        return JsonResponse(body, status=429, content_type=CONTENT_TYPE, headers={"Retry-After": RETRY_AFTER})
    page = render(request, "accounts/sign_in.html", {"locked": LOCKED_OUT_MESSAGE}, status=429)
    page["Retry-After"] = RETRY_AFTER
    return page
