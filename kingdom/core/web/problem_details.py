"""Every error of the API as RFC 9457 problem details, with the same codes everywhere."""

from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from rest_framework import exceptions as drf
from rest_framework.response import Response

from kingdom.core.errors import KingdomError

CONTENT_TYPE = "application/problem+json"
_NEUTRAL_DETAIL = "Kingdom could not do this. The operator's log has the details under this request's id."
_log = structlog.get_logger(__name__)


def problem_object(*, status: int, code: str, detail: str, **extra: object) -> dict[str, Any]:
    """Return one problem object: type, title, status, detail, code, and what the error adds."""
    return {
        **extra,
        "type": f"urn:kingdom:problem:{code}",
        "title": code.replace("_", " "),
        "status": status,
        "detail": _utf8_encodable(detail),
        "code": code,
    }


def _utf8_encodable(text: str) -> str:
    """Return a text that may quote the caller's as UTF-8 can carry it: half of a pair has no bytes."""
    return text.encode("utf-8", "replace").decode()


def _from_kingdom(error: KingdomError) -> dict[str, Any]:
    if error.audience == "operator":
        _log.error("operator_error", code=error.code, message=error.message)
        return problem_object(status=error.status, code=error.code, detail=_NEUTRAL_DETAIL)
    return problem_object(status=error.status, code=error.code, detail=error.message, **error.extra)


def _flatten_validation_errors(detail: object, path: str = "") -> list[dict[str, str]]:
    if isinstance(detail, dict):
        return [fault for key, inner in detail.items() for fault in _flatten_validation_errors(inner, f"{path}/{key}")]
    if isinstance(detail, list):
        return [fault for inner in detail for fault in _flatten_validation_errors(inner, path)]
    return [{"pointer": _utf8_encodable(path) or "/", "detail": _utf8_encodable(str(detail))}]


def _from_drf(error: drf.APIException) -> dict[str, Any]:
    if isinstance(error, drf.ValidationError):
        faults = _flatten_validation_errors(error.detail)
        detail = "; ".join(f"{fault['pointer'].lstrip('/') or 'body'}: {fault['detail']}" for fault in faults)
        return problem_object(status=400, code="bad_input", detail=detail, errors=faults)
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else error.default_code
    return problem_object(status=error.status_code, code=code, detail=str(error.detail))


def _headers(error: Exception) -> dict[str, str]:
    headers: dict[str, str] = {}
    if isinstance(error, KingdomError) and (wait := error.extra.get("retry_after")) is not None:
        headers["Retry-After"] = str(wait)
    if isinstance(error, drf.Throttled) and (seconds := getattr(error, "wait", None)):
        headers["Retry-After"] = str(int(seconds) + 1)
    if (challenge := getattr(error, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    return headers


def problem_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of a view into a problem response (DRF's exception handler); None lets unknown errors become a logged 500."""
    match error:
        case KingdomError():
            body = _from_kingdom(error)
        case Http404():
            body = problem_object(status=404, code="not_found", detail="There is nothing here that you may see.")
        case PermissionDenied():
            body = problem_object(status=403, code="not_allowed", detail="You may not do this.")
        case DjangoValidationError():
            body = problem_object(status=400, code="bad_input", detail="; ".join(error.messages))
        case drf.APIException():
            body = _from_drf(error)
        case _:
            return None
    return Response(body, status=body["status"], headers=_headers(error), content_type=CONTENT_TYPE)
