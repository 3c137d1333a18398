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

from kingdom.console.creations import case_view, look_of, state_words
from kingdom.console.pages import page_number, reader_id, uuid_of
from kingdom.core.errors import BadInput, Busy, Conflict, Gone, KingdomError, NotAllowed, TooLarge
from kingdom.council import services
from kingdom.council.exchange_apis import download
from kingdom.council.exporting import specialist_export
from kingdom.council.importing import specialist_import
from kingdom.council.models import Case
from kingdom.council.recipes import recipes
from kingdom.council.rules.exchange import MOST_BYTES
from kingdom.council.selectors import case_of, cases_of

LISTED = 20
WEB = "web"
KEY = "key:"  # what the names of the fields for keys begin with
_FAULTS = (BadInput, Busy, Conflict, Gone, NotAllowed)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def creations(request: HttpRequest) -> HttpResponse:
    """Show the reader's cases and the recipes to start from; a POST opens a case."""
    user_id = reader_id(request)
    if request.method != "POST":
        return _list_page(request, user_id)
    try:
        case = services.case_open(user_id=user_id, opening=_opening(request))
    except _FAULTS as error:
        return _list_page(request, user_id, fault=error)
    return redirect("creation-page", case_id=case.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def creation_import(request: HttpRequest) -> HttpResponse:
    """Open a case with the specialist in the file that was chosen. Who reloads the page of a refusal comes back to the form."""
    if request.method != "POST":
        return redirect("creations-page")
    user_id, chosen = reader_id(request), request.FILES.get("file")
    try:
        if chosen is None:
            raise BadInput("Choose a file first.")
        case = specialist_import(user_id=user_id, content=chosen.read(MOST_BYTES + 1))
    except (*_FAULTS, TooLarge) as error:
        return _list_page(request, user_id, fault=error, of="import")
    return redirect("creation-page", case_id=case.pk)


@require_GET
@never_cache
@login_required
def specialist_download(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Send a specialist as a signed file."""
    return download(specialist_export(user_id=reader_id(request), specialist_id=specialist_id))


@require_GET
@never_cache
@login_required
def creation(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show one case."""
    case = case_of(user_id=reader_id(request), case_id=case_id)
    return render(request, "console/creation.html", {"case": case_view(case)})


@require_GET
@never_cache
@login_required
def creation_card(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show one case as it stands: the fragment that the pages' script puts in place."""
    case = case_of(user_id=reader_id(request), case_id=case_id)
    return render(request, "console/_case.html", {"case": case_view(case), "inline": "inline" in request.GET})


@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@login_required
def creation_answer(request: HttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take the reader's word by the button that was pressed; then show the case as it stands."""
    user_id = reader_id(request)
    case = case_of(user_id=user_id, case_id=case_id)
    try:
        told = _answered(request, case, user_id)
    except _FAULTS as error:
        messages.error(request, error.message)
    else:
        messages.success(request, told)
    return redirect("creation-page", case_id=case_id)


@sensitive_variables()
def _answered(request: HttpRequest, case: Case, user_id: int) -> str:
    given = request.POST
    text = given.get("text", "").replace("\x00", "").strip()
    match given.get("do", ""):
        case "confirm" | "confirm-mock" as do:
            digest, mock = given.get("digest", ""), do == "confirm-mock"
            services.case_confirm(user_id=user_id, case_id=case.pk, digest=digest, mock=mock, channel=WEB)
            return "You said yes."
        case "edit":
            services.case_edit(user_id=user_id, case_id=case.pk, wishes=text, channel=WEB)
            return "The designer works your wishes in; then everything is judged again."
        case "reject":
            services.case_reject(user_id=user_id, case_id=case.pk, channel=WEB, reason=text)
            return "You said no."
        case "keys":
            values = {name.removeprefix(KEY): SecretStr(str(value)) for name, value in given.items() if name.startswith(KEY) and value}
            services.case_resources_provide(user_id=user_id, case_id=case.pk, values=values, channel=WEB)
            return "Your keys are sealed and stored. The training begins."
        case "mock":
            services.case_mock_use(user_id=user_id, case_id=case.pk, channel=WEB)
            return "The training begins on made-up answers."
        case "reopen":
            services.case_reopen(user_id=user_id, case_id=case.pk)
            return "It is open again."
    raise BadInput("The form does not say what to do. Reload the page and try again.")


def _opening(request: HttpRequest) -> services.Opening:
    given = request.POST
    return services.Opening(
        request=given.get("request", "").replace("\x00", "").strip(),
        recipe=given.get("recipe", ""),
        sources=tuple(one.strip() for one in given.get("sources", "").replace("\x00", "").splitlines() if one.strip()),
        conversation_id=uuid_of(given.get("conversation")),
        message_id=uuid_of(given.get("message")),
        fork_of=uuid_of(given.get("fork_of")),
    )


def _list_page(request: HttpRequest, user_id: int, fault: KingdomError | None = None, of: str = "new") -> HttpResponse:
    found = Paginator(cases_of(user_id=user_id).order_by("-created_at", "pk"), LISTED).get_page(page_number(request))
    context = {
        "page": found,
        "cases": [_row(one) for one in found],
        "recipes": recipes(),
        "given": {name: request.POST.get(name, "") for name in ("request", "sources", "recipe")},
        "fault": fault.message if fault else "",
        "fault_of": of,
        "longest": services.LONGEST_REQUEST,
    }
    return render(request, "console/creations.html", context, status=fault.status if fault else 200)


def _row(case: Case) -> dict[str, object]:
    state = str(case.state)
    return {
        "id": str(case.pk),
        "name": case.role or "A new specialist",
        "request": case.request,
        "words": state_words(state),
        "look": look_of(state),
        "version": f"{state}/{case.role}",
        "created_at": case.created_at,
    }
