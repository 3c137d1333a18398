"""The pages of creations: what the Council makes for the reader, the card, and the reader's own word on it."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from pydantic import SecretStr

from kingdom.console.request_params import current_user_id, page_number, parse_uuid
from kingdom.console.specialists.case_presenter import case_view, state_css_class, state_label
from kingdom.core.errors import BadInput, Busy, Conflict, Gone, KingdomError, NotAllowed, TooLarge
from kingdom.council.api.specialist_files import file_response
from kingdom.council.cases import services
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import specialist_export
from kingdom.council.proposals.exchange.format import MAX_FILE_BYTES
from kingdom.council.proposals.exchange.importer import specialist_import
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.council.selectors import case_get, case_list

CASES_PER_PAGE = 20
CHANNEL = "web"
CREDENTIAL_FIELD_PREFIX = "key:"  # what the names of the fields for keys begin with
_USER_ERRORS = (BadInput, Busy, Conflict, Gone, NotAllowed)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def creations(request: HttpRequest) -> HttpResponse:
    """Show the reader's cases and the recipes to start from; a POST opens a case."""
    user_id = current_user_id(request)
    if request.method != "POST":
        return _list_page(request, user_id)
    try:
        case = services.case_open(user_id=user_id, opening=_case_opening(request))
    except _USER_ERRORS as error:
        return _list_page(request, user_id, fault=error)
    return redirect("creation-page", case_id=case.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def creation_import(request: HttpRequest) -> HttpResponse:
    """Open a case with the specialist in the file that was chosen. Who reloads the page of a refusal comes back to the form."""
    if request.method != "POST":
        return redirect("creations-page")
    user_id, chosen = current_user_id(request), request.FILES.get("file")
    try:
        if chosen is None:
            raise BadInput("Choose a file first.")
        case = specialist_import(user_id=user_id, content=chosen.read(MAX_FILE_BYTES + 1))
    except (*_USER_ERRORS, TooLarge) as error:
        return _list_page(request, user_id, fault=error, of="import")
    return redirect("creation-page", case_id=case.pk)


@require_GET
@never_cache
@login_required
def specialist_download(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Send a specialist as a signed file."""
    return file_response(specialist_export(user_id=current_user_id(request), specialist_id=specialist_id))


@require_GET
@never_cache
@login_required
def creation(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show one case."""
    case = case_get(user_id=current_user_id(request), case_id=case_id)
    return render(request, "console/creation.html", {"case": case_view(case)})


@require_GET
@never_cache
@login_required
def creation_card(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show one case as it stands: the fragment that the pages' script puts in place."""
    case = case_get(user_id=current_user_id(request), case_id=case_id)
    return render(request, "console/_case.html", {"case": case_view(case), "inline": "inline" in request.GET})


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@login_required
def creation_answer(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take the reader's word by the button that was pressed; then show the case as it stands."""
    user_id = current_user_id(request)
    case = case_get(user_id=user_id, case_id=case_id)
    try:
        told = _apply_action(request, case, user_id)
    except _USER_ERRORS as error:
        messages.error(request, error.message)
    else:
        messages.success(request, told)
    return redirect("creation-page", case_id=case_id)


@sensitive_variables()
def _apply_action(request: HttpRequest, case: CreationCase, user_id: int) -> str:
    given = request.POST
    text = given.get("text", "").replace("\x00", "").strip()
    match given.get("do", ""):
        case "confirm" | "confirm-mock" as do:
            digest, mock = given.get("digest", ""), do == "confirm-mock"
            services.case_confirm(user_id=user_id, case_id=case.pk, digest=digest, mock=mock, channel=CHANNEL)
            return "You said yes."
        case "edit":
            services.case_edit(user_id=user_id, case_id=case.pk, change_request=text, channel=CHANNEL)
            return "The designer works your change_request in; then everything is judged again."
        case "reject":
            services.case_reject(user_id=user_id, case_id=case.pk, channel=CHANNEL, reason=text)
            return "You said no."
        case "keys":
            values = {
                name.removeprefix(CREDENTIAL_FIELD_PREFIX): SecretStr(str(value))
                for name, value in given.items()
                if name.startswith(CREDENTIAL_FIELD_PREFIX) and value
            }
            services.case_credentials_provide(user_id=user_id, case_id=case.pk, values=values, channel=CHANNEL)
            return "Your keys are sealed and stored. The training begins."
        case "mock":
            services.case_use_mock(user_id=user_id, case_id=case.pk, channel=CHANNEL)
            return "The training begins on made-up answers."
        case "reopen":
            services.case_reopen(user_id=user_id, case_id=case.pk)
            return "It is open again."
    raise BadInput("The form does not say what to do. Reload the page and try again.")


def _case_opening(request: HttpRequest) -> services.CaseOpening:
    given = request.POST
    return services.CaseOpening(
        request=given.get("request", "").replace("\x00", "").strip(),
        recipe=given.get("recipe", ""),
        sources=tuple(one.strip() for one in given.get("sources", "").replace("\x00", "").splitlines() if one.strip()),
        conversation_id=parse_uuid(given.get("conversation")),
        message_id=parse_uuid(given.get("message")),
        fork_of=parse_uuid(given.get("fork_of")),
    )


def _list_page(request: HttpRequest, user_id: int, fault: KingdomError | None = None, of: str = "new") -> HttpResponse:
    found = Paginator(case_list(user_id=user_id).order_by("-created_at", "pk"), CASES_PER_PAGE).get_page(
        page_number(request)
    )
    context = {
        "page": found,
        "cases": [_case_row(one) for one in found],
        "recipes": shipped_recipes(),
        "given": {name: request.POST.get(name, "") for name in ("request", "sources", "recipe")},
        "fault": fault.message if fault else "",
        "fault_of": of,
        "longest": services.MAX_REQUEST_LENGTH,
    }
    return render(request, "console/creations.html", context, status=fault.status if fault else 200)


def _case_row(case: CreationCase) -> dict[str, object]:
    state = str(case.state)
    return {
        "id": str(case.pk),
        "name": case.role or "A new specialist",
        "request": case.request,
        "words": state_label(state),
        "look": state_css_class(state),
        "version": f"{state}/{case.role}",
        "created_at": case.created_at,
    }
