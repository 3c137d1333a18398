"""Pages of creations: list, card, and the reader's answers to it."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from pydantic import SecretStr

from kingdom.console.request_params import current_user_id, form_text, page_number, parse_uuid
from kingdom.console.specialists.case_presenter import case_view, state_css_class, state_label
from kingdom.core.errors import BadInput, Busy, Conflict, Gone, KingdomError, NotAllowed, TooLarge
from kingdom.core.stored_sentences import in_language
from kingdom.council.api.specialist_files import file_response
from kingdom.council.cases import services
from kingdom.council.cases.opening import MAX_REQUEST_LENGTH, CaseOpening, case_open
from kingdom.council.engine.try_outs import try_out_request
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import specialist_export
from kingdom.council.proposals.exchange.format import MAX_FILE_BYTES
from kingdom.council.proposals.exchange.importer import specialist_import
from kingdom.council.recipes.catalogue import available_recipes
from kingdom.council.selectors import case_get, case_list
from kingdom.orchestrator.demand.proposals import ProposedCreation, proposed_creation

CASES_PER_PAGE = 20
CHANNEL = "web"
CREDENTIAL_FIELD_PREFIX = "key:"  # of the names of credential fields
_USER_ERRORS = (BadInput, Busy, Conflict, Gone, NotAllowed)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def creations(request: HttpRequest) -> HttpResponse:
    """Show the reader's creations and the recipes; a POST opens a creation."""
    user_id = current_user_id(request)
    if request.method != "POST":
        return _list_page(request, user_id)
    try:
        case = case_open(user_id=user_id, opening=_case_opening(request))
    except _USER_ERRORS as error:
        return _list_page(request, user_id, error=error)
    return redirect("creation-page", case_id=case.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def creation_import(request: HttpRequest) -> HttpResponse:
    """Open a creation from an uploaded file. A GET (reload after an error) redirects to the form."""
    if request.method != "POST":
        return redirect("creations-page")
    user_id, uploaded = current_user_id(request), request.FILES.get("file")
    try:
        if uploaded is None:
            raise BadInput("Choose a file first.")
        case = specialist_import(user_id=user_id, content=uploaded.read(MAX_FILE_BYTES + 1))
    except (*_USER_ERRORS, TooLarge) as error:
        return _list_page(request, user_id, error=error, form="import")
    return redirect("creation-page", case_id=case.pk)


@require_GET
@never_cache
@login_required
def specialist_download(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Download a specialist as a signed file."""
    return file_response(specialist_export(user_id=current_user_id(request), specialist_id=specialist_id))


@require_GET
@never_cache
@login_required
def creation(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show one creation."""
    case = case_get(user_id=current_user_id(request), case_id=case_id)
    return render(request, "console/creations/creation.html", {"case": case_view(case)})


@require_GET
@never_cache
@login_required
def creation_card(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show one creation as a fragment, which the pages' script inserts."""
    case = case_get(user_id=current_user_id(request), case_id=case_id)
    return render(request, "console/creations/_case.html", {"case": case_view(case), "inline": "inline" in request.GET})


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@login_required
def creation_answer(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Apply the pressed button of the card; then show the creation."""
    user_id = current_user_id(request)
    case = case_get(user_id=user_id, case_id=case_id)
    try:
        result = _apply_action(request, case, user_id)
    except _USER_ERRORS as error:
        messages.error(request, in_language(error.message))
    else:
        messages.success(request, result)
    return redirect("creation-page", case_id=case_id)


@sensitive_variables()
def _apply_action(request: HttpRequest, case: CreationCase, user_id: int) -> str:
    text = form_text(request, "text").strip()
    match request.POST.get("do", ""):
        case "confirm" | "confirm-mock" | "confirm-again" | "confirm-again-mock" as do:
            return _apply_confirmation(request, case, user_id, do)
        case "try" | "try-past" as do:
            try_out_request(user_id=user_id, case_id=case.pk, text=text, past=do == "try-past")
            return gettext("The draft is running in the sandbox. Its answer appears here.")
        case "edit":
            services.case_edit(user_id=user_id, case_id=case.pk, change_request=text, channel=CHANNEL)
            return gettext("Change request sent. The proposal is revised and reviewed again.")
        case "reject":
            services.case_reject(user_id=user_id, case_id=case.pk, channel=CHANNEL, reason=text)
            return gettext("Rejected.")
        case "keys":
            values = _credential_values(request)
            services.case_credentials_provide(user_id=user_id, case_id=case.pk, values=values, channel=CHANNEL)
            return gettext("Your keys are encrypted and stored. Training started.")
        case "mock":
            services.case_use_mock(user_id=user_id, case_id=case.pk, channel=CHANNEL)
            return gettext("Training started with mock replies.")
        case "reopen":
            services.case_reopen(user_id=user_id, case_id=case.pk)
            return gettext("Reopened.")
    raise BadInput("The form does not say what to do. Reload the page and try again.")


def _apply_confirmation(request: HttpRequest, case: CreationCase, user_id: int, do: str) -> str:
    confirm = services.case_confirm_again if "again" in do else services.case_confirm
    digest, mock = request.POST.get("digest", ""), do.endswith("-mock")
    confirm(user_id=user_id, case_id=case.pk, digest=digest, mock=mock, channel=CHANNEL)
    return gettext("Approved.")


@sensitive_variables()
def _credential_values(request: HttpRequest) -> dict[str, SecretStr]:
    return {
        name.removeprefix(CREDENTIAL_FIELD_PREFIX): SecretStr(str(value))
        for name, value in request.POST.items()
        if name.startswith(CREDENTIAL_FIELD_PREFIX) and value
    }


def _case_opening(request: HttpRequest) -> CaseOpening:
    lines = form_text(request, "sources").splitlines()
    return CaseOpening(
        request=form_text(request, "request").strip(),
        recipe=request.POST.get("recipe", ""),
        sources=tuple(line.strip() for line in lines if line.strip()),
        conversation_id=parse_uuid(request.POST.get("conversation")),
        message_id=parse_uuid(request.POST.get("message")),
        fork_of=parse_uuid(request.POST.get("fork_of")),
    )


def _list_page(
    request: HttpRequest, user_id: int, error: KingdomError | None = None, form: str = "new"
) -> HttpResponse:
    """Return the list of creations, with the error of one of its two forms: ``new`` or ``import``."""
    own = case_list(user_id=user_id).order_by("-created_at", "pk")
    page = Paginator(own, CASES_PER_PAGE).get_page(page_number(request))
    context = {
        "page": page,
        "cases": [_case_row(case) for case in page],
        "recipes": available_recipes(),
        "values": {name: request.POST.get(name, "") for name in ("request", "sources")},
        "proposed": _proposed(request, user_id),
        "error": in_language(error.message) if error else "",
        "error_form": form,
        "max_request": MAX_REQUEST_LENGTH,
    }
    return render(request, "console/creations/creations.html", context, status=error.status if error else 200)


def _proposed(request: HttpRequest, user_id: int) -> ProposedCreation | None:
    """Return the creation that a link proposes for one of the reader's own messages."""
    message_id = parse_uuid(request.GET.get("message"))
    return proposed_creation(user_id=user_id, message_id=message_id, recipe=request.GET.get("recipe", ""))


def _case_row(case: CreationCase) -> dict[str, object]:
    state = str(case.state)
    return {
        "id": str(case.pk),
        "name": case.role or gettext("A new specialist"),
        "request": case.request,
        "state_label": state_label(state),
        "css_class": state_css_class(state),
        "version": f"{state}/{case.role}",
        "created_at": case.created_at,
    }
