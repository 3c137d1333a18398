"""Readings of documents that a page waits for a short time only; they go on, and the page asks again."""

import hashlib
import threading
from collections import OrderedDict
from concurrent.futures import Future

from kingdom.contracts.attachments import FileKind
from kingdom.core.errors import KingdomError
from kingdom.tools.documents.services import DocumentText, document_read

MAX_READINGS = 4  # at once in one process; others wait
SANDBOX_WAIT_S = 60.0  # of a reading that a page waits for; work without a page waits longer
_MAX_KEPT = 64  # readings of one process whose results nobody has taken yet
_slots = threading.Semaphore(MAX_READINGS)
_readings: OrderedDict[str, Future[DocumentText]] = OrderedDict()
_lock = threading.Lock()


class DocumentPending(KingdomError):
    """The document is still being read. Ask again."""

    code = "document_pending"
    status = 503


def document_text_within(seconds: float, *, user_id: int, data: bytes, kind: FileKind) -> DocumentText:
    """Return the text of a document like ``document_read``. Raises DocumentPending when it takes longer.

    The reading then goes on; the next call for the same document gets its result, also a problem, and the KingdomError
    of a reading that got no sandbox within a minute. The one after that begins anew.
    """
    key = f"{user_id}:{kind}:{hashlib.sha256(data).hexdigest()}"
    with _lock:
        if key not in _readings:
            _check_waiting()
            _readings[key] = _reading_start(user_id, data, kind)
        reading = _readings[key]
    try:
        return reading.result(timeout=seconds)
    except TimeoutError:
        raise DocumentPending("The document is still being read.") from None
    finally:
        if reading.done():
            with _lock:
                _readings.pop(key, None)


def _check_waiting() -> None:
    """Forget the oldest results that nobody took. Raises DocumentPending when all kept readings still run."""
    for key in [key for key, reading in _readings.items() if reading.done()][: len(_readings) + 1 - _MAX_KEPT]:
        del _readings[key]
    if len(_readings) >= _MAX_KEPT:
        raise DocumentPending("Too many documents are being read now.")


def _reading_start(user_id: int, data: bytes, kind: FileKind) -> Future[DocumentText]:
    reading: Future[DocumentText] = Future()

    def read() -> None:
        with _slots:
            try:
                reading.set_result(document_read(user_id=user_id, data=data, kind=kind, wait_s=SANDBOX_WAIT_S))
            except Exception as error:  # a thread's boundary: the page that waits shows it
                reading.set_exception(error)

    # a daemon: the end of the process does not wait for a sandbox
    threading.Thread(target=read, name="document-reading", daemon=True).start()
    return reading
