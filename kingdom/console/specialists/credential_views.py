"""Pages of credentials: names and uses, never values. Values enter by forms and are only stored encrypted."""

import uuid
from collections.abc import Iterable
from datetime import date, datetime, time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from pydantic import SecretStr

from kingdom.console.request_params import current_user_id, page_number
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, CredentialError, KingdomError, NotFound, Unavailable
from kingdom.core.stored_sentences import in_language
from kingdom.credentials.credential_rules import (
    MAX_VALUE_LENGTH,
    MIN_VALUE_LENGTH,
    CredentialTarget,
    is_expiring_soon,
    short_value_warning,
)
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.selectors import credential_get, credential_list, credential_uses, credential_uses_orphaned
from kingdom.credentials.services import (
    credential_bind,
    credential_delete,
    credential_expire,
    credential_replace,
    credential_set_expiry,
    credential_store,
)
from kingdom.specialists.registry.credential_targets import credential_needs, credential_target

USES_PER_PAGE = 30
_OUTCOME_LABELS = {
    "opened": gettext_noop("used, outcome not known"),
    "answered": gettext_noop("the host answered"),
    "refused": gettext_noop("blocked before sending"),
    "failed": gettext_noop("the host could not be reached"),
    "missing": gettext_noop("no such credential was stored"),
    "expired": gettext_noop("it had expired"),
    "revoked": gettext_noop("an admin had revoked it"),
    "unbound": gettext_noop("it was not given for this specialist and host"),
    "unreadable": gettext_noop("it could not be decrypted"),
}
_SUCCESS_OUTCOMES = frozenset({"answered"})
_USER_ERRORS = (BadInput, Conflict, CredentialError, NotFound, Unavailable)


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def credentials(request: HttpRequest) -> HttpResponse:
    """Show the credentials with their last uses; a POST stores one. An error page never repeats the value."""
    user_id = current_user_id(request)
    if request.method != "POST":
        return _list_page(request, {name: request.GET.get(name, "") for name in ("specialist_id", "name")})
    need, until = request.POST.get("need", ""), request.POST.get("expires_on", "")
    try:
        name, target = _need_target(user_id, need)
        stored = credential_store(
            user_id=user_id,
            target=target,
            credential_key=name,
            value=SecretStr(request.POST.get("value", "")),
            expires_at=_end_of_day(until),
        )
    except _USER_ERRORS as error:
        specialist_id, _, name = need.partition(" ")
        values = {"specialist_id": specialist_id, "name": name, "expires_on": until}
        return _list_page(request, values, error=error)
    said = gettext("%(name)s is encrypted and stored. It is never shown again.") % {"name": stored.credential_key}
    messages.success(request, f"{said} {short_value_warning(request.POST.get('value', ''))}".strip())
    return redirect("credential-page", credential_id=stored.pk)


@require_GET
@never_cache
@login_required
def credential(request: HttpRequest, credential_id: uuid.UUID) -> HttpResponse:
    """Show one credential with all its uses."""
    return _detail_page(request, credential_get(user_id=current_user_id(request), credential_id=credential_id))


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@login_required
def credential_change(request: HttpRequest, credential_id: uuid.UUID) -> HttpResponse:
    """Apply the pressed button: replace the value, set or end the validity, or delete."""
    user_id = current_user_id(request)
    found = credential_get(user_id=user_id, credential_id=credential_id)
    try:
        result = _apply_action(request, found, user_id)
    except _USER_ERRORS as error:
        return _detail_page(request, found, error=error)
    messages.success(request, result)
    if request.POST.get("do") == "delete":
        return redirect("credentials-page")
    return redirect("credential-page", credential_id=credential_id)


@sensitive_variables()
def _apply_action(request: HttpRequest, found: UserCredential, user_id: int) -> str:
    expires_on = request.POST.get("expires_on", "")
    match request.POST.get("do", ""):
        case "replace":
            value = SecretStr(request.POST.get("value", ""))
            credential_replace(credential=found, actor_id=user_id, value=value, expires_at=_end_of_day(expires_on))
            said = gettext("The new value is encrypted and stored. The old value is deleted.")
            return f"{said} {short_value_warning(value.get_secret_value())}".strip()
        case "date":
            credential_set_expiry(credential=found, actor_id=user_id, expires_at=_end_of_day(expires_on))
            return gettext("Expiry date set.") if found.expires_at else gettext("No expiry date.")
        case "bind":
            _, target = _need_target(user_id, request.POST.get("need", ""), found.credential_key)
            credential_bind(credential=found, actor_id=user_id, target=target)
            return gettext("It is for %(specialist)s at %(hosts)s now, and for nothing else.") % {
                "specialist": target.specialist_role,
                "hosts": ", ".join(target.hosts),
            }
        case "expire":
            credential_expire(credential=found, actor_id=user_id)
            return gettext("Expired. Replace it to use it again.")
        case "delete":
            credential_delete(credential=found, actor_id=user_id)
            return gettext("%(name)s is deleted. Its uses stay on record.") % {"name": found.credential_key}
    raise BadInput("The form does not say what to do. Reload the page and try again.")


