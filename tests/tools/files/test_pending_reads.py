"""A page waits for the text of a document for a short time only; the reading goes on."""

import threading

import pytest

from kingdom.tools.documents import pending_reads
from kingdom.tools.documents.pending_reads import DocumentPending, document_text_within
from kingdom.tools.documents.services import DocumentText


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let readings end: until then the sandbox is busy."""
    event, calls = threading.Event(), list[bytes]()

    def read(*, user_id: int, data: bytes, kind: str) -> DocumentText:
        calls.append(data)
        assert event.wait(20)
        assert len(calls) == 1, "one reading for all who ask"
        return DocumentText(problem="unreadable")

    monkeypatch.setattr(pending_reads, "document_text", read)
    pending_reads._readings.clear()
    return event


def test_it_goes_on_and_the_next_call_gets_its_result(release: threading.Event) -> None:
    for _ in range(2):
        with pytest.raises(DocumentPending):
            document_text_within(0.01, user_id=1, data=b"%PDF a", kind="pdf")
    release.set()
    read = document_text_within(20, user_id=1, data=b"%PDF a", kind="pdf")
    assert read.problem == "unreadable", "a problem is a result too, so that no page reloads for ever"
    assert not pending_reads._readings


def test_a_process_holds_so_many_readings(release: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending_reads, "_MAX_KEPT", 1)
    with pytest.raises(DocumentPending, match="still"):
        document_text_within(0.01, user_id=1, data=b"%PDF a", kind="pdf")
    with pytest.raises(DocumentPending, match="Too many"):
        document_text_within(0.01, user_id=2, data=b"%PDF b", kind="pdf")
    release.set()
    assert document_text_within(20, user_id=1, data=b"%PDF a", kind="pdf").problem == "unreadable"
