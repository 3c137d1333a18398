"""Errors of the API as RFC 9457 problem details, with stable codes."""

from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from django.utils.translation import gettext, gettext_noop
from rest_framework import exceptions as drf
from rest_framework.response import Response

from kingdom.core.database import infrastructure_fault
from kingdom.core.errors import InfrastructureFault, KingdomError
from kingdom.core.stored_sentences import in_language

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER_S = 5  # a part that `manage.py up` starts again is usually back by then
_NEUTRAL_DETAIL = gettext_noop("Kingdom could not do this. The operator's log has the details under this request's id.")
_log = structlog.get_logger(__name__)


def problem_object(*, status: int, code: str, detail: str, **extra: object) -> dict[str, Any]:
    """Return one problem object: type, title, status, detail, code, and the error's own fields."""
    return {
        **extra,
        "type": f"urn:kingdom:problem:{code}",
        "title": code.replace("_", " "),
        "status": status,
        "detail": _utf8_encodable(detail),
        "code": code,
    }


def _utf8_encodable(text: str) -> str:
    """Return a text with lone surrogates replaced: a message may quote input that UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()


def _from_kingdom(error: KingdomError) -> dict[str, Any]:
    if error.audience == "operator":
        _log.error("operator_error", code=error.code, message=error.message)
        return problem_object(status=error.status, code=error.code, detail=gettext(_NEUTRAL_DETAIL))
    return problem_object(status=error.status, code=error.code, detail=in_language(error.message), **error.extra)


def _flatten_validation_errors(detail: object, path: str = "") -> list[dict[str, str]]:
    if isinstance(detail, dict):
        return [error for key, inner in detail.items() for error in _flatten_validation_errors(inner, f"{path}/{key}")]
    if isinstance(detail, list):
        return [error for inner in detail for error in _flatten_validation_errors(inner, path)]
    return [{"pointer": _utf8_encodable(path) or "/", "detail": _utf8_encodable(str(detail))}]


def _from_drf(error: drf.APIException) -> dict[str, Any]:
    if isinstance(error, drf.ValidationError):
        invalid = _flatten_validation_errors(error.detail)
        detail = "; ".join(f"{field['pointer'].lstrip('/') or 'body'}: {field['detail']}" for field in invalid)
        return problem_object(status=400, code="bad_input", detail=detail, errors=invalid)
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else error.default_code
    return problem_object(status=error.status_code, code=code, detail=str(error.detail))


def _headers(error: Exception) -> dict[str, str]:
    headers: dict[str, str] = {"Retry-After": str(RETRY_AFTER_S)} if isinstance(error, InfrastructureFault) else {}
    if isinstance(error, KingdomError) and (wait := error.extra.get("retry_after")) is not None:
        headers["Retry-After"] = str(wait)
    if isinstance(error, drf.Throttled) and (seconds := getattr(error, "wait", None)):
        headers["Retry-After"] = str(int(seconds) + 1)
    if (challenge := getattr(error, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    return headers


def problem_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the problem response of an exception; None makes it a logged 500 (DRF's exception handler)."""
    error = infrastructure_fault(error) or error
    match error:
        case KingdomError():
            body = _from_kingdom(error)
        case Http404():
            body = problem_object(
                status=404, code="not_found", detail=gettext("There is nothing here that you may see.")
            )
        case PermissionDenied():
            body = problem_object(status=403, code="not_allowed", detail=gettext("You may not do this."))
        case DjangoValidationError():
            body = problem_object(status=400, code="bad_input", detail="; ".join(error.messages))
        case drf.APIException():
            body = _from_drf(error)
        case _:
            return None
    return Response(body, status=body["status"], headers=_headers(error), content_type=CONTENT_TYPE)
