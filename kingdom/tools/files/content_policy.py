"""The content policy of files.

Every text is reviewed before it becomes a file, whether a person or an agent writes it, and again when it is read.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import structlog
from django.conf import settings
from django.utils.module_loading import import_string

from kingdom.contracts.verdicts import ContentReport
from kingdom.core.errors import ToolError
from kingdom.tools.files.secret_scan import find_secret
from kingdom.tools.files.text_decoding import decode_text

ContentReview = Callable[[str, str], ContentReport]
"""Returns the report on a file with this path and text. Pure."""

CACHE_SIZE = 500  # reports of one process: the gate, the approval check, the write and the read review the same text
PART_OVERLAP = 4_000  # characters before and after the beginning of a part that are reviewed as one text
REVIEW_FAILED = "it could not be reviewed"
FAILED_REPORT = ContentReport(refused=REVIEW_FAILED, marks=("review.failed",))
_review_cache: dict[bytes, ContentReport] = {}
_log = structlog.get_logger(__name__)


def text_review(path: str, text: str) -> ContentReport:
    """Return the report on a text as a file at ``path``.

    This function looks for secrets in plain text. The Guardian looks for what a file would do, and marks words that
    read like orders to an agent; the setting ``CONTENT_REVIEW`` names it, because the ministers' package is above this
    one. A review that fails or is missing refuses the text, and marks it.
    """
    key = hashlib.sha256(f"{settings.CONTENT_REVIEW}\0{path}\0{text}".encode("utf-8", "surrogatepass")).digest()
    known = _review_cache.get(key)
    if known is not None:
        return known
    try:
        report = _reviewed(path, text)
    except Exception:  # the policy's boundary: a text whose review fails is refused
        _log.exception("content_review_failed", path=path[:200])
        return FAILED_REPORT
    if len(_review_cache) >= CACHE_SIZE:
        _review_cache.clear()
    _review_cache[key] = report
    return report


def file_content_check(path: str, data: bytes) -> ContentReport:
    """Return the report on a file's content. Raises ToolError for content that is refused."""
    report = file_review(path, data)
    if report.refused:
        raise ToolError(f"{path} is not written: {report.refused}.")
    return report


def file_review(path: str, data: bytes) -> ContentReport:
    """Return the report on a file's content. In pictures and documents only secrets in plain text are detected."""
    text = decode_text(data)
    if text is not None:
        return text_review(path, text)
    kind = find_secret({"content": data.decode("utf-8", "replace")})
    report = text_review(path, "")
    return replace(report, refused=report.refused or (f"it holds {kind}" if kind else ""))


def part_boundary(text: str, offset: int) -> str:
    """Return the text around the beginning of a part that goes on from an earlier one, "" for a first part.

    Without it, an order that is cut where two parts meet would be in neither.
    """
    return text[max(0, offset - PART_OVERLAP) : offset + PART_OVERLAP] if offset else ""


def _reviewed(path: str, text: str) -> ContentReport:
    review: ContentReview = import_string(settings.CONTENT_REVIEW)
    report = review(path, text)
    kind = find_secret({"path": path, "content": text})
    if not kind:
        return report
    return ContentReport(
        refused=f"it holds {kind}; secrets are stored under Credentials and used by name", marks=report.marks
    )