def _need_target(user_id: int, need: str, credential_key: str = "") -> tuple[str, CredentialTarget]:
    """Return the name and target of a chosen option, ``<specialist id> <name>``. Raises BadInput, NotFound.

    With ``credential_key`` the option must be of that name.
    """
    specialist_id, _, name = need.partition(" ")
    try:
        chosen = uuid.UUID(specialist_id)
    except ValueError:
        raise BadInput("Choose what the credential is for.") from None
    if credential_key and name != credential_key:
        raise BadInput(gettext("Choose a specialist that asks for %(name)s.") % {"name": credential_key})
    return name, credential_target(user_id=user_id, credential_key=name, specialist_id=chosen)


def _need_options(user_id: int, *, specialist_id: str = "", name: str = "") -> list[dict[str, object]]:
    """Return the credentials that the user's specialists ask for, as options; the one of these values is selected."""
    return [
        {
            "value": f"{need.specialist_id} {need.name}",
            "label": gettext("%(role)s: %(name)s for %(host)s")
            % {"role": need.role, "name": need.name, "host": need.host},
            "name": need.name,
            "selected": (str(need.specialist_id), need.name) == (specialist_id, name),
        }
        for need in credential_needs(user_id=user_id)
    ]


def _list_page(request: HttpRequest, values: dict[str, str], error: KingdomError | None = None) -> HttpResponse:
    user_id = current_user_id(request)
    own = credential_list(user_id=user_id).order_by("-created_at", "pk")
    page = Paginator(own, USES_PER_PAGE).get_page(page_number(request))
    context = {
        "rows": [_credential_row(found, found.last_uses) for found in page],  # type: ignore[attr-defined] # prefetched
        "page": page,
        "values": values,
        "orphaned_uses": [_use_row(use) for use in credential_uses_orphaned(user_id=user_id)[:USES_PER_PAGE]],
        "needs": _need_options(user_id, specialist_id=values["specialist_id"], name=values["name"]),
        **_form_context(error),
    }
    return render(request, "console/credentials/credentials.html", context, status=error.status if error else 200)


def _detail_page(request: HttpRequest, found: UserCredential, error: KingdomError | None = None) -> HttpResponse:
    uses = Paginator(credential_uses(credential=found), USES_PER_PAGE).get_page(page_number(request))
    options = _need_options(found.user_id, specialist_id=str(found.specialist_id), name=found.credential_key)
    context = {
        "credential": _credential_row(found, uses),
        "needs": [option for option in options if option["name"] == found.credential_key],
        "page": uses,
        **_form_context(error),
    }
    return render(request, "console/credentials/credential.html", context, status=error.status if error else 200)


def _form_context(error: KingdomError | None) -> dict[str, object]:
    return {
        "error": in_language(error.message) if error else "",
        "min_length": MIN_VALUE_LENGTH,
        "max_length": MAX_VALUE_LENGTH,
        "today": timezone.localdate().isoformat(),
    }


def _credential_row(found: UserCredential, uses: Iterable[CredentialUse]) -> dict[str, object]:
    now, expires_at = utc_now(), found.expires_at
    valid_until = expires_at if expires_at and expires_at > now else None
    return {
        "id": str(found.pk),
        "name": found.credential_key,
        "specialist": found.specialist_role,
        "hosts": found.hosts,
        "state": found.state_at(now),
        "soon": is_expiring_soon(expires_at=expires_at, now=now),
        "created_at": found.created_at,
        "replaced_at": found.replaced_at,
        "expires_at": expires_at,
        "expires_on": timezone.localtime(valid_until).date().isoformat() if valid_until else "",
        "uses": [_use_row(use) for use in uses],
    }


def _use_row(use: CredentialUse) -> dict[str, object]:
    status = f" {use.http_status}" if use.http_status else ""
    return {
        "at": use.created_at,
        "specialist": use.specialist_role,
        "name": use.credential_key,
        "host": use.host,
        "outcome": f"{gettext(_OUTCOME_LABELS[str(use.outcome)])}{status}",
        "css_class": "good" if use.outcome in _SUCCESS_OUTCOMES else "bad",
    }


def _end_of_day(day: str) -> datetime | None:
    """Return the end of a day in the server's time zone; None for an empty text. Raises BadInput."""
    if not day:
        return None
    try:
        return timezone.make_aware(datetime.combine(date.fromisoformat(day), time(23, 59, 59)))
    except (ValueError, OverflowError):
        raise BadInput("Write the date as year-month-day, like 2027-03-31.") from None
