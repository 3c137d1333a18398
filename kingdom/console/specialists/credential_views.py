"""The pages of credentials: what is stored, by name and never by value, and each use of it. Values come in by forms and go nowhere else."""

import uuid
from collections.abc import Iterable
from datetime import date, datetime, time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from pydantic import SecretStr

from kingdom.console.request_params import current_user_id, page_number
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, KingdomError, Unavailable
from kingdom.credentials.credential_rules import MAX_VALUE_LENGTH, MIN_VALUE_LENGTH, is_expiring_soon
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.selectors import credential_get, credential_list, credential_uses, credential_uses_orphaned
from kingdom.credentials.services import (
    credential_delete,
    credential_expire,
    credential_replace,
    credential_set_expiry,
    credential_store,
)
from kingdom.specialists.registry.selectors import specialists_visible

USES_PER_PAGE = 30
_OUTCOME_LABELS = {
    "opened": "opened, and its end is not known",
    "answered": "the host answered",
    "refused": "refused before it left",
    "failed": "the host could not be reached",
    "missing": "no such credential was stored",
    "expired": "it had expired",
    "revoked": "an admin had withdrawn it",
    "unreadable": "it could not be decrypted",
}
_SUCCESS_OUTCOMES = frozenset({"answered"})
_USER_ERRORS = (BadInput, Conflict, Unavailable)  # what a person can mend, or wait for


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def credentials(request: HttpRequest) -> HttpResponse:
    """Show what is stored, with the last uses; a POST stores another one. A fault gives the names back, never the value."""
    user_id = current_user_id(request)
    if request.method != "POST":
        return _list_page(
            request, {"specialist": request.GET.get("specialist", ""), "name": request.GET.get("name", "")}
        )
    names = {"specialist": request.POST.get("specialist", "").strip(), "name": request.POST.get("name", "").strip()}
    until = request.POST.get("expires_on", "")
    try:
        made = credential_store(
            user_id=user_id,
            specialist_role=names["specialist"],
            credential_key=names["name"],
            value=SecretStr(request.POST.get("value", "")),
            expires_at=_end_of_day(until),
        )
    except _USER_ERRORS as error:
        return _list_page(request, {**names, "expires_on": until}, fault=error)
    messages.success(request, f"{made.credential_key} is sealed and stored. It is never shown again.")
    return redirect("credential-page", credential_id=made.pk)


@require_GET
@never_cache
@login_required
def credential(request: HttpRequest, credential_id: uuid.UUID) -> HttpResponse:
    """Show one credential with each of its uses."""
    user_id = current_user_id(request)
    return _one_page(request, credential_get(user_id=user_id, credential_id=credential_id))


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@login_required
def credential_change(request: HttpRequest, credential_id: uuid.UUID) -> HttpResponse:
    """Replace the value, set the date, end it now or delete it, by the button that was pressed."""
    user_id = current_user_id(request)
    found = credential_get(user_id=user_id, credential_id=credential_id)
    try:
        told = _apply_action(request, found, user_id)
    except _USER_ERRORS as error:
        return _one_page(request, found, fault=error)
    messages.success(request, told)
    return (
        redirect("credentials-page")
        if request.POST.get("do") == "delete"
        else redirect("credential-page", credential_id=credential_id)
    )


@sensitive_variables()
def _apply_action(request: HttpRequest, found: UserCredential, user_id: int) -> str:
    match request.POST.get("do", ""):
        case "replace":
            value, until = SecretStr(request.POST.get("value", "")), _end_of_day(request.POST.get("expires_on", ""))
            credential_replace(credential=found, actor_id=user_id, value=value, expires_at=until)
            return "The new value is sealed and stored. The old one is gone."
        case "date":
            credential_set_expiry(
                credential=found, actor_id=user_id, expires_at=_end_of_day(request.POST.get("expires_on", ""))
            )
            return "The date is set." if found.expires_at else "It has no end now."
        case "expire":
            credential_expire(credential=found, actor_id=user_id)
            return "It has ended. Nothing uses it until you replace it."
        case "delete":
            credential_delete(credential=found, actor_id=user_id)
            return f"{found.credential_key} is deleted. Its uses stay on record."
    raise BadInput("The form does not say what to do. Reload the page and try again.")


def _list_page(request: HttpRequest, given: dict[str, str], fault: KingdomError | None = None) -> HttpResponse:
    user_id = current_user_id(request)
    found = Paginator(credential_list(user_id=user_id).order_by("-created_at", "pk"), USES_PER_PAGE).get_page(
        page_number(request)
    )
    context = {
        "rows": [_credential_row(one, one.last_uses) for one in found],  # type: ignore[attr-defined] # the selector's prefetch
        "page": found,
        "given": given,
        "gone": [_use_row(one) for one in credential_uses_orphaned(user_id=user_id)[:USES_PER_PAGE]],
        "roles": specialists_visible(user_id=user_id).order_by("role").values_list("role", flat=True),
        **_form_context(fault),
    }
    return render(request, "console/credentials.html", context, status=fault.status if fault else 200)


def _one_page(request: HttpRequest, found: UserCredential, fault: KingdomError | None = None) -> HttpResponse:
    uses = Paginator(credential_uses(credential=found), USES_PER_PAGE).get_page(page_number(request))
    context = {"one": _credential_row(found, uses), "page": uses, **_form_context(fault)}
    return render(request, "console/credential.html", context, status=fault.status if fault else 200)


def _form_context(fault: KingdomError | None) -> dict[str, object]:
    today = timezone.localdate().isoformat()
    return {
        "fault": fault.message if fault else "",
        "shortest": MIN_VALUE_LENGTH,
        "longest": MAX_VALUE_LENGTH,
        "today": today,
    }


def _credential_row(one: UserCredential, uses: Iterable[CredentialUse]) -> dict[str, object]:
    now = utc_now()
    return {
        "id": str(one.pk),
        "name": one.credential_key,
        "specialist": one.specialist_role,
        "state": one.state_at(now),
        "soon": is_expiring_soon(expires_at=one.expires_at, now=now),
        "created_at": one.created_at,
        "replaced_at": one.replaced_at,
        "expires_at": one.expires_at,
        "expires_on": timezone.localtime(one.expires_at).date().isoformat()
        if one.expires_at and one.expires_at > now
        else "",
        "uses": [_use_row(use) for use in uses],
    }


def _use_row(use: CredentialUse) -> dict[str, object]:
    status = f" {use.http_status}" if use.http_status else ""
    return {
        "at": use.created_at,
        "specialist": use.specialist_role,
        "name": use.credential_key,
        "host": use.host,
        "end": f"{_OUTCOME_LABELS[str(use.outcome)]}{status}",
        "look": "good" if use.outcome in _SUCCESS_OUTCOMES else "bad",
    }


def _end_of_day(day: str) -> datetime | None:
    """Return the end of a day in the product's time zone; None for no day. Raises BadInput for what is none."""
    if not day:
        return None
    try:
        return timezone.make_aware(datetime.combine(date.fromisoformat(day), time(23, 59, 59)))
    except (ValueError, OverflowError):
        raise BadInput("Write the date as year-month-day, like 2027-03-31.") from None
