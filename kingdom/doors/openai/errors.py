"""Errors in OpenAI's shape: its clients raise by the status and show message, type, param and code."""

from collections.abc import Mapping

import structlog
from django.http import JsonResponse

from kingdom.adapters.models.openai_server_messages import error_body
from kingdom.core.errors import KingdomError
from kingdom.core.web.problem_details import problem_exception_handler

_TYPES: Mapping[int, str] = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
# Clients try again by themselves after 409, 429 and 5xx. What was stored already must not be sent twice, and a budget
# does not come back in seconds.
_FINAL_CODES = frozenset({"answer_failed", "answer_does_not_fit", "budget_spent"})
_UNEXPECTED = "Kingdom could not do this. The operator's log has the details."
_log = structlog.get_logger(__name__)


class AnswerFailed(KingdomError):
    """The message could not be answered."""

    code = "answer_failed"


class AnswerDoesNotFit(AnswerFailed):
    """The message was answered, and the answer has not the form that the client asks for."""

    code = "answer_does_not_fit"
    status = 400


def openai_error(error: Exception) -> tuple[int, dict[str, object], dict[str, str]]:
    """Return status, body and headers of an error; one that nobody expected is logged and says nothing of itself."""
    problem = problem_exception_handler(error, {})
    if problem is None or problem.data is None:
        _log.error("door_failed", exc_info=error)
        return 500, dict(error_body(_UNEXPECTED, "internal_error", kind="server_error")), {}
    status, data = problem.status_code, problem.data
    code = "invalid_api_key" if status == 401 else str(data.get("reason_code") or data["code"])
    kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    headers = {name: value for name, value in problem.headers.items() if name != "Content-Type"}
    if data["code"] in _FINAL_CODES:
        headers["x-should-retry"] = "false"
    return status, dict(error_body(str(data["detail"]), code, data.get("param"), kind)), headers


def too_large_body(detail: str) -> dict[str, object]:
    """Return the body of a refusal in front of the application: the request's body is larger than its limit."""
    return dict(error_body(detail, "too_large", kind="invalid_request_error"))


def openai_error_response(error: Exception) -> JsonResponse:
    """Return the response of an error."""
    status, body, headers = openai_error(error)
    return JsonResponse(body, status=status, headers=headers)
