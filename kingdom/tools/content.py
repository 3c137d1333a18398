"""What may be written: the one look through every text before it becomes a file, whoever writes it."""

import hashlib
from collections.abc import Callable

import structlog
from django.conf import settings
from django.utils.module_loading import import_string

from kingdom.tools.rules.scan import secret_in

Review = Callable[[str, str], str]
"""Path and text to what speaks against the file, as the end of a sentence; empty for nothing. Pure."""

KEPT = 500  # verdicts of one process: the gate, its question and the write itself ask about the same text
UNKNOWN = "it could not be looked through"
_verdicts: dict[bytes, str] = {}
_log = structlog.get_logger(__name__)


def objection(path: str, text: str) -> str:
    """Return why a text must not become a file at ``path``, as the end of a sentence; empty when it may.

    Secrets in plain text are looked for here, orders to agents and what hides them by the Guardian (the setting ``CONTENT_REVIEW``
    names it, for ministers stand above this room). A review that fails or is not there has no opinion, and that is a no.
    """
    key = hashlib.sha256(f"{settings.CONTENT_REVIEW}\0{path}\0{text}".encode("utf-8", "surrogatepass")).digest()
    known = _verdicts.get(key)
    if known is not None:
        return known
    try:
        made = _judged(path, text)
    except Exception:  # the edge of a gate: a review that fails has no opinion, and a gate with no opinion says no
        _log.exception("content_review_failed", path=path[:200])
        return UNKNOWN
    if len(_verdicts) >= KEPT:
        _verdicts.clear()
    _verdicts[key] = made
    return made


def _judged(path: str, text: str) -> str:
    kind = secret_in({"path": path, "content": text})
    if kind:
        return f"it holds {kind}; secrets are stored under Credentials and used by name"
    review: Review = import_string(settings.CONTENT_REVIEW)
    return review(path, text)
