"""The content policy of files.

Every text is reviewed before it becomes a file, whether a person or an agent writes it.
"""

import hashlib
from collections.abc import Callable

import structlog
from django.conf import settings
from django.utils.module_loading import import_string

from kingdom.tools.files.secret_scan import find_secret

ContentReview = Callable[[str, str], str]
"""Returns why a file with this path and text is refused, as the end of a sentence; empty when it is not. Pure."""

CACHE_SIZE = 500  # verdicts of one process: the gate, the approval check and the write review the same text
REVIEW_FAILED = "it could not be reviewed"
_review_cache: dict[bytes, str] = {}
_log = structlog.get_logger(__name__)


def content_violation(path: str, text: str) -> str:
    """Return why a text must not become a file at ``path``, as the end of a sentence; empty when it may.

    This function looks for secrets in plain text. The Guardian looks for instructions to agents and for what hides
    them; the setting ``CONTENT_REVIEW`` names it, because the ministers' package is above this one. A review that fails
    or is missing refuses the text.
    """
    key = hashlib.sha256(f"{settings.CONTENT_REVIEW}\0{path}\0{text}".encode("utf-8", "surrogatepass")).digest()
    known = _review_cache.get(key)
    if known is not None:
        return known
    try:
        violation = _violation_in(path, text)
    except Exception:  # the policy's boundary: a text whose review fails is refused
        _log.exception("content_review_failed", path=path[:200])
        return REVIEW_FAILED
    if len(_review_cache) >= CACHE_SIZE:
        _review_cache.clear()
    _review_cache[key] = violation
    return violation


def _violation_in(path: str, text: str) -> str:
    kind = find_secret({"path": path, "content": text})
    if kind:
        return f"it holds {kind}; secrets are stored under Credentials and used by name"
    review: ContentReview = import_string(settings.CONTENT_REVIEW)
    return review(path, text)
