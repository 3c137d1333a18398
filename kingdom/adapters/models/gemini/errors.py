"""Maps Gemini's failures to Kingdom's errors. A message never contains the key."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import httpx2
from google.genai import errors

from kingdom.core.errors import (
    KingdomError,
    ModelBadAnswer,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
    ModelUnreachable,
)

FAULTS = (errors.APIError, httpx2.HTTPError, httpx2.StreamError, ValueError, TypeError, AttributeError, RecursionError)
"""What the SDK raises for faults outside this process; the last four for response bodies of an unexpected shape."""

MAX_MESSAGE = 300
BAD_KEY_REASONS = frozenset(
    {"API_KEY_INVALID", "API_KEY_EXPIRED", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED"}
)


def map_fault(fault: Exception, *, key: str, model: str) -> KingdomError:
    """Return the error to raise for a fault of ``FAULTS``."""
    if isinstance(fault, errors.APIError):
        return _api_error(fault, key, model)
    if isinstance(fault, httpx2.TimeoutException):
        return ModelUnavailable("Gemini did not answer in time.", fault="timeout", provider="gemini")
    if isinstance(fault, httpx2.ConnectError):
        return ModelUnreachable(
            "Gemini cannot be reached. Check the network and the base URL.", fault="connect", provider="gemini"
        )
    if isinstance(fault, httpx2.HTTPError | httpx2.StreamError):
        kind = type(fault).__name__
        return ModelUnreachable(f"The connection to Gemini broke ({kind}).", fault="transport", provider="gemini")
    return ModelBadAnswer(
        f"Gemini's answer could not be read ({type(fault).__name__}).", fault="unreadable", provider="gemini"
    )


def _api_error(fault: errors.APIError, key: str, model: str) -> KingdomError:
    message = _clean(fault.message or fault.status or "no message", key)
    extra: dict[str, object] = {"provider": "gemini", "http_status": fault.code}
    if _is_bad_key(fault):
        message = (
            "Gemini refused the key: it is not valid. "
            "Set a valid GEMINI_API_KEY (from aistudio.google.com), then restart."
        )
        return ModelNotConfigured(message, fault="key", **extra)
    if fault.code in (401, 403):
        return ModelNotConfigured(f"Gemini does not allow this key to do that: {message}", fault="permission", **extra)
    if fault.code == 404:
        return ModelNotConfigured(f"Gemini has no model “{model}” for this key: {message}", fault="model", **extra)
    if fault.code in (408, 429) or fault.code >= 500:
        return _unavailable(fault, message, extra)
    return ModelError(f"Gemini refused the request: {message}", fault="request", **extra)


def _unavailable(fault: errors.APIError, message: str, extra: Mapping[str, object]) -> ModelUnavailable:
    kind, state = ("quota", "is over its quota") if fault.code == 429 else ("server", "is not available now")
    wait_s = retry_after_s(fault)
    wait = {} if wait_s is None else {"retry_after_s": wait_s}
    return ModelUnavailable(f"Gemini {state}: {message}", fault=kind, **extra, **wait)


def retry_after_s(fault: errors.APIError) -> float | None:
    """Return the wait that the service asks for, in seconds (RetryInfo, else the Retry-After header), or None."""
    for detail in _details(fault):
        if str(detail.get("@type", "")).endswith("google.rpc.RetryInfo"):
            match = re.fullmatch(r"(\d+(?:\.\d+)?)s", str(detail.get("retryDelay", "")))
            if match:
                return float(match[1])
    headers = getattr(fault.response, "headers", None) or {}
    value = str(headers.get("retry-after", ""))
    return float(value) if re.fullmatch(r"\d+(\.\d+)?", value) else None


def _details(fault: errors.APIError) -> Iterator[Mapping[str, Any]]:
    body = fault.details
    error = body.get("error", body) if isinstance(body, Mapping) else {}
    details = error.get("details", []) if isinstance(error, Mapping) else []
    yield from (detail for detail in details if isinstance(detail, Mapping))


def _is_bad_key(fault: errors.APIError) -> bool:
    if any(detail.get("reason") in BAD_KEY_REASONS for detail in _details(fault)):
        return True
    return fault.code == 400 and "api key" in (fault.message or "").lower()


def _clean(message: str, key: str) -> str:
    without = message.replace(key, "••••") if key else message
    without = re.sub(r"AIza[\w-]{10,}", "••••", without)  # Google's key format, in case the message has another key
    return " ".join(without.split())[:MAX_MESSAGE]
