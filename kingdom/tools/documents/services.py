"""The text of a document, read in the sandbox within fixed limits. Blocking.

A document is hostile until its reader has ended: bombs, endless loops and faults of a reader stay in the sandbox.
"""

import base64
import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import structlog

from kingdom.contracts.attachments import FileKind, FileProblem
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import KingdomError
from kingdom.providers.sandboxes import sandbox

DOCUMENT_KINDS: frozenset[FileKind] = frozenset({"pdf", "document", "spreadsheet"})
LIMITS = SandboxLimits(memory_mb=512, cpu=1.0, timeout_s=25.0, answer_bytes=1 << 20)
CACHED_TEXTS = 32  # of one process: a message's documents are read again by its handler
_TOO_LARGE = frozenset({"timeout", "oom", "output_limit"})
_log = structlog.get_logger(__name__)
_cache: OrderedDict[str, "DocumentText"] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True, kw_only=True)
class DocumentText:
    """The whole text of a document, or the problem. ``sheets``: a spreadsheet's; only its first one is read."""

    text: str = ""
    sheets: int = 0
    problem: FileProblem = ""


def document_text(*, user_id: int, data: bytes, kind: FileKind) -> DocumentText:
    """Return the text of a document. What fails is a ``problem``, never an exception."""
    try:
        return document_read(user_id=user_id, data=data, kind=kind)
    except KingdomError as error:  # no sandbox now: not kept, it may come back
        _log.warning("document_not_read", kind=kind, error=error.code)
        return DocumentText(problem="unreadable")


def document_read(*, user_id: int, data: bytes, kind: FileKind, wait_s: float | None = None) -> DocumentText:
    """Return the text of a document; what is wrong with it is a ``problem``.

    ``wait_s``: how long to wait for a free sandbox, if shorter than usual. Raises KingdomError when there is none.
    """
    key = f"{kind}:{hashlib.sha256(data).hexdigest()}"
    with _lock:
        known = _cache.get(key)
        if known is not None:
            _cache.move_to_end(key)
    if known is not None:
        return known
    outcome = sandbox(str(user_id), wait_s=wait_s).run(
        Program(code=_program_code()), {"kind": kind, "data": base64.b64encode(data).decode()}, LIMITS
    )
    read = _read_outcome(outcome, kind)
    if outcome.status != "ok":  # a timeout may be the load of the host
        return read
    with _lock:
        _cache[key] = read
        while len(_cache) > CACHED_TEXTS:
            _cache.popitem(last=False)
    return read


@cache
def _program_code() -> str:
    return (Path(__file__).parent / "document_program.py").read_text()


def _read_outcome(outcome: SandboxOutcome, kind: FileKind) -> DocumentText:
    value = outcome.value if isinstance(outcome.value, dict) else {}
    text, sheets = value.get("text"), value.get("sheets")
    if outcome.status == "ok" and isinstance(text, str) and isinstance(sheets, int):
        clean = text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
        return DocumentText(text=clean, sheets=sheets) if clean.strip() else DocumentText(problem="no_text")
    too_large = outcome.status in _TOO_LARGE or value.get("problem") == "too_large"
    _log.info("document_not_read", kind=kind, status=outcome.status, error=str(value.get("error", ""))[:60])
    return DocumentText(problem="too_large" if too_large else "unreadable")
