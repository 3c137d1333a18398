"""The page of one's own account: appearance, API tokens, and the browsers in which one is signed in."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.own_account import (
    appearance_set,
    signed_in_session_end,
    signed_in_session_record,
    signed_in_sessions_of,
    time_zones,
)
from kingdom.accounts.password_checks import password_user
from kingdom.accounts.services import token_create, token_delete
from kingdom.adapters.notification_delivery import webhook_secret
from kingdom.approvals.notifications.delivery import webhook_signing_key
from kingdom.approvals.notifications.selectors import notification_settings_of
from kingdom.approvals.notifications.services import notification_settings_set
from kingdom.console.request_params import current_user_id, form_text
from kingdom.console.specialists.browser_names import browser_name
from kingdom.core.errors import BadInput, KingdomError, NotFound
from kingdom.core.stored_sentences import in_language
from kingdom.personal_data.exports import exports_of

MAX_TOKENS = 200
MAX_NAME = 100
MAX_EXPORTS = 5
MAX_ADDRESS = 2_000  # characters of a webhook's
TOKEN_DAYS = ("7", "30", "90", "365")


@require_GET
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the reader's account."""
    return _account_page(request)


@never_cache
@sensitive_variables()
@sensitive_post_parameters("password")
@require_POST
@login_required
def account_change(request: HttpRequest) -> HttpResponse:
    """Apply a form of the page. The secret of a new token is on the answer, and nowhere afterwards."""
    action = form_text(request, "do")
    try:
        if action == "token":
            return _account_page(request, secret=_token_secret(request))
        if action == "notifications":
            return _account_page(request, webhook_key=_change_notifications(request))
        if action not in _ACTIONS:
            raise BadInput("The form does not say what to do. Reload the page and try again.")
        messages.success(request, _ACTIONS[action](request))
    except KingdomError as error:
        messages.error(request, in_language(error.message))
    return redirect("account-page")


@sensitive_variables()
def _token_secret(request: HttpRequest) -> str:
    """Create a token and return its secret. Who has a password gives it: a session alone makes no lasting access."""
    user = User.objects.get(pk=current_user_id(request))
    name = form_text(request, "name").strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise BadInput(gettext("Give the token a name of at most %(most)s characters.") % {"most": MAX_NAME})
    if user.has_usable_password():
        known = password_user(request, username=user.username, password=form_text(request, "password"))
        if known is None or known.pk != user.pk:
            raise BadInput("This is not your password. No token was made.")
    days = form_text(request, "days")
    if days not in TOKEN_DAYS:
        raise BadInput("Choose how long the token is valid.")
    scopes = request.POST.getlist("scope")
    return token_create(user=user, name=name, life=timedelta(days=int(days)), scopes=scopes)[1]


def _change_appearance(request: HttpRequest) -> str:
    language = form_text(request, "language")
    appearance_set(
        user_id=current_user_id(request),
        theme=form_text(request, "theme"),
        language=language,
        time_zone=form_text(request, "time_zone").strip(),
    )
    with translation.override(language or translation.get_language_from_request(request)):
        return gettext("Saved.")


def _change_notifications(request: HttpRequest) -> str:
    """Store where the reader's notifications go; return the key that signs what comes to the webhook."""
    address, is_email = form_text(request, "webhook_url").strip(), form_text(request, "email") == "1"
    if len(address) > MAX_ADDRESS:
        raise BadInput(f"The address of a webhook has at most {MAX_ADDRESS:,} characters.")
    stored = notification_settings_set(user_id=current_user_id(request), email=is_email, webhook_url=address)
    messages.success(request, gettext("Saved."))
    return webhook_secret(webhook_signing_key(stored)) if stored.webhook_url else ""


def _end_token(request: HttpRequest) -> str:
    token_delete(user_id=current_user_id(request), key=form_text(request, "key"))
    return gettext("The token is ended. Its clients are signed out.")


def _end_session(request: HttpRequest) -> str:
    number = form_text(request, "session")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise NotFound("You are not signed in there any more.")
    signed_in_session_end(user_id=current_user_id(request), pk=int(number))
    return gettext("Signed out there.")


_ACTIONS: Mapping[str, Callable[[HttpRequest], str]] = {
    "appearance": _change_appearance,
    "end-token": _end_token,
    "end-session": _end_session,
}


@sensitive_variables()
def _account_page(request: HttpRequest, secret: str = "", webhook_key: str = "") -> HttpResponse:
    user_id = current_user_id(request)
    browser = request.META.get("HTTP_USER_AGENT", "")
    signed_in_session_record(user_id=user_id, session=request.session, browser=browser)  # it may be older than its row
    sessions = [
        {
            "id": found.pk,
            "browser": browser_name(found.browser),
            "user_agent": found.browser,
            "since": found.created_at,
            "this": _is_this(request, found.session_key),
        }
        for found in signed_in_sessions_of(user_id=user_id)
    ]
    context = {
        "tokens": ApiToken.objects.filter(user_id=user_id).order_by("-created")[:MAX_TOKENS],
        "secret": secret,
        "webhook_key": webhook_key,
        "notify": notification_settings_of(user_id=user_id),
        "sends_email": settings.KINGDOM.email_url is not None,
        "token_days": TOKEN_DAYS,
        "sessions": sessions,
        "zones": time_zones(),
        "themes": [("", gettext("As my system")), *((value, gettext(label)) for value, label in User.Theme.choices)],
        "languages": [("", gettext("As my browser")), *User.Language.choices],
        "exports": exports_of(user_id=user_id)[:MAX_EXPORTS],
    }
    return render(request, "console/account.html", context)


def _is_this(request: HttpRequest, key: str) -> bool:
    return request.session.session_key == key
