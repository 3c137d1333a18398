"""Pages to sign in and out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from kingdom.accounts.password_checks import OwnPasswordForm, SignInForm
from kingdom.accounts.services import LOCK_LIFE_S, sign_in_link_use
from kingdom.core.errors import Gone
from kingdom.core.web.problem_details import CONTENT_TYPE, problem_object

LOCKED_OUT_MESSAGE = gettext_noop("Too many wrong passwords for this name. Try again in a quarter of an hour.")
RETRY_AFTER = str(LOCK_LIFE_S)


class SignInView(views.LoginView):
    """The sign-in page."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOutView(views.LogoutView):
    """Sign out on POST and redirect to the sign-in page."""

    next_page = "sign-in"


class PasswordView(views.PasswordChangeView):
    """Change one's own password; other sessions end, and API tokens unless the box is unticked."""

    template_name = "accounts/password.html"
    form_class = OwnPasswordForm
    success_url = reverse_lazy("password-change")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Say that it is changed, and what ended with it."""
        if form.cleaned_data["end_tokens"]:
            said = gettext("Your password is changed. Your other sessions and API tokens have ended.")
        else:
            said = gettext("Your password is changed. Your other sessions have ended.")
        messages.success(self.request, said)
        return super().form_valid(form)


@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign in by a one-time link. Only POST uses it up: mail and chat clients fetch links for previews."""
    is_post = request.method == "POST"
    response = _sign_in_link_use(request, secret) if is_post else render(request, "accounts/sign_in_link.html")
    # The address holds the secret. Under "no-referrer" browsers send "Origin: null", which the CSRF check refuses.
    response["Referrer-Policy"] = "strict-origin"
    return response


@sensitive_variables("secret")
def _sign_in_link_use(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        user = sign_in_link_use(secret=secret)
    except Gone as error:
        return render(request, "accounts/sign_in_link.html", {"fault": error.message}, status=error.status)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("chat")


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """Return the response for a locked name. django-axes calls it with varying arguments; only ``request`` is used."""
    if request.path.startswith("/api/"):
        body = problem_object(status=429, code="locked_out", detail=gettext(LOCKED_OUT_MESSAGE))
        return JsonResponse(body, status=429, content_type=CONTENT_TYPE, headers={"Retry-After": RETRY_AFTER})
    page = render(request, "accounts/sign_in.html", {"locked": gettext(LOCKED_OUT_MESSAGE)}, status=429)
    page["Retry-After"] = RETRY_AFTER
    return page
