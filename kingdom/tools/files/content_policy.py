"""What may be written: the one look through every text before it becomes a file, whoever writes it."""

import hashlib
from collections.abc import Callable

import structlog
from django.conf import settings
from django.utils.module_loading import import_string

from kingdom.tools.files.secret_scan import find_secret

ContentReview = Callable[[str, str], str]
"""Path and text to what speaks against the file, as the end of a sentence; empty for nothing. Pure."""

CACHE_SIZE = 500  # verdicts of one process: the gate, its question and the write itself ask about the same text
REVIEW_FAILED = "it could not be looked through"
_review_cache: dict[bytes, str] = {}
_log = structlog.get_logger(__name__)


def content_violation(path: str, text: str) -> str:
    """Return why a text must not become a file at ``path``, as the end of a sentence; empty when it may.

    Secrets in plain text are looked for here, orders to agents and what hides them by the Guardian (the setting ``CONTENT_REVIEW``
    names it, for ministers stand above this room). A review that fails or is not there has no opinion, and that is a no.
    """
    key = hashlib.sha256(f"{settings.CONTENT_REVIEW}\0{path}\0{text}".encode("utf-8", "surrogatepass")).digest()
    known = _review_cache.get(key)
    if known is not None:
        return known
    try:
        made = _violation_in(path, text)
    except Exception:  # the edge of a gate: a review that fails has no opinion, and a gate with no opinion says no
        _log.exception("content_review_failed", path=path[:200])
        return REVIEW_FAILED
    if len(_review_cache) >= CACHE_SIZE:
        _review_cache.clear()
    _review_cache[key] = made
    return made


def _violation_in(path: str, text: str) -> str:
    kind = find_secret({"path": path, "content": text})
    if kind:
        return f"it holds {kind}; secrets are stored under Credentials and used by name"
    review: ContentReview = import_string(settings.CONTENT_REVIEW)
    return review(path, text)
