"""Error handlers and middleware: the own form of errors of each door for programs, an HTML page elsewhere."""

import sys
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_noop

from kingdom.adapters.models.openai_server_messages import error_body
from kingdom.core.database import infrastructure_fault
from kingdom.core.errors import InfrastructureFault, KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.api import problem_response
from kingdom.core.web.problem_details import CONTENT_TYPE, RETRY_AFTER_S, problem_object

_OPENAI_PATHS = "/v1/"
_PROGRAM_PATHS = ("/api/", "/hooks/")
_UNKNOWN_HOST = gettext_noop(
    "This host name is not one of this installation's. Use one of its own, or the operator adds it to "
    "KINGDOM_ALLOWED_HOSTS."
)
_DEFAULT_ERRORS = {
    400: ("bad_input", gettext_noop("The request is not valid.")),
    403: (
        "not_allowed",
        gettext_noop("You may not do this. If you came from another page, reload this one and try again."),
    ),
    404: ("not_found", gettext_noop("Page not found, or you have no access.")),
    405: ("method_not_allowed", gettext_noop("This URL does not support this method.")),
    500: (
        "internal",
        gettext_noop("Internal error, logged. Try again; if it persists, report the time to the operator."),
    ),
}


def error_response(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    """Return OpenAI's form under its paths, problem details for other programs, else an HTML page."""
    sentence = in_language(detail)
    if request.path.startswith(_OPENAI_PATHS):
        kind = "invalid_request_error" if status < 500 else "server_error"
        return JsonResponse(error_body(sentence, code, kind=kind), status=status)
    if request.path.startswith(_PROGRAM_PATHS):
        return JsonResponse(
            problem_object(status=status, code=code, detail=sentence), status=status, content_type=CONTENT_TYPE
        )
    return render(request, "error.html", {"status": status, "detail": sentence}, status=status)


def unavailable_response(request: HttpRequest, fault: InfrastructureFault) -> HttpResponse:
    """Return 503 with Retry-After for a part of the installation that is away: a problem, or a page that reloads.

    The page is rendered without the request: whatever it would show of the user is in the database.
    """
    if request.path.startswith(_OPENAI_PATHS):
        response = error_response(request, fault.status, fault.code, fault.message)
        response["Retry-After"] = str(RETRY_AFTER_S)
        return response
    if request.path.startswith(_PROGRAM_PATHS):
        return problem_response(fault, request)
    values = {"status": fault.status, "detail": in_language(fault.message), "reload_s": RETRY_AFTER_S}
    headers = {"Retry-After": str(RETRY_AFTER_S)}
    return HttpResponse(render_to_string("error.html", values), status=fault.status, headers=headers)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, with what to do about a host name that is not this installation's."""
    if isinstance(exception, DisallowedHost):
        return error_response(request, 400, "unknown_host", _UNKNOWN_HOST)
    return error_response(request, 400, *_DEFAULT_ERRORS[400])


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403."""
    return error_response(request, 403, *_DEFAULT_ERRORS[403])


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    return error_response(request, 404, *_DEFAULT_ERRORS[404])


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 when a part of the installation is away."""
    fault = infrastructure_fault(sys.exc_info()[1])
    if fault is not None:
        return unavailable_response(request, fault)
    return error_response(request, 500, *_DEFAULT_ERRORS[500])


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 for a form without its CSRF token."""
    return error_response(
        request,
        403,
        "csrf_failed",
        gettext_noop("This page was open too long, or cookies are off. Reload it and send it again."),
    )


class PageErrorMiddleware:
    """Middleware that renders a KingdomError of a page view as an error page (DRF has its own handler).

    It is the innermost and not asynchronous, so all middleware before it runs on the thread of its request. Django
    would else call each method of those that can be asynchronous from the event loop, by a hop to that thread.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Store the next handler."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Call the next handler."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the error page of a KingdomError or of an absent database; None leaves other exceptions to Django."""
        fault = infrastructure_fault(exception)
        if fault is not None:
            return unavailable_response(request, fault)
        if not isinstance(exception, KingdomError):
            return None
        if exception.audience == "operator":
            return error_response(request, exception.status, *_DEFAULT_ERRORS[500])
        return error_response(request, exception.status, exception.code, exception.message)
